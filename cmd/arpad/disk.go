//go:build linux || darwin

package main

import (
	"os/signal"
	"path/filepath"
	"syscall"
)

// freeSpace returns the free bytes on the disk of a file; known is false if
// that cannot be determined.
func freeSpace(path string) (free int64, known bool) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(filepath.Dir(path), &disk); err != nil {
		return 0, false
	}
	return int64(disk.Bavail * uint64(disk.Bsize)), true
}

// ignoreSizeSignal makes a write beyond the file size limit fail with an error, which
// is reported; the signal would end the program.
func ignoreSizeSignal() { signal.Ignore(syscall.SIGXFSZ) }
