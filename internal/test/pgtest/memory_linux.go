package pgtest

import (
	"os"
	"syscall"
)

// memory returns a folder in memory for servers of tests, or none if there is no room for some
// or TMPDIR says where they belong. What a server has written to its files outlives it there,
// too: it is the server that tests have crash, not the machine.
func memory() string {
	const folder, least = "/dev/shm", 4 << 30
	var free syscall.Statfs_t
	if err := syscall.Statfs(folder, &free); os.Getenv("TMPDIR") != "" || err != nil || free.Bavail*uint64(free.Bsize) < least {
		return ""
	}
	return folder
}
