package store_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/pgtest"
	"github.com/arpadchess/arpad/internal/test/storetest"
)

// workOf opens the work database of a store; it is closed when the test ends.
func workOf(t *testing.T, s *store.Store) *store.Work {
	t.Helper()
	w, err := s.Work(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

// look notes a look, and signIn a session.
func look(ctx context.Context, w *store.Work, what string) error {
	_, err := w.Exec(ctx, "INSERT INTO work.look VALUES ($1, $2, $3)", 1700000000, "A0007", what)
	return err
}

func signIn(ctx context.Context, w *store.Work, hash string) error {
	_, err := w.Exec(ctx, "INSERT INTO work.session VALUES ($1, 'A0007', 0, 1, 1, 1, 1, 1, 'Firefox', 0)", hash)
	return err
}

// rowsOf counts the rows of a table.
func rowsOf(t *testing.T, w *store.Work, table string) (n int) {
	t.Helper()
	if found, err := w.Row(t.Context(), []any{&n}, "SELECT count(*) FROM work."+table); err != nil || !found {
		t.Fatal(found, err)
	}
	return n
}

// A line is written to the work database while somebody else holds the bureau's: it waits for no import.
func TestWorkWaitsForNoImport(t *testing.T) {
	storetest.InSQL(t, func(t *testing.T, s *store.Store) {
		w := workOf(t, s)
		err := s.Update(t.Context(), func(imported bureau.Writer) error {
			return errors.Join(imported.Put("word", "key", []byte("value")), signIn(t.Context(), w, "first"))
		})
		again := workOf(t, s) // opening waits for none, either
		if err != nil || rowsOf(t, again, "session") != 1 {
			t.Errorf("%d sessions, %v", rowsOf(t, again, "session"), err)
		}
		err = s.Update(t.Context(), func(bureau.Writer) error { _, err := s.Work(t.Context()); return err })
		if err != nil {
			t.Error(err)
		}
	})
}

// Many make the work database at once.
func TestWorkIsMadeOnce(t *testing.T) {
	storetest.InSQL(t, func(t *testing.T, s *store.Store) {
		var group sync.WaitGroup
		for range 8 {
			group.Go(func() {
				w, err := s.Work(t.Context())
				if err == nil {
					err = errors.Join(look(t.Context(), w, "player.show "+t.Name()), w.Close())
				}
				if err != nil && !strings.Contains(strings.ToLower(err.Error()), "unique") { // it was noted already
					t.Error(err)
				}
			})
		}
		group.Wait()
		if n := rowsOf(t, workOf(t, s), "look"); n != 1 {
			t.Errorf("%d looks, want 1", n)
		}
	})
}

// What was refused keeps nothing.
func TestWorkKeepsAllOrNothing(t *testing.T) {
	storetest.InSQL(t, func(t *testing.T, s *store.Store) {
		w, no := workOf(t, s), errors.New("no")
		err := w.Write(t.Context(), func(tx *store.WorkTx) error {
			if _, err := tx.Exec("INSERT INTO work.step VALUES ('A0007', 1)"); err != nil {
				return err
			}
			return no
		})
		if !errors.Is(err, no) || rowsOf(t, w, "step") != 0 {
			t.Errorf("%d steps, %v", rowsOf(t, w, "step"), err)
		}
	})
}

// A backup has the looks and the codes that were used, and none of those who are signed in. It is restored on
// either kind of database; whoever was signed in there signs in again, and what was looked at since the backup is known.
func TestWorkIsBackedUp(t *testing.T) {
	for name, address := range storetest.Databases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx := t.Context()
			s := storetest.Create(t, address(t))
			d := bureautest.DemoLived(t, s, 0)
			w, backup := workOf(t, s), filepath.Join(t.TempDir(), "kept.db")
			d.Must(errors.Join(look(ctx, w, "player.show N00000001"), signIn(ctx, w, "hash-of-a-session")))
			_, err := w.Exec(ctx, "INSERT INTO work.device VALUES ('hash-of-a-device', 'A0007', 1)")
			d.Must(err)
			_, err = s.Backup(ctx, backup)
			d.Must(err)
			for _, file := range []string{backup, backup + store.WorkFile} {
				data, err := os.ReadFile(file)
				if err != nil || bytes.Contains(data, []byte("hash-of-a-")) {
					t.Errorf("%s has what opens a session (%v)", file, err)
				}
			}
			for other, address := range storetest.Databases {
				to := address(t)
				before := storetest.Create(t, to)
				old := workOf(t, before)
				d.Must(errors.Join(look(ctx, old, "person.export N00000002"), signIn(ctx, old, "another")))
				if file := before.File(); file != "" {
					d.Must(errors.Join(before.Close(), os.Remove(file)))
				}
				d.Must(store.Restore(ctx, backup, to))
				again := workOf(t, storetest.Open(t, to))
				if looks, sessions := rowsOf(t, again, "look"), rowsOf(t, again, "session"); looks != 2 || sessions != 0 {
					t.Errorf("restored on %s: %d looks and %d sessions", other, looks, sessions)
				}
			}
		})
	}
}

