package store_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/store"
)

// The log of a database that crashed and was moved away is not taken for that of the one restored in its place.
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
	want, err := everything(t, s)
	d.must(err)
	d.must(s.Checkpoint(ctx))
	for range 8 {
		_, err = d.Register(ctx, bureau.Player{Name: "Mori Ai"}, bureau.Person{}, "applied")
		d.must(err)
	}
	log, err := os.ReadFile(path + "-wal")
	d.must(err)
	if len(log) == 0 {
		t.Fatal("there is no log")
	}
	d.must(s.Close())
	d.must(os.Remove(path))
	d.must(os.WriteFile(path+"-wal", log, 0o600)) // as a crash leaves it
	if err := store.Restore(ctx, backup, path); os.IsExist(err) {
		return // refused
	} else if err != nil {
		t.Fatal(err)
	}
	got, err := contents(ctx, t, path)
	if err != nil || len(got) != len(want) {
		t.Errorf("restored: %d of %d documents, %v", len(got), len(want), err)
	}
}
