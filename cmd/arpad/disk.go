//go:build linux || darwin

package main

import (
	"path/filepath"
	"syscall"
)

// freeSpace gives how many bytes are free on the disk of a file; known is false
// if that cannot be found out.
func freeSpace(path string) (free int64, known bool) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(filepath.Dir(path), &disk); err != nil {
		return 0, false
	}
	return int64(disk.Bavail * uint64(disk.Bsize)), true
}
