package season

import (
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// Assessment is an edition's assessment of a report.
type Assessment struct {
	Findings []finding.Finding // of the edition
	All      []finding.Finding // Findings and earlier ones, sorted
	Rulings  []pack.Ruling     // by section
	Refused  [][]string        // by section: ids of the findings that prevent rating
}

// Assess has an edition check a report. found are the findings of the reader,
// of report.Check and about the players. Sections that a finding refuses are
// refused in the rulings.
func Assess(r *report.Report, found []finding.Finding, edition regulation.Edition, facts regulation.Facts) *Assessment {
	checked := edition.Check(r, facts)
	a := &Assessment{
		Findings: checked.Findings, All: slices.Concat(found, checked.Findings), Rulings: checked.Rulings,
		Refused: make([][]string, len(r.Sections)),
	}
	slices.SortFunc(a.All, finding.Compare)
	for i := range r.Sections {
		for _, f := range a.All {
			if f.Refuses && (!f.InSection || f.Section == r.Sections[i].Name) {
				a.Refused[i] = append(a.Refused[i], f.ID)
				a.Rulings[i].Refused = true
			}
		}
	}
	return a
}

// suppose takes back the edition's refusals of sections whose kind it knows; found are
// the findings that keep theirs.
func (a *Assessment) suppose(found []finding.Finding) {
	for i := range a.Rulings {
		kept := slices.ContainsFunc(a.Refused[i], func(id string) bool {
			return slices.ContainsFunc(found, func(f finding.Finding) bool { return f.ID == id })
		})
		if a.Rulings[i].Kind != 0 && !kept {
			a.Rulings[i].Refused, a.Refused[i] = false, nil
		}
	}
}

// contest keeps out of the rating the games about which the report contradicts itself.
func (a *Assessment) contest(r *report.Report) {
	for i := range a.All {
		f := &a.All[i]
		for n := range r.Sections {
			s, ruling := &r.Sections[n], &a.Rulings[n]
			if s.Name != f.Section || !report.Contradicts(f) {
				continue
			}
			if ruling.Out == nil {
				ruling.Out = make([]pack.Out, len(s.Games))
			}
			for g := range s.Games {
				if report.Contests(f, &s.Games[g]) {
					ruling.Out[g] = pack.Held
				}
			}
		}
	}
}

// Rated reports whether any section can be rated.
func (a *Assessment) Rated() bool {
	return slices.ContainsFunc(a.Rulings, func(r pack.Ruling) bool { return !r.Refused })
}

// SamePlayerTwice refuses a section with two entries of the same player. id
// returns the player's ID of an entry, empty if unknown.
func SamePlayerTwice(r *report.Report, s *report.Section, id func(entry int) string) []finding.Finding {
	var found []finding.Finding
	entries := make(map[string]int, len(s.Players))
	for _, j := range s.ByStartNumber() {
		player := id(j)
		if player == "" {
			continue
		}
		if first, twice := entries[player]; twice {
			f := finding.Refusal("same-player-twice", s.Players[j].At, finding.Int("player", s.Players[j].StartNumber),
				finding.Int("other", s.Players[first].StartNumber), finding.Text("id", player))
			found = append(found, f.In(s.Name).Of(r.File))
		}
		entries[player] = j
	}
	return found
}
