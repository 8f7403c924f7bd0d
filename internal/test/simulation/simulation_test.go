package simulation_test

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/cryptotest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/memory"
	"github.com/arpadchess/arpad/internal/test/pgtest"
	"github.com/arpadchess/arpad/internal/test/simulation"
	"github.com/arpadchess/arpad/internal/test/soak"
)

// How much is lived. A life that fails says its seed and years:
//
//	go test ./internal/test/simulation -run 'TestSimulation$' -v -seed 42 -lives 1 -years 10 -shrink 40
var (
	seed   = flag.Uint64("seed", 1, "of the first bureau; the others have the next ones")
	lives  = flag.Int("lives", soak.Of(0, 48), "how many bureaus live; 0: some in whose lives everything happens")
	years  = flag.Int("years", 1, "how long each of them lives")
	shrink = flag.Int("shrink", 0, "how often to live a life again that fails, with steps left out")
)

// eventful are seeds of bureaus in whose lives, taken together, everything happens: few, of
// short lives, of each authority and each kind of store. TestSimulation says if others have to
// be added.
var eventful = []uint64{7, 63, 11, 45, 78, 106, 23, 2, 5, 6, 26}

// seeds returns the seeds of the bureaus that live.
func seeds() []uint64 {
	if *lives == 0 {
		return eventful
	}
	all := make([]uint64, *lives)
	for i := range all {
		all[i] = *seed + uint64(i)
	}
	return all
}

// inMemory keeps bureaus in memory.
var inMemory = simulation.Cabinet{Empty: func(context.Context) (bureau.Store, error) { return &memory.Store{}, nil }}

// inPostgres keeps bureaus in databases of a PostgreSQL server.
func inPostgres(t *testing.T) simulation.Cabinet {
	pgtest.Need(t)
	addresses := map[bureau.Store]string{}
	open := func(address string, s *store.Store, err error) (bureau.Store, error) {
		if err == nil {
			t.Cleanup(func() { _ = s.Close() }) // the databases are thrown away
			addresses[s] = address
		}
		return s, err
	}
	return simulation.Cabinet{
		Empty: func(ctx context.Context) (bureau.Store, error) {
			address := pgtest.Database(t)
			s, err := store.Create(ctx, address)
			return open(address, s, err)
		},
		Killed: func(ctx context.Context, old bureau.Store) (bureau.Store, error) {
			s, err := store.Open(ctx, addresses[old])
			return open(addresses[old], s, err)
		},
	}
}

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

// Bureaus live, each by its seed, one of sixteen in a file and one in PostgreSQL;
// every promise holds at every step, and everything that can be done or fail has
// happened.
func TestSimulation(t *testing.T) {
	begun := time.Now()
	tally, lived, mu := simulation.Tally{}, 0, sync.Mutex{}
	t.Run("lives", func(t *testing.T) {
		for _, seed := range seeds() {
			t.Run(fmt.Sprint("seed=", seed), func(t *testing.T) {
				t.Parallel()
				life := live(t, seed)
				mu.Lock()
				defer mu.Unlock()
				lived++
				tally.Add(life.Tally)
			})
		}
	})
	if lived < len(seeds()) {
		t.Skip("not every life could be lived, so not everything has happened")
	}
	for next := uint64(1); *lives == 0 && len(tally.Missing()) > 0 && next <= 48; next++ { // the program has changed
		missing := len(tally.Missing())
		tally.Add(live(t, next).Tally)
		if len(tally.Missing()) < missing {
			t.Logf("add %d to the eventful seeds: in its life happens what happens in no other", next)
		}
	}
	t.Logf("seeds %v, %d years each, in %v\n%v", seeds(), *years, time.Since(begun).Round(time.Second), tally)
	if missing := tally.Missing(); len(missing) > 0 && *lives != 1 {
		t.Errorf("in all the lives there was no %s", strings.Join(missing, ", no "))
	}
}

// live returns the life of a bureau, which must not fail.
func live(t *testing.T, seed uint64) *simulation.Life {
	t.Helper()
	const kept = 16 // of so many bureaus one in each database
	cabinet := inMemory
	switch seed % kept {
	case 7:
		cabinet = inFiles(t)
	case 15:
		cabinet = inPostgres(t)
	}
	life := simulation.Draw(seed, *years).Live(t.Context(), cabinet)
	if life.Failure != nil {
		report(t, life.Shrink(t.Context(), cabinet, *shrink))
	}
	return life
}

// report says how a life failed.
func report(t *testing.T, life *simulation.Life) {
	t.Errorf("%v\n%s", life.Failure, strings.Join(life.Log, "\n"))
}

// A seed plays the same life, step by step and byte by byte, and in a database
// the same lists and the same log.
func TestSameSeedSameLife(t *testing.T) {
	lived := func(seed uint64, c simulation.Cabinet) *simulation.Life {
		cryptotest.SetGlobalRandom(t, seed) // keys and salts come from it, too
		life := simulation.Draw(seed, 1).Live(t.Context(), c)
		if life.Failure != nil {
			report(t, life)
		}
		return life
	}
	same := func(a, b *simulation.Life, kinds ...string) {
		if a.Digest(kinds...) != b.Digest(kinds...) || !slices.Equal(a.Log, b.Log) {
			t.Errorf("seed %d was lived in two ways: %s", a.Plan.Seed, cmp.Diff(a.Log, b.Log))
		}
	}
	for _, seed := range []uint64{1, 0, 2}[:soak.Of(1, 3)] {
		first := lived(seed, inMemory)
		same(first, lived(seed, inMemory))
		for _, in := range []func(*testing.T) simulation.Cabinet{inFiles, inPostgres} {
			databases := in(t)
			databases.Killed, databases.Restored = nil, nil // which a bureau in memory cannot do
			same(first, lived(seed, databases), "list", "audit", "report", "run-state", "correction")
		}
	}
}

// What is wrong in a life still is when steps are left out that have nothing to
// do with it.
func TestShrink(t *testing.T) {
	broken := simulation.Cabinet{Empty: func(context.Context) (bureau.Store, error) { return &forgetful{Store: &memory.Store{}}, nil }}
	life := simulation.Draw(1, 1).Live(t.Context(), broken)
	if life.Failure == nil {
		t.Fatal("a store that forgets is not noticed")
	}
	short := life.Shrink(t.Context(), broken, soak.Of(4, 20))
	if short.Failure == nil || short.Failure.What != life.Failure.What || len(short.Log) >= len(life.Log) {
		t.Errorf("%d steps fail with %v, and so do %d with %v", len(life.Log), life.Failure, len(short.Log), short.Failure)
	}
}

// forgetful is a store that does not keep by what reports are found.
type forgetful struct{ bureau.Store }

func (s *forgetful) Update(ctx context.Context, f func(bureau.Writer) error) error {
	return s.Store.Update(ctx, func(w bureau.Writer) error { return f(&forgets{w}) })
}

type forgets struct{ bureau.Writer }

func (w *forgets) PutRows(t *bureau.Relation, some []bureau.Row) error {
	if t == &rows.ReportKeys.Relation {
		return nil
	}
	return w.Writer.PutRows(t, some)
}
