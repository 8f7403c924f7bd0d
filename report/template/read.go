// Package template reads and writes the federation's reporting file: a workbook with
// what the regulations ask of a report (event, players, games), which a club fills in.
//
// The first cell of each sheet names the sheet and the version of the form, the second
// row the fields. These are the same in every language; titles and labels are not read.
package template

import (
	"cmp"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/table"
)

// Schema is the name of the form's version.
const Schema = "arpad.report-template/1"

// The sheets of the form, as their first cells name them.
const (
	eventSheet   = "event"
	playersSheet = "players"
	privateSheet = "private" // births and addresses: not for the public
	gamesSheet   = "games"
	membersSheet = "members" // of the club, to choose from
)

// The rows of a sheet.
const (
	markRow  = 1
	keyRow   = 2
	firstRow = 4 // below the labels
)

// Is reports whether tables are those of the form.
func Is(tables []table.Table) bool { return sheetOf(tables, eventSheet) != nil }

// sheetOf returns a sheet of the form, nil if it is not there.
func sheetOf(tables []table.Table, name string) *table.Table {
	for i := range tables {
		if rows := tables[i].Rows; len(rows) >= keyRow && rows[0].Line == markRow && rows[0].Cell(0) == Schema+" "+name {
			return &tables[i]
		}
	}
	return nil
}

// Read reads a form that was filled in. The order of the numbers in dates may be known. The caller must still
// call report.Check.
func Read(tables []table.Table, file string, known civil.Order) (*report.Report, []finding.Finding) {
	r := &reader{Reader: table.Reader{Collector: &finding.Collector{File: file}, Report: &report.Report{File: file, OwnFile: true}}}
	r.Report.Sections = []report.Section{{}}
	r.event(sheetOf(tables, eventSheet))
	for _, s := range []struct {
		name string
		read func(*table.Table, map[string]int, []table.Row)
	}{{playersSheet, r.players}, {privateSheet, r.private}, {membersSheet, r.members}, {gamesSheet, r.games}} {
		t := sheetOf(tables, s.name)
		if t == nil {
			if s.name == playersSheet || s.name == gamesSheet || s.name == privateSheet && unmarked(tables) {
				r.Add(finding.Refusal("template-sheet-missing", finding.At{}, finding.Text("sheet", s.name)))
			}
			continue
		}
		columns, rows := r.columns(t), t.Rows[min(keyRow, len(t.Rows)):]
		if len(rows) > 0 && strings.Trim(rows[0].Cell(0), "0123456789") != "" {
			rows = rows[1:] // the labels
		}
		told := map[int]bool{}
		for n := range rows {
			r.Headless(t, &t.Rows[keyRow-1], &rows[n], told, func(string) bool { return false })
		}
		rows = slices.DeleteFunc(slices.Clone(rows), func(row table.Row) bool { return !r.Fits(t, &t.Rows[keyRow-1], &row) })
		if columns != nil {
			s.read(t, columns, rows)
		}
	}
	r.finishDays(known)
	for _, f := range r.Report.ReadWords() {
		r.Add(f)
	}
	return r.Report, r.Findings
}

// unmarked reports whether a table holds births without being named.
func unmarked(tables []table.Table) bool {
	return slices.ContainsFunc(tables, func(t table.Table) bool {
		return slices.ContainsFunc(t.Rows[:min(keyRow+1, len(t.Rows))], func(row table.Row) bool { return slices.Contains(row.Cells, "birth") })
	})
}

type reader struct {
	table.Reader
	open []openDay
}

func (r *reader) section() *report.Section { return &r.Report.Sections[0] }

// columns returns the columns of a sheet by their fields.
func (r *reader) columns(t *table.Table) map[string]int {
	columns := map[string]int{}
	keys := &t.Rows[keyRow-1]
	for column, key := range keys.Cells {
		if key == "" {
			continue
		}
		if _, twice := columns[key]; twice {
			r.Add(t.Refusal("table-column-repeated", keys.Line, column, finding.Text("column", key)))
			return nil
		}
		columns[key] = column
	}
	return columns
}

