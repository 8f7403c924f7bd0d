//go:build !linux && !darwin

package office

// FreeSpace returns the free bytes on the disk of a file; known is false if
// that cannot be determined.
func FreeSpace(string) (free int64, known bool) { return 0, false }
