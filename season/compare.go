package season

import (
	"cmp"
	"slices"

	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation/catalog"
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
	What    CauseKind
	Name    string // of the option, clause, edition or report
	Value   string // of the option
	Explain int    // number of differing ratings that it explains
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

// mostReports is the maximum number of reports that Compare tries to leave out.
const mostReports = 100

// Compare compares the last list with one made elsewhere. For the ratings that
// differ it rates the season again, each time with one change, and returns
// which changes would make our rating theirs.
func Compare(in Input, last *Period, other *roster.Roster, list *roster.List) ([]Difference, error) {
	c := &comparison{in: in}
	c.differences(last, other, list)
	if c.differing() {
		c.notRated()
		for _, cause := range c.causes() {
			if err := c.try(cause); err != nil {
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
		seen[p.ID] = true
		m, known := other.ByID(p.ID)
		if known {
			c.side(p, last.Outcome.Standings[n], list.Standing(m))
		} else {
			c.side(p, last.Outcome.Standings[n], roster.Standing{}, Cause{What: OnlyHere})
		}
	}
	for n := range other.Players {
		if p := &other.Players[n]; !seen[p.ID] {
			c.side(p, roster.Standing{}, list.Standing(uint32(n)), Cause{What: OnlyThere})
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
	c.credit(Cause{What: NotRated}, c.in.Roster.Players, c.in.Opening)
}

// causes returns the causes to try, the most likely first.
func (c *comparison) causes() []Cause {
	var causes []Cause
	for _, e := range c.in.Regulation.Editions {
		about := e.About()
		for _, o := range about.Options {
			for _, value := range o.Allowed {
				if value != o.Value {
					causes = append(causes, Cause{What: OtherOption, Name: o.Name, Value: value})
				}
			}
		}
		for _, other := range catalog.Editions() {
			if o := other.About(); o.Authority == about.Authority && o.ID != about.ID {
				causes = append(causes, Cause{What: OtherText, Name: o.ID})
			}
		}
		for _, clause := range about.Clauses {
			if _, ok := e.Without(clause.ID); ok {
				causes = append(causes, Cause{What: NoClause, Name: clause.ID})
			}
		}
		for _, reading := range about.Readings { // that keeps a clause missing in the text
			if _, ok := e.Without(reading); ok {
				causes = append(causes, Cause{What: NoClause, Name: reading})
			}
		}
	}
	for _, source := range c.in.Reports[:min(len(c.in.Reports), mostReports)] {
		causes = append(causes, Cause{What: NoReport, Name: source.Report.File})
	}
	slices.SortStableFunc(causes, func(a, b Cause) int { return cmp.Compare(order[a.What], order[b.What]) })
	return slices.Compact(causes)
}

var order = map[CauseKind]int{OtherOption: 1, OtherText: 2, NoReport: 3, NoClause: 4}

// try rates the season with one change.
func (c *comparison) try(cause Cause) error {
	in := c.in
	in.Trace, in.Progress = TraceNone, nil
	var err error
	ok := true
	switch cause.What {
	case OtherOption:
		in.Regulation, err = in.Regulation.With(cause.Name, cause.Value)
	case OtherText:
		in.Regulation, err = catalog.Find(cause.Name)
	case NoClause:
		in.Regulation, ok = in.Regulation.Without(cause.Name)
	case NoReport:
		in.Reports = slices.DeleteFunc(slices.Clone(in.Reports), func(s Source) bool { return s.Report.File == cause.Name })
	}
	if err != nil || !ok {
		return err
	}
	var last *Period
	if _, err := Rate(in, func(p *Period) error { last = p; return nil }); err != nil {
		return err
	}
	if last == nil {
		return nil
	}
	c.credit(cause, last.Players, last.After)
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

// rank sorts the causes by how much they explain.
func (c *comparison) rank() {
	for i := range c.found {
		slices.SortStableFunc(c.found[i].Because, func(a, b Cause) int { return -cmp.Compare(a.Explain, b.Explain) })
	}
}
