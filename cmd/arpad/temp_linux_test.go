package main

import (
	"os"

	"golang.org/x/sys/unix"
)

// Files in memory are made in half the time. What the tests say of crashes, they say of the
// calls of a process, on whatever disk.
func init() {
	const memory, enough = "/dev/shm", 2 << 30 // bytes
	var disk unix.Statfs_t
	if os.Getenv("TMPDIR") != "" || unix.Statfs(memory, &disk) != nil || disk.Bavail*uint64(disk.Bsize) < enough || disk.Flags&unix.ST_NOEXEC != 0 {
		return
	}
	if err := os.Setenv("TMPDIR", memory); err != nil {
		panic(err)
	}
}
