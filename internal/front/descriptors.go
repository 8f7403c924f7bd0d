//go:build unix

package front

import "syscall"

// descriptors returns how many files and connections the process may have open.
func descriptors() int {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) != nil {
		return usualDescriptors
	}
	return int(min(limit.Cur, 1<<30))
}
