//go:build !linux && !darwin

package settle

// Flush waits until what was written is on disk. Here the system is trusted with it.
func Flush() error { return nil }
