package season

import (
	"cmp"
	"slices"

	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// Difference is a rating of the last list, compared with that of a list made
// elsewhere.
type Difference struct {
	ID, Name     string
	Kind         rating.Kind
	Ours, Theirs rating.Rating
	Because      []Cause // each of them by itself would explain the difference; empty if there is none or no explanation
}

// Cause is something that may have been done differently elsewhere.
type Cause struct {
	Change
	Explain int // number of differing ratings that it explains
}

// CauseKind is the kind of a cause.
type CauseKind string

// The kinds of cause.
const (
	OnlyHere    CauseKind = "only-here"  // the player is not in the other list
	OnlyThere   CauseKind = "only-there" // the player is not in our list
	NotRated    CauseKind = "not-rated"  // the other list is our opening list
	OtherOption CauseKind = "option"     // an option has another value
	NoClause    CauseKind = "clause"     // a clause is not applied
	OtherText   CauseKind = "edition"    // another edition of the authority is applied
	NoReport    CauseKind = "report"     // a report was left out
)

// Compare compares the last list with one made elsewhere. For the ratings that
// differ it rates the season again, each time with one change, and returns
// which changes would make our rating theirs.
func Compare(in Input, last *Period, other *roster.Roster, list *roster.List) ([]Difference, error) {
	c := &comparison{in: in}
	c.differences(last, other, list)
	if c.differing() {
		c.notRated()
		for _, change := range Changes(&c.in) {
			if err := c.try(change); err != nil {
				return nil, err
			}
		}
	}
	c.rank()
	return c.found, nil
}

type comparison struct {
	in    Input
	found []Difference
}

// differences compares both lists.
func (c *comparison) differences(last *Period, other *roster.Roster, list *roster.List) {
	seen := map[string]bool{}
	for n := range last.Players {
		p := &last.Players[n]
		m, known := other.ByNumber(p.ID)
		if known {
			seen[other.Players[m].ID] = true
			c.side(p, last.Outcome.Standings[n], list.Standing(m))
		} else {
			c.side(p, last.Outcome.Standings[n], roster.Standing{}, Cause{Change: Change{What: OnlyHere}})
		}
	}
	for n := range other.Players {
		if p := &other.Players[n]; !seen[p.ID] {
			c.side(p, roster.Standing{}, list.Standing(uint32(n)), Cause{Change: Change{What: OnlyThere}})
		}
	}
	slices.SortFunc(c.found, func(a, b Difference) int { return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Kind, b.Kind)) })
}

func (c *comparison) side(p *roster.Player, ours, theirs roster.Standing, because ...Cause) {
	for _, kind := range rating.AllKinds {
		d := Difference{ID: p.ID, Name: p.Name, Kind: kind, Ours: ours.Of(kind).Rating, Theirs: theirs.Of(kind).Rating, Because: because}
		if d.Ours.Rated() || d.Theirs.Rated() {
			c.found = append(c.found, d)
		}
	}
}

func (c *comparison) differing() bool {
	return slices.ContainsFunc(c.found, func(d Difference) bool { return d.Ours != d.Theirs })
}

// notRated finds ratings that equal those of our opening list.
func (c *comparison) notRated() {
	c.credit(Cause{Change: Change{What: NotRated}}, c.in.Roster.Players, c.in.Opening)
}

// try rates the season with one change.
func (c *comparison) try(change Change) error {
	in, ok, err := change.Apply(c.in)
	if err != nil || !ok {
		return err
	}
	in.Trace, in.Progress = TraceNone, nil
	var last *Period
	if _, err := Rate(in, func(p *Period) error { last = p; return nil }); err != nil {
		return err
	}
	if last == nil {
		return nil
	}
	c.credit(Cause{Change: change}, last.Players, last.After)
	return nil
}

// credit adds a cause to the ratings that it explains.
func (c *comparison) credit(cause Cause, players []roster.Player, list *roster.List) {
	numbers := make(map[string]uint32, len(players))
	for n := range players {
		numbers[players[n].ID] = uint32(n)
	}
	var explained []*Difference
	for i := range c.found {
		d := &c.found[i]
		if d.Ours == d.Theirs || len(d.Because) > 0 && d.Because[0].What == OnlyThere {
			continue
		}
		var standing roster.Standing
		if n, ok := numbers[d.ID]; ok {
			standing = list.Standing(n)
		}
		if standing.Of(d.Kind).Rating == d.Theirs {
			explained = append(explained, d)
		}
	}
	cause.Explain = len(explained)
	for _, d := range explained {
		d.Because = append(d.Because, cause)
	}
}

// rank sorts the causes by how much they explain, and the ratings by what matters: those
// that differ by their causes, the largest difference first; then players who are in one
// list only; then equal ratings.
func (c *comparison) rank() {
	for i := range c.found {
		slices.SortStableFunc(c.found[i].Because, func(a, b Cause) int { return -cmp.Compare(a.Explain, b.Explain) })
	}
	slices.SortStableFunc(c.found, func(a, b Difference) int {
		x, y := a.First(), b.First()
		return cmp.Or(cmp.Compare(a.matters(), b.matters()), cmp.Compare(y.Explain, x.Explain),
			cmp.Compare(order[x.What], order[y.What]), cmp.Compare(x.What, y.What), cmp.Compare(x.Name, y.Name), cmp.Compare(x.Value, y.Value),
			cmp.Compare(b.size(), a.size()))
	})
}

// First returns the cause that explains most, the zero Cause if there is none.
func (d *Difference) First() Cause {
	if len(d.Because) == 0 {
		return Cause{}
	}
	return d.Because[0]
}

// InOneList reports whether the player is in one of the lists only.
func (d *Difference) InOneList() bool {
	return d.First().What == OnlyHere || d.First().What == OnlyThere
}

// matters returns the place of a rating: differing, in one list only, equal.
func (d *Difference) matters() int {
	switch {
	case d.Ours == d.Theirs:
		return 2
	case d.InOneList():
		return 1
	}
	return 0
}

// size returns how much the ratings differ.
func (d *Difference) size() rating.Rating { return max(d.Ours-d.Theirs, d.Theirs-d.Ours) }
