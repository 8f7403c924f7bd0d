//go:build !linux

package pgtest

// memory returns no folder.
func memory() string { return "" }
