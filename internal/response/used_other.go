//go:build !linux

package response

import "time"

var started = time.Now()

// used returns the time since the program started: here waiting counts, too.
func used() time.Duration { return time.Since(started) }
