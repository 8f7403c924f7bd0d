package template

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/xuri/excelize/v2"

	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/table"
)

// Words returns a text of the form in the language of its reader: "sheet-event",
// "title-event", "field-name", "hint-name".
type Words func(key string) string

// Form is what a form is made with.
type Form struct {
	Report  *report.Report // filled in; nil: a blank form
	Members []Member       // of the club, to choose from
}

// Member is a player to choose from, with their ratings of each kind.
type Member struct {
	ID, Name, NameLocal string
	Ratings             [rating.Kinds]rating.Rating
}

// Lines of a blank form.
const (
	blankPlayers = 200
	blankGames   = 1500
)

// column is a column of a sheet.
type column struct {
	key   string
	width float64
	one   []string // what may be chosen
}

// results are what may be chosen for a game, and for a round without one.
var results = []string{"1-0", "1/2-1/2", "0-1", "+/-", "-/+", "-/-", "bye", "bye 1", "bye 1/2", "bye 0"}

// columns are the columns of the sheets that are tables.
var columns = map[string][]column{
	playersSheet: {
		{"start_number", 8, nil}, {"id", 14, nil}, {"name", 26, nil}, {"name_local", 18, nil}, {"sex", 6, []string{"m", "w"}}, {"title", 7, nil},
		{"federation", 8, nil}, {"rating", 8, nil}, {"fide_id", 12, nil}, {"club", 20, nil}, {"points", 8, nil},
	},
	privateSheet: {{"start_number", 8, nil}, {"birth", 14, nil}, {"email", 30, nil}},
	gamesSheet:   {{"round", 8, nil}, {"white", 8, nil}, {"black", 8, nil}, {"result", 12, results}, {"date", 14, nil}, {"colour", 8, []string{"-"}}},
	membersSheet: {{"id", 14, nil}, {"name", 26, nil}, {"name_local", 18, nil}, {"standard", 8, nil}, {"rapid", 8, nil}, {"blitz", 8, nil}},
}

// Write writes a form.
func Write(to io.Writer, say Words, form *Form) (err error) {
	f := excelize.NewFile()
	defer func() {
		if failed := f.Close(); err == nil {
			err = failed
		}
	}()
	w := &writer{File: f, say: say, names: map[string]string{}}
	if w.styles(); w.err != nil {
		return w.err
	}
	sheets := []string{eventSheet, playersSheet, privateSheet, gamesSheet}
	if len(form.Members) > 0 {
		sheets = append(sheets, membersSheet)
	}
	for i, name := range sheets {
		w.names[name] = say("sheet-" + name)
		if i == 0 {
			w.try(f.SetSheetName("Sheet1", w.names[name]))
			continue
		}
		_, err := f.NewSheet(w.names[name])
		w.try(err)
	}
	filled := form.Report
	if filled == nil {
		filled = &report.Report{}
	}
	w.event(filled)
	w.table(playersSheet, playerRows(only(filled)), blankPlayers)
	w.table(privateSheet, privateRows(only(filled)), blankPlayers)
	w.table(gamesSheet, gameRows(only(filled)), blankGames)
	if len(form.Members) > 0 {
		w.table(membersSheet, memberRows(form.Members), 0)
		w.choose(playersSheet, "B", fmt.Sprintf("'%s'!$A$%d:$A$%d", w.names[membersSheet], firstRow, firstRow+len(form.Members)-1))
	}
	w.markPrivate()
	w.try(table.SetTitle(f, Schema))
	if w.err != nil {
		return w.err
	}
	return f.Write(to)
}

// writer writes a form; after an error it does nothing more.
type writer struct {
	*excelize.File
	say   Words
	names map[string]string // of the sheets in the workbook
	err   error

	mark, label, must, text, warn int // styles
}

func (w *writer) try(err error) { w.err = errors.Join(w.err, err) }

// asText is the number format of cells that the program must not read as a number, a
// date or a formula.
const asText = 49

func (w *writer) styles() {
	style := func(s *excelize.Style) int {
		id, err := w.NewStyle(s)
		w.try(err)
		return id
	}
	border := []excelize.Border{{Type: "bottom", Color: "85837A", Style: 1}}
	w.mark = style(&excelize.Style{Font: &excelize.Font{Size: 8, Color: "85837A"}, NumFmt: asText})
	w.label = style(&excelize.Style{Font: &excelize.Font{Bold: true}, NumFmt: asText, Border: border})
	w.must = style(&excelize.Style{NumFmt: asText, Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"FFF6D5"}}})
	w.text = style(&excelize.Style{NumFmt: asText})
	w.warn = style(&excelize.Style{Font: &excelize.Font{Bold: true, Color: "B00020"}})
}

