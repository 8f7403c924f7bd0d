package document

import (
	"io"

	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/rating"
)

// jcfColumns are the columns of the workbook of Japan's list, and what they are in our CSV.
var jcfColumns = [][2]string{
	{"ID", "id"}, {"Name", "name"}, {"Kanji", "name_local"}, {"ST-K", "standard_next_k"}, {"ST", "standard"}, {"ST-G", "standard_games"},
	{"RP-K", "rapid_next_k"}, {"RP", "rapid"}, {"RP-G", "rapid_games"},
}

// WriteListJCF writes a list as the workbook of Japan's list: a sheet that says what the
// columns are, then the list.
func WriteListJCF(to io.Writer, l *ranking.List) error {
	head := make([]string, len(jcfColumns))
	for i, c := range jcfColumns {
		head[i] = c[0]
	}
	return writeWorkbook(to, l.Publication.Label, workbookSheet{
		name: "Legend", head: []string{"Column", "Arpad"}, widths: []float64{12, 18},
		rows: func(yield func([]any, error) bool) {
			for _, c := range jcfColumns {
				if !yield([]any{c[0], c[1]}, nil) {
					return
				}
			}
		},
	}, workbookSheet{
		name: "List", head: head, widths: []float64{12, 26, 16, 8}, rows: each(l, jcfRow),
	})
}

func jcfRow(line *rows.Line) []any {
	d := NewListPlayer(line)
	row := []any{d.ID, d.Name, d.Local}
	for _, kind := range []rating.Kind{rating.Standard, rating.Rapid} {
		state, k := line.Of(kind), line.Of(kind).NextK
		if !state.Rating.Rated() {
			row = append(row, nil, nil, nil)
			continue
		}
		cells := []any{nil, int(state.Rating), state.Games}
		if k != 0 {
			cells[0] = int(k)
		}
		row = append(row, cells...)
	}
	return row
}