// A backup whose work database was changed or lost is refused.
func TestChangedWorkIsNotRestored(t *testing.T) {
	t.Parallel()
	ctx, backup := t.Context(), filepath.Join(t.TempDir(), "kept.db")
	s := storetest.Create(t, storetest.File(t))
	d := bureautest.DemoLived(t, s, 0)
	d.Must(look(ctx, workOf(t, s), "player.show N00000001"))
	_, err := s.Backup(ctx, backup)
	d.Must(err)
	data, err := os.ReadFile(backup + store.WorkFile)
	d.Must(errors.Join(err, os.WriteFile(backup+store.WorkFile, append(data, 0), 0o600)))
	if err := store.Restore(ctx, backup, storetest.File(t)); !errors.Is(err, store.ErrBadSum) {
		t.Errorf("it was changed: %v", err)
	}
	d.Must(os.Remove(backup + store.WorkFile))
	if err := store.Restore(ctx, backup, storetest.File(t)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("it was lost: %v", err)
	}
}

// A new bureau has nothing of an earlier one of its name: the accounts would have its numbers.
func TestNewBureauHasNoOldSessions(t *testing.T) {
	for name, address := range storetest.Databases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			address := address(t)
			s := storetest.Create(t, address)
			w := workOf(t, s)
			if err := errors.Join(look(t.Context(), w, "log"), signIn(t.Context(), w, "first")); err != nil {
				t.Fatal(err)
			}
			if file := s.File(); file != "" {
				if err := os.Remove(file); err != nil {
					t.Fatal(err)
				}
			}
			again := workOf(t, storetest.Create(t, address))
			if rowsOf(t, again, "session")+rowsOf(t, again, "look") != 0 {
				t.Error("the new bureau has sessions and looks of the earlier one")
			}
		})
	}
}

// Erased data is nowhere in the file.
func TestWorkForgets(t *testing.T) {
	t.Parallel()
	s := storetest.Create(t, storetest.File(t))
	w := workOf(t, s)
	_, err := w.Exec(t.Context(), "INSERT INTO work.draft VALUES ('1', 'A0007', '/portal/type', 'Aoki Ren', 1, 1)")
	if err == nil {
		_, err = w.Exec(t.Context(), "DELETE FROM work.draft")
	}
	if err := errors.Join(err, s.Checkpoint(t.Context())); err != nil {
		t.Fatal(err)
	}
	for _, end := range []string{"", "-wal"} {
		if data, err := os.ReadFile(s.File() + store.WorkFile + end); err != nil || bytes.Contains(data, []byte("Aoki")) {
			t.Errorf("%s has the name (%v)", end, err)
		}
	}
}

// The work database of a newer program is left alone.
func TestNewerWorkIsRefused(t *testing.T) {
	t.Parallel()
	address := pgtest.Database(t)
	s := storetest.Create(t, address)
	workOf(t, s)
	execute(t, address, "INSERT INTO work.goose_db_version (version_id, is_applied) VALUES (99, true)")
	if _, err := s.Work(t.Context()); !errors.Is(err, store.ErrNewer) {
		t.Errorf("%v, want %v", err, store.ErrNewer)
	}
}
