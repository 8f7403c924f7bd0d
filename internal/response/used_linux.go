package response

import (
	"syscall"
	"time"
)

// used returns the time for which the thread has had a processor.
func used() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_THREAD, &u) // it does not fail for a thread of the process
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
