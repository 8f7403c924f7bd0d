package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// patience is how long a command that was told to stop may take to end in
// order.
const patience = time.Second

// heed returns a context that is cancelled when the program is told to stop, and
// a function to call when the context is no longer needed. What works with the
// database then takes back what it has begun, and says so. What reads a file or
// calculates does not look at a context: after a moment, or when it is told
// again, the process ends, and the database takes back what was begun when it is
// opened next, as after a crash.
//
// Commands that only read and calculate need none of this: without it, being
// told to stop ends the process.
func (a *app) heed() (ctx context.Context, done func()) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	unless := context.AfterFunc(ctx, func() {
		stop() // being told again ends the process
		time.Sleep(patience)
		fmt.Fprintf(os.Stderr, "arpad: %s\n", a.Text("trouble.stopped", nil))
		os.Exit(exitFailed)
	})
	return ctx, func() {
		unless()
		stop()
	}
}
