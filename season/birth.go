package season

import (
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// birthOf returns the birth of an entry; an impossible one is unknown (Reading G8).
func birthOf(p *report.Player, r *report.Report) civil.Birth {
	if !report.PlausibleBirth(p.Birth, r.FirstDay()) {
		return 0
	}
	return p.Birth
}

// stated is what all reports say about the birth of a player.
type stated struct {
	birth     civil.Birth // the most exact one; zero: none
	contested bool        // two reports disagree: neither counts (Reading G13)
}

// take adds what a report says.
func (s *stated) take(birth civil.Birth) {
	switch {
	case s.birth == 0 || completes(birth, s.birth):
		s.birth = birth
	case !agree(birth, s.birth):
		s.contested = true
	}
}

// completes reports whether a birth is a day in the year that is all that is known.
func completes(day, year civil.Birth) bool {
	return year.YearOnly() && !day.YearOnly() && day.Year() == year.Year()
}

// agree reports whether two births may be the same.
func agree(a, b civil.Birth) bool { return a == b || completes(a, b) || completes(b, a) }

// statedBirths returns what the reports say about births that the list does not contradict,
// by the players' IDs.
func (s *season) statedBirths(reports []admitted) map[string]stated {
	all := map[string]stated{}
	about := s.Regulation.Latest().About()
	for _, a := range reports {
		for i := range a.report.Sections {
			section := &a.report.Sections[i]
			for j := range section.Players {
				birth, listed := birthOf(&section.Players[j], a.report), civil.Birth(0)
				id, found, ok := s.find(a.report, section, &section.Players[j], &about)
				if ok {
					id, listed = s.Roster.Players[found].ID, s.Roster.Players[found].Birth
				}
				if id == "" || birth == 0 || listed != 0 && !agree(birth, listed) {
					continue
				}
				of := all[id]
				of.take(birth)
				all[id] = of
			}
		}
	}
	return all
}

// takeBirth gives a player of the list the birth that the reports state, as far as the list
// does not know it (Reading G13). It notes an entry whose birth is another one.
func (s *season) takeBirth(have *roster.Player, entry civil.Birth, note func(string, finding.Severity, ...finding.Value)) {
	of, id := s.births[have.ID], finding.Text("id", have.ID)
	switch {
	case entry != 0 && have.Birth != 0 && !agree(entry, have.Birth):
		note("birth-differs", finding.Warning, id)
	case of.contested && entry != 0:
		note("births-differ", finding.Warning, id)
	case of.contested:
	case have.Birth == 0 && of.birth != 0 || completes(of.birth, have.Birth):
		have.Birth = of.birth
		note("birth-from-report", finding.Info, id)
	}
}
