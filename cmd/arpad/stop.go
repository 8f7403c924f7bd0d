package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// patience is how long a command may take to end after it was told to stop.
const patience = time.Second

// untilStopped returns a context that is cancelled when the program is told to stop, and
// a function to call when the context is no longer needed. Work on the database
// is then rolled back and the command says so. Reading a file or calculating does
// not watch a context: after a moment, or when it is told again, the process
// ends, and the database rolls back when it is opened next, as after a crash.
//
// Commands that only read and calculate do not call untilStopped: without it, the signal
// ends the process.
func (a *app) untilStopped() (ctx context.Context, done func()) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	unless := context.AfterFunc(ctx, func() {
		stop() // a second signal ends the process
		time.Sleep(patience)
		fmt.Fprintf(os.Stderr, "arpad: %s\n", a.Text("trouble.stopped", nil))
		os.Exit(exitFailed)
	})
	return ctx, func() {
		unless()
		stop()
	}
}
