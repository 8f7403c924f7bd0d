package view

import (
	"slices"
	"strings"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/register"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
)

// Who returns the ID of a player by ID, or by a name in any script or the
// beginning of one. A name that fits several players is refused with their IDs.
func Who(r bureau.Reader, text string) (string, error) {
	if p, err := register.Players.Get(r, text); err != nil || p != nil {
		return text, err
	}
	const most = 10
	hits, err := register.Search(r, text, most)
	if err != nil {
		return "", err
	}
	wanted := report.FoldName(text)
	same := slices.DeleteFunc(slices.Clone(hits), func(h *register.Hit) bool {
		return report.FoldName(h.Name) != wanted && report.FoldName(h.NameLocal) != wanted
	})
	switch {
	case len(same) == 1:
		return same[0].ID, nil
	case len(hits) == 1:
		return hits[0].ID, nil
	case len(hits) == 0:
		return "", finding.Refuse("unknown-player", finding.Text("id", text))
	}
	var found []string
	for _, h := range hits {
		found = append(found, h.ID+" "+h.Name)
	}
	if len(hits) == most {
		found = append(found, "...")
	}
	return "", finding.Refuse("player-not-unique", finding.Text("text", text), finding.Text("players", strings.Join(found, ", ")))
}
