package season

import (
	"slices"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// StatedFideID returns the FIDE ID that an entry states; none if it is one of the player's national
// IDs, which clubs write there.
func StatedFideID(entry *report.Player, ids ...string) string {
	if slices.Contains(ids, entry.FideID) {
		return ""
	}
	return roster.WithoutZeros(entry.FideID)
}

// Differing returns the fields that are stated of a player otherwise than the register or the
// opening list has them, which stand: neither decides a rating.
func Differing(sex, knownSex, fideID, knownFideID string) string {
	var fields []string
	if sex != "" && knownSex != "" && sex != knownSex {
		fields = append(fields, "sex")
	}
	if knownFideID != "" && fideID != "" && fideID != roster.WithoutZeros(knownFideID) {
		fields = append(fields, "fide_id")
	}
	return strings.Join(fields, ",")
}

// compareFacts notes what an entry states otherwise than a player of the list has it, and a FIDE ID
// of somebody else.
func (s *season) compareFacts(have *roster.Player, entry *report.Player, note func(string, finding.Severity, ...finding.Value)) {
	fideID := StatedFideID(entry, have.ID)
	known := have.FideID
	if n, found := s.Roster.ByFideID(fideID); found && known == "" {
		known = s.Roster.Players[n].ID // it is theirs
	}
	if fields := Differing(entry.Sex, have.Sex, fideID, known); fields != "" {
		note("facts-differ", finding.Warning, finding.Text("id", have.ID), finding.Text("differs", fields))
	}
}
