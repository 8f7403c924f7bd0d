//go:build !linux && !darwin

package main

// ignoreSizeSignal does nothing, because there is no file size limit.
func ignoreSizeSignal() {}
