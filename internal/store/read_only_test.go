package store

import "testing"

func TestReadOnlyAt(t *testing.T) {
	t.Parallel()
	const mounts = `1 0 8:1 / / rw - ext4 /dev/sda1 rw,errors=remount-ro
2 1 8:2 / /archive ro,nosuid - ext4 /dev/sdb1 ro
3 1 8:3 / /shared ro - ext4 /dev/sdc1 rw,relatime
4 2 8:4 / /archive/new rw shared:1 - tmpfs new rw
5 1 8:5 / /old\040lists ro - iso9660 /dev/sr0 ro,relatime
6 1 8:6 / /twice ro - tmpfs a ro
7 6 8:7 / /twice rw - tmpfs b rw
`
	for path, want := range map[string]bool{
		"/home/arpad.db":        false,
		"/archive/arpad.db":     true,
		"/archived/arpad.db":    false,
		"/shared/arpad.db":      false, // a writer may come by another mount
		"/archive/new/arpad.db": false,
		"/old lists/arpad.db":   true,
		"/twice/arpad.db":       false,
	} {
		if got := readOnlyAt(mounts, path); got != want {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
}
