package storetest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
)

// many is a number of documents larger than any page.
const many = 3000

func manyDocuments() map[string]string {
	documents := map[string]string{}
	for i := range many {
		documents[fmt.Sprintf("%05d", i)] = strings.Repeat("x", i%100)
	}
	return documents
}

// Scan returns exactly the requested range.
func scansAPart(t *testing.T, s bureau.Store) {
	put(t, s, "a", manyDocuments())
	dice := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		from, to := dice.IntN(many), dice.IntN(many+1)
		got := read(t, s, "a", fmt.Sprintf("%05d", from), fmt.Sprintf("%05d", to))
		if len(got) != max(0, to-from) {
			t.Fatalf("from %d to %d there are %d documents", from, to, len(got))
		}
		for i, document := range got {
			if want := fmt.Sprintf("%05d=%s", from+i, strings.Repeat("x", (from+i)%100)); document != want {
				t.Fatalf("%q, want %q", document, want)
			}
		}
	}
}

// A Scan callback can read, scan and write.
func scansNest(t *testing.T, s bureau.Store) {
	put(t, s, "a", manyDocuments())
	err := s.Update(context.Background(), func(w bureau.Writer) error {
		seen := 0
		err := w.Scan("a", "", "", func(key string, value []byte) (bool, error) {
			seen++
			again, err := w.Get("a", key)
			if err != nil || !bytes.Equal(again, value) {
				return false, fmt.Errorf("%s is %q and %q, %w", key, value, again, err)
			}
			if err := w.Put("b", key, value); err != nil {
				return false, err
			}
			next := ""
			err = w.Scan("b", key, "", func(key string, _ []byte) (bool, error) {
				next = key
				return false, nil
			})
			if next != key {
				t.Errorf("%s was written, and %q is found", key, next)
			}
			return true, err
		})
		if seen != many {
			t.Errorf("%d of %d documents", seen, many)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if a, b := read(t, s, "a", "", ""), read(t, s, "b", "", ""); !slices.Equal(a, b) {
		t.Errorf("%d documents were copied as %d", len(a), len(b))
	}
}

// A document can have 64 MB, and a Scan handles large and small ones.
func keepsLargeValues(t *testing.T, s bureau.Store) {
	sizes := []int{64 << 20, 0, 1, 3 << 20, 3 << 20, 100, 5 << 20}
	random := rand.NewChaCha8([32]byte{1})
	var want [][32]byte
	err := s.Update(context.Background(), func(w bureau.Writer) error {
		for i, size := range sizes {
			value := make([]byte, size)
			_, _ = random.Read(value) // never fails
			want = append(want, sha256.Sum256(value))
			if err := w.Put("a", fmt.Sprint(i), value); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	err = s.View(context.Background(), func(r bureau.Reader) error {
		n := 0
		return r.Scan("a", "", "", func(key string, value []byte) (bool, error) {
			if key != fmt.Sprint(n) || value == nil || sha256.Sum256(value) != want[n] {
				t.Errorf("document %s is not what was written as %d", key, n)
			}
			n++
			return true, nil
		})
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A key can be as long as bureau.MaxKey, with any bytes. A value can be empty,
// which differs from none.
func keepsLongKeys(t *testing.T, s bureau.Store) {
	keys := map[string]string{}
	random := rand.NewChaCha8([32]byte{2})
	for range 20 {
		key := make([]byte, bureau.MaxKey)
		_, _ = random.Read(key) // never fails
		keys[string(key)] = ""
	}
	put(t, s, "a", keys)
	err := s.View(context.Background(), func(r bureau.Reader) error {
		for key := range keys {
			if value, err := r.Get("a", key); err != nil || value == nil || len(value) > 0 {
				t.Errorf("%v, %v", value, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := read(t, s, "a", "", ""); len(got) != len(keys) || !slices.IsSorted(got) {
		t.Errorf("%d documents of %d", len(got), len(keys))
	}
}
