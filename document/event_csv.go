package document

import (
	"io"
	"strconv"

	"github.com/arpadchess/arpad/internal/sheet"
)

// WriteEventCSV writes the games of an event as CSV, a game a row.
func WriteEventCSV(to io.Writer, e *Event) error {
	rows := [][]string{{"ref", "section", "type", "round", "date", "white_id", "white", "black_id", "black", "result", "counts"}}
	for i := range e.Sections {
		s := &e.Sections[i]
		players := map[int32]*EventPlayer{}
		for j := range s.Players {
			players[s.Players[j].Start] = &s.Players[j]
		}
		for _, g := range s.Games {
			var white, black EventPlayer
			if p := players[g.White]; p != nil {
				white = *p
			}
			if p := players[g.Black]; p != nil {
				black = *p
			}
			rows = append(rows, []string{
				e.Ref, s.Name, s.Type.String(), strconv.Itoa(int(g.Round)), g.Date.String(), white.ID, white.Name, black.ID, black.Name,
				g.Result.String(), strconv.FormatBool(g.Counts),
			})
		}
	}
	return sheet.NewWriter(to).WriteAll(rows)
}
