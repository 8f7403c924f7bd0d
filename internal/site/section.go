package site

import (
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/page/glyph"
)

// notRated is what of an event is not rated, and why.
type notRated struct {
	Name  string // of the section; empty: the event
	Why   []reason
	Games []uncounted
}

// reason is why something is not rated.
type reason struct {
	Text  string
	Rests cited
}

// uncounted is how many games do not count, and why.
type uncounted struct {
	Games int
	Why   string
}

// notRated returns what of an event is not rated.
func (v *visit) notRated(e *view.Event, edition string) []notRated {
	var all []notRated
	for i := range e.NotRated {
		of := &e.NotRated[i]
		n := notRated{Name: of.Section}
		if n.Name == "" && of.Number > 0 {
			n.Name = v.Text("web.event.crosstable", nil)
		}
		for _, f := range of.Findings {
			n.Why = append(n.Why, v.reason(f, edition))
		}
		for _, g := range of.Games {
			n.Games = append(n.Games, uncounted{g.Games, v.Text("web.event.why-"+g.Why, nil)})
		}
		all = append(all, n)
	}
	return all
}

func (v *visit) reason(f finding.Finding, edition string) reason {
	return reason{glyph.Typeset(v.Printer, v.Message(f)), cited{edition, f.Clause, f.Reading}}
}
