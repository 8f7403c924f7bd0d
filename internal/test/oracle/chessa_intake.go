package oracle

import (
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// active returns the players with a game over the board.
func (s *section) active() map[string]bool {
	active := map[string]bool{}
	for _, g := range s.games {
		if g.played() {
			active[g.white], active[g.black] = true, true
		}
	}
	return active
}

// admit decides type and admission of an event's sections.
func (c *chessa) admit(e *event, published map[string]bool) {
	total := 0
	seen := map[string]bool{}
	for _, s := range e.sections {
		for _, id := range s.ids {
			if seen[id] {
				c.fire("player in several sections of an event")
			}
			seen[id] = true
		}
		active := s.active()
		unrated := 0
		for id := range active {
			if !published[id] {
				unrated++
			}
		}
		// Beginner Section, Reading C10.
		s.beginner = len(active) > 0 && percentage(2*unrated, len(active)) >= 67
		if s.beginner != (s.report.Group == report.Beginner) {
			if s.beginner {
				c.fire("C10 beginner by definition")
			} else {
				c.fire("C10 beginner by name only")
			}
		}
		if s.beginner && 100*unrated < 67*len(active) {
			c.fire("C10 rounded up to 67 %")
		}
		s.Kind = c.kind(s)
		if s.Kind == 0 {
			c.fire("G6 no type")
			s.Refused = true
		}
		if len(active) < 6 { // Reading C25
			c.fire("C25 section below 6")
			s.Refused = true
		} else {
			total += len(active)
			if len(active) == 6 {
				c.fire("C25 section of 6")
			}
		}
		least := 5
		if e.report.Braille {
			least = 4
		}
		if s.rounds() < least { // Reading C26
			if e.report.Dispensation == "" {
				c.fire("50% rule 1: too few rounds")
				s.Refused = true
			} else {
				c.fire("50% rule 1: dispensation")
			}
		} else if e.report.Braille && s.rounds() == 4 {
			c.fire("50% rule 2: braille")
		}
	}
	if total < 10 {
		c.fire("C25 event below 10")
		for _, s := range e.sections {
			s.Refused = true
		}
	}
}

// kind decides the type by the definitions (Time Control 2, 3; Reading C23).
func (c *chessa) kind(s *section) rating.Kind {
	said := s.declared()
	time, known := c.fastest(s)
	if !known {
		return said
	}
	need := 60 * 60
	if s.beginner || s.young() {
		need = 30 * 60
		if time >= need && time < 60*60 {
			c.fire("C23 standard from 30 minutes")
		}
	}
	decided := rating.Blitz
	switch {
	case time >= need:
		if time == need {
			c.fire("time control at the limit")
		}
		decided = rating.Standard
	case time > 10*60:
		decided = rating.Rapid
	case time == 10*60:
		c.fire("time control of exactly 10 minutes")
	}
	if said != 0 && said != decided {
		c.fire("G6 declared type disagrees")
	}
	return decided
}

// young reports whether a section is for players under 8 or under 10.
func (s *section) young() bool {
	return s.report.Group == report.Under8 || s.report.Group == report.Under10 || s.report.Group == report.Under8And10
}
