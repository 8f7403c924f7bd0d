package main

import (
	"os"
	"runtime/debug"
)

// What a file of the largest size may take, in bytes, and what each byte may
// where there are more of them. The rest of the 256 MB is the program itself,
// and what is not collected in time.
const (
	memory        = 176 << 20
	memoryForByte = 12
)

// spare has the garbage collected in time to stay within the memory that some
// files may take. What is needed is taken all the same.
func spare(paths ...string) {
	if os.Getenv("GOMEMLIMIT") != "" {
		return // somebody knows better
	}
	size := int64(0)
	for _, path := range paths {
		if info, err := os.Stat(path); err == nil {
			size += info.Size()
		}
	}
	debug.SetMemoryLimit(max(memory, memoryForByte*size))
}
