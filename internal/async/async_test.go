package async_test

import (
	"errors"
	"testing"

	"github.com/arpadchess/arpad/internal/async"
)

// A panic comes to those who ask for the result, each time, and not to the goroutine that
// calculates: nobody could recover from it there, and the whole program would end.
func TestPanicComesToWhoAsks(t *testing.T) {
	result := async.Start(func() (int, error) { panic("damaged") })
	for range 2 {
		func() {
			defer func() {
				if said := recover(); said != "damaged" {
					t.Errorf("the panic says %v", said)
				}
			}()
			n, err := result()
			t.Error("no panic, but", n, err)
		}()
	}
}

// All who ask get the same result, which is calculated once.
func TestResultComesToAll(t *testing.T) {
	failed, times := errors.New("failed"), 0
	result := async.Start(func() (int, error) {
		times++
		return 7, failed
	})
	for range 2 {
		if n, err := result(); n != 7 || !errors.Is(err, failed) || times != 1 {
			t.Error(n, err, times)
		}
	}
}
