package store_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/pgtest"
	"github.com/arpadchess/arpad/internal/test/storetest"
)

// faulty returns the fault that an error names.
func faulty(err error) store.Fault {
	var t *store.Trouble
	if errors.As(err, &t) {
		return t.What
	}
	return ""
}

// A standby is read, and whoever writes to it is told what it is. With the addresses of both servers it is the one
// that takes writes: when the first is lost and the second promoted, nothing is lost and work goes on.
func TestStandby(t *testing.T) {
	t.Parallel()
	first := pgtest.New(t)
	address := first.Database(t)
	s := storetest.Create(t, address)
	second := first.Standby(t)
	if err := count(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	following, err := store.Open(t.Context(), second.At(address))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = following.Close() })
	if err := count(t.Context(), following); faulty(err) != store.Standby {
		t.Errorf("writing to a standby: %v", err)
	}

	both, err := store.Open(t.Context(), second.Either(address))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = both.Close() })
	if err := errors.Join(count(t.Context(), both), first.Halt(), second.Promote(), count(t.Context(), both)); err != nil {
		t.Fatal(err)
	}
	if got := total(t, both); got != 3 {
		t.Errorf("of 3 writes %d are there", got)
	}
	if err := first.Run(); err != nil { // whose databases the test removes
		t.Fatal(err)
	}
}

// A commit that is to wait until a standby shows it does.
func TestCommitWaitsUntilStandbyShowsIt(t *testing.T) {
	t.Parallel()
	first := pgtest.New(t)
	address := first.Database(t)
	second := first.Standby(t)
	following := second.At(address)
	execute(t, address, "ALTER SYSTEM SET synchronous_commit = 'remote_apply'")
	execute(t, address, "SELECT pg_reload_conf()")
	s := storetest.Create(t, address)
	execute(t, following, "SELECT pg_wal_replay_pause()")
	done := make(chan error, 1)
	go func() { done <- count(t.Context(), s) }()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	if err := pgtest.Await(ctx, address, "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep')"); err != nil {
		t.Errorf("the commit does not wait: %v", err)
	}
	execute(t, following, "SELECT pg_wal_replay_resume()")
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// A pool in transaction mode is refused with the fault Pooled. Through a pool in session mode many processes write at the same time.
func TestPool(t *testing.T) {
	t.Parallel()
	server := pgtest.New(t)
	address := server.Database(t)
	s := storetest.Create(t, address)
	if err := count(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	pool := server.Pool(t, address, "transaction")
	var named error
	for n := 0; n < 20 && named == nil; n++ {
		named = again(t, pool)
	}
	if faulty(named) != store.Pooled {
		t.Errorf("behind the pool: %v", named)
	}
	pool = server.Pool(t, address, "session")
	var group sync.WaitGroup
	before := total(t, s)
	const writers = 20
	for range writers {
		group.Go(func() {
			if err := again(t, pool); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	if got := total(t, s); got != before+writers {
		t.Errorf("of %d writes %d are there", writers, got-before)
	}
}

// again opens a database, counts, and closes it.
func again(t *testing.T, address string) error {
	s, err := store.Open(t.Context(), address)
	if err != nil {
		return err
	}
	return errors.Join(count(t.Context(), s), s.Close())
}
