package season

import (
	"cmp"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
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
		rulings, lowest := edition.Check(r, own).Rulings, edition.About().Lowest
		for i := range r.Sections {
			section := &r.Sections[i]
			below, first := 0, (*report.Player)(nil)
			for j := range section.Players {
				p := newPlayer(reportedKey(reports, r, section, &section.Players[j]), r, &section.Players[j])
				if _, taken := players.ByID(p.ID); taken {
					continue // a repeated start number; report.Check refuses it
				}
				var standing roster.Standing
				if kind := rulings[i].Kind; kind != 0 {
					standing.Of(kind).Rating = own.rating(&section.Players[j])
				}
				if stated := own.rating(&section.Players[j]); stated.Rated() && stated < lowest.Rating {
					below, first = below+1, cmp.Or(first, &section.Players[j])
				}
				p.EnteredUnrated = !standing.Rated()
				players.Add(p)
				list.Standings = append(list.Standings, standing)
			}
			if first != nil {
				f := finding.New("rating-below-floor", finding.Warning, first.At, finding.Int("players", below), finding.Int("player", first.StartNumber),
					finding.Text("rating", own.rating(first).String()), finding.Text("lowest", lowest.Rating.String()))
				findings = append(findings, f.In(section.Name).Of(r.File).Under(lowest.Clause, lowest.Reading))
			}
		}
		findings = append(findings, finding.New("facts-assumed", finding.Info, finding.At{}).Of(r.File))
	}
	return players, list, findings
}
