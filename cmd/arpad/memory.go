package main

import (
	"os"
	"runtime/debug"
)

// Bytes allowed for a file of the default maximum size, and per byte for larger
// files. The rest of the 256 MB is the program itself, and garbage not yet
// collected.
const (
	memory        = 176 << 20
	memoryForByte = 12
)

// limitMemory sets a soft memory limit for reading some files. What is needed beyond
// it is still allocated.
func limitMemory(paths ...string) {
	if os.Getenv("GOMEMLIMIT") != "" {
		return // set by the user
	}
	size := int64(0)
	for _, path := range paths {
		if info, err := os.Stat(path); err == nil {
			size += info.Size()
		}
	}
	debug.SetMemoryLimit(max(memory, memoryForByte*size))
}
