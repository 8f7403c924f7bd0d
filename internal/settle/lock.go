//go:build linux || darwin

package settle

import (
	"errors"
	"os"
	"syscall"
)

// lock locks a file until it is closed or the process ends. It returns false if
// another process holds the lock. A file system without locks counts as locked.
func lock(f *os.File) bool {
	return !errors.Is(syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB), syscall.EWOULDBLOCK)
}
