package response

import (
	"context"
	"crypto/sha256"
	"runtime"
	"testing"
	"time"
)

// work keeps a processor busy, about 20 ms.
func work() error {
	var sum [sha256.Size]byte
	for range 1 << 17 {
		sum = sha256.Sum256(sum[:])
	}
	_ = sum
	return nil
}

// An answer costs what it computes: as much while others have all processors, and nothing while it waits for a database.
func TestCostIsWhatAnAnswerComputes(t *testing.T) {
	cost := func(answer func() error) time.Duration {
		ctx, spent := Metered(t.Context(), 0)
		if err := Spend(ctx, answer); err != nil {
			t.Fatal(err)
		}
		return spent()
	}
	alone := cost(work)
	if alone <= 0 {
		t.Fatalf("an answer that computes costs %v", alone)
	}
	ctx, stop := context.WithCancel(t.Context())
	others := make(chan bool)
	for range 8 * runtime.GOMAXPROCS(0) {
		go func() {
			for ctx.Err() == nil {
				_ = work()
			}
			others <- true
		}()
	}
	begun := time.Now()
	if loaded := cost(work); loaded > 3*alone {
		t.Errorf("under load it costs %v in %v, alone %v", loaded, time.Since(begun), alone)
	}
	database := make(chan bool)
	go func() {
		for range 10 {
			_ = work()
		}
		close(database)
	}()
	begun = time.Now()
	if waited := cost(func() error { <-database; return nil }); waited > alone {
		t.Errorf("waiting costs %v in %v, computing %v", waited, time.Since(begun), alone)
	}
	stop()
	for range 8 * runtime.GOMAXPROCS(0) {
		<-others
	}
}
