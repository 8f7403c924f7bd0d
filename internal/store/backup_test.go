package store_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// A backup does not overwrite another file, nor what is where its SHA-256
// belongs, nor files named like an unfinished one. The SHA-256 of an abandoned
// backup is replaced.
func TestBackupLeavesOthersAlone(t *testing.T) {
	t.Parallel()
	inEach(t, backupLeavesOthersAlone)
}

func backupLeavesOthersAlone(t *testing.T, s *store.Store) {
	ctx := t.Context()
	d := bureautest.DemoLived(t, s, 0)
	path := filepath.Join(t.TempDir(), "kept.db")
	sum := path + ".sha256"
	put := func(file, text string) {
		t.Helper()
		d.Must(os.WriteFile(file, []byte(text), 0o600))
	}
	holds := func(file, text string) {
		t.Helper()
		if data, err := os.ReadFile(file); err != nil || string(data) != text {
			t.Errorf("%s holds %q, want %q (%v)", file, data, text, err)
		}
	}
	put(path+".part", "theirs")
	for _, theirs := range []string{"theirs", strings.Repeat("0", 64) + "  other.db\n"} {
		put(sum, theirs)
		var which *fs.PathError
		if _, err := s.Backup(ctx, path); !errors.Is(err, fs.ErrExist) || !errors.As(err, &which) || which.Path != sum {
			t.Errorf("%q is there, and the error is %v", theirs, err)
		}
		holds(sum, theirs)
	}
	put(sum, strings.Repeat("0", 64)+"  kept.db\n")
	got, err := s.Backup(ctx, path)
	d.Must(err)
	holds(sum, got+"  kept.db\n")
	put(path, "older")
	if _, err := s.Backup(ctx, path); !errors.Is(err, fs.ErrExist) {
		t.Error(err)
	}
	holds(path, "older")
	got, err = s.BackupOver(ctx, path)
	d.Must(err)
	holds(sum, got+"  kept.db\n")
	holds(path+".part", "theirs")
	if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) != 3 {
		t.Errorf("%v is there (%v)", left, err)
	}
	d.Must(store.Restore(ctx, path, filepath.Join(t.TempDir(), "arpad.db")))
}

// Restoring neither overwrites nor removes any file.
func TestRestoreLeavesOthersAlone(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	folder := t.TempDir()
	s, err := store.Create(ctx, filepath.Join(folder, "arpad.db"))
	if err != nil {
		t.Fatal(err)
	}
	d := bureautest.DemoLived(t, s, 0)
	backup, path := filepath.Join(folder, "kept.db"), filepath.Join(folder, "again.db")
	_, err = s.Backup(ctx, backup)
	d.Must(errors.Join(err, s.Close()))
	d.Must(os.WriteFile(path+".part", []byte("theirs"), 0o600))
	d.Must(store.Restore(ctx, backup, path))
	if data, err := os.ReadFile(path + ".part"); err != nil || string(data) != "theirs" {
		t.Errorf("%q, %v", data, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
}
