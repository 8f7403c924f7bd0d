//go:build onethread

package main

import "runtime"

// A program that is built with the tag onethread works on one thread: strace,
// which counts calls by thread, then counts them in their order.
func init() { runtime.LockOSThread() }
