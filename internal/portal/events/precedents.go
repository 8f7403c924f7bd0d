package events

import (
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/portal"
)

// precedentsShown is what the page of the precedents shows.
type precedentsShown struct {
	Tabs          []tab
	Words, Clause string // that are looked for
	Edition       string // in force
	Found         []precedentShown
	All           int
	F             *portal.Form // nil: the visitor adds none
	By            string
}

// precedentShown is a precedent.
type precedentShown struct {
	*desk.Precedent
	On civil.Date
}

func showPrecedents(v *portal.Visit) (any, error) {
	asked := v.R.URL.Query()
	s := &precedentsShown{Tabs: tabs(v, "precedents"), Words: strings.TrimSpace(asked.Get("words")), Clause: strings.TrimSpace(asked.Get("clause")), Edition: edition(v), By: v.Is.Account.Name}
	err := v.Bureau.View(v.R.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		near, err := desk.NearPrecedents(v.Bureau, r, s.Words, s.Clause)
		if err != nil {
			return err
		}
		for _, p := range near {
			s.Found = append(s.Found, precedentShown{p, v.Of.Day(p.At)})
		}
		n, err := bureau.Counters.Get(r, "precedent")
		if n != nil {
			s.All = *n
		}
		return err
	})
	if err == nil && v.Is.Actor.Is(bureau.Officer) {
		s.F, err = v.Form(&act.AddPrecedent{}, "")
	}
	return s, err
}

// edition returns the ID of the edition in force, whose clauses are linked; empty: none is known.
func edition(v *portal.Visit) string {
	about, err := v.Of.EditionOn(v.Bureau.Today(v.Of))
	if err != nil {
		return ""
	}
	return about.ID
}

// mostCases are shown of those that cite a precedent.
const mostCases = 200

// citedShown is what the page of a precedent shows.
type citedShown struct {
	Tabs []tab
	precedentShown
	Edition string
	Cases   []caseShown // that cite it
	More    int         // earlier ones
}

// caseShown is a report whose decision cites a precedent.
type caseShown struct{ Ref, Event, To string }

func showPrecedent(v *portal.Visit) (any, error) {
	s := &citedShown{Tabs: tabs(v, "precedents"), Edition: edition(v)}
	return s, v.Bureau.View(v.R.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		p, err := desk.FindPrecedent(r, v.R.PathValue("name"))
		if err != nil {
			return err
		}
		s.precedentShown = precedentShown{p, v.Of.Day(p.At)}
		refs, err := intake.Citing(r, p.Name())
		s.More = max(len(refs)-mostCases, 0)
		for _, ref := range refs[s.More:] {
			c, err := intake.Find(r, ref)
			if err != nil {
				return err
			}
			s.Cases = append(s.Cases, caseShown{c.Ref, c.Event, v.PageOf("report.submit", c.Ref)})
		}
		return err
	})
}
