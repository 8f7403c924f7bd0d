//go:build unix && !linux

package pgtest

// memory returns no folder.
func memory() string { return "" }
