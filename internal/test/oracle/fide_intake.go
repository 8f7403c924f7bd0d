package oracle

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/rating"
)

// excluded reports whether a rapid or blitz game is not rated because of the
// difference between the players (Reading F11).
func (p *fidePeriod) excluded(g *fideGame, kind rating.Kind) bool {
	if !p.edition.shutOut || kind == rating.Standard {
		return false
	}
	higher := max(g.own, g.opponent)
	if g.gap() < 600 || higher <= 2600 {
		if g.gap() == 599 && higher > 2600 || g.gap() >= 600 && higher == 2600 {
			p.fire("F11 nearly excluded")
		}
		return false
	}
	if g.gap() == 600 {
		p.fire("F11 600 points")
	}
	p.fire("F11 excluded")
	return true
}

// kind decides the type by the definitions (Reading G6); 0: none.
func (p *fidePeriod) kind(s *section) rating.Kind {
	said := s.declared()
	time, known := p.fastest(s)
	if !known {
		return said
	}
	if b := p.inMinutes(s); (time <= 10*60) != (b <= 10*60) || (time >= 60*60) != (b >= 60*60) {
		p.fire("G6 seconds or minutes")
		return said
	}
	s.seconds = time
	decided := rating.Rapid
	switch {
	case time >= 60*60:
		decided = rating.Standard
		if time == 60*60 {
			p.fire("exactly 60 minutes")
		}
	case time <= 10*60:
		decided = rating.Blitz
		if time == 10*60 {
			p.fire("exactly 10 minutes")
		}
	}
	if said != 0 && said != decided {
		p.fire("G6 declared type disagrees")
	}
	return decided
}

// unfit returns the condition that a game does not meet (Reading F12), empty if
// it meets all.
func (p *fidePeriod) unfit(g *game) string {
	s := g.section
	timed := s.seconds != 0
	white, black := p.latest().effective(g.white, s.Kind), p.latest().effective(g.black, s.Kind)
	need := 60
	switch strongest := max(white, black); {
	case strongest >= 2400:
		need = 120
	case strongest >= 1800:
		need = 90
	}
	switch {
	case timed && s.Kind == rating.Standard && s.seconds < need*60: // 1.1
		return fmt.Sprintf("less than %d minutes", need)
	case timed && s.Kind == rating.Blitz && p.edition.shortBlitz && s.seconds <= 3*60:
		return "blitz of 3 minutes"
	case s.Kind != rating.Standard && s.unequal():
		return "unequal times"
	case len(s.ids) == 2 && (white == 0) != (black == 0): // 6.1
		return "a match of an unrated player"
	}
	return ""
}

// inMinutes returns the seconds of the fastest time control if N+I with N from 30 to 150
// is in minutes (Reading G6).
func (p *fidePeriod) inMinutes(s *section) int {
	shortest := 0
	for _, c := range s.controls() {
		base, increment, simple := strings.Cut(c, "+")
		if n, err := strconv.Atoi(base); simple && err == nil && n >= 30 && n <= 150 {
			c = strconv.Itoa(60*n) + "+" + increment
		}
		if n := seconds(c); shortest == 0 || n < shortest {
			shortest = n
		}
	}
	return shortest
}

// controls returns the time controls that apply to a section (Reading G6).
func (s *section) controls() []string {
	own := s.report.TimeControl
	if len(own) == 0 {
		own = s.event.report.TimeControl
	}
	var controls []string
	for _, c := range own {
		controls = append(controls, string(c))
	}
	return controls
}

// unequal reports whether the colours have different times.
func (s *section) unequal() bool {
	for _, c := range s.controls() {
		if white, black, both := strings.Cut(c, "-"); both && white[1:] != black[1:] {
			return true
		}
	}
	return false
}

// counts reports whether a game counts at all.
func (p *fidePeriod) counts(g *game) bool {
	if !g.played() {
		if g.unrated {
			p.fire("G7 game for points only")
		} else {
			p.fire("G7 forfeit")
		}
		return false
	}
	switch unfit := p.unfit(g); {
	case unfit == "":
	case p.strict:
		p.fire("F12 excluded: " + unfit)
		return false
	default:
		p.fire("F12 counted: " + unfit)
	}
	return true
}
