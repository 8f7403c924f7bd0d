package office

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/roster"
)

// newOffice returns the office of a new, closed bureau with a key.
func newOffice(t *testing.T) *Office {
	t.Helper()
	o := &Office{
		Database: filepath.Join(t.TempDir(), "arpad.db"), Officer: "suzuki",
		Clock:    func() time.Time { return time.Date(2024, 1, 10, 9, 0, 0, 0, time.UTC) },
		Unsigned: func(file string, why error) { t.Errorf("%s: %v", file, why) },
	}
	b, err := o.Create(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if made, err := o.MakeKey(b, "ncs"); err != nil || !made {
		t.Fatalf("MakeKey: %t, %v", made, err)
	}
	if err := closing.Init(t.Context(), b, bureau.Settings{Authority: "ncs", ListZero: "2024-01", Options: map[string]string{"late": "count", "non_members": "count"}, Reason: "as the board has decided"}, nil, &roster.List{}); err != nil {
		t.Fatal(err)
	}
	if err := Close(b); err != nil {
		t.Fatal(err)
	}
	return o
}

// open opens a bureau until the test ends.
func (o *Office) open(t *testing.T) *bureau.Bureau {
	t.Helper()
	b, err := o.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := Close(b); err != nil {
			t.Error(err)
		}
	})
	return b
}

// idOf returns the id of a problem or refusal.
func idOf(err error) string {
	var problem *finding.Problem
	var refused *finding.Refused
	switch {
	case errors.As(err, &problem):
		return problem.ID
	case errors.As(err, &refused):
		return refused.ID
	}
	return ""
}

func TestOpen(t *testing.T) {
	o := newOffice(t)
	b := o.open(t)
	if Guard(b) == nil || b.Actor.Name != "suzuki" || b.Actor.Login == "" || b.Clock() != o.Clock() {
		t.Errorf("the bureau has the guard %v, the actor %v and the time %v", Guard(b), b.Actor, b.Clock())
	}
	if found, err := Examine(t.Context(), b); err != nil || len(found) > 0 {
		t.Errorf("Examine: %v, %v", found, err)
	}
	if _, err := o.Create(t.Context()); idOf(err) != "file-in-the-way" {
		t.Errorf("Create of a bureau that is there: %v", err)
	}
	missing := &Office{Database: filepath.Join(t.TempDir(), "arpad.db")}
	if _, err := missing.Open(t.Context()); idOf(err) != "no-database" {
		t.Errorf("Open of a bureau that is not there: %v", err)
	}
}

func TestDiscardRemovesTheDatabase(t *testing.T) {
	o := &Office{Database: filepath.Join(t.TempDir(), "arpad.db")}
	b, err := o.Create(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(Discard(b), Close(b)); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(o.Database); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s is still there: %v", o.Database, err)
	}
}

func TestKeyIsRenewed(t *testing.T) {
	o := newOffice(t)
	b := o.open(t)
	old := Guard(b).Key.Public
	if _, err := o.InitKey(t.Context(), b, "again"); idOf(err) != "proof-has-key" {
		t.Errorf("InitKey of a bureau with a key: %v", err)
	}
	public, err := o.RenewKey(t.Context(), b, "the officer left")
	if err != nil || public == old || Guard(b).Key.Public != public {
		t.Fatalf("RenewKey returned %s, the guard signs with %s: %v", public, Guard(b).Key.Public, err)
	}
	if aside, err := filepath.Glob(o.KeyFile() + ".*[0-9a-f]"); err != nil || len(aside) != 1 {
		t.Errorf("the old key is in %v: %v", aside, err)
	}
}

// A bureau whose key is missing can be read but not written.
func TestKeyIsMissing(t *testing.T) {
	o := newOffice(t)
	if err := os.Remove(o.KeyFile()); err != nil {
		t.Fatal(err)
	}
	b := o.open(t)
	if err := b.View(t.Context(), func(bureau.Reader, *bureau.Settings) error { return nil }); err != nil {
		t.Error(err)
	}
	write := func(ctx context.Context) error {
		return b.Store.Update(ctx, func(w bureau.Writer) error { return w.Put("word", "key", []byte("value")) })
	}
	if err := write(t.Context()); idOf(err) != "key-missing" {
		t.Errorf("Update without the key: %v", err)
	}
	if _, err := o.InitKey(t.Context(), b, "the disk broke"); err != nil {
		t.Fatal(err)
	}
	if err := write(t.Context()); err != nil {
		t.Errorf("Update with a new key: %v", err)
	}
	if _, err := os.Stat(o.lost()); !errors.Is(err, os.ErrNotExist) || o.lost() == o.KeyFile()+".lost"+CheckpointFile {
		t.Errorf("the checkpoint of the lost key was not kept: %s is free", o.lost())
	}
}

func TestOwns(t *testing.T) {
	o := newOffice(t)
	for path, want := range map[string]bool{
		o.Database: true, o.Database + "-wal": true, o.Database + ".work": true, o.Database + ".work-wal": true, o.KeyFile(): true, o.KeyFile() + CheckpointFile: true,
		o.Database + ".csv": false, filepath.Join(t.TempDir(), "arpad.db"): false,
	} {
		if got := o.Owns(path); got != want {
			t.Errorf("Owns(%s) = %t, want %t", path, got, want)
		}
	}
}

