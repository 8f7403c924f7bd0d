package store_test

import (
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/store"
)

// Documents that were fetched at once are those that are there, also after writes.
func TestGather(t *testing.T) {
	t.Parallel()
	inEach(t, func(t *testing.T, s *store.Store) {
		keys := []string{"a", "b", "c", "none", "\xff", "with\x00zero"}
		write := func(w bureau.Writer, values map[string]string) {
			for key, value := range values {
				if err := w.Put("kind", key, []byte(value)); err != nil {
					t.Fatal(err)
				}
			}
		}
		same := func(r bureau.Reader, want map[string]string) {
			t.Helper()
			for _, key := range keys[:4] {
				value, err := r.Get("kind", key)
				if wanted, there := want[key]; err != nil || (value != nil) != there || string(value) != wanted {
					t.Errorf("%q is %q, %v, want %q", key, value, err, wanted)
				}
			}
		}
		err := s.Update(t.Context(), func(w bureau.Writer) error {
			write(w, map[string]string{"a": "first value", "b": "", "c": "short"})
			if err := bureau.Gather(w, "kind", keys); err != nil {
				return err
			}
			same(w, map[string]string{"a": "first value", "b": "", "c": "short"})
			write(w, map[string]string{"a": "second value", "none": "no longer"})
			same(w, map[string]string{"a": "second value", "b": "", "c": "short", "none": "no longer"})
			if err := w.Delete("kind", "c"); err != nil {
				return err
			}
			if err := bureau.Gather(w, "kind", keys); err != nil {
				return err
			}
			same(w, map[string]string{"a": "second value", "b": "", "none": "no longer"})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		err = s.View(t.Context(), func(r bureau.Reader) error {
			err := bureau.Gather(r, "kind", keys)
			same(r, map[string]string{"a": "second value", "b": "", "none": "no longer"})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
