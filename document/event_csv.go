package document

import (
	"io"
	"strconv"

	"github.com/arpadchess/arpad/internal/sheet"
)

// WriteEventCSV writes the games of an event as CSV, a game a row.
func WriteEventCSV(to io.Writer, e *Event) error {
	w := sheet.NewWriter(to)
	if err := w.Write([]string{"ref", "section", "type", "round", "date", "white_id", "white", "black_id", "black", "result", "counts"}); err != nil {
		return err
	}
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
			err := w.Write([]string{
				e.Ref, s.Name, s.Type.String(), strconv.Itoa(int(g.Round)), g.Date.String(), white.ID, white.Name, black.ID, black.Name,
				g.Result.String(), strconv.FormatBool(g.Counts),
			})
			if err != nil {
				return err
			}
		}
	}
	w.Flush()
	return w.Error()
}
