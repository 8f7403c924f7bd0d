package season

import (
	"slices"

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

// Origin is where a fact about a player is known from.
type Origin uint8

// The origins, in their order: what one knows, the next is not asked for.
const (
	Unknown    Origin = iota
	FromList          // the register, or the opening list
	FromReport        // what reports state; no register knows it
	Disputed          // reports contradict each other, and no register decides: neither counts (Reading G13)
)

// WhichBirth returns the birth of a player that counts, and where it is known from, by what the
// register or the opening list has and what reports state.
func WhichBirth(listed civil.Birth, stated ...civil.Birth) (civil.Birth, Origin) {
	said := civil.Birth(0)
	for _, birth := range stated {
		switch {
		case birth == 0 || listed != 0 && !agree(birth, listed): // the register stands
		case said == 0 || completes(birth, said):
			said = birth
		case !agree(birth, said):
			return listed, Disputed
		}
	}
	switch {
	case AddsBirth(said, listed):
		return said, FromReport
	case listed == 0:
		return 0, Unknown
	}
	return listed, FromList
}

// AddsBirth reports whether a birth says more than the register does, and nothing against it.
func AddsBirth(stated, listed civil.Birth) bool {
	return stated != 0 && listed == 0 || completes(stated, listed)
}

// completes reports whether a birth is a day in the year that is all that is known.
func completes(day, year civil.Birth) bool {
	return year.YearOnly() && !day.YearOnly() && day.Year() == year.Year()
}

// agree reports whether two births may be the same.
func agree(a, b civil.Birth) bool { return a == b || completes(a, b) || completes(b, a) }

// statedBirths returns the births that the reports state, by the players' IDs.
func (s *season) statedBirths(reports []admitted) map[string][]civil.Birth {
	all := map[string][]civil.Birth{}
	about := s.Regulation.Latest().About()
	for _, a := range reports {
		for i := range a.report.Sections {
			section := &a.report.Sections[i]
			for j := range section.Players {
				birth := birthOf(&section.Players[j], a.report)
				id, found, ok := s.find(a.report, section, &section.Players[j], &about)
				if ok {
					id = s.Roster.Players[found].ID
				}
				if id != "" && birth != 0 && !slices.Contains(all[id], birth) {
					all[id] = append(all[id], birth)
				}
			}
		}
	}
	return all
}

// takeBirth gives a player of the list the birth that the reports state, as far as the list
// does not know it (Reading G13). It notes an entry whose birth is another one.
func (s *season) takeBirth(have *roster.Player, entry civil.Birth, note func(string, finding.Severity, ...finding.Value)) {
	id := finding.Text("id", have.ID)
	contradicts := entry != 0 && have.Birth != 0 && !agree(entry, have.Birth)
	if contradicts {
		note("birth-differs", finding.Warning, id)
	}
	switch birth, from := WhichBirth(have.Birth, s.births[have.ID]...); {
	case from == Disputed && entry != 0 && !contradicts:
		note("births-differ", finding.Warning, id)
	case from == FromReport:
		have.Birth = birth
		note("birth-from-report", finding.Info, id)
	}
}
