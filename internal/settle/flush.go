//go:build linux || darwin

package settle

import "syscall"

// Flush waits until what was written is on disk.
func Flush() error {
	syscall.Sync()
	return nil
}