// put writes a text into a cell.
func (w *writer) put(sheet string, column, line, style int, text string) {
	at, err := excelize.CoordinatesToCellName(column, line)
	w.try(err)
	if text != "" {
		w.try(w.SetCellStr(w.names[sheet], at, text))
	}
	w.try(w.SetCellStyle(w.names[sheet], at, at, style))
}

// event writes the sheet of the event.
func (w *writer) event(r *report.Report) {
	w.put(eventSheet, 1, markRow, w.mark, Schema+" "+eventSheet)
	w.put(eventSheet, 2, markRow, w.label, w.say("title-event"))
	for i, f := range form {
		line := keyRow + i
		style := w.text
		if f.must {
			style = w.must
		}
		w.put(eventSheet, 1, line, w.mark, f.key)
		w.put(eventSheet, 2, line, w.label, w.say("field-"+f.key))
		w.put(eventSheet, 3, line, style, f.write(r))
		w.put(eventSheet, 4, line, w.mark, w.say("hint-"+f.key))
		w.offer(eventSheet, fmt.Sprintf("C%d", line), f.one)
	}
	for column, width := range map[string]float64{"A": 14, "B": 26, "C": 44, "D": 70} {
		w.try(w.SetColWidth(w.names[eventSheet], column, column, width))
	}
}

// offer has the program offer some texts for cells, and refuse others.
func (w *writer) offer(sheet, cells string, one []string) {
	if len(one) == 0 {
		return
	}
	v := excelize.NewDataValidation(true)
	v.SetSqref(cells)
	w.try(v.SetDropList(one))
	v.SetError(excelize.DataValidationErrorStyleStop, w.say("choose"), strings.Join(one, ", "))
	w.try(w.AddDataValidation(w.names[sheet], v))
}

// choose has the program offer the cells of another sheet, but take other texts, too.
func (w *writer) choose(sheet, column, from string) {
	v := excelize.NewDataValidation(true)
	v.SetSqref(fmt.Sprintf("%s%d:%s%d", column, firstRow, column, firstRow+blankPlayers-1))
	v.SetSqrefDropList(from)
	v.ShowErrorMessage = false
	w.try(w.AddDataValidation(w.names[sheet], v))
}

// whole has the program take only whole numbers.
func (w *writer) whole(sheet, cells string, most int) {
	v := excelize.NewDataValidation(true)
	v.SetSqref(cells)
	w.try(v.SetRange(1, most, excelize.DataValidationTypeWhole, excelize.DataValidationOperatorBetween))
	v.SetError(excelize.DataValidationErrorStyleStop, w.say("choose"), fmt.Sprintf("1 - %d", most))
	w.try(w.AddDataValidation(w.names[sheet], v))
}

// numbers are the columns of whole numbers, and the highest ones.
var numbers = map[string]int{"start_number": report.MaxStartNumber, "white": report.MaxStartNumber, "black": report.MaxStartNumber, "round": report.MaxRound}

// table writes a sheet with rows, and room for as many as a blank form has.
func (w *writer) table(sheet string, rows [][]string, room int) {
	w.put(sheet, 1, markRow, w.mark, Schema+" "+sheet)
	last := firstRow + max(room, len(rows)) - 1
	for i, c := range columns[sheet] {
		name, err := excelize.ColumnNumberToName(i + 1)
		w.try(err)
		w.put(sheet, i+1, keyRow, w.mark, c.key)
		w.put(sheet, i+1, keyRow+1, w.label, w.say("column-"+c.key))
		w.try(w.SetColWidth(w.names[sheet], name, name, c.width))
		w.try(w.SetColStyle(w.names[sheet], name, w.text))
		cells := fmt.Sprintf("%s%d:%s%d", name, firstRow, name, last)
		if most := numbers[c.key]; most > 0 {
			w.whole(sheet, cells, most)
		}
		w.offer(sheet, cells, c.one)
	}
	w.put(sheet, len(columns[sheet])+2, markRow, w.mark, w.say("title-"+sheet))
	for i, row := range rows {
		for n, text := range row {
			if text != "" {
				w.put(sheet, n+1, firstRow+i, w.text, text)
			}
		}
	}
	w.try(w.SetPanes(w.names[sheet], &excelize.Panes{Freeze: true, YSplit: firstRow - 1, TopLeftCell: fmt.Sprintf("A%d", firstRow), ActivePane: "bottomLeft"}))
}

// markPrivate marks the sheet that is not for the public.
func (w *writer) markPrivate() {
	red := "B00020"
	w.try(w.SetSheetProps(w.names[privateSheet], &excelize.SheetPropsOptions{TabColorRGB: &red}))
	w.put(privateSheet, len(columns[privateSheet])+2, markRow, w.warn, w.say("title-"+privateSheet))
}
