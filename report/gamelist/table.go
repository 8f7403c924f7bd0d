package gamelist

import (
	"maps"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/table"
)

// Is reports whether one of some tables is a list of games, or was said to be one by a
// name that there is not.
func Is(tables []table.Table, columns map[string]string) bool {
	for i := range tables {
		if _, line := headerOf(&tables[i], columns); line >= 0 || isForm(&tables[i]) {
			return true
		}
	}
	return misnamed(columns) != ""
}

// misnamed returns a name that a header was told to be and that there is not.
func misnamed(told map[string]string) string {
	for _, header := range slices.Sorted(maps.Keys(told)) {
		if name := told[header]; name != "" && !slices.Contains(Columns, name) {
			return name
		}
	}
	return ""
}

// headerOf returns the columns of a list of games by their names, and where its header
// is; negative if the table is none.
func headerOf(t *table.Table, told map[string]string) (map[string]int, int) {
	for i := range t.Rows {
		columns := map[string]int{}
		for column, text := range t.Rows[i].Cells {
			if name, known := nameOf(text, told); known {
				if _, twice := columns[name]; !twice {
					columns[name] = column
				}
			}
		}
		has := func(name string) bool { _, ok := columns[name]; return ok }
		if (has("white") || has("white_id")) && (has("black") || has("black_id")) && (has("result") || has("white_point")) {
			return columns, i
		}
	}
	return nil, -1
}

// nameOf returns the name of a column by what its header says: as somebody has told, or
// as is usual.
func nameOf(text string, told map[string]string) (string, bool) {
	folded := table.Fold(text)
	if name, ok := told[folded]; ok {
		return name, name != ""
	}
	name, known := headers[folded]
	return name, known
}

// Columns are the names that a header can be told to be.
var Columns = []string{
	"white", "black", "result", "round", "date", "event", "white_id", "black_id", "white_rating", "black_rating", "white_local", "black_local", "kind",
}

// Read reads a list of games. Headers may be told what they are, and the order of the days may be
// known. The caller must still call report.Check.
func Read(tables []table.Table, file string, told map[string]string, order civil.Order) (*report.Report, []finding.Finding) {
	l := &sheetList{list: newList(file)}
	l.reader = table.Reader{Collector: l.Collector, Report: l.report}
	if name := misnamed(told); name != "" {
		l.Add(finding.Refusal("list-column-name", finding.At{}, finding.Text("column", name), finding.Text("names", strings.Join(Columns, ", "))))
		return l.report, l.Findings
	}
	found := false
	for i := range tables {
		t := &tables[i]
		if isForm(t) && !found {
			l.form(t)
			return l.report, l.Findings
		}
		columns, at := headerOf(t, told)
		if at < 0 {
			continue
		}
		if found {
			l.Add(t.Refusal("table-second", t.Rows[at].Line, 0))
			break
		}
		found = true
		l.table(t, columns, at, told)
	}
	return l.finish(order)
}

// sheetList reads a list of games from a table.
type sheetList struct {
	*list
	reader table.Reader
}

// table reads the rows below a header.
func (l *sheetList) table(t *table.Table, columns map[string]int, header int, told map[string]string) {
	if !l.header(t, &t.Rows[header], told) {
		return
	}
	for i := range t.Rows[:header] {
		if n := len(t.Rows[i].Texts()); n > 2 && n >= t.Rows[header].Width()/2 { // a row of the table, above it
			l.Add(t.Refusal("table-second", t.Rows[i].Line, 0))
			return
		}
	}
	rows := t.Rows[header+1:]
	for _, name := range []string{"white_id", "black_id"} {
		if column, ok := columns[name]; ok {
			l.reader.RestoreZeros(t, rows, column)
		}
	}
	ended, headless := false, map[int]bool{}
	for i := range rows {
		r := &rows[i]
		if r.Blank() {
			ended = true
			continue
		}
		if ended {
			l.Add(t.Refusal("table-second", r.Line, 0))
			return
		}
		l.reader.Headless(t, &t.Rows[header], r, headless, func(string) bool { return false })
		if l.reader.Fits(t, &t.Rows[header], r) && !l.row(t, columns, r) {
			return
		}
	}
}

// header says which columns are not known, and refuses a table beside the table.
func (l *sheetList) header(t *table.Table, header *table.Row, told map[string]string) bool {
	seen := map[string]int{}
	for column, text := range header.Cells {
		if text == "" {
			continue
		}
		name, known := nameOf(text, told)
		if !known {
			if _, ignored := told[table.Fold(text)]; !ignored {
				l.Add(t.New("table-column-unknown", finding.Warning, header.Line, column, finding.Quoted("column", text)))
			}
			continue
		}
		if _, twice := seen[name]; twice {
			l.Add(t.Refusal("table-column-repeated", header.Line, column, finding.Text("column", text)))
			return false
		}
		seen[name] = column
		if _, is := told[table.Fold(text)]; is {
			l.Add(t.New("table-column-told", finding.Info, header.Line, column, finding.Text("column", text), finding.Text("name", name)))
		}
	}
	return true
}

// row reads a game, and returns false when there is no more room.
func (l *sheetList) row(t *table.Table, columns map[string]int, at *table.Row) bool {
	spot := func(name string) (table.Spot, bool) {
		column, ok := columns[name]
		if !ok {
			return table.Spot{Table: t, Line: at.Line}, false
		}
		return t.Spot(at, column), true
	}
	r := row{at: table.At(at.Line, 0)}
	if s, ok := spot("round"); ok {
		r.round = l.reader.Number(s)
	}
	if s, ok := spot("date"); ok {
		if !r.day(s.Text) {
			r.day(l.reader.Date(s).String())
		}
	}
	if s, ok := spot("event"); ok {
		r.event = s.Text
	}
	if s, ok := spot("kind"); ok && s.Text != "" {
		switch strings.ToUpper(s.Text) {
		case "ST":
			r.kind = rating.Standard
		case "RP":
			r.kind = rating.Rapid
		default:
			if r.kind = report.ReadTimeWords(s.Text).Type; r.kind == 0 {
				l.Add(s.Impossible("kind"))
			}
		}
	}
	r.white, r.black = l.side(t, columns, at, "white"), l.side(t, columns, at, "black")
	result, ok := spot("result")
	if !ok || result.Text == "" {
		result, _ = spot("white_point")
	}
	switch r.result, ok = table.ReadResult(result.Text); {
	case r.white.name == "" && r.white.id == "" || r.black.name == "" && r.black.id == "":
		l.Add(t.Refusal("table-cell-missing", at.Line, columns["white"], finding.Text("column", "white, black")))
	case !ok:
		l.Add(result.Impossible("result"))
	default:
		return l.add(r)
	}
	return !l.Full()
}

// side reads the player of a colour.
func (l *sheetList) side(t *table.Table, columns map[string]int, at *table.Row, colour string) side {
	of := map[string]int{}
	for field, name := range map[string]string{"name": colour, "id": colour + "_id", "name_local": colour + "_local", "rating": colour + "_rating"} {
		if column, ok := columns[name]; ok {
			of[field] = column
		}
	}
	var p report.Player
	l.reader.Player(t, at, of, &p)
	return side{id: p.ID, name: p.Name, local: p.NameLocal, rating: p.Rating}
}
