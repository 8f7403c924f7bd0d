package work_test

import (
	"errors"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/signin"
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

// What is typed and the names of files are sealed. Whoever asks what is kept of them reads it all the same, and who is forgotten is found in it.
func TestSealed(t *testing.T) {
	each(t, func(t *testing.T, s *work.Store, db *store.Work, _ *clock) {
		ctx := t.Context()
		sealer, err := signin.NewSealer([]byte("a key of thirty-two bytes, no less"))
		if err != nil {
			t.Fatal(err)
		}
		s.Sealer = sealer
		for account, name := range map[string]string{"A0007": "Aoki Ren", "A0008": "Baba Mio"} {
			err := s.Wait(ctx, account, "/a/", url.Values{"event": {name}}, []work.File{{Name: name + ".trf"}})
			if err != nil {
				t.Fatal(err)
			}
		}
		for table, column := range map[string]string{"draft": "fields", "file": "name"} {
			for _, text := range keysOf(t, db, table, column) {
				if !strings.HasPrefix(text, "sealed:") {
					t.Errorf("work.%s has %s", table, text)
				}
			}
		}
		d, err := s.Draft(ctx, "A0007", "/a/")
		all, failed := s.Drafts(ctx, "A0007", "/a/")
		files, unread := s.Waiting(ctx, "A0007", "/a/")
		if err != nil || failed != nil || unread != nil || d.Fields.Get("event") != "Aoki Ren" || all["/a/"].Fields.Get("event") != "Aoki Ren" || len(files) != 1 || files[0].Name != "Aoki Ren.trf" {
			t.Errorf("got %v, %v, %v; %v, %v, %v", d, all, files, err, failed, unread)
		}
		mentioned := func(text string) bool { return strings.Contains(text, "Aoki") }
		held, err := work.Of(ctx, db, sealer, mentioned, []string{"A0008"})
		if err != nil || len(held["draft"]) != 2 || held["draft"][0].Line["fields"] != `{"event":["Aoki Ren"]}` || len(held["file"]) != 1 || held["file"][0].Line["name"] != "Baba Mio.trf" {
			t.Errorf("got %v, %v", held, err)
		}
		if err := work.Forget(ctx, db, sealer, mentioned, nil); err != nil {
			t.Fatal(err)
		}
		if left := keysOf(t, db, "draft", "account"); !slices.Equal(left, []string{"A0008"}) {
			t.Errorf("drafts of %v are left", left)
		}
	})
}
