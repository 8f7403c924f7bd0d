package office

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/roster"
)

// beginning returns an office that has no bureau yet.
func beginning(t *testing.T) *Office {
	t.Helper()
	return &Office{
		Database: filepath.Join(t.TempDir(), "arpad.db"), Officer: "suzuki", Clock: func() time.Time { return time.Date(2024, 1, 10, 9, 0, 0, 0, time.UTC) },
		Unsigned: func(file string, why error) { t.Errorf("%s: %v", file, why) },
	}
}

func ncs(label string) bureau.Settings { return bureau.Settings{Authority: "ncs", ListZero: label} }

// left returns what is in the folder of the database.
func (o *Office) left(t *testing.T) (names []string) {
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

// A bureau that begins is signed; one that does not begin leaves nothing, and is no hindrance.
func TestBegin(t *testing.T) {
	o := beginning(t)
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for label, c := range map[string]struct {
		ctx  context.Context
		want string
	}{"January": {t.Context(), "list-zero-label"}, "2024-01": {stopped, ""}} {
		_, _, err := o.Begin(c.ctx, ncs(label), nil, &roster.List{})
		if err == nil || idOf(err) != c.want {
			t.Errorf("%s: got %v, want %q", label, err, c.want)
		}
		if got := o.left(t); len(got) > 0 {
			t.Errorf("%s: %v is left", label, got)
		}
	}
	b, found, err := o.Begin(t.Context(), ncs("2024-01"), nil, &roster.List{})
	if err != nil || len(found) > 0 {
		t.Fatal(found, err)
	}
	defer func() { _ = Close(b) }()
	if last, err := Guard(b).Last(); err != nil || last.Size == 0 {
		t.Errorf("the checkpoint is %v: %v", last, err)
	}
	if _, _, err := o.Begin(t.Context(), ncs("2024-01"), nil, &roster.List{}); idOf(err) != "file-in-the-way" {
		t.Errorf("over a bureau: %v", err)
	}
}

// What somebody killed has left is taken away: a database half written, and a key that has signed nothing.
func TestBeginAfterKill(t *testing.T) {
	o := beginning(t)
	b, _, err := o.Begin(t.Context(), ncs("2024-01"), nil, &roster.List{})
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(Close(b), os.Remove(o.KeyFile()+CheckpointFile), os.Rename(o.Database, o.Database+".arpad-part"))
	if err != nil {
		t.Fatal(err)
	}
	b, _, err = o.Begin(t.Context(), bureau.Settings{Authority: "chessa", ListZero: "2024-01"}, nil, &roster.List{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = Close(b) }()
	if got, want := Guard(b).Key.Public, "arpad/chessa+"; got[:len(want)] != want {
		t.Errorf("the key is %s, want %s", got, want)
	}
}

// The key of an earlier bureau does not sign another one.
func TestBeginWithAnotherKey(t *testing.T) {
	o := newOffice(t)
	if err := os.Rename(o.Database, o.Database+".old"); err != nil {
		t.Fatal(err)
	}
	o.Clock = func() time.Time { return time.Date(2024, 1, 11, 9, 0, 0, 0, time.UTC) }
	if _, _, err := o.Begin(t.Context(), ncs("2024-01"), nil, &roster.List{}); idOf(err) != "database-other" {
		t.Error(err)
	}
	if _, err := os.Stat(o.Database); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a database is left: %v", err)
	}
}
