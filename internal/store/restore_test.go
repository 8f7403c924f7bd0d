package store_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/store"
)

// The log left by a crashed database that was moved away is not applied to the
// database restored in its place.
func TestRestoreBesideALog(t *testing.T) {
	ctx := t.Context()
	path := filepath.Join(t.TempDir(), "arpad.db")
	s, err := store.Create(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	d := live(t, s, 1)
	backup := path + ".kept"
	_, err = s.Backup(ctx, backup)
	d.must(err)
	d.must(s.Checkpoint(ctx))
	for range 8 {
		_, err = register.Register(ctx, d.Bureau, register.Player{Name: "Mori Ai"}, register.Person{}, "applied")
		d.must(err)
	}
	log, err := os.ReadFile(path + "-wal")
	d.must(err)
	if len(log) == 0 {
		t.Fatal("there is no log")
	}
	d.must(s.Close())
	d.must(os.Remove(path))
	d.must(os.WriteFile(path+"-wal", log, 0o600)) // as after a crash
	if err := store.Restore(ctx, backup, path); !errors.Is(err, fs.ErrExist) {
		t.Errorf("it was restored next to the log: %v", err)
	}
}
