//go:build linux || darwin

package main

import (
	"os/signal"
	"syscall"
)

// ignoreSizeSignal makes a write beyond the file size limit fail with an error, which
// is reported; the signal would end the program.
func ignoreSizeSignal() { signal.Ignore(syscall.SIGXFSZ) }
