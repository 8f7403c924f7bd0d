package site

import (
	"github.com/arpadchess/arpad/internal/bureau/agenda"
	"github.com/arpadchess/arpad/regulation"
)

// calendar is the values of the page about what comes next.
type calendar struct {
	*agenda.Ahead
	About  regulation.About
	Events []expected
}

// expected is an announced event of which no report has come.
type expected struct {
	agenda.Expected
	By   called
	Kind string // a word; empty: it will not be rated
}

func readCalendar(v *visit) (*calendar, error) {
	ahead, err := agenda.AheadOf(v.R, v.Settings, v.Now.Day)
	if err != nil {
		return nil, err
	}
	rules, err := v.Settings.Rules()
	if err != nil {
		return nil, err
	}
	c := &calendar{Ahead: ahead, About: rules.Latest().About()}
	for _, e := range ahead.Events {
		shown := expected{Expected: e}
		if shown.By, err = v.club(e.Club); err != nil {
			return nil, err
		}
		if e.Answer.Rated {
			shown.Kind = e.Answer.Kind.String()
		}
		c.Events = append(c.Events, shown)
	}
	return c, nil
}
