package document

import (
	"io"

	"github.com/xuri/excelize/v2"

	"github.com/arpadchess/arpad/bureau/view"
)

// XLSXType is the content type of a spreadsheet.
const XLSXType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

// asText is the number format of cells that a spreadsheet must not read as a number, a
// date or a formula, whatever they begin with.
const asText = 49

// WritePageXLSX writes a page as a spreadsheet, with the columns of its CSV: text as text,
// numbers as numbers, no formulas. The head stays when the rows are scrolled.
func WritePageXLSX(to io.Writer, p *view.Page) (err error) {
	f := excelize.NewFile()
	defer func() {
		if failed := f.Close(); err == nil {
			err = failed
		}
	}()
	sheet := p.Board.Publication.Label + " " + p.Kind.String()
	if len(sheet) > excelize.MaxSheetNameLength || f.SetSheetName("Sheet1", sheet) != nil {
		sheet = "Sheet1" // a meet's name may be none of a sheet
	}
	if err := f.SetDocProps(&excelize.DocProperties{Title: sheet, Creator: "Arpad"}); err != nil {
		return err
	}
	w, err := f.NewStreamWriter(sheet)
	if err != nil {
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
	if err := setColumns(w, len(p.Board.About.Lists)); err != nil {
		return err
	}
	var titles []any
	for _, title := range pageColumns(p) {
		titles = append(titles, excelize.Cell{StyleID: head, Value: title})
	}
	if err := w.SetRow("A1", titles); err != nil {
		return err
	}
	for i := range p.Lines {
		at, err := excelize.CoordinatesToCellName(1, i+2)
		if err != nil {
			return err
		}
		if err := w.SetRow(at, xlsxRow(p, &p.Lines[i], text)); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return f.Write(to)
}

// setColumns sets the widths of the columns, and freezes the head.
func setColumns(w *excelize.StreamWriter, kinds int) error {
	widths := []float64{7, 12, 24, 16, 26} // place, id, name, name_local, club
	for i, width := range widths {
		if err := w.SetColWidth(i+1, i+1, width); err != nil {
			return err
		}
	}
	const perKind, ofNumbers = 3, 16
	if err := w.SetColWidth(len(widths)+1, len(widths)+perKind*max(1, kinds), ofNumbers); err != nil {
		return err
	}
	return w.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"})
}

// xlsxRow returns the cells of a line; nil where there is no value.
func xlsxRow(p *view.Page, line *view.PageLine, text int) []any {
	d := NewPageLine(line)
	row := []any{nil}
	if d.Place != nil {
		row[0] = *d.Place
	}
	for _, cell := range []string{d.ID, d.Name, d.Local, d.Club} {
		row = append(row, excelize.Cell{StyleID: text, Value: cell})
	}
	for _, kind := range p.Board.About.Lists {
		state := line.Standing.Of(kind)
		if !state.Rating.Rated() {
			row = append(row, nil, nil, nil)
			continue
		}
		var change any
		if by, known := line.Change(kind); known {
			change = by
		}
		row = append(row, int(state.Rating), change, int(state.Games))
	}
	return row
}
