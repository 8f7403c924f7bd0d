package table

import (
	"errors"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/lines"
	"github.com/arpadchess/arpad/internal/sheet"
)

// CSV reads a text whose cells are separated by commas, semicolons or tabs.
func CSV(text string, c *finding.Collector) []Table {
	t := Table{}
	cells := 0
	err := sheet.Rows(text, func(line int, row []string) bool {
		if cells += len(row); cells > MaxCells || len(t.Rows) == MaxRows || len(row) > MaxColumns {
			c.Add(tooLarge(finding.At{Line: int32(line)}))
			return false
		}
		for i := range row {
			row[i] = clean(sheet.Unguard(row[i]))
		}
		t.Rows = append(t.Rows, Row{line, row})
		return true
	})
	var long *lines.TooLong
	switch {
	case errors.As(err, &long):
		c.Add(finding.Refusal("line-too-long", finding.At{Line: int32(long.Line)}, finding.Int("limit", lines.Max)))
	case err != nil:
		c.Add(finding.Refusal("list-not-csv", finding.At{Line: 1}))
	}
	t.check(c)
	return []Table{t}
}

// tooLarge is the refusal of tables of which no event has so many cells.
func tooLarge(at finding.At) finding.Finding {
	return finding.Refusal("table-too-large", at, finding.Int("cells", MaxCells), finding.Int("rows", MaxRows), finding.Int("columns", MaxColumns))
}