// The newest backup is restored beside the others, verified, and taken away again; the bureau stays as it is.
func TestTryCopy(t *testing.T) {
	now := time.Date(2024, 10, 22, 9, 0, 0, 0, time.UTC)
	o := &Office{Database: filepath.Join(t.TempDir(), "arpad.db"), Officer: "root", Clock: func() time.Time { return now }}
	b, _, err := o.Begin(t.Context(), bureau.Settings{Authority: "jcf", ListZero: "2024-10", Unrated: true}, []roster.Player{{ID: "N00000001", Name: "Aoki Ren"}}, &roster.List{})
	must(t, err)
	t.Cleanup(func() { must(t, Close(b)) })
	if _, err := o.TryCopy(t.Context(), nil); idOf(err) != "file-missing" {
		t.Errorf("without a backup: %v", err)
	}
	_, err = o.MakeCopy(t.Context(), b, true)
	must(t, err)
	now = now.Add(time.Hour)
	_, err = register.AddClub(t.Context(), b, []string{"name=Kawagoe Tsuru"}, "")
	must(t, err)
	made, err := o.MakeCopy(t.Context(), b, true)
	must(t, err)
	before := files(t, filepath.Dir(o.Database))
	tried, err := o.TryCopy(t.Context(), nil)
	must(t, err)
	var entries int
	must(t, b.View(t.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		head, err := bureau.Heads.Get(r, "")
		entries = head.Seq
		return err
	}))
	if want := (&Tried{Name: made.Name, Players: 1, Lists: 1, Entries: entries}); !reflect.DeepEqual(tried, want) {
		t.Errorf("got %+v, want %+v", tried, want)
	}
	if after := files(t, filepath.Dir(o.Database)); !reflect.DeepEqual(after, before) {
		t.Errorf("a trial changes files: %v", after)
	}
	file := filepath.Join(o.CopyFolder(), made.Name)
	data, err := os.ReadFile(file)
	must(t, err)
	data[len(data)/2] ^= 1
	must(t, os.WriteFile(file, data, 0o600))
	if _, err := o.TryCopy(t.Context(), nil); idOf(err) != "backup-damaged" {
		t.Errorf("a damaged backup: %v", err)
	}
}

// Of the backups that the clock has made the newest stay, and whatever else is in the folder, too.
func TestDropCopies(t *testing.T) {
	now := time.Date(2024, 10, 22, 9, 0, 0, 0, time.UTC)
	o := &Office{Database: filepath.Join(t.TempDir(), "arpad.db"), Backups: filepath.Join(t.TempDir(), "elsewhere"), Officer: "root", Clock: func() time.Time { return now }}
	b, _, err := o.Begin(t.Context(), bureau.Settings{Authority: "jcf", ListZero: "2024-10"}, nil, &roster.List{})
	must(t, err)
	t.Cleanup(func() { must(t, Close(b)) })
	var made []string
	for n := range 5 {
		c, err := o.MakeCopy(t.Context(), b, n != 0)
		must(t, err)
		made = append(made, c.Name)
		if n != 1 { // the second and the third of one second
			now = now.Add(time.Hour)
		}
	}
	other := filepath.Join(o.Backups, "20200101T000000Z-mine"+CopyFile)
	must(t, os.WriteFile(other, []byte("mine"), 0o600))
	killed := filepath.Join(o.Backups, "20241022T000000Z-clock"+CopyFile)
	for _, suffix := range []string{".arpad-part", ".arpad-part-journal", store.SumFile, store.WorkFile, store.WorkFile + ".arpad-part"} {
		must(t, os.WriteFile(killed+suffix, []byte("half"), 0o600))
	}
	must(t, os.WriteFile(filepath.Join(o.Backups, made[4]+store.SumFile+".arpad-part"), []byte("half"), 0o600))
	dropped, err := o.DropCopies(2)
	must(t, err)
	slices.Sort(dropped)
	if !slices.Equal(dropped, made[1:3]) {
		t.Errorf("%q are dropped of %q", dropped, made)
	}
	left, err := os.ReadDir(o.Backups)
	must(t, err)
	var names []string
	for _, e := range left {
		names = append(names, e.Name())
	}
	want := []string{filepath.Base(other)}
	for _, name := range []string{made[0], made[3], made[4]} {
		want = append(want, name, name+store.SumFile)
	}
	slices.Sort(want)
	if !slices.Equal(names, want) {
		t.Errorf("there are %q, want %q", names, want)
	}
}

// Backups are in a folder that is set, or beside the database or the key.
func TestCopyFolder(t *testing.T) {
	for want, o := range map[string]Office{
		"/var/lib/arpad/backup": {Database: "/var/lib/arpad/arpad.db", Key: "/etc/arpad/key"},
		"/etc/arpad/backup":     {Database: "postgres://arpad@localhost/arpad", Key: "/etc/arpad/key"},
		"backup":                {Database: "postgres://arpad@localhost/arpad"},
		"/mnt/copies":           {Database: "/var/lib/arpad/arpad.db", Backups: "/mnt/copies"},
	} {
		if got := o.CopyFolder(); got != want {
			t.Errorf("%+v: %s, want %s", o, got, want)
		}
	}
}

// files returns the sizes of all files in a folder and below it, without those that a database makes while it is open.
func files(t *testing.T, folder string) map[string]int64 {
	sizes := map[string]int64{}
	must(t, filepath.Walk(folder, func(path string, info os.FileInfo, err error) error {
		if err == nil && !info.IsDir() && !strings.HasSuffix(path, "-wal") && !strings.HasSuffix(path, "-shm") {
			sizes[path] = info.Size()
		}
		return err
	}))
	return sizes
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
