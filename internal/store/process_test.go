package store_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"

	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/draw"
	"github.com/arpadchess/arpad/internal/test/soak"
	"github.com/arpadchess/arpad/internal/test/storetest"
)

// Fifty writers, of five processes.
const (
	processes         = 5
	writersOfAProcess = 10
	writesOfAWriter   = 8
)

// writerEnv names the database to which the test binary writes instead of
// running tests.
const writerEnv = "ARPAD_TEST_WRITER"

func TestMain(m *testing.M) {
	if address := os.Getenv(writerEnv); address != "" {
		if err := manyWrite(address); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	draw.Cases(soak.Of(40, 100))
	if err := flag.Set("test.parallel", "6"); err != nil { // they wait for disks and servers; -parallel overrides it
		panic(err)
	}
	os.Exit(m.Run())
}

// manyWrite is the work of one process.
func manyWrite(address string) (err error) {
	ctx := context.Background()
	s, err := store.Open(ctx, address)
	if err != nil {
		return err
	}
	failed := make([]error, writersOfAProcess)
	var group sync.WaitGroup
	for i := range failed {
		group.Go(func() {
			for range writesOfAWriter {
				failed[i] = errors.Join(failed[i], count(ctx, s))
			}
		})
	}
	group.Wait()
	return errors.Join(errors.Join(failed...), s.Close())
}

// Fifty writers in several processes: each counts on from the others.
func TestManyProcessesWrite(t *testing.T) {
	t.Parallel()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for name, address := range storetest.Databases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address := address(t)
			s := storetest.Create(t, address)
			if err := count(t.Context(), s); err != nil {
				t.Fatal(err)
			}
			var group sync.WaitGroup
			for range processes {
				group.Go(func() {
					c := exec.CommandContext(t.Context(), program)
					c.Env = append(os.Environ(), writerEnv+"="+address)
					if out, err := c.CombinedOutput(); err != nil {
						t.Errorf("%v: %s", err, out)
					}
				})
			}
			group.Wait()
			if got, want := total(t, s), 1+processes*writersOfAProcess*writesOfAWriter; got != want {
				t.Errorf("%d, want %d", got, want)
			}
		})
	}
}
