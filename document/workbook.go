package document

import (
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/xuri/excelize/v2"

	"github.com/arpadchess/arpad/report/table"
)

// XLSXType is the content type of a spreadsheet.
const XLSXType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

// asText is the number format of cells that a spreadsheet must not read as a number, a
// date or a formula, whatever they begin with.
const asText = 49

// workbookSheet is a sheet of a spreadsheet: a head that stays when the rows are scrolled,
// and rows in which text is text, numbers are numbers, nil is empty, and nothing is a formula.
type workbookSheet struct {
	name   string
	head   []string
	widths []float64 // of the columns; the last one is that of all further ones
	rows   iter.Seq2[[]any, error]
}

// WriteSheet writes a spreadsheet of one sheet. Texts are texts, numbers are numbers.
func WriteSheet(to io.Writer, name string, head []string, rows [][]any) error {
	return writeWorkbook(to, name, workbookSheet{name, head, []float64{20}, func(yield func([]any, error) bool) {
		for _, cells := range rows {
			if !yield(cells, nil) {
				return
			}
		}
	}})
}

// writeWorkbook writes a spreadsheet. The same sheets make the same bytes.
func writeWorkbook(to io.Writer, title string, sheets ...workbookSheet) (err error) {
	f := excelize.NewFile()
	defer func() {
		if failed := f.Close(); err == nil {
			err = failed
		}
	}()
	if err := table.SetTitle(f, title); err != nil {
		return err
	}
	head, err := f.NewStyle(&excelize.Style{
		Font: &excelize.Font{Bold: true}, NumFmt: asText, Border: []excelize.Border{{Type: "bottom", Color: "85837A", Style: 1}},
	})
	if err != nil {
		return err
	}
	text, err := f.NewStyle(&excelize.Style{NumFmt: asText})
	if err != nil {
		return err
	}
	for i := range sheets {
		s := &sheets[i]
		switch {
		case i == 0 && (len(s.name) > excelize.MaxSheetNameLength || f.SetSheetName("Sheet1", s.name) != nil):
			s.name = "Sheet1" // a meet's name may be none of a sheet
		case i > 0:
			if _, err := f.NewSheet(s.name); err != nil {
				return err
			}
		}
		write := s.write
		if i < len(sheets)-1 {
			write = s.writeSmall
		}
		if err := write(f, head, text); err != nil {
			return err
		}
	}
	return f.Write(to)
}

// writeSmall writes a sheet before the last one. Of two that are streamed the library writes either first,
// so that the same list would be other bytes.
func (s *workbookSheet) writeSmall(f *excelize.File, head, text int) error {
	rows := [][]any{nil}
	for _, title := range s.head {
		rows[0] = append(rows[0], title)
	}
	for cells, err := range s.rows {
		if err != nil {
			return err
		}
		rows = append(rows, cells)
	}
	for i := range rows {
		at, style := fmt.Sprint("A", i+1), text
		if i == 0 {
			style = head
		}
		if err := errors.Join(f.SetSheetRow(s.name, at, &rows[i]), f.SetRowStyle(s.name, i+1, i+1, style)); err != nil {
			return err
		}
	}
	last, err := excelize.ColumnNumberToName(len(s.head))
	if err != nil {
		return err
	}
	return f.SetColWidth(s.name, "A", last, s.widths[len(s.widths)-1])
}

// write writes a sheet in the styles of a head and of text.
func (s *workbookSheet) write(f *excelize.File, head, text int) error {
	w, err := f.NewStreamWriter(s.name)
	if err != nil {
		return err
	}
	for column := range s.head {
		if err := w.SetColWidth(column+1, column+1, s.widths[min(column, len(s.widths)-1)]); err != nil {
			return err
		}
	}
	if err := w.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
		return err
	}
	titles := make([]any, len(s.head))
	for i, title := range s.head {
		titles[i] = excelize.Cell{StyleID: head, Value: title}
	}
	if err := w.SetRow("A1", titles); err != nil {
		return err
	}
	row := 1
	for cells, err := range s.rows {
		if err != nil {
			return err
		}
		row++
		at, err := excelize.CoordinatesToCellName(1, row)
		if err != nil {
			return err
		}
		for j, cell := range cells {
			if words, is := cell.(string); is {
				cells[j] = excelize.Cell{StyleID: text, Value: words}
			}
		}
		if err := w.SetRow(at, cells); err != nil {
			return err
		}
	}
	return w.Flush()
}
