//go:build !js

package explain

import (
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/arpadchess/arpad/regulation"
)

// games writes the table of the games.
func (w *listWriter) games(p *AccountPart) {
	if len(p.Games) == 0 {
		return
	}
	t := table.NewWriter()
	t.SetStyle(plain)
	t.AppendHeader(w.row("round", "opponent", "rated", "difference", "counts-as", "expected", "score", "k", "change", ""))
	for _, s := range p.Games {
		row := table.Row{s.Round, w.opponent(w.l, s.Opponent), s.OpponentRating, "", "", "", s.Score, "", "", w.Remark(w.l, s)}
		if s.What != regulation.Pooled {
			row[3], row[4], row[8] = signed(s.Difference), signed(s.CountsAs), s.Change.Signed()
			if w.l.Regulation.Expectancy {
				row[5], row[7] = s.Expected, s.K
			}
		}
		t.AppendRow(row)
	}
	sum := table.Row{"", w.Text("explain.sum", Data{"games": strconv.Itoa(p.Counted())}), "", "", "", "", p.Score, "", "", ""}
	if !p.Pooled {
		sum[8] = p.Change.Signed()
		if w.l.Regulation.Expectancy {
			sum[5] = p.Expected
		}
	}
	t.AppendRow(sum)
	t.SetColumnConfigs([]table.ColumnConfig{
		{Number: 1, Align: text.AlignRight}, {Number: 3, Align: text.AlignRight}, {Number: 4, Align: text.AlignRight},
		{Number: 5, Align: text.AlignRight}, {Number: 6, Align: text.AlignRight}, {Number: 7, Align: text.AlignRight},
		{Number: 8, Align: text.AlignRight}, {Number: 9, Align: text.AlignRight},
	})
	t.SuppressEmptyColumns()
	for line := range strings.Lines(t.Render()) {
		w.line(strings.TrimRight(line, "\n"))
	}
}

func (w *listWriter) row(keys ...string) table.Row {
	var row table.Row
	for _, key := range keys {
		if key != "" {
			key = w.Text("explain."+key, nil)
		}
		row = append(row, key)
	}
	return row
}

// pad fills a text up with spaces to a width on a terminal.
func pad(s string, width int) string { return text.Pad(s, width, ' ') }

// plain is the style of a table without borders.
var plain = func() table.Style {
	s := table.StyleDefault
	s.Options = table.OptionsNoBordersAndSeparators
	s.Box.PaddingLeft, s.Box.PaddingRight = "", "  "
	s.Format.Header = text.FormatDefault
	return s
}()
