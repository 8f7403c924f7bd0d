package view_test

import (
	"context"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"slices"
	"testing"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
)

// Promise 4: every difference between two successive lists is explained by rows
// that add up.
func TestPromise4DifferencesAddUp(t *testing.T) {
	t.Parallel()
	for _, authority := range bureautest.Authorities() {
		t.Run(authority, func(t *testing.T) {
			t.Parallel()
			d := bureautest.Sixteen(t, authority)
			refs, held := d.Lived(1, 6)
			d.On("2024-07-30T03:00:00Z")
			d.Accept(bureautest.Turn(refs[2], held[2], 0), "")
			d.Accept(correction.Amendment{Kind: correction.AmendRating, Player: d.ID(15), Type: rating.Standard, Rating: 1700}, "")
			d.Accept(correction.Amendment{Kind: correction.Withdraw, Report: refs[4]}, "")
			d.Look(func(r bureau.Reader) error {
				published, err := lists.AllPublications(r)
				corrected := 0
				for _, p := range published[1:] {
					list, err := bureautest.Published(r, p.Label, p.Revision)
					if err != nil {
						return err
					}
					before := listBefore(d, r, published, p)
					for n := range bureautest.People {
						corrected += addsUp(d, r, p, list, before, d.ID(n))
					}
				}
				if corrected == 0 {
					t.Error("no correction is named")
				}
				return err
			})
		})
	}
}

// addsUp follows the rows of a player's explanation from the previous list to
// the new one, and returns the number of corrections that they name.
func addsUp(d *bureautest.Bureau, r bureau.Reader, p *lists.Publication, list *ranking.List, before bureautest.Ratings, id string) (corrected int) {
	d.T.Helper()
	x, err := view.Explain(d.Bureau, r, id, p.Label, p.Revision)
	d.Must(err)
	for _, e := range x.Ratings {
		at := before[id][e.Kind-1]
		for _, line := range list.Lines {
			if was := line.Of(e.Kind).Before; line.ID == id && was != at {
				d.T.Errorf("%s/%d, %s %v: its line is compared with %d, it was %d", p.Label, p.Revision, id, e.Kind, was, at)
			}
		}
		for _, row := range e.Rows {
			if row.From != at {
				d.T.Errorf("%s/%d, %s %v: a row starts from %d, it was %d", p.Label, p.Revision, id, e.Kind, row.From, at)
			}
			if row.Cause != "" {
				corrected++
			} else {
				calculated(d, p, id, e, row)
				summarised(d, p, id, x, e.Kind, row)
			}
			at = row.To
		}
		if want := bureautest.RatingsOf(list)[id][e.Kind-1]; at != want {
			d.T.Errorf("%s/%d, %s %v: the rows lead to %d, the list says %d", p.Label, p.Revision, id, e.Kind, at, want)
		}
	}
	return corrected
}

// listBefore returns the ratings of the list before a publication, in its newest
// revision at that time.
func listBefore(d *bureautest.Bureau, r bureau.Reader, published []*lists.Publication, p *lists.Publication) bureautest.Ratings {
	d.T.Helper()
	var labels []string
	for _, q := range published {
		if q.Revision == 1 {
			labels = append(labels, q.Label)
		}
	}
	label, revision := labels[slices.Index(labels, p.Label)-1], 0
	for _, q := range published {
		if q.Label == label && q.Seq < p.Seq {
			revision = q.Revision
		}
	}
	l, err := bureautest.Published(r, label, revision)
	if err != nil {
		d.T.Fatal(err)
	}
	return bureautest.RatingsOf(l)
}

// calculated checks that a calculated row matches its steps.
func calculated(d *bureautest.Bureau, p *lists.Publication, id string, e view.Explained, row view.Row) {
	d.T.Helper()
	changed := row.From != row.To
	for _, s := range e.Steps {
		if s.What != regulation.Result && s.What != regulation.Conversion || s.Player == regulation.NoPlayer {
			continue
		}
		if s.From.Rated() && s.To.Rated() && s.From.Points()+s.Change != s.To.Points() {
			d.T.Errorf("%s/%d, %s: %d %v is not %d", p.Label, p.Revision, id, s.From, s.Change, s.To)
		}
		if s.To == row.To {
			changed = false
		}
	}
	if changed {
		d.T.Errorf("%s/%d, %s %v: no step leads from %d to %d", p.Label, p.Revision, id, e.Kind, row.From, row.To)
	}
}

// summarised checks that the summary leads to the same rating as a calculated
// row.
func summarised(d *bureautest.Bureau, p *lists.Publication, id string, x *view.Explanation, kind rating.Kind, row view.Row) {
	d.T.Helper()
	listed, err := document.Explained(x, kind, false)
	if err != nil {
		d.T.Fatal(err)
	}
	for _, l := range listed {
		to, s := row.From, l.Summary()
		if s.Case == explain.Changed || s.Case == explain.FirstMade {
			to = s.Result.To
		}
		for _, c := range s.Conversions {
			to = c.To
		}
		if to != row.To {
			d.T.Errorf("%s/%d, %s %v: the summary leads to %d, the calculation to %d: %q", p.Label, p.Revision, id, kind, to, row.To, explain.New("en").Summarize(l))
		}
	}
}

// A merged player remains a player of their own in the lists with their number.
func TestMergedIDKeepsItsNumbers(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.Sixteen(t, "ncs")
	d.Lived(1, 1)
	old, err := register.Register(ctx, d.Bureau, register.Player{ID: d.ID(bureautest.People), Name: "Player NoQ"}, register.Person{}, "")
	d.Must(err)
	k := d.Accept(correction.Amendment{Kind: correction.AmendRating, Player: old, Type: rating.Standard, Rating: 1500}, "")
	d.Undo(k.Number)
	_, err = desk.MergePlayers(ctx, d.Bureau, old, d.ID(0), "one person")
	d.Must(err)
	d.Look(func(r bureau.Reader) error {
		for revision, want := range map[int]string{2: old, 3: d.ID(0)} {
			x, err := view.Explain(d.Bureau, r, old, "2024-02", revision)
			if err != nil {
				return err
			}
			list, err := bureautest.Published(r, "2024-02", revision)
			if err != nil {
				return err
			}
			rows := x.Ratings[0].Rows
			if says := bureautest.RatingsOf(list)[want][0]; x.Player.ID != want || rows[len(rows)-1].To != says {
				t.Errorf("revision %d: %s is explained with %v, the list says %d", revision, x.Player.ID, rows, says)
			}
		}
		return nil
	})
}
