package table

import (
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// Reader is what readers of tables share. Adding to the collector ends at its limit.
type Reader struct {
	*finding.Collector
	Room   report.Room
	Report *report.Report
}

// Take takes room for a thing, and returns false if the report is too large.
func (r *Reader) Take(of report.Thing, at finding.At) bool {
	if full := r.Room.Take(of, 1, at); full != nil {
		r.Add(*full)
		return false
	}
	return !r.Full()
}

// Spot is a cell with its place.
type Spot struct {
	*Table
	Line, Column int
	Text         string
}

// Spot returns a cell of a row.
func (t *Table) Spot(row *Row, column int) Spot { return Spot{t, row.Line, column, row.Cell(column)} }

// At returns the place of the cell.
func (s Spot) At() finding.At { return At(s.Line, s.Column) }

// Impossible returns the refusal of a cell that is not what it must be; the form is a
// key of the locale files.
func (s Spot) Impossible(form string) finding.Finding {
	return s.Refusal("table-cell-impossible", s.Line, s.Column, finding.Quoted("text", s.Text), finding.Text("form", form))
}

// Fits reports whether a row has as many cells as its header, blank ones at its end aside; else it is
// refused. Rows of few texts, below the table, may be shorter.
func (r *Reader) Fits(t *Table, header, row *Row) bool {
	n, width := row.Width(), header.Width()
	switch {
	case n > width:
		r.Add(t.Refusal("table-row-longer", row.Line, n-1, finding.Quoted("text", row.Cells[n-1])))
	case len(row.Cells) < width && !t.Ragged() && len(row.Texts()) > 2:
		r.Add(t.Refusal("table-row-shorter", row.Line, n-1, finding.Int("cells", len(row.Cells)), finding.Int("columns", width)))
	default:
		return true
	}
	return false
}

// Headless names the columns without a header in which something stands in a row, each once. May tells what
// may stand there.
func (r *Reader) Headless(t *Table, header, row *Row, told map[int]bool, may func(string) bool) {
	for column, text := range row.Cells[:min(header.Width(), len(row.Cells))] {
		if text != "" && header.Cells[column] == "" && !told[column] && !may(text) {
			told[column] = true
			r.Add(t.New("table-column-unknown", finding.Warning, header.Line, column, finding.Quoted("column", "")))
		}
	}
}

// Number reads a whole number that is not negative; empty is zero.
func (r *Reader) Number(s Spot) int {
	if s.Text == "" {
		return 0
	}
	n, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSuffix(s.Text, "."), ".0"))
	if err != nil || n < 0 || n > 1<<30 {
		r.Add(s.Impossible("integer"))
		return 0
	}
	return n
}

