package bureau

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// What is seen in a scratch is what would be seen had it been written; and
// nothing of it is.
func TestScratch(t *testing.T) {
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
		store := &Memory{}
		fill := func(w Writer, n int, value string) {
			for i := range n {
				k := key.Draw(t, "key")
				if rapid.IntRange(0, 3).Draw(t, "delete") == 0 {
					_ = w.Delete("kind", k) // it cannot fail
				} else {
					_ = w.Put("kind", k, fmt.Append(nil, value, i)) // nor this
				}
			}
		}
		_ = store.Update(context.Background(), func(w Writer) error { fill(w, 6, "old"); return nil })
		err := store.Update(context.Background(), func(w Writer) error {
			before := seen(w, "", "", 100)
			s := newScratch(w)
			fill(s, 6, "new")
			if got := seen(w, "", "", 100); !slices.Equal(got, before) {
				t.Fatalf("the store has %v, it had %v", got, before)
			}
			from, to, limit := key.Draw(t, "from"), key.Draw(t, "to"), rapid.IntRange(1, 8).Draw(t, "limit")
			got := seen(s, from, to, limit)
			for k, value := range s.written["kind"] { // the same, in earnest
				if value == nil {
					_ = w.Delete("kind", k)
				} else {
					_ = w.Put("kind", k, value)
				}
				if read, _ := s.Get("kind", k); string(read) != string(value) {
					t.Fatalf("%s is %q, not %q", k, read, value)
				}
			}
			if want := seen(w, from, to, limit); !slices.Equal(got, want) {
				t.Fatalf("from %q to %q it is %v, not %v", from, to, got, want)
			}
			return undone
		})
		if !errors.Is(err, undone) {
			t.Fatal(err)
		}
	})
}
