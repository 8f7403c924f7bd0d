//go:build linux || darwin

package main

import (
	"os/signal"
	"path/filepath"
	"syscall"
)

// freeSpace returns how many bytes are free on the disk of a file; known is false
// if that cannot be found out.
func freeSpace(path string) (free int64, known bool) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(filepath.Dir(path), &disk); err != nil {
		return 0, false
	}
	return int64(disk.Bavail * uint64(disk.Bsize)), true
}

// heedLimits has a write beyond the limit on the size of files fail with an
// error, which is said in words; a signal would end the program.
func heedLimits() { signal.Ignore(syscall.SIGXFSZ) }