// fields set what a cell says of a player.
var fields = map[string]func(*Reader, Spot, *report.Player){
	"start_number": func(r *Reader, s Spot, p *report.Player) { p.StartNumber = r.Number(s) },
	"rank":         func(r *Reader, s Spot, p *report.Player) { p.Rank = r.Number(s) },
	"id":           func(_ *Reader, s Spot, p *report.Player) { p.ID = s.Text },
	"name":         func(_ *Reader, s Spot, p *report.Player) { p.Name = s.Text },
	"name_local":   func(_ *Reader, s Spot, p *report.Player) { p.NameLocal = s.Text },
	"title":        func(_ *Reader, s Spot, p *report.Player) { p.Title = report.StrictTitle(s.Text) },
	"federation":   func(_ *Reader, s Spot, p *report.Player) { p.Federation = s.Text },
	"club":         func(_ *Reader, s Spot, p *report.Player) { p.Club = s.Text },
	"email": func(r *Reader, s Spot, p *report.Player) {
		if p.Email = s.Text; s.Text != "" && !strings.Contains(s.Text, "@") {
			r.Add(s.New("table-cell-impossible", finding.Warning, s.Line, s.Column, finding.Quoted("text", s.Text), finding.Text("form", "email")))
		}
	},
	"fide_id": func(_ *Reader, s Spot, p *report.Player) {
		if p.FideID = s.Text; strings.Trim(s.Text, "0") == "" {
			p.FideID = ""
		}
	},
	"sex": func(r *Reader, s Spot, p *report.Player) {
		switch Fold(s.Text) {
		case "w", "f", "female", "\u5973", "\u5973\u6027":
			p.Sex = "w"
		case "m", "male", "\u7537", "\u7537\u6027":
			p.Sex = "m"
		case "":
		default:
			r.Add(s.Impossible("sex-letter"))
		}
	},
	"rating": func(r *Reader, s Spot, p *report.Player) {
		value, err := rating.ParseRating(strings.TrimSpace(s.Text))
		if err != nil {
			r.Add(s.Impossible("rating"))
			return
		}
		p.Rating = value
	},
	"points": func(r *Reader, s Spot, p *report.Player) {
		if s.Text == "" {
			return
		}
		points, ok := ReadPoints(s.Text)
		if !ok {
			r.Add(s.Impossible("points"))
			return
		}
		p.Points = &points
	},
	"birth": func(r *Reader, s Spot, p *report.Player) {
		if s.Text == "" || strings.Trim(s.Text, "0/.-") == "" {
			return
		}
		before := len(r.Findings)
		birth, ok := s.Birth(s.Line, s.Column, s.Text, r.Collector)
		if !ok && len(r.Findings) == before {
			r.Add(s.New("birth-unreadable", finding.Warning, s.Line, s.Column, finding.Int("player", p.StartNumber)))
		}
		p.Birth = birth
	},
}

// Player sets what the cells of a row say of a player, by the names of the columns.
func (r *Reader) Player(t *Table, row *Row, columns map[string]int, p *report.Player) {
	p.At = At(row.Line, 0)
	for _, name := range fieldOrder {
		if column, ok := columns[name]; ok {
			fields[name](r, t.Spot(row, column), p)
		}
	}
}

// fieldOrder is the order in which fields are set: the start number is in what is said
// of the others.
var fieldOrder = []string{"start_number", "rank", "id", "name", "name_local", "title", "federation", "club", "email", "fide_id", "sex", "rating", "points", "birth"}

// Date reads the day of a cell; zero if it is empty or none.
func (r *Reader) Date(s Spot) civil.Date {
	before := len(r.Findings)
	d, ok := s.Day(s.Line, s.Column, s.Text, r.Collector)
	if !ok && len(r.Findings) == before {
		r.Add(s.Impossible("date"))
	}
	return d
}

// EventDay reads the first or last day of the event. What one means that is not clear is found out later, or asked.
func (r *Reader) EventDay(s Spot, end bool) civil.Date {
	before := len(r.Findings)
	d, ok := s.Day(s.Line, s.Column, s.Text, r.Collector)
	if !ok && len(r.Findings) == before {
		w, _ := civil.Read(civil.WithoutTime(s.Text))
		r.Report.Unclear = append(r.Report.Unclear, report.Unclear{End: end, Text: s.Text, Days: w.Days(), At: s.At()})
	}
	return d
}

// RestoreZeros gives the numbers of a column the zeros back that a spreadsheet has cut:
// where all that have kept them have the same length, and the others are shorter.
func (r *Reader) RestoreZeros(t *Table, rows []Row, column int) {
	length := 0
	for i := range rows {
		text := rows[i].Cell(column)
		if !strings.HasPrefix(text, "0") || strings.Trim(text, "0123456789") != "" || len(text) < 2 {
			continue
		}
		if length != 0 && length != len(text) {
			return
		}
		length = len(text)
	}
	for i := range rows {
		text := rows[i].Cell(column)
		if text == "" || len(text) >= length || strings.Trim(text, "0123456789") != "" {
			continue
		}
		restored := strings.Repeat("0", length-len(text)) + text
		rows[i].Cells[column] = restored
		r.Add(t.New("zeros-restored", finding.Warning, rows[i].Line, column, finding.Text("text", text), finding.Text("kept", restored)))
	}
}
