//go:build linux || darwin

package office

import (
	"path/filepath"
	"syscall"
)

// FreeSpace returns the free bytes on the disk of a file; known is false if
// that cannot be determined.
func FreeSpace(path string) (free int64, known bool) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(filepath.Dir(path), &disk); err != nil {
		return 0, false
	}
	return int64(disk.Bavail * uint64(disk.Bsize)), true
}
