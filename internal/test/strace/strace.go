// Package strace tells strace at which system calls to kill a program.
package strace

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
)

// call matches a call in a log of strace -f.
var call = regexp.MustCompile(`(?m)^(\d+) +(\w+)\(`)

// Kills returns an injection for each call in a log of strace -f, by kind and number. Without kinds it is for all of them. Strace counts
// the calls of each thread: of a kind as many are returned as the thread has that makes most of them.
func Kills(log []byte, kinds ...string) (all []string) {
	type counted struct{ thread, kind string }
	made, most := map[counted]int{}, map[string]int{}
	for _, found := range call.FindAllSubmatch(log, -1) {
		of := counted{string(found[1]), string(found[2])}
		made[of]++
		most[of.kind] = max(most[of.kind], made[of])
	}
	if len(kinds) == 0 {
		kinds = slices.Sorted(maps.Keys(most))
	}
	for _, kind := range kinds {
		for n := range most[kind] {
			all = append(all, fmt.Sprintf("inject=%s:signal=SIGKILL:when=%d", kind, n+1))
		}
	}
	return all
}