// event reads the fields of the event, one in a row.
func (r *reader) event(t *table.Table) {
	const value, hint = 2, 3 // columns, beside field and label
	hinted := 0
	for i := range t.Rows {
		if t.Rows[i].Cell(hint) != "" {
			hinted++
		}
	}
	for i := keyRow - 1; i < len(t.Rows); i++ {
		row := &t.Rows[i]
		spot := t.Spot(row, value)
		set, known := eventFields[row.Cell(0)]
		switch {
		case spot.Text == "" && row.Cell(hint+1) != "":
			r.Add(t.Refusal("table-row-longer", row.Line, hint+1, finding.Quoted("text", row.Cell(hint+1))))
		case spot.Text == "":
		case row.Width() == hint && hinted > 1:
			r.Add(t.Refusal("table-row-shorter", row.Line, value, finding.Int("cells", hint), finding.Int("columns", hint+1)))
		case !known:
			r.Add(t.Refusal("template-field-unknown", row.Line, 0, finding.Quoted("field", row.Cell(0))))
		default:
			set(r, spot)
		}
	}
}

// players reads the starting list.
func (r *reader) players(t *table.Table, columns map[string]int, rows []table.Row) {
	if id, ok := columns["id"]; ok {
		r.RestoreZeros(t, rows, id)
	}
	for i := range rows {
		if rows[i].Blank() || !r.Take(report.Players, table.At(rows[i].Line, 0)) {
			continue
		}
		p := report.Player{}
		r.Player(t, &rows[i], columns, &p)
		if p.StartNumber == 0 {
			r.Add(t.Refusal("table-cell-missing", rows[i].Line, columns["start_number"], finding.Text("column", "start_number")))
			continue
		}
		r.section().Players = append(r.section().Players, p)
	}
}

// private adds what is not for the public to the entries.
func (r *reader) private(t *table.Table, columns map[string]int, rows []table.Row) {
	index := report.NewIndex(r.section())
	for i := range rows {
		var said report.Player
		r.Player(t, &rows[i], columns, &said)
		if said.Birth == 0 && said.Email == "" {
			continue
		}
		entry := index.Of(said.StartNumber)
		if entry < 0 {
			r.Add(t.Refusal("table-player-unknown", rows[i].Line, columns["start_number"], finding.Int("player", said.StartNumber)))
			continue
		}
		p := &r.section().Players[entry]
		p.Birth, p.Email = said.Birth, said.Email
	}
}

// members fills in the names of entries that have only an ID.
func (r *reader) members(t *table.Table, columns map[string]int, rows []table.Row) {
	known := map[string]*report.Player{}
	for i := range rows {
		p := &report.Player{}
		if r.Player(t, &rows[i], columns, p); p.ID != "" {
			known[p.ID] = p
		}
	}
	for i := range r.section().Players {
		p := &r.section().Players[i]
		if m := known[p.ID]; m != nil && p.Name == "" {
			p.Name, p.NameLocal = m.Name, cmp.Or(p.NameLocal, m.NameLocal)
		}
	}
}

// byes are the words for rounds without an opponent, which stand in the column of the
// result.
var byes = map[string]report.ByeKind{
	"bye": report.PairingBye, "bye 1": report.FullBye, "bye 1/2": report.HalfBye, "bye ½": report.HalfBye, "bye 0": report.ZeroBye,
	"bye +": report.DefaultWin, "bye -": report.DefaultLoss,
}

// games reads the games, and the rounds without an opponent.
func (r *reader) games(t *table.Table, columns map[string]int, rows []table.Row) {
	s := r.section()
	for i := range rows {
		row := &rows[i]
		at := table.At(row.Line, 0)
		if row.Blank() || !r.Take(report.Games, at) {
			continue
		}
		spot := func(name string) table.Spot {
			column, ok := columns[name]
			if !ok {
				column = len(columns)
			}
			return t.Spot(row, column)
		}
		g := report.Game{Round: r.Number(spot("round")), White: r.Number(spot("white")), Black: r.Number(spot("black")), At: at}
		result := spot("result")
		word := strings.ToLower(result.Text)
		if kind, bye := byes[word]; bye && g.Black == 0 {
			s.Byes = append(s.Byes, report.Bye{Round: g.Round, Player: g.White, Kind: kind, At: at})
			continue
		}
		if word, unrated := strings.CutSuffix(word, " u"); unrated {
			g.Unrated, result.Text = true, word
		}
		var ok bool
		switch g.Result, ok = table.ReadResult(result.Text); {
		case result.Text == "":
			r.Add(t.Refusal("result-missing", row.Line, result.Column, finding.Int("player", g.White), finding.Int("opponent", g.Black), finding.Int("round", g.Round)))
			continue
		case !ok:
			r.Add(result.Impossible("result"))
			continue
		}
		colour := spot("colour")
		if g.NoColour = colour.Text == "-"; !g.NoColour && colour.Text != "" {
			r.Add(colour.Impossible("colour-mark"))
		}
		if on := spot("date"); !r.opens(on, len(s.Games)) {
			g.Date = r.Date(on)
		}
		s.Games = append(s.Games, g)
	}
}
