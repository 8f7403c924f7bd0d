package season

import (
	"cmp"
	"slices"

	"github.com/arpadchess/arpad/regulation/catalog"
)

// Change is one thing that another bureau may do differently in a whole season.
type Change struct {
	What  CauseKind
	Name  string // of the option, clause, edition or report
	Value string // of the option
}

// mostReports is the maximum number of reports that Changes leaves out, one by
// one.
const mostReports = 100

var order = map[CauseKind]int{OtherOption: 1, OtherText: 2, NoReport: 3, NoClause: 4}

// Changes returns what can be changed in a season: options, editions, reports
// and clauses, the most likely first.
func Changes(in *Input) []Change {
	var changes []Change
	for _, e := range in.Regulation.Editions {
		about := e.About()
		for _, o := range about.Options {
			for _, value := range o.Allowed {
				if value != o.Value {
					changes = append(changes, Change{What: OtherOption, Name: o.Name, Value: value})
				}
			}
		}
		for _, other := range catalog.Editions() {
			if o := other.About(); o.Authority == about.Authority && o.ID != about.ID {
				changes = append(changes, Change{What: OtherText, Name: o.ID})
			}
		}
		for _, clause := range about.Clauses {
			if _, ok := e.Without(clause.ID); ok {
				changes = append(changes, Change{What: NoClause, Name: clause.ID})
			}
		}
		for _, reading := range about.Readings { // that keeps a clause missing in the text
			if _, ok := e.Without(reading); ok {
				changes = append(changes, Change{What: NoClause, Name: reading})
			}
		}
	}
	for _, source := range in.Reports[:min(len(in.Reports), mostReports)] {
		changes = append(changes, Change{What: NoReport, Name: source.Report.File})
	}
	slices.SortStableFunc(changes, func(a, b Change) int { return cmp.Compare(order[a.What], order[b.What]) })
	return slices.Compact(changes)
}

// Apply returns a season with the change, and false if it changes nothing.
func (c Change) Apply(in Input) (Input, bool, error) {
	var err error
	ok := true
	switch c.What {
	case OtherOption:
		in.Regulation, err = in.Regulation.With(c.Name, c.Value)
	case OtherText:
		in.Regulation, err = catalog.Find(c.Name)
	case NoClause:
		in.Regulation, ok = in.Regulation.Without(c.Name)
	case NoReport:
		in.Reports = slices.DeleteFunc(slices.Clone(in.Reports), func(s Source) bool { return s.Report.File == c.Name })
	}
	return in, ok, err
}
