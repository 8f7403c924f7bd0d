package store_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// The log left by a crashed database that was moved away is not applied to the
// database restored in its place.
func TestRestoreBesideALog(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	path := filepath.Join(t.TempDir(), "arpad.db")
	s, err := store.Create(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	d := bureautest.DemoLived(t, s, 1)
	backup := path + ".kept"
	_, err = s.Backup(ctx, backup)
	d.Must(err)
	d.Must(s.Checkpoint(ctx))
	for range 8 {
		_, err = register.Register(ctx, d.Bureau, register.Player{Name: "Mori Ai"}, register.Person{}, "applied")
		d.Must(err)
	}
	log, err := os.ReadFile(path + "-wal")
	d.Must(err)
	if len(log) == 0 {
		t.Fatal("there is no log")
	}
	d.Must(s.Close())
	d.Must(os.Remove(path))
	d.Must(os.WriteFile(path+"-wal", log, 0o600)) // as after a crash
	if err := store.Restore(ctx, backup, path); !errors.Is(err, fs.ErrExist) {
		t.Errorf("it was restored next to the log: %v", err)
	}
}

// A backup whose work database cannot be restored leaves no bureau: its used codes would count again.
func TestRestoreIsWhole(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	folder := t.TempDir()
	s, err := store.Create(ctx, filepath.Join(folder, "arpad.db"))
	if err != nil {
		t.Fatal(err)
	}
	d := bureautest.DemoLived(t, s, 1)
	backup, again := filepath.Join(folder, "kept"), filepath.Join(folder, "again.db")
	_, err = s.Backup(ctx, backup)
	d.Must(err)
	d.Must(s.Close())
	noise := []byte("no database")
	d.Must(os.WriteFile(backup+store.WorkFile, noise, 0o600))
	sums, err := os.ReadFile(backup + store.SumFile)
	d.Must(err)
	d.Must(os.WriteFile(backup+store.SumFile, fmt.Appendf(sums, "%x  kept.work\n", sha256.Sum256(noise)), 0o600))
	if err := store.Restore(ctx, backup, again); err == nil {
		t.Error("it is restored")
	}
	if _, err := os.Lstat(again); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("there is a bureau: %v", err)
	}
}
