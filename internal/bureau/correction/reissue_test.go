package correction_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/report"
)

// Reading J24's example: an inquiry of 15 September about the list of May.
func TestNinetyDays(t *testing.T) {
	t.Parallel()
	d := bureautest.Sixteen(t, "ncs")
	refs, held := d.Lived(1, 8)
	d.On("2024-09-20T03:00:00Z")
	q, err := correction.Inquire(context.Background(), d.Bureau, correction.Inquiry{On: bureautest.Day("2024-09-15"), List: "2024-05", Player: d.ID(2)}, correction.Inquirer{Name: "Mori Kei"})
	if err != nil {
		t.Fatal(err)
	}
	k := d.Accept(bureautest.Turn(refs[4], held[4], 0), q.Number)
	got := map[string]string{}
	for _, list := range k.Impact {
		switch {
		case list.Reissue:
			got[list.Label] = "re-issued"
		case list.TooOld:
			got[list.Label] = "stands"
		}
	}
	want := map[string]string{"2024-05": "stands", "2024-06": "stands", "2024-07": "re-issued", "2024-08": "re-issued", "2024-09": "re-issued"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	issued := d.Issued()
	for label, what := range want {
		if _, again := issued[label+"/2 C1"]; again != (what == "re-issued") {
			t.Errorf("list %s: a second revision is %v", label, again)
		}
	}
	// The reissued list is the current one.
	d.Look(func(r bureau.Reader) error {
		published, err := bureautest.Published(r, "2024-07", 0)
		if err != nil {
			return err
		}
		if diff := cmp.Diff(d.Standing()["2024-07"], bureautest.RatingsOf(published)); diff != "" {
			t.Error(diff)
		}
		return nil
	})
	d.Verified()
}

// The eighty-ninth day is in time, the ninetieth is not, by the day in Tokyo,
// counted from publication or coming into force, whichever is later.
func TestNinetyDaysCount(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		published, asked string
		want             bool
	}{
		{"2024-03-30T15:30:00Z", "2024-06-28", true}, // 89 days after 31 March in Tokyo
		{"2024-03-30T15:30:00Z", "2024-06-29", false},
		{"2024-02-25T03:00:00Z", "2024-05-29", true}, // 89 days after 1 March, when it came into force
		{"2024-02-25T03:00:00Z", "2024-05-30", false},
	} {
		d := bureautest.Sixteen(t, "ncs")
		var march *report.Report
		refs := d.Live(1, 1, func(_ int, r *report.Report) *report.Report {
			march = r
			return nil
		})
		d.On("2024-02-10T03:00:00Z")
		refs[2] = d.Submit(march)
		d.On(c.published)
		d.Publish("2024-03")
		d.On("2024-07-10T03:00:00Z")
		q, err := correction.Inquire(context.Background(), d.Bureau, correction.Inquiry{On: bureautest.Day(c.asked)}, correction.Inquirer{Name: "Mori Kei"})
		if err != nil {
			t.Fatal(err)
		}
		k := d.Accept(bureautest.Turn(refs[2], march, 0), q.Number)
		if got := k.Impact[0].Reissue; got != c.want {
			t.Errorf("published at %s, asked on %s: re-issued is %v", c.published, c.asked, got)
		}
	}
}
