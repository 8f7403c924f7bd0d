package reports

import (
	"bytes"
	"net/http"
	"slices"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/response"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/template"
)

// membersOf returns the players of clubs on the list published last, by name, but those whose names are withheld.
func membersOf(v *portal.Visit, clubs []*register.Club) (all []rows.Line, err error) {
	err = v.Bureau.View(v.R.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		board, err := ranking.NewBoard(r, "", 0)
		if err != nil {
			return err
		}
		for _, club := range clubs {
			page, err := board.Page(r, ranking.Selection{Club: club.Name, Sort: ranking.ByName})
			if err != nil {
				return err
			}
			all = append(all, page.Lines...)
		}
		return nil
	})
	return slices.DeleteFunc(all, func(l rows.Line) bool { return l.Withheld }), err
}
