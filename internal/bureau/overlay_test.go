package bureau

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Reading from an overlay equals reading after the writes, and nothing is
// written to the store.
func TestOverlay(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		key := rapid.StringMatching("[a-d][a-d]?")
		seen := func(r Reader, from, to string, limit int) (all []string) {
			err := r.Scan("kind", from, to, func(key string, value []byte) (bool, error) {
				all = append(all, key+"="+string(value))
				return len(all) < limit, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			return all
		}
		undone := errors.New("undone")
		store := &snapshotStore{NewOverlay(Empty{})}
		fill := func(w Writer, n int, value string) {
			for i := range n {
				k := key.Draw(t, "key")
				if rapid.IntRange(0, 3).Draw(t, "delete") == 0 {
					_ = w.Delete("kind", k) // never fails
				} else {
					_ = w.Put("kind", k, fmt.Append(nil, value, i)) // never fails
				}
			}
		}
		_ = store.Update(context.Background(), func(w Writer) error { fill(w, 6, "old"); return nil })
		err := store.Update(context.Background(), func(w Writer) error {
			before := seen(w, "", "", 100)
			s := NewOverlay(w)
			fill(s, 6, "new")
			if got := seen(w, "", "", 100); !slices.Equal(got, before) {
				t.Fatalf("the store has %v, it had %v", got, before)
			}
			from, to, limit := key.Draw(t, "from"), key.Draw(t, "to"), rapid.IntRange(1, 8).Draw(t, "limit")
			got := seen(s, from, to, limit)
			model := map[string]string{} // the same, in a map
			for _, document := range before {
				k, value, _ := strings.Cut(document, "=")
				model[k] = value
			}
			for k, value := range s.Written["kind"] {
				if model[k] = string(value); value == nil {
					delete(model, k)
				}
				if read, _ := s.Get("kind", k); string(read) != string(value) {
					t.Fatalf("%s is %q, not %q", k, read, value)
				}
			}
			var want []string
			for _, k := range slices.Sorted(maps.Keys(model)) {
				if k >= from && k < to && len(want) < limit {
					want = append(want, k+"="+model[k])
				}
			}
			if !slices.Equal(got, want) {
				t.Fatalf("from %q to %q it is %v, not %v", from, to, got, want)
			}
			if kinds, err := s.Kinds(); err != nil || len(model) > 0 != slices.Equal(kinds, []string{"kind"}) {
				t.Fatalf("the kinds are %v, %v", kinds, err)
			}
			return undone
		})
		if !errors.Is(err, undone) {
			t.Fatal(err)
		}
	})
}
