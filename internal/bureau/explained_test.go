package bureau_test

import (
	"slices"
	"testing"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/test/memory"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
)

// Promise 4: every difference between two successive lists is explained by rows
// that add up.
func TestPromise4DifferencesAddUp(t *testing.T) {
	for authority := range forms {
		d := settle(t, &memory.Store{}, authority)
		refs, held := d.lived(1, 6)
		d.on("2024-07-30T03:00:00Z")
		d.accept(turn(refs[2], held[2], 0), "")
		d.accept(correction.Amendment{Kind: correction.AmendRating, Player: d.id(15), Type: rating.Standard, Rating: 1700}, "")
		d.accept(correction.Amendment{Kind: correction.Withdraw, Report: refs[4]}, "")
		d.look(func(r bureau.Reader) error {
			published, err := lists.AllPublications(r)
			corrected := 0
			for _, p := range published[1:] {
				for n := range people {
					corrected += d.addsUp(r, published, p, d.id(n))
				}
			}
			if corrected == 0 {
				t.Error("no correction is named")
			}
			return err
		})
	}
}

// addsUp follows the rows of a player's explanation from the previous list to
// the new one, and returns the number of corrections that they name.
func (d *fixture) addsUp(r bureau.Reader, published []*lists.Publication, p *lists.Publication, id string) (corrected int) {
	d.t.Helper()
	x, err := view.Explain(d.Bureau, r, id, p.Label, p.Revision)
	if err != nil {
		d.t.Fatal(err)
	}
	list, err := view.PublishedList(d.Bureau, r, p.Label, p.Revision)
	if err != nil {
		d.t.Fatal(err)
	}
	before := d.before(r, published, p)
	for _, e := range x.Ratings {
		at := before[id][e.Kind-1]
		for _, line := range list.Lines {
			if was := line.Before.Of(e.Kind).Rating; line.Player.ID == id && was != at {
				d.t.Errorf("%s/%d, %s %v: its line is compared with %d, it was %d", p.Label, p.Revision, id, e.Kind, was, at)
			}
		}
		for _, row := range e.Rows {
			if row.From != at {
				d.t.Errorf("%s/%d, %s %v: a row starts from %d, it was %d", p.Label, p.Revision, id, e.Kind, row.From, at)
			}
			if row.Cause != "" {
				corrected++
			} else {
				d.calculated(p, id, e, row)
				d.summarised(p, id, x, e.Kind, row)
			}
			at = row.To
		}
		if want := ratingsOf(list)[id][e.Kind-1]; at != want {
			d.t.Errorf("%s/%d, %s %v: the rows lead to %d, the list says %d", p.Label, p.Revision, id, e.Kind, at, want)
		}
	}
	return corrected
}

// before returns the ratings of the list before a publication, in its newest
// revision at that time.
func (d *fixture) before(r bureau.Reader, published []*lists.Publication, p *lists.Publication) ratings {
	d.t.Helper()
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
	l, err := view.PublishedList(d.Bureau, r, label, revision)
	if err != nil {
		d.t.Fatal(err)
	}
	return ratingsOf(l)
}

// calculated checks that a calculated row matches its steps.
func (d *fixture) calculated(p *lists.Publication, id string, e view.Explained, row view.Row) {
	d.t.Helper()
	changed := row.From != row.To
	for _, s := range e.Steps {
		if s.What != regulation.Result && s.What != regulation.Conversion || s.Player == regulation.NoPlayer {
			continue
		}
		if s.From.Rated() && s.To.Rated() && s.From.Points()+s.Change != s.To.Points() {
			d.t.Errorf("%s/%d, %s: %d %v is not %d", p.Label, p.Revision, id, s.From, s.Change, s.To)
		}
		if s.To == row.To {
			changed = false
		}
	}
	if changed {
		d.t.Errorf("%s/%d, %s %v: no step leads from %d to %d", p.Label, p.Revision, id, e.Kind, row.From, row.To)
	}
}

// summarised checks that the summary leads to the same rating as a calculated
// row.
func (d *fixture) summarised(p *lists.Publication, id string, x *view.Explanation, kind rating.Kind, row view.Row) {
	d.t.Helper()
	listed, err := document.Explained(x, kind, false)
	if err != nil {
		d.t.Fatal(err)
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
			d.t.Errorf("%s/%d, %s %v: the summary leads to %d, the calculation to %d: %q", p.Label, p.Revision, id, kind, to, row.To, explain.New("en").Summarize(l))
		}
	}
}
