package work_test

import (
	"errors"
	"net/url"
	"testing"

	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/work"
)

// A draft is its account's and its page's; of two who change it at once one is told.
func TestDrafts(t *testing.T) {
	each(t, func(t *testing.T, s *work.Store, _ *store.Work, c *clock) {
		ctx := t.Context()
		save := func(account, text string, read, want int, fails error) {
			t.Helper()
			got, err := s.Save(ctx, account, "/en/a/", url.Values{"name": {text}}, read)
			if !errors.Is(err, fails) || fails == nil && got != want {
				t.Errorf("%s: version %d, %v; want %d, %v", text, got, err, want, fails)
			}
		}
		has := func(account, path, text string, version int) {
			t.Helper()
			d, err := s.Draft(ctx, account, path)
			if err != nil || d.Fields.Get("name") != text || d.Version != version {
				t.Errorf("%s at %s has %+v, %v", account, path, d, err)
			}
		}
		has("A0001", "/en/a/", "", 0)
		save("A0001", "青木", 0, 1, nil)
		save("A0001", "青木 蓮", 1, 2, nil)
		save("A0001", "another tab", 1, 0, work.ErrElsewhere)
		save("A0001", "a tab from before", 0, 0, work.ErrElsewhere)
		save("A0002", "Baba", 0, 1, nil)
		has("A0001", "/en/a/", "青木 蓮", 2)
		has("A0001", "/en/b/", "", 0)
		if err := s.Drop(ctx, "A0001", "/en/a/"); err != nil {
			t.Error(err)
		}
		has("A0001", "/en/a/", "", 0)
		has("A0002", "/en/a/", "Baba", 1)
		c.Time = c.AddDate(0, 0, 31)
		if err := s.Sweep(ctx); err != nil {
			t.Error(err)
		}
		has("A0002", "/en/a/", "", 0)
	})
}
