package oracle

import (
	"sort"

	"github.com/arpadchess/arpad/rating"
)

// kind decides the type (Reading G6) by the definitions.
func (j *japan) kind(s *section) rating.Kind {
	said := s.declared()
	time, known := j.fastest(s)
	if !known {
		if said == 0 {
			j.fire("J13 no type: standard") // 4(7)
			return rating.Standard
		}
		return said
	}
	decided := rating.Blitz
	switch {
	case time >= 60*60:
		decided = rating.Standard
		if time == 60*60 {
			j.fire("4(6) exactly 60 minutes")
		}
	case time >= 45*60:
		decided = rating.Rapid
		switch {
		case s.event.report.FIDEEvent:
			j.fire("J19 45 minutes, FIDE event")
		case said == rating.Standard:
			j.fire("J19 45 minutes, declared standard")
			decided = rating.Standard
		case said == 0:
			j.fire("J19 45 minutes, nothing declared")
			decided = rating.Standard
		default:
			j.fire("J19 45 minutes, declared otherwise")
		}
	case time >= 10*60:
		decided = rating.Rapid
		if time == 10*60 {
			j.fire("J18 exactly 10 minutes")
		}
	}
	if said != 0 && said != decided {
		j.fire("G6 declared type disagrees")
	}
	return decided
}

// counts reports whether a game counts at all.
func (j *japan) counts(g *game) bool {
	if !g.played() {
		switch {
		case !g.unrated:
			j.fire("5(3) forfeit")
		default:
			j.fire("G7 game for points only")
		}
		return false
	}
	e := g.section.event
	if late := e.received - g.date; late > 90 {
		if j.options["late"] == "exclude" {
			j.fire("J24 late game excluded")
			return false
		}
		j.fire("J24 late game counted")
	} else if late == 90 {
		j.fire("J24 reported on the 90th day")
	}
	for _, id := range []string{g.white, g.black} {
		member := j.players[id].Member
		if member.From == 0 && member.To == 0 {
			continue // unknown
		}
		if e.first < member.From || member.To != 0 && member.To < e.last {
			if j.options["non_members"] == "exclude" {
				j.fire("J15 non-member excluded")
				return false
			}
			j.fire("J15 non-member counted")
		}
	}
	return true
}

// sortGames puts games into playing order (Reading G5): by date, event start,
// end, name, section, round, White's start number.
func sortGames(games []game) {
	sort.Slice(games, func(i, j int) bool {
		x, y := &games[i], &games[j]
		switch {
		case x.date != y.date:
			return x.date < y.date
		case x.section.event.first != y.section.event.first:
			return x.section.event.first < y.section.event.first
		case x.section.event.last != y.section.event.last:
			return x.section.event.last < y.section.event.last
		case x.section.event.report.Name != y.section.event.report.Name:
			return x.section.event.report.Name < y.section.event.report.Name
		case x.section.Name != y.section.Name:
			return x.section.Name < y.section.Name
		case x.round != y.round:
			return x.round < y.round
		}
		return x.start < y.start
	})
}
