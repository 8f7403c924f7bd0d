// Package soak tells long tests how much of a sweep to run: a representative part by
// default, all of it with ARPAD_SOAK=1 (make soak-tests).
package soak

import (
	"flag"
	"os"
	"strconv"
)

// Full reports whether sweeps are to be run whole.
func Full() bool { return os.Getenv("ARPAD_SOAK") != "" }

// Of returns whole if sweeps are to be run whole, otherwise part.
func Of(part, whole int) int {
	if Full() {
		return whole
	}
	return part
}

// Rapid sets how many checks the rapid tests of a package make unless sweeps are to be run
// whole or -rapid.checks is given. It is for TestMain.
func Rapid(checks int) {
	if f := flag.Lookup("rapid.checks"); f != nil && !Full() {
		if err := f.Value.Set(strconv.Itoa(checks)); err != nil {
			panic(err)
		}
	}
}
