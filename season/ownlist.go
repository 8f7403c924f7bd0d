package season

import (
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/roster"
)

// OwnList makes an opening list from the ratings in the reports themselves,
// which are assigned to the list of the section's type. The finding says what
// is assumed.
func OwnList(edition regulation.Edition, reports []Source) (*roster.Roster, *roster.List, []finding.Finding) {
	players, list := roster.New(), &roster.List{}
	var findings []finding.Finding
	for _, source := range reports {
		r := source.Report
		own := reported{report: r, federation: edition.About().Federation}
		rulings := edition.Check(r, own).Rulings
		for i := range r.Sections {
			section := &r.Sections[i]
			for j := range section.Players {
				p := newPlayer(reportedKey(reports, r, section, &section.Players[j]), r, &section.Players[j])
				if _, taken := players.ByID(p.ID); taken {
					continue // a repeated start number; report.Check refuses it
				}
				var standing roster.Standing
				if kind := rulings[i].Kind; kind != 0 {
					standing.Of(kind).Rating = own.rating(&section.Players[j])
				}
				p.EnteredUnrated = !standing.Rated()
				players.Add(p)
				list.Standings = append(list.Standings, standing)
			}
		}
		findings = append(findings, finding.New("facts-assumed", finding.Info, finding.At{}).Of(r.File))
	}
	return players, list, findings
}
