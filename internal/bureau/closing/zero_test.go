package closing_test

import (
	"context"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/memory"
	"github.com/arpadchess/arpad/roster"
)

// begun initialises a bureau with a list, on a day.
func begun(t *testing.T, authority, label, on string) (*bureautest.Bureau, error) {
	t.Helper()
	d := bureautest.New(t, &memory.Store{})
	d.On(on)
	return d, closing.Init(context.Background(), d.Bureau, bureau.Settings{Authority: authority, ListZero: label}, nil, &roster.List{})
}

// The opening list is labelled like the regulation's lists: by month, or freely
// in a league. A regulation begins with its first edition.
func TestListZeroIsNamedAsItsLists(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ authority, label, refused string }{
		{"ncs", "2024-01", ""}, {"ncs", "2022-10", ""}, {"ncs", "2022-09", "list-zero-early"}, {"ncs", "1999-01", "list-zero-early"},
		{"japan", "2022-10", ""}, {"japan", "2022-09", "list-zero-early"},
		{"jcf", "2024-01", ""}, {"jcf", "2023-09", ""}, {"jcf", "2023-08", "list-zero-early"}, {"jcf", "2022-10", "list-zero-early"},
		{"chessa", "2015-01", ""}, {"chessa", "2024-12", ""},
		{"nscl", "2024-01", ""}, {"nscl", "Season 2024", ""}, {"nscl", "春の大会", ""}, {"nscl", "zero", ""},
	} {
		if _, err := begun(t, c.authority, c.label, "2024-01-10T03:00:00Z"); (err == nil) != (c.refused == "") || err != nil && bureautest.Refusal(err) != c.refused {
			t.Errorf("%s, %q: %v", c.authority, c.label, err)
		}
	}
	for _, authority := range []string{"ncs", "jcf", "japan", "chessa"} {
		for _, label := range []string{"", "zero", "2024", "2024-1", "2024-13", "2024-00", "2024-01-01", " 2024-01", "2024-01 ", "2024/01", "24-01", "2024-0１", "January 2024"} {
			if _, err := begun(t, authority, label, "2024-01-10T03:00:00Z"); bureautest.Refusal(err) != "list-zero-label" {
				t.Errorf("%s, %q: %v", authority, label, err)
			}
		}
	}
	for _, label := range []string{"", "  ", "a\nb", "a\x00b", " zero"} {
		if _, err := begun(t, "nscl", label, "2024-01-10T03:00:00Z"); bureautest.Refusal(err) != "list-zero-name" {
			t.Errorf("nscl, %q: %v", label, err)
		}
	}
}

// An opening list that is not the one in force causes a finding.
func TestOldOpeningListIsReported(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ authority, label, on, inForce string }{
		{"ncs", "2024-01", "2024-01-31T14:59:59Z", ""},
		{"ncs", "2024-01", "2024-01-31T15:00:00Z", "2024-02"}, // already February in Tokyo
		{"jcf", "2023-09", "2026-11-22T03:00:00Z", "2026-11"},
		{"japan", "2024-02", "2024-01-10T03:00:00Z", ""}, // not yet in force
		{"chessa", "2024-01", "2024-01-31T21:00:00Z", ""},
		{"chessa", "2024-01", "2024-01-31T22:00:00Z", "2024-02"}, // in Johannesburg
		{"nscl", "Season 1924", "2024-01-31T22:00:00Z", ""},
	} {
		d, err := begun(t, c.authority, c.label, c.on)
		if err != nil {
			t.Fatal(err)
		}
		found, err := closing.ExamineListZero(context.Background(), d.Bureau)
		if err != nil || (len(found) == 0) != (c.inForce == "") {
			t.Fatalf("%s, %s on %s: %v, %v", c.authority, c.label, c.on, found, err)
		}
		if c.inForce != "" && (found[0].ID != "list-zero-old" || found[0].Value("list") != c.inForce || found[0].Value("label") != c.label) {
			t.Errorf("%s, %s on %s: %v", c.authority, c.label, c.on, found)
		}
	}
}
