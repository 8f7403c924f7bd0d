package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
)

// WithoutNames returns a report in which nobody can be recognised, to share it when
// asking for help: players are called by their start numbers, births are years of a
// decade, and names, IDs, clubs and free words about people are gone. Days, ratings,
// pairings and results stay: the report is rated as before.
func (r *Report) WithoutNames() *Report {
	out := *r
	out.File, out.Name = "event", "Event"
	out.Organizer, out.Venue, out.City, out.Responsible, out.SubmittedBy, out.ChiefArbiter = "", "", "", "", "", ""
	out.Dispensation, out.Qualified, out.Deputies, out.KeptLines = "", nil, nil, nil
	out.Teams = slices.Clone(r.Teams)
	for i := range out.Teams {
		out.Teams[i].Name, out.Teams[i].Nick = fmt.Sprintf("Team %d", i+1), ""
	}
	out.Sections = slices.Clone(r.Sections)
	for i := range out.Sections {
		s := &out.Sections[i]
		if s.Name != "" {
			s.Name = "Section " + letters(i)
		}
		s.Players = slices.Clone(s.Players)
		for j := range s.Players {
			p := &s.Players[j]
			*p = Player{
				StartNumber: p.StartNumber, Name: fmt.Sprintf("Player %s%d", letters(i), p.StartNumber), Title: p.Title, Federation: p.Federation,
				Birth: decade(p.Birth), Rating: p.Rating, Points: p.Points, Rank: p.Rank, At: p.At,
			}
		}
	}
	return &out
}

// letters returns A for 0, B for 1, and AA after Z.
func letters(n int) string {
	const size = 26
	return strings.Repeat(string(rune('A'+n%size)), 1+n/size)
}

// decade returns the first year of the decade of a birth.
func decade(b civil.Birth) civil.Birth { return civil.BirthIn(b.Year() / 10 * 10) }
