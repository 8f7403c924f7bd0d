package simulation_test

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/simulation"
	"github.com/arpadchess/arpad/store"
)

// How much is lived. A life that fails says its seed and years:
//
//	go test ./bureau/simulation -run 'TestSimulation$' -v -seed 42 -lives 1 -years 10 -shrink 40
var (
	seed   = flag.Uint64("seed", 1, "of the first bureau; the others have the next ones")
	lives  = flag.Int("lives", 32, "how many bureaus live")
	years  = flag.Int("years", 1, "how long each of them lives")
	shrink = flag.Int("shrink", 0, "how often to live a life again that fails, with steps left out")
)

// inMemory keeps bureaus in memory.
var inMemory = simulation.Cabinet{Empty: func(context.Context) (bureau.Store, error) { return &bureau.Memory{}, nil }}

// inFiles keeps bureaus in databases in a folder.
func inFiles(t *testing.T) simulation.Cabinet {
	folder, n := t.TempDir(), 0
	path := func() string {
		n++
		return filepath.Join(folder, fmt.Sprint(n, ".db"))
	}
	open := func(s *store.Store, err error) (bureau.Store, error) {
		if err == nil {
			t.Cleanup(func() { _ = s.Close() }) // the files are thrown away
		}
		return s, err
	}
	return simulation.Cabinet{
		Empty: func(ctx context.Context) (bureau.Store, error) { return open(store.Create(ctx, path())) },
		Killed: func(ctx context.Context, _ bureau.Store) (bureau.Store, error) {
			from, to := filepath.Join(folder, fmt.Sprint(n, ".db")), path()
			for _, part := range []string{"", "-wal"} { // what is acknowledged is in the two
				if err := copyFile(from+part, to+part); err != nil {
					return nil, err
				}
			}
			return open(store.Open(ctx, to))
		},
		Restored: func(ctx context.Context, s bureau.Store) (bureau.Store, error) {
			backup, to := path(), path()
			if _, err := s.(*store.Store).Backup(ctx, backup); err != nil {
				return nil, err
			}
			if err := store.Restore(ctx, backup, to); err != nil {
				return nil, err
			}
			return open(store.Open(ctx, to))
		},
	}
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }() // it was only read
	out, err := os.Create(to)
	if err == nil {
		_, err = io.Copy(out, in)
	}
	if err == nil {
		err = out.Close()
	}
	return err
}

// Bureaus live, each by its seed, some of them in files; every promise holds at
// every step, and everything that can be done or fail has happened.
func TestSimulation(t *testing.T) {
	const inFile = 16 // one of so many
	begun := time.Now()
	tally, done := simulation.Tally{}, 0
	var mu sync.Mutex
	var group sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := range next {
				cabinet := inMemory
				if i%inFile == inFile-1 {
					cabinet = inFiles(t)
				}
				life := simulation.Draw(*seed+uint64(i), *years).Live(t.Context(), cabinet)
				if life.Failure != nil {
					report(t, life.Shrink(t.Context(), cabinet, *shrink))
				}
				mu.Lock()
				tally.Add(life.Tally)
				if done++; done%25 == 0 {
					fmt.Fprintf(os.Stderr, "%d bureaus, %d steps, %v\n", done, tally["lived"]["steps"], time.Since(begun).Round(time.Second))
				}
				mu.Unlock()
			}
		})
	}
	for i := range *lives {
		next <- i
	}
	close(next)
	group.Wait()
	t.Logf("seeds %d to %d, %d years each, in %v\n%v", *seed, *seed+uint64(*lives)-1, *years, time.Since(begun).Round(time.Second), tally)
	if missing := tally.Missing(); len(missing) > 0 && *lives > 1 {
		t.Errorf("in all the lives there was no %s", strings.Join(missing, ", no "))
	}
}

// report says how a life failed.
func report(t *testing.T, life *simulation.Life) {
	t.Errorf("%v\n%s", life.Failure, strings.Join(life.Log, "\n"))
}

// A seed gives the same life, step by step and byte by byte, whatever the store
// and whatever else is lived meanwhile.
func TestSameSeedSameLife(t *testing.T) {
	files := inFiles(t)
	files.Killed, files.Restored = nil, nil // which a bureau in memory cannot do
	for seed := range uint64(3) {
		var first *simulation.Life
		for _, cabinet := range []simulation.Cabinet{inMemory, inMemory, files} {
			life := simulation.Draw(seed, 1).Live(t.Context(), cabinet)
			if life.Failure != nil {
				report(t, life)
			}
			if first == nil {
				first = life
			}
			if life.Digest() != first.Digest() || strings.Join(life.Log, "\n") != strings.Join(first.Log, "\n") {
				t.Errorf("seed %d was lived in two ways", seed)
			}
		}
	}
}

// What is wrong in a life still is when steps are left out that have nothing to
// do with it.
func TestShrink(t *testing.T) {
	broken := simulation.Cabinet{Empty: func(context.Context) (bureau.Store, error) { return &forgetful{Store: &bureau.Memory{}}, nil }}
	life := simulation.Draw(1, 1).Live(t.Context(), broken)
	if life.Failure == nil {
		t.Fatal("a store that forgets is not noticed")
	}
	short := life.Shrink(t.Context(), broken, 20)
	if short.Failure == nil || short.Failure.What != life.Failure.What || len(short.Log) >= len(life.Log) {
		t.Errorf("%d steps fail with %v, and so do %d with %v", len(life.Log), life.Failure, len(short.Log), short.Failure)
	}
}

// forgetful is a store that acknowledges a publication and does not keep it.
type forgetful struct{ bureau.Store }

func (s *forgetful) Update(ctx context.Context, f func(bureau.Writer) error) error {
	return s.Store.Update(ctx, func(w bureau.Writer) error { return f(&forgets{w}) })
}

type forgets struct{ bureau.Writer }

func (w *forgets) Put(kind, key string, value []byte) error {
	if kind == "report-event" {
		return nil
	}
	return w.Writer.Put(kind, key, value)
}
