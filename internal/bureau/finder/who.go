package finder

import (
	"slices"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/report"
)

// Who returns the ID of a player by ID, or by a name in any script or the
// beginning of one. A name that fits several players is refused with their IDs.
func Who(r bureau.Reader, text string) (string, error) {
	search, err := New(r)
	if err != nil {
		return "", err
	}
	return search.Who(r, text)
}

// Who is like the function, by a search that is there.
func (s *Search) Who(r bureau.Reader, text string) (string, error) {
	if p, err := register.Players.Get(r, text); err != nil || p != nil {
		return text, err
	}
	found, err := s.Find(r, text, 10)
	if err != nil {
		return "", err
	}
	wanted := report.FoldName(text)
	same := slices.DeleteFunc(slices.Clone(found.Players), func(h Hit) bool {
		return report.FoldName(h.Name) != wanted && report.FoldName(h.NameLocal) != wanted
	})
	switch {
	case len(same) == 1:
		return same[0].ID, nil
	case len(found.Players) == 1:
		return found.Players[0].ID, nil
	case len(found.Players) == 0:
		return "", register.Unknown(r, text)
	}
	var hits []string
	for _, h := range found.Players {
		hits = append(hits, h.ID+" "+h.Name)
	}
	if found.More {
		hits = append(hits, "...")
	}
	return "", finding.Refuse("player-not-unique", finding.Text("text", text), finding.Text("players", strings.Join(hits, ", ")))
}
