package office

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/work"
)

// backedUp returns the files of the backup of a bureau with a key, in which somebody was looked at.
func backedUp(t *testing.T) map[string][]byte {
	t.Helper()
	from := newOffice(t)
	b := from.open(t)
	w, err := work.Open(t.Context(), Database(b), from.Clock)
	if err == nil {
		err = errors.Join(w.Looked(t.Context(), bureau.Look{Account: "A0007", What: "player.show N00000001", At: from.Clock()}), w.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Guard(b).Sign(t.Context()); err != nil {
		t.Fatal(err)
	}
	kept := filepath.Join(t.TempDir(), "kept")
	if _, err := Database(b).Backup(t.Context(), kept); err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for name, path := range map[string]string{"kept": kept, "kept.sha256": kept + store.SumFile, "kept.work": kept + store.WorkFile, "arpad.db.key": from.KeyFile(), "arpad.db.key.checkpoint": from.KeyFile() + CheckpointFile} {
		if files[name], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// arrived returns an arrival with files.
func (o *Office) arrived(t *testing.T, files map[string][]byte) (*Arrival, error) {
	t.Helper()
	a, err := o.Arrive()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Discard() })
	for name, data := range files {
		err = errors.Join(err, a.Add(name, strings.Contains(name, "key"), bytes.NewReader(data)))
	}
	return a, err
}

// in returns the names in the folder of the database.
func (o *Office) in(t *testing.T) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(o.Database))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// somewhere returns the office of a bureau that is not there.
func somewhere(t *testing.T) *Office {
	t.Helper()
	return &Office{Database: filepath.Join(t.TempDir(), "arpad.db"), Officer: "suzuki", Clock: newOffice(t).Clock}
}

// restored restores a backup.
func (o *Office) restored(t *testing.T, files map[string][]byte) error {
	t.Helper()
	a, err := o.arrived(t, files)
	if err != nil {
		return errors.Join(err, a.Discard())
	}
	b, err := a.Open(t.Context())
	if err == nil {
		err = Close(b)
	}
	if err != nil {
		return errors.Join(err, a.Discard())
	}
	return a.Place()
}

// sound fails unless the bureau is there with its key, its checkpoint and its log of looks.
func (o *Office) sound(t *testing.T) {
	t.Helper()
	b := o.open(t)
	if found, err := Examine(t.Context(), b); err != nil || len(found) > 0 || Guard(b) == nil {
		t.Errorf("Examine: %v, %v", found, err)
	}
	looks := 0
	err := Database(b).IfWork(t.Context(), func(w *store.Work) error {
		_, err := w.Row(t.Context(), []any{&looks}, "SELECT COUNT(*) FROM work.look")
		return err
	})
	if err != nil || looks != 1 {
		t.Errorf("there are %d looks (%v)", looks, err)
	}
}

// A backup that has come is looked at where it is, and put in place with its key and its log of looks.
func TestArrival(t *testing.T) {
	o, files := somewhere(t), backedUp(t)
	a, err := o.arrived(t, files)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.Arrive(); idOf(err) != "output-busy" {
		t.Errorf("a second one beside it: %v", err)
	}
	b, err := a.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if found, err := Examine(t.Context(), b); err != nil || len(found) > 0 || Guard(b) == nil {
		t.Errorf("Examine: %v, %v", found, err)
	}
	if err := Close(b); err != nil {
		t.Fatal(err)
	}
	if got := o.in(t); !slices.Equal(got, []string{"arpad.db.restoring"}) || a.Name != "kept" || a.Size != int64(len(files["kept"])) {
		t.Errorf("before it is placed there are %v; it is %s of %d bytes", got, a.Name, a.Size)
	}
	if err := a.Place(); err != nil {
		t.Fatal(err)
	}
	if got := o.in(t); !slices.Equal(got, []string{"arpad.db", "arpad.db.key", "arpad.db.key.checkpoint", "arpad.db.work"}) {
		t.Errorf("in place are %v", got)
	}
	o.sound(t)
	if err := o.restored(t, files); idOf(err) != "file-in-the-way" {
		t.Errorf("over a bureau: %v", err)
	}
	o.sound(t)
}

// A key that is in place already counts; another one is not replaced. Without a key the bureau goes on without one.
func TestArrivalWithKeyInPlace(t *testing.T) {
	files := backedUp(t)
	o := somewhere(t)
	if err := errors.Join(os.WriteFile(o.KeyFile(), files["arpad.db.key"], 0o600), os.WriteFile(o.KeyFile()+CheckpointFile, files["arpad.db.key.checkpoint"], 0o600)); err != nil {
		t.Fatal(err)
	}
	sent := maps.Clone(files)
	delete(sent, "arpad.db.key")
	if err := o.restored(t, sent); err != nil {
		t.Fatal(err)
	}
	o.sound(t)
	o = somewhere(t)
	if err := os.WriteFile(o.KeyFile(), backedUp(t)["arpad.db.key"], 0o600); err != nil {
		t.Fatal(err)
	}
	if err := o.restored(t, files); idOf(err) != "file-in-the-way" {
		t.Errorf("with another key: %v", err)
	}
	if got := o.in(t); !slices.Equal(got, []string{"arpad.db.key"}) {
		t.Errorf("left are %v", got)
	}
	o = somewhere(t)
	delete(sent, "arpad.db.key.checkpoint")
	if err := o.restored(t, sent); err != nil {
		t.Fatal(err)
	}
	if found, err := Examine(t.Context(), o.open(t)); err != nil || len(found) != 1 || found[0].ID != "proof-no-key" {
		t.Errorf("without a key: %v, %v", found, err)
	}
}

// What cannot be restored is refused, and nothing of it is left.
func TestArrivalRefused(t *testing.T) {
	files := backedUp(t)
	damaged, text := bytes.Clone(files["kept"]), []byte("id,name\nN00000001,Aoki Ren\n")
	damaged[len(damaged)/2] ^= 1
	for name, c := range map[string]struct {
		file string
		data []byte // nil: without it
		id   string
	}{
		"no file":            {"kept", nil, "upload-missing"},
		"no sum":             {"kept.sha256", nil, "upload-incomplete"},
		"damaged":            {"kept", damaged, "backup-damaged"},
		"cut":                {"kept", files["kept"][:1<<12], "backup-damaged"},
		"empty":              {"kept", []byte{}, "upload-not-backup"},
		"a list":             {"kept", text, "upload-not-backup"},
		"another sum":        {"kept.sha256", text, "backup-damaged"},
		"a large sum":        {"kept.sha256", damaged, "upload-not-backup"},
		"no work":            {"kept.work", nil, "upload-incomplete"},
		"damaged work":       {"kept.work", damaged, "backup-damaged"},
		"two":                {"other", text, "upload-twice"},
		"a key that is none": {"arpad.db.key", text, "key-unreadable"},
	} {
		o, sent := somewhere(t), maps.Clone(files)
		if sent[c.file] = c.data; c.data == nil {
			delete(sent, c.file)
		}
		if err := o.restored(t, sent); idOf(err) != c.id {
			t.Errorf("%s: %v, want %s", name, err, c.id)
		}
		if got := o.in(t); len(got) > 0 {
			t.Errorf("%s leaves %v", name, got)
		}
	}
}

// A database of another program, and one of nothing, are no backup though their sums are right.
func TestArrivalOfAnotherDatabase(t *testing.T) {
	o := somewhere(t)
	for name, data := range map[string][]byte{"a work database": backedUp(t)["kept.work"], "noise": append([]byte("SQLite format 3\x00"), make([]byte, 1<<13)...)} {
		sum := sha256.Sum256(data)
		err := o.restored(t, map[string][]byte{"other": data, "other.sha256": []byte(hex.EncodeToString(sum[:]) + "  other\n")})
		if id := idOf(err); id != "upload-not-backup" && id != "store-damaged" || strings.Contains(err.Error(), "restoring") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Killed at any step, nothing is left: the bureau is there whole or not at all.
func TestArrivalIsKilled(t *testing.T) {
	files := backedUp(t)
	for placed := range 5 {
		o := somewhere(t)
		a, err := o.arrived(t, files)
		if err != nil {
			t.Fatal(err)
		}
		b, err := a.Open(t.Context())
		if err != nil || Close(b) != nil {
			t.Fatal(err)
		}
		if err := a.place(o.places()[:placed]); err != nil {
			t.Fatal(err)
		}
		if err := a.held.Close(); err != nil { // as when the process ends
			t.Fatal(err)
		}
		if err := o.Clear(); err != nil {
			t.Fatal(err)
		}
		if placed == 4 {
			o.sound(t)
		} else if got := o.in(t); len(got) > 0 {
			t.Errorf("after %d files there are %v", placed, got)
		}
	}
}
