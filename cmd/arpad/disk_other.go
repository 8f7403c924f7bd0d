//go:build !linux && !darwin

package main

// freeSpace returns the free bytes on the disk of a file; known is false if
// that cannot be determined.
func freeSpace(string) (free int64, known bool) { return 0, false }

// ignoreSizeSignal does nothing, because there is no file size limit.
func ignoreSizeSignal() {}
