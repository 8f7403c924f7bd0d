package work_test

import (
	"errors"
	"net/url"
	"slices"
	"testing"

	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/work"
)

const (
	ofDraft   = "/portal/drafts/A/"
	ofAnother = "/portal/drafts/B/"
)

// waits begins a draft with files.
func waits(t *testing.T, s *work.Store, account, path string, files ...work.File) {
	t.Helper()
	if err := s.Wait(t.Context(), account, path, url.Values{"file": {files[0].Name}}, files); err != nil {
		t.Fatal(err)
	}
}

// names returns the files that wait with a draft: what is in each after its name.
func names(t *testing.T, s *work.Store, account, path string) (all []string) {
	t.Helper()
	files, err := s.Waiting(t.Context(), account, path)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if f.Size != len(f.Data) {
			t.Errorf("%s has %d bytes, %d are said", f.Name, len(f.Data), f.Size)
		}
		all = append(all, f.Name+" "+string(f.Data))
	}
	return all
}

// file returns a file whose bytes are no text.
func file(name, data string) work.File {
	return work.File{Name: name, Data: []byte(data), Size: len(data)}
}

// Files wait in their order, byte for byte, with the draft of their account, until it is settled or dropped.
func TestFilesWait(t *testing.T) {
	each(t, func(t *testing.T, s *work.Store, _ *store.Work, _ *clock) {
		ctx := t.Context()
		waits(t, s, "A0007", ofDraft, file("b.trf", "\x00\xff one"), file("a.trf", "two"))
		waits(t, s, "A0007", ofAnother, file("c.trf", "three"))
		waits(t, s, "A0008", ofDraft, file("d.trf", "four"))
		if got, want := names(t, s, "A0007", ofDraft), []string{"b.trf \x00\xff one", "a.trf two"}; !slices.Equal(got, want) {
			t.Errorf("%q wait, want %q", got, want)
		}
		if got := names(t, s, "A0009", ofDraft); got != nil {
			t.Errorf("%q wait with nobody's draft", got)
		}
		d, err := s.Draft(ctx, "A0007", ofDraft)
		if err != nil || d.Fields.Get("file") != "b.trf" || d.Version != 1 {
			t.Errorf("the draft is %+v: %v", d, err)
		}
		if err := s.Wait(ctx, "A0007", ofDraft, url.Values{}, []work.File{file("e.trf", "five")}); err != nil || len(names(t, s, "A0007", ofDraft)) != 2 {
			t.Errorf("a draft that is there does not stay as it is: %v", err)
		}
		if err := s.Settle(ctx, "A0007", ofDraft, url.Values{"sent": {"2024-11-1"}}); err != nil {
			t.Fatal(err)
		}
		d, err = s.Draft(ctx, "A0007", ofDraft)
		if err != nil || d.Fields.Encode() != "sent=2024-11-1" || d.Version != 2 || names(t, s, "A0007", ofDraft) != nil {
			t.Errorf("settled, the draft is %+v: %v", d, err)
		}
		if _, err := s.Save(ctx, "A0007", ofDraft, url.Values{"venue": {"Hall"}}, 1); !errors.Is(err, work.ErrElsewhere) {
			t.Errorf("a tab from before writes over what was sent: %v", err)
		}
		if err := s.Drop(ctx, "A0007", ofAnother); err != nil || names(t, s, "A0007", ofAnother) != nil {
			t.Errorf("dropped, there are still files: %v", err)
		}
		if got := names(t, s, "A0008", ofDraft); !slices.Equal(got, []string{"d.trf four"}) {
			t.Errorf("another's files are %q", got)
		}
	})
}

// An account has no more waiting than it may. Of what is too much nothing stays, neither a file nor the draft.
func TestTooManyFiles(t *testing.T) {
	each(t, func(t *testing.T, s *work.Store, _ *store.Work, _ *clock) {
		many := slices.Repeat([]work.File{file("a.trf", "x")}, 60)
		waits(t, s, "A0007", ofDraft, many...)
		large := []work.File{{Name: "large.trf", Data: []byte("x"), Size: 64<<20 + 1}}
		for _, files := range [][]work.File{many, large} {
			if err := s.Wait(t.Context(), "A0007", ofAnother, url.Values{}, files); !errors.Is(err, work.ErrFull) {
				t.Errorf("%d files: %v", len(files), err)
			}
			if d, err := s.Draft(t.Context(), "A0007", ofAnother); err != nil || d.Version != 0 || names(t, s, "A0007", ofAnother) != nil {
				t.Errorf("%d files leave %+v: %v", len(files), d, err)
			}
		}
		waits(t, s, "A0008", ofAnother, many...)
		waits(t, s, "A0007", ofAnother, many[:40]...)
	})
}

// Files go with their draft when it has had its time, and not before: what is typed into it gives both time.
func TestFilesAreSwept(t *testing.T) {
	each(t, func(t *testing.T, s *work.Store, _ *store.Work, c *clock) {
		waits(t, s, "A0007", ofDraft, file("a.trf", "one"))
		waits(t, s, "A0007", ofAnother, file("b.trf", "two"))
		sweeps := func(days int, left, another bool) {
			t.Helper()
			c.Time = c.AddDate(0, 0, days)
			if err := s.Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
			for path, want := range map[string]bool{ofDraft: left, ofAnother: another} {
				d, err := s.Draft(t.Context(), "A0007", path)
				if err != nil || d.Version != 0 != want || len(names(t, s, "A0007", path)) > 0 != want {
					t.Errorf("after %d days more %s: %+v with %q, want there %t (%v)", days, path, d, names(t, s, "A0007", path), want, err)
				}
			}
		}
		sweeps(20, true, true)
		if _, err := s.Save(t.Context(), "A0007", ofDraft, url.Values{"venue": {"Hall"}}, 1); err != nil {
			t.Fatal(err)
		}
		sweeps(10, true, false)
		sweeps(20, false, false)
	})
}

// When somebody is forgotten no file waits any more: who is in it cannot be seen. What their account has left is gone with it.
func TestForgottenWithFiles(t *testing.T) {
	each(t, func(t *testing.T, s *work.Store, db *store.Work, _ *clock) {
		waits(t, s, "A0007", ofDraft, file("a.trf", "one"))
		waits(t, s, "A0008", ofDraft, file("b.trf", "two"))
		if err := work.Forget(t.Context(), db, nil, func(string) bool { return false }, []string{"A0007"}); err != nil {
			t.Fatal(err)
		}
		if got := keysOf(t, db, "file", "name"); got != nil {
			t.Errorf("%v still wait", got)
		}
		if got, want := keysOf(t, db, "draft", "account"), []string{"A0008"}; !slices.Equal(got, want) {
			t.Errorf("there are drafts of %v, want %v", got, want)
		}
	})
}
