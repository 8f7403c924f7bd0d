package simulation

import (
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
)

// sums sees of some lists and players that what explains the difference to the
// list before adds up.
func (l *Life) sums(keys []string) {
	l.view(func(r bureau.Reader) error {
		published, err := lists.AllPublications(r)
		if err != nil {
			return err
		}
		const lists, players = 2, 4
		for range lists {
			label, number, _ := strings.Cut(pick(l.dice, keys...), "\x00")
			revision, err := strconv.Atoi(number)
			if err != nil {
				return err
			}
			for _, p := range published {
				for range players {
					if p.Label == label && p.Revision == revision && p.Cause != "list zero" {
						if err := l.addsUp(r, published, p, l.anyoneEver()); err != nil {
							return err
						}
					}
				}
			}
		}
		return nil
	})
}

// anyoneEver draws a player who goes on under his ID, erased or not.
func (l *Life) anyoneEver() string {
	for {
		if id := pick(l.dice, l.known.ids...); !slices.Contains(l.known.merged, id) {
			return id
		}
	}
}

// addsUp follows the rows of a player's explanation from the list before to the
// published one, and from the revision before.
func (l *Life) addsUp(r bureau.Reader, published []*lists.Publication, p *lists.Publication, id string) error {
	x, err := view.Explain(l.desk, r, id, p.Label, p.Revision)
	if err != nil {
		return err
	}
	is, err := l.ratings(r, p, id)
	if err != nil {
		return err
	}
	was, err := l.ratings(r, l.before(published, x.Run, p.Seq), id)
	if err != nil {
		return err
	}
	var revised [rating.Kinds]rating.Rating
	for _, q := range published {
		if q.Label == p.Label && q.Revision == p.Revision-1 {
			if revised, err = l.ratings(r, q, id); err != nil {
				return err
			}
		}
	}
	for _, e := range x.Ratings {
		l.leads(p, id, e.Rows, was[e.Kind-1], is[e.Kind-1])
		if p.Revision > 1 {
			l.leads(p, id, e.Revised, revised[e.Kind-1], is[e.Kind-1])
		}
		for _, row := range e.Rows {
			if row.Cause == "" && row.From != row.To && !steps(e.Steps, row) {
				l.fail("differences add up", "list %s/%d, %s: no step leads from %d to %d", p.Label, p.Revision, id, row.From, row.To)
			}
		}
	}
	l.Tally.count("checked", "explanations")
	return nil
}

// leads sees that rows lead from one rating to another.
func (l *Life) leads(p *lists.Publication, id string, rows []view.Row, from, to rating.Rating) {
	at := from
	for _, row := range rows {
		if row.From != at {
			l.fail("differences add up", "list %s/%d, %s: a row starts from %d, it was %d: %v", p.Label, p.Revision, id, row.From, at, rows)
		}
		at = row.To
	}
	if at != to {
		l.fail("differences add up", "list %s/%d, %s: the rows lead from %d to %d, the list says %d: %v", p.Label, p.Revision, id, from, at, to, rows)
	}
}

// steps reports whether a step of the calculation leads to what a row says.
func steps(all []regulation.Step, row view.Row) bool {
	for _, s := range all {
		if (s.What == regulation.Result || s.What == regulation.Conversion) && s.Player != regulation.NoPlayer && s.To == row.To {
			return !s.From.Rated() || !s.To.Rated() || s.From.Points()+s.Change == s.To.Points()
		}
	}
	return false
}

// ratings returns what a published list says of a player.
func (l *Life) ratings(r bureau.Reader, p *lists.Publication, id string) (all [rating.Kinds]rating.Rating, err error) {
	list, err := bureautest.Published(r, p.Label, p.Revision)
	if err != nil {
		return all, err
	}
	for i := range list.Lines {
		if line := &list.Lines[i]; line.ID == id {
			for _, kind := range rating.AllKinds {
				all[kind-1] = line.Of(kind).Rating
			}
		}
	}
	return all, nil
}

// before returns the list that was out before a publication: the newest revision
// then of the nearest list in the chain of which there was one.
func (l *Life) before(published []*lists.Publication, run *lists.Run, seq int) *lists.Publication {
	for base := l.chain.all[run.Base]; base != nil; base = l.chain.all[base.Base] {
		for _, q := range slices.Backward(published) {
			if q.Label == base.Label && q.Seq < seq {
				return q
			}
		}
	}
	return published[0]
}
