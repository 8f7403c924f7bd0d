package store_test

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/storetest"
)

// A backup is a snapshot, whatever else goes on. One that was changed or lost
// its SHA-256 is not restored.
func TestBackupAndRestore(t *testing.T) {
	t.Parallel()
	inEach(t, backupAndRestore)
}

func backupAndRestore(t *testing.T, s *store.Store) {
	ctx := context.Background()
	d := bureautest.DemoLived(t, s, 2)
	want, err := everything(t, s)
	d.Must(err)
	backup := filepath.Join(t.TempDir(), "kept #1?.db")
	_, err = s.Backup(ctx, backup)
	d.Must(err)
	if _, err := s.Backup(ctx, backup); !os.IsExist(err) {
		t.Errorf("a backup was written over: %v", err)
	}
	_, err = register.Register(ctx, d.Bureau, register.Player{Name: "Mori Ai"}, register.Person{}, "applied")
	d.Must(err)
	for name, address := range storetest.Databases {
		t.Run("into "+name, func(t *testing.T) { restore(t, backup, address, want) })
	}
}

// restore restores a backup to a database of some kind.
func restore(t *testing.T, backup string, address func(testing.TB) string, want map[string]string) {
	ctx := t.Context()
	restored := address(t)
	if err := store.Restore(ctx, backup, restored); err != nil {
		t.Fatal(err)
	}
	if err := store.Restore(ctx, backup, restored); !errors.Is(err, os.ErrExist) {
		t.Errorf("a database was written over: %v", err)
	}
	if got, err := contents(ctx, t, restored); err != nil || !maps.Equal(got, want) {
		t.Errorf("what was restored is not what was stored (%v)", err)
	}
	data, err := os.ReadFile(backup)
	if err != nil {
		t.Fatal(err)
	}
	damaged := filepath.Join(t.TempDir(), "damaged.db")
	data[len(data)/2] ^= 1
	sum, err := os.ReadFile(backup + ".sha256")
	if err := errors.Join(err, os.WriteFile(damaged, data, 0o600), os.WriteFile(damaged+".sha256", sum, 0o600)); err != nil {
		t.Fatal(err)
	}
	other := address(t)
	if err := store.Restore(ctx, damaged, other); !errors.Is(err, store.ErrBadSum) {
		t.Errorf("a backup that was changed: %v", err)
	}
	if err := os.Remove(damaged + ".sha256"); err != nil {
		t.Fatal(err)
	}
	if err := store.Restore(ctx, damaged, other); !errors.Is(err, store.ErrNoSum) {
		t.Errorf("a backup without its SHA-256: %v", err)
	}
	if s, err := store.Open(ctx, other); !errors.Is(err, store.ErrMissing) {
		t.Errorf("something was left: %v, %v", s, err)
	}
}
