package store_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/pgtest"
	"github.com/arpadchess/arpad/internal/test/storetest"
	"github.com/arpadchess/arpad/roster"
)

// count increments a counter.
func count(ctx context.Context, s bureau.Store) error {
	return s.Update(ctx, func(w bureau.Writer) error {
		n, err := counted(w)
		if err != nil {
			return err
		}
		return w.Put("counter", "", fmt.Append(nil, n+1))
	})
}

func counted(r bureau.Reader) (n int, err error) {
	value, err := r.Get("counter", "")
	if err == nil && value != nil {
		_, err = fmt.Sscan(string(value), &n)
	}
	return n, err
}

// total returns the value of the counter.
func total(t *testing.T, s bureau.Store) (n int) {
	t.Helper()
	err := s.View(t.Context(), func(r bureau.Reader) (err error) {
		n, err = counted(r)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// execute runs a statement that bypasses the store.
func execute(t *testing.T, address, statement string) {
	t.Helper()
	if err := pgtest.Exec(t.Context(), address, statement); err != nil {
		t.Fatal(err)
	}
}

// The connection breaks at every statement of an update, before it arrives or
// after it was executed. Update reports what really happened, and the next
// update works.
func TestConnectionBreaksAtEveryStatement(t *testing.T) {
	t.Parallel()
	wire := pgtest.NewWire(t)
	s := storetest.Create(t, wire.Through(pgtest.Database(t)))
	survived, failed := 0, 0
	for n, done := 1, false; !done; n++ {
		for _, arrives := range []bool{false, true} {
			if err := count(t.Context(), s); err != nil { // establishes the connection
				t.Fatal(err)
			}
			before := total(t, s)
			wire.Cut(pgtest.Cut{At: n, Arrives: arrives})
			err := count(t.Context(), s)
			done = !wire.Cut(pgtest.Cut{})
			var trouble *store.Trouble
			if err != nil && (!errors.As(err, &trouble) || trouble.What != store.Away || !trouble.Writing || trouble.Unknown) {
				t.Errorf("cut at %d, arrives %t: %v", n, arrives, err)
			}
			want := before
			if err == nil {
				want++
				survived++
			} else {
				failed++
			}
			if after := total(t, s); after != want {
				t.Errorf("cut at %d, arrives %t: %d, then %d; Update says %v", n, arrives, before, after, err)
			}
			if done && n < 5 { // BEGIN, lock, get, put, COMMIT
				t.Errorf("an update has only %d statements", n-1)
			}
		}
	}
	if survived < 5 || failed < 5 { // at least: lost before the first document, kept after the commit
		t.Errorf("%d updates survived, %d failed", survived, failed)
	}
}

// A thousand documents written or requested in key order take far fewer round
// trips.
func TestServerRoundTripsAreFew(t *testing.T) {
	t.Parallel()
	wire := pgtest.NewWire(t)
	s := storetest.Create(t, wire.Through(pgtest.Database(t)))
	key := func(n int) string { return fmt.Sprintf("%04d", n) }
	const documents, ways = 1000, 30
	wire.Cut(pgtest.Cut{})
	err := s.Update(t.Context(), func(w bureau.Writer) error {
		for n := range documents {
			if err := w.Put("a", key(n), []byte(key(n))); err != nil {
				return err
			}
		}
		return nil
	})
	if got := wire.Statements(); err != nil || got > ways {
		t.Errorf("%d documents are written in %d statements, %v", documents, got, err)
	}
	wire.Cut(pgtest.Cut{})
	err = s.View(t.Context(), func(r bureau.Reader) error {
		for n := range documents {
			if got, err := r.Get("a", key(n)); err != nil || string(got) != key(n) {
				return fmt.Errorf("%s is %q, %w", key(n), got, err)
			}
		}
		return nil
	})
	if got := wire.Statements(); err != nil || got > ways {
		t.Errorf("%d documents are read in %d statements, %v", documents, got, err)
	}
}

// If no answer arrives after a commit was sent, Update returns an error that
// the outcome is unknown.
func TestCommitInDoubt(t *testing.T) {
	t.Parallel()
	wire := pgtest.NewWire(t)
	s := storetest.Create(t, wire.Through(pgtest.Database(t))+"&connect_timeout=1")
	if err := count(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	kept := 1
	for _, arrives := range []bool{true, false} {
		wire.Cut(pgtest.Cut{At: 1, Of: "commit", Arrives: arrives, Stays: true})
		err := count(t.Context(), s)
		var trouble *store.Trouble
		if !errors.As(err, &trouble) || trouble.What != store.Away || !trouble.Unknown {
			t.Errorf("arrives %t: %v", arrives, err)
		}
		if !wire.Cut(pgtest.Cut{}) {
			t.Error("there was no commit to cut")
		}
		if arrives {
			kept++
		}
		if got := total(t, s); got != kept {
			t.Errorf("arrives %t: %d, want %d", arrives, got, kept)
		}
	}
}

// A server that crashes during an update, and is restarted while others write,
// keeps nothing of that update and everything acknowledged, and work goes on.
func TestServerCrashesWhileManyWrite(t *testing.T) {
	t.Parallel()
	server := pgtest.New(t)
	address := server.Database(t)
	s := storetest.Create(t, address)
	if err := count(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	var acknowledged, unknown atomic.Int64
	acknowledged.Add(1)
	var group sync.WaitGroup
	over := make(chan struct{})
	for range 8 {
		s := storetest.Open(t, address)
		group.Go(func() {
			for {
				var trouble *store.Trouble
				switch err := count(t.Context(), s); {
				case err == nil:
					acknowledged.Add(1)
				case !errors.As(err, &trouble) || trouble.What != store.Away:
					t.Error(err)
				case trouble.Unknown:
					unknown.Add(1)
				}
				select {
				case <-over:
					return
				default:
				}
			}
		})
	}
	for range 3 {
		err := s.Update(t.Context(), func(w bureau.Writer) error {
			if err := errors.Join(w.Put("counter", "", []byte("1000000")), server.Halt(), server.Run()); err != nil {
				return err
			}
			return w.Put("counter", "", []byte("2000000"))
		})
		var trouble *store.Trouble
		if !errors.As(err, &trouble) || trouble.What != store.Away || trouble.Unknown {
			t.Errorf("an update in which the server crashed: %v", err)
		}
		if err := count(t.Context(), s); err != nil {
			t.Error(err)
		}
		acknowledged.Add(1)
	}
	close(over)
	group.Wait()
	least, got := acknowledged.Load(), int64(total(t, s))
	if got < least || got > least+unknown.Load() {
		t.Errorf("%d were acknowledged, %d are not known, and there are %d", least, unknown.Load(), got)
	}
}

// A crashed server reuses transaction numbers. A lost update is not taken for
// committed because a later one with its number was.
func TestTransactionNumberIsReused(t *testing.T) {
	t.Parallel()
	server := pgtest.New(t)
	address := server.Database(t)
	s := storetest.Create(t, address)
	if err := count(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	other := storetest.Open(t, address)
	for range 3 {
		before := total(t, s)
		err := s.Update(t.Context(), func(bureau.Writer) error { // nothing written: the next statement is the commit
			return errors.Join(server.Halt(), server.Run(), count(t.Context(), other))
		})
		var trouble *store.Trouble
		if !errors.As(err, &trouble) || trouble.What != store.Away || trouble.Unknown {
			t.Errorf("an update that was lost with the server: %v", err)
		}
		if after := total(t, s); after != before+1 {
			t.Errorf("%d, then %d: one has counted", before, after)
		}
	}
}

// A bureau is not created in a database that has one or is used for something
// else; the remains of a failed attempt do not matter.
func TestCreateOnAServer(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	address := pgtest.Database(t)
	if _, err := store.Open(ctx, address); !errors.Is(err, store.ErrMissing) {
		t.Errorf("an empty database is opened: %v", err)
	}
	if err := storetest.Create(t, address).Discard(); err != nil {
		t.Error(err)
	}
	if _, err := store.Open(ctx, address); !errors.Is(err, store.ErrMissing) {
		t.Errorf("an abandoned database is opened: %v", err)
	}
	if err := count(ctx, storetest.Create(t, address)); err != nil {
		t.Error(err)
	}
	if _, err := store.Create(ctx, address); !errors.Is(err, store.ErrNotEmpty) || !errors.Is(err, fs.ErrExist) {
		t.Errorf("a second one is made: %v", err)
	}
	other := pgtest.Database(t)
	execute(t, other, "CREATE TABLE booking (day date)")
	if _, err := store.Create(ctx, other); !errors.Is(err, store.ErrNotEmpty) {
		t.Errorf("one is made where others are: %v", err)
	}
}

// Of many that create a bureau in one database at the same time, one succeeds.
func TestCreateAtOnce(t *testing.T) {
	t.Parallel()
	address := pgtest.Database(t)
	var group sync.WaitGroup
	var made atomic.Int64
	for range 8 {
		group.Go(func() {
			s, err := store.Create(t.Context(), address)
			if errors.Is(err, store.ErrNotEmpty) {
				return
			}
			if err != nil {
				t.Error(err)
				return
			}
			err = closing.Init(t.Context(), over(s), bureau.Settings{Authority: "ncs", ListZero: "2024-01", Options: map[string]string{"late": "count", "non_members": "count"}, Reason: "as the board has decided"}, nil, &roster.List{})
			if err == nil {
				made.Add(1)
			} else {
				err = s.Discard()
			}
			if err := errors.Join(err, s.Close()); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if made.Load() != 1 {
		t.Errorf("%d bureaus were made", made.Load())
	}
	if err := storetest.Open(t, address).Close(); err != nil {
		t.Error(err)
	}
}

// A database of a program whose log did not cover what is stored is refused, and not
// migrated.
func TestUnloggedDatabaseIsRefused(t *testing.T) {
	t.Parallel()
	for name, address := range storetest.Databases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			unloggedDatabaseIsRefused(t, address(t))
		})
	}
}

func unloggedDatabaseIsRefused(t *testing.T, address string) {
	ctx := t.Context()
	s := storetest.Create(t, address)
	bureautest.DemoLived(t, s, 1)
	if err := s.Update(ctx, func(w bureau.Writer) error { return w.Put("settings", "", []byte("checksum")) }); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Open(ctx, address); !errors.Is(err, store.ErrUnlogged) {
		t.Errorf("it is opened: %v", err)
	}
}

// A server that does not wait for its disk is refused. A user's own setting
// does not matter: acknowledged updates survive a crash.
func TestServerMustBeSafe(t *testing.T) {
	t.Parallel()
	server := pgtest.New(t)
	address := server.Database(t)
	if err := count(t.Context(), storetest.Create(t, address)); err != nil {
		t.Fatal(err)
	}
	execute(t, address, "ALTER ROLE arpad SET synchronous_commit = off")
	execute(t, address, "ALTER SYSTEM SET wal_writer_delay = '10s'") // until then a crash loses unsynced commits
	restart := func() {
		if err := errors.Join(server.Halt(), server.Run()); err != nil {
			t.Fatal(err)
		}
	}
	restart()
	if err := count(t.Context(), storetest.Open(t, address)); err != nil {
		t.Fatal(err)
	}
	for _, setting := range []string{"fsync", "full_page_writes"} {
		execute(t, address, "ALTER SYSTEM SET "+setting+" = off")
		restart()
		var unsafe *store.UnsafeError
		if _, err := store.Open(t.Context(), address); !errors.As(err, &unsafe) || unsafe.Setting != setting {
			t.Errorf("%s is off: %v", setting, err)
		}
		if _, err := store.Create(t.Context(), server.Database(t)); !errors.As(err, &unsafe) {
			t.Errorf("%s is off, and a bureau is made: %v", setting, err)
		}
		execute(t, address, "ALTER SYSTEM RESET "+setting)
	}
	restart()
	if got := total(t, storetest.Open(t, address)); got != 2 {
		t.Errorf("2 were acknowledged, %d are there", got)
	}
}

// A command waits for a server that is starting.
func TestOpenWaitsForTheServer(t *testing.T) {
	t.Parallel()
	server := pgtest.New(t)
	address := server.Database(t)
	if err := count(t.Context(), storetest.Create(t, address)); err != nil {
		t.Fatal(err)
	}
	if err := server.Halt(); err != nil {
		t.Fatal(err)
	}
	opened := make(chan error)
	go func() {
		s, err := store.Open(t.Context(), address)
		if err == nil {
			err = s.Close()
		}
		opened <- err
	}()
	if err := errors.Join(server.Run(), <-opened); err != nil {
		t.Error(err)
	}
}

// Name does not reveal the password of an address.
func TestNameHasNoPassword(t *testing.T) {
	t.Parallel()
	var group sync.WaitGroup // each of them is waited for
	for _, address := range []string{
		"postgres://officer:hush@127.0.0.1:1/arpad?connect_timeout=1&sslmode=verify-full", "postgresql://officer:hush@127.0.0.1:1/arpad?connect_timeout=1",
		"postgres://127.0.0.1:1/arpad?connect_timeout=1&user=officer&password=hush", "postgres://officer@127.0.0.1:1/arpad?connect_timeout=1&sslpassword=hush",
		"postgres://officer:hu%zzhush@127.0.0.1:1/arpad", "postgres://officer:hush@127.0.0.1:port/arpad", "postgres://officer:hush@[::1/arpad",
		"POSTGRES://officer:hush@127.0.0.1:1/arpad?connect_timeout=1", "mysql://officer:hush@127.0.0.1/arpad", "host=127.0.0.1 password=hush",
	} {
		group.Go(func() {
			_, err := store.Open(t.Context(), address)
			if said := fmt.Sprint(store.Name(address), err); strings.Contains(said, "hush") {
				t.Errorf("%s is %s", address, said)
			}
		})
	}
	group.Wait()
	if name := store.Name("postgres://officer:hush@127.0.0.1:1/arpad"); name != "postgres://officer:xxxxx@127.0.0.1:1/arpad" {
		t.Error(name)
	}
}
