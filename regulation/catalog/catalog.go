// Package catalog lists all editions of all regulations, their families, and
// which edition is in force for a period.
package catalog

import (
	"cmp"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/chessa"
	"github.com/arpadchess/arpad/regulation/fide"
	"github.com/arpadchess/arpad/regulation/ncs"
	"github.com/arpadchess/arpad/regulation/nscl"
)

// family is the editions of one authority, the oldest first.
type family struct {
	id       string // under which the edition in force is chosen; empty: only single editions can be used
	editions []regulation.Edition
	missing  []civil.Date // dates of known amendments whose text is not available
}

func families() []family {
	return []family{
		{id: "japan", editions: ncs.Editions(), missing: []civil.Date{civil.Of(2023, 4, 12)}}, // Reading G9
		{editions: nscl.Editions()},
		{editions: chessa.Editions()},
		{id: "fide", editions: fide.Editions()},
	}
}

// Editions returns all available editions.
func Editions() []regulation.Edition {
	var all []regulation.Edition
	for _, f := range families() {
		all = append(all, f.editions...)
	}
	return all
}

// Family returns the ID of an edition's family, empty if it has none.
func Family(edition string) string {
	for _, f := range families() {
		for _, e := range f.editions {
			if e.About().ID == edition {
				return f.id
			}
		}
	}
	return ""
}

// Families returns the IDs of the families.
func Families() []string {
	var ids []string
	for _, f := range families() {
		if f.id != "" {
			ids = append(ids, f.id)
		}
	}
	return ids
}

// EditionIDs returns the IDs of all editions.
func EditionIDs() []string {
	var ids []string
	for _, e := range Editions() {
		ids = append(ids, e.About().ID)
	}
	return ids
}

// IDs returns the IDs that Find accepts: the families, then the editions.
func IDs() []string { return append(Families(), EditionIDs()...) }

// OfAuthority returns the ID under which the reports of an authority, as named by
// regulation.About, are rated: its family, else its newest edition; empty if it is unknown.
func OfAuthority(authority string) string {
	for _, f := range families() {
		if newest := f.editions[len(f.editions)-1].About(); newest.Authority == authority {
			return cmp.Or(f.id, newest.ID)
		}
	}
	return ""
}

// Regulation is what reports are rated under: a single edition, or a family, in
// which the edition in force on a period's first day applies.
type Regulation struct {
	ID       string
	Editions []regulation.Edition // the oldest first
	missing  []civil.Date
	chosen   bool       // a family: the period determines the edition
	until    civil.Date // for a single edition: the day on which the next comes into force
}

// Find returns a regulation by the ID of an edition or a family.
func Find(id string) (Regulation, error) {
	for _, f := range families() {
		if f.id == id && id != "" {
			return Regulation{ID: id, Editions: f.editions, missing: f.missing, chosen: true}, nil
		}
		for i, e := range f.editions {
			if e.About().ID != id {
				continue
			}
			r := Regulation{ID: id, Editions: []regulation.Edition{e}}
			if i+1 < len(f.editions) {
				r.until = f.editions[i+1].About().InForce
			}
			return r, nil
		}
	}
	return Regulation{}, finding.NewProblem("regulation-unknown", finding.Text("id", id), finding.Text("ids", strings.Join(IDs(), ", ")))
}

// With returns the regulation with an option of its editions set.
func (r Regulation) With(option, value string) (Regulation, error) {
	editions := make([]regulation.Edition, len(r.Editions))
	for i, e := range r.Editions {
		amended, err := e.With(option, value)
		if err != nil {
			return r, err
		}
		editions[i] = amended
	}
	r.Editions = editions
	return r, nil
}

// Without returns the regulation as if a clause were not there, and false if the
// clause decides no number in any edition.
func (r Regulation) Without(clause string) (Regulation, bool) {
	editions := slices.Clone(r.Editions)
	found := false
	for i, e := range editions {
		if amended, ok := e.Without(clause); ok {
			editions[i], found = amended, true
		}
	}
	r.Editions = editions
	return r, found
}

// IsFamily reports whether the period determines the edition.
func (r Regulation) IsFamily() bool { return r.chosen }

// Transitions returns the conversions that a family makes between its editions,
// the oldest first; none for a single edition.
func (r Regulation) Transitions() []regulation.Transition {
	var transitions []regulation.Transition
	for _, e := range r.Editions {
		if before := e.About().Before; r.chosen && before != nil {
			transitions = append(transitions, *before)
		}
	}
	return transitions
}

// Latest returns the newest edition, which answers questions without a date.
func (r Regulation) Latest() regulation.Edition { return r.Editions[len(r.Editions)-1] }

// For returns the edition that rates a period, with a finding if necessary. A
// refusal means that no edition is available for it (Reading G9).
func (r Regulation) For(p regulation.Period) (regulation.Edition, []finding.Finding) {
	from := finding.Text("from", p.Days.From.String())
	if !r.chosen {
		e := r.Editions[0]
		if p.Days.From < e.About().InForce || r.until != 0 && p.Days.From >= r.until {
			return e, []finding.Finding{finding.New("edition-not-in-force", finding.Info, finding.At{}, from,
				finding.Text("edition", e.About().ID)).Under("", "G9")}
		}
		return e, nil
	}
	next, _ := slices.BinarySearchFunc(r.Editions, p.Days.From, func(e regulation.Edition, day civil.Date) int {
		return cmp.Or(cmp.Compare(e.About().InForce, day), -1)
	})
	if next == 0 {
		return nil, []finding.Finding{finding.Refusal("no-edition", finding.At{}, from,
			finding.Text("first", r.Editions[0].About().InForce.String())).Under("", "G9")}
	}
	e := r.Editions[next-1]
	for _, day := range r.missing {
		if day > e.About().InForce && day <= p.Days.From {
			return e, []finding.Finding{finding.New("edition-missing", finding.Info, finding.At{}, from,
				finding.Text("edition", e.About().ID), finding.Text("amended", day.String())).Under("", "G9")}
		}
	}
	return e, nil
}
