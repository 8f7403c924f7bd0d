package store_test

import (
	"context"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/care"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/soak"
	"github.com/arpadchess/arpad/internal/test/storetest"
)

// Verify names a document of any kind in which a byte was flipped.
func TestVerifyNamesAFlippedByte(t *testing.T) {
	t.Parallel()
	inEach(t, verifyNamesAFlippedByte)
}

func verifyNamesAFlippedByte(t *testing.T, s *store.Store) {
	ctx := context.Background()
	d := bureautest.DemoLived(t, s, 3)
	if faults, err := care.Verify(ctx, d.Bureau, nil); err != nil || len(faults) > 0 {
		t.Fatal(faults, err)
	}
	all, err := everything(t, s)
	d.Must(err)
	byKind := map[string][]string{}
	for _, id := range slices.Sorted(maps.Keys(all)) {
		kind, key, _ := strings.Cut(id, "\x00")
		byKind[kind] = append(byKind[kind], key)
	}
	for _, needed := range []string{"audit", "report", "record", "report-bytes", "list", "run", "run-state", "publication", "period"} {
		if len(byKind[needed]) == 0 {
			t.Errorf("there is no %s to damage", needed)
		}
	}
	dice := rand.New(rand.NewPCG(1, 1))
	for kind, keys := range byKind {
		for range soak.Of(1, 3) {
			key := keys[dice.IntN(len(keys))]
			was := []byte(all[kind+"\x00"+key])
			damaged := slices.Clone(was)
			damaged[dice.IntN(len(damaged))] ^= byte(1 + dice.IntN(255))
			put(d, kind, key, damaged)
			faults, err := care.Verify(ctx, d.Bureau, nil)
			if err != nil || len(faults) == 0 || faults[0].What != kind || !sameKey(faults[0].Name, key) {
				t.Errorf("%s %q: %v, %v", kind, key, faults, err)
			}
			put(d, kind, key, was)
		}
	}
	if faults, err := care.Verify(ctx, d.Bureau, nil); err != nil || len(faults) > 0 {
		t.Fatal(faults, err)
	}
}

// sameKey reports whether name is the readable form of a key.
func sameKey(name, key string) bool {
	key = strings.ReplaceAll(key, "\x00", "/")
	return name == key || name == strings.TrimLeft(key, "0")
}

func put(d *bureautest.Bureau, kind, key string, value []byte) {
	d.T.Helper()
	d.Must(d.Store.Update(context.Background(), func(w bureau.Writer) error { return w.Put(kind, key, value) }))
}

// Verify finds a flipped byte anywhere in the file, unless no document has
// changed (the byte was in a page's free space).
func TestVerifyFindsAFlippedByteInTheFile(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "arpad.db")
	s := storetest.Create(t, path)
	d := bureautest.DemoLived(t, s, 2)
	want, err := everything(t, s)
	d.Must(err)
	d.Must(s.Close())
	data, err := os.ReadFile(path)
	d.Must(err)
	dice, found := rand.New(rand.NewPCG(2, 2)), 0
	flips := soak.Of(40, 400)
	for range flips {
		damaged := slices.Clone(data)
		offset := dice.IntN(len(damaged))
		damaged[offset] ^= byte(1 + dice.IntN(255))
		path := filepath.Join(t.TempDir(), "damaged.db")
		d.Must(os.WriteFile(path, damaged, 0o600))
		if finds(ctx, t, path) {
			found++
		} else if got, err := contents(ctx, t, path); err != nil || !maps.Equal(got, want) {
			t.Errorf("byte %d: the contents have changed, and verify says nothing (%v): %v", offset, err, differing(want, got))
		}
	}
	if found < flips/8 {
		t.Errorf("only %d of %d flipped bytes touched anything", found, flips)
	}
}

// finds reports whether verify finds a fault in a database.
func finds(ctx context.Context, t *testing.T, path string) bool {
	t.Helper()
	s, err := store.Open(ctx, path)
	if err != nil {
		return true
	}
	defer func() { _ = s.Close() }() // it may fail on a damaged file
	faults, err := care.Verify(ctx, over(s), nil)
	return err != nil || len(faults) > 0
}

func contents(ctx context.Context, t *testing.T, path string) (map[string]string, error) {
	t.Helper()
	s, err := store.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = s.Close() }() // it may fail on a damaged file
	return everything(t, s)
}

// differing returns the keys for which two maps differ.
func differing(a, b map[string]string) (names []string) {
	for _, all := range []map[string]string{a, b} {
		for name := range all {
			if value, ok := a[name]; !ok || value != b[name] {
				names = append(names, name)
			}
		}
	}
	return names
}

// A row that was changed, added or deleted by hand is named by verify, and rebuild mends
// it.
func TestVerifyNamesAChangedRow(t *testing.T) {
	t.Parallel()
	inEach(t, verifyNamesAChangedRow)
}

func verifyNamesAChangedRow(t *testing.T, s *store.Store) {
	ctx := context.Background()
	d := bureautest.DemoLived(t, s, 3)
	for what, change := range map[string]func(bureau.Writer) error{
		"entry": func(w bureau.Writer) error {
			e, err := rows.Entries.Select(w, bureau.Range{Limit: 1})
			if err != nil {
				return err
			}
			e[0].Points++
			return rows.Entries.PutAll(w, e[0])
		},
		"list_now": func(w bureau.Writer) error {
			some, err := rows.ListsNow.Select(w, bureau.Range{Limit: 1})
			if err != nil {
				return err
			}
			return w.DeleteRows(&rows.ListsNow.Relation, []bureau.Row{{int64(some[0].Kind), int64(some[0].Player)}})
		},
		"club": func(w bureau.Writer) error { return rows.Clubs.PutAll(w, &rows.Club{ID: "C99"}) },
	} {
		d.Must(s.Update(ctx, change))
		faults, err := care.Verify(ctx, d.Bureau, nil)
		if err != nil || len(faults) != 1 || faults[0].What != "row" || !strings.HasPrefix(faults[0].Name, what+" ") {
			t.Errorf("%s: %v, %v", what, faults, err)
		}
		d.Must(care.Rebuild(ctx, d.Bureau))
		if faults, err := care.Verify(ctx, d.Bureau, nil); err != nil || len(faults) > 0 {
			t.Errorf("%s: after rebuild %v, %v", what, faults, err)
		}
	}
}
