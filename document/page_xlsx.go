package document

import (
	"io"

	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/rating"
)

// WritePageXLSX writes a page as a spreadsheet, with the columns of its CSV.
func WritePageXLSX(to io.Writer, p *ranking.Page) error {
	title := p.Board.Publication.Label + " " + p.Kind.String()
	return writeWorkbook(to, title, workbookSheet{
		name: title, head: pageColumns(p), widths: []float64{7, 12, 24, 16, 26, 16},
		rows: each(p, func(line *ranking.PageLine) []any { return xlsxRow(p, line) }),
	})
}

// xlsxRow returns the cells of a line; nil where there is no value.
func xlsxRow(p *ranking.Page, line *ranking.PageLine) []any {
	d := NewPageLine(line)
	row := []any{nil, d.ID, d.Name, d.Local, d.Club}
	if d.Place != nil {
		row[0] = *d.Place
	}
	for _, kind := range p.Board.About.Lists {
		state := line.Of(kind)
		if !state.Rating.Rated() {
			row = append(row, nil, nil, nil)
			continue
		}
		var change any
		if by, known := line.Change(kind); known {
			change = by
		}
		row = append(row, int(state.Rating), change, state.Games)
	}
	return row
}

// jcfColumns are the columns of the workbook of Japan's list, and what they are in our CSV.
var jcfColumns = [][2]string{
	{"ID", "id"}, {"Name", "name"}, {"Kanji", "name_local"}, {"ST-K", "standard_k"}, {"ST", "standard"}, {"ST-G", "standard_games"},
	{"RP-K", "rapid_k"}, {"RP", "rapid"}, {"RP-G", "rapid_games"},
}

// WritePageJCF writes a page as the workbook of Japan's list: a sheet that says what the
// columns are, then the list.
func WritePageJCF(to io.Writer, p *ranking.Page) error {
	head := make([]string, len(jcfColumns))
	for i, c := range jcfColumns {
		head[i] = c[0]
	}
	return writeWorkbook(to, p.Board.Publication.Label, workbookSheet{
		name: "Legend", head: []string{"Column", "Arpad"}, widths: []float64{12, 18},
		rows: func(yield func([]any, error) bool) {
			for _, c := range jcfColumns {
				if !yield([]any{c[0], c[1]}, nil) {
					return
				}
			}
		},
	}, workbookSheet{
		name: "List", head: head, widths: []float64{12, 26, 16, 8}, rows: each(p, jcfRow),
	})
}

func jcfRow(line *ranking.PageLine) []any {
	d := NewPageLine(line)
	row := []any{d.ID, d.Name, d.Local}
	for _, kind := range []rating.Kind{rating.Standard, rating.Rapid} {
		state, k := line.Of(kind), line.Of(kind).K
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
