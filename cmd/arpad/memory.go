package main

import (
	"os"
	"runtime/debug"
)

// Bytes allowed for a file of the default maximum size, and per byte for larger
// files; and for a list that is read as a stream while a database is changed, which
// has memory of its own. The rest of the 256 MB is the program itself, and garbage
// not yet collected.
const (
	memory          = 176 << 20
	memoryForByte   = 12
	memoryForStream = 120 << 20
)

// usualMemory are the megabytes that the site may use if it is not said otherwise, memoryForPlayer the
// bytes beside them for each player. A part of them is the program itself, one is for answers that
// are kept, and the connections may have one at most.
const (
	usualMemory     = 256
	memoryForPlayer = 1000
	programPart     = 4
	keptPart        = 8
	forConnection   = 64 << 10
)

// garbage is how much garbage there may be before it is collected, in percent of what is in
// use, where there is a memory limit: a year is rated in nine tenths of the time.
const garbage = 200

// The same for taking over a list, nearly all of which is in use until the end: with less memory it is
// collected over and over.
const (
	garbageOfTaking = 50
	memoryForTaking = 16
)

// limitMemory sets a soft memory limit for reading some files. What is needed beyond
// it is still allocated.
func limitMemory(paths ...string) { limitMemoryTo(memoryForByte, garbage, paths...) }

func limitMemoryTo(perByte int64, garbage int, paths ...string) {
	setGarbage(garbage)
	size := int64(0)
	for _, path := range paths {
		if info, err := os.Stat(path); err == nil {
			size += info.Size()
		}
	}
	setMemoryLimit(max(memory, perByte*size))
}

func setGarbage(percent int) {
	if os.Getenv("GOGC") == "" { // else set by the user
		debug.SetGCPercent(percent)
	}
}

func setMemoryLimit(bytes int64) {
	if os.Getenv("GOMEMLIMIT") == "" { // else set by the user
		debug.SetMemoryLimit(bytes)
	}
}
