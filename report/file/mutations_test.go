package file_test

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/archive"
	"github.com/arpadchess/arpad/internal/test/soak"
	"github.com/arpadchess/arpad/internal/test/specimen"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/file"
	"github.com/arpadchess/arpad/report/json"
	"github.com/arpadchess/arpad/report/table"
	"github.com/arpadchess/arpad/report/template"
	"github.com/arpadchess/arpad/report/trf"
)

// drawn returns an event of 4 to 12 players in 3 to 5 rounds, in which nobody meets twice.
func drawn(d *rand.Rand) *report.Report {
	players, start := 4+d.IntN(9), civil.Of(2026, 1, 1)+civil.Date(d.IntN(300))
	r := &report.Report{
		Name: "Spring Cup", Organizer: "Minato Chess Club", Start: start, End: start + 1, TimeControlText: "5400+30", Type: rating.Standard,
		Sections: []report.Section{{Rounds: min(3+d.IntN(3), players-1)}},
	}
	s := &r.Sections[0]
	family := []string{"Aoki", "Baba", "Chiba", "Doi", "Endo", "Fujii", "Goto", "Hara", "Ito", "Kato", "Mori", "Noda"}
	d.Shuffle(len(family), func(i, j int) { family[i], family[j] = family[j], family[i] })
	given := []string{"Ren", "Mio", "Ai", "Haruka", "Sora", "Kai"}
	for i := range players {
		s.Players = append(s.Players, report.Player{
			StartNumber: i + 1, Name: family[i] + ", " + given[d.IntN(len(given))], Federation: "JPN", Club: family[i] + " Club", ID: fmt.Sprintf("N%08d", 1000+i*17+d.IntN(9)),
			FideID: fmt.Sprint(90000011 + 8*i + 800*d.IntN(50)), Rating: rating.Rating(2300 - 60*i - d.IntN(50)), Sex: "mw"[i%2 : i%2+1],
			Birth: civil.BirthOn(civil.Of(1960+d.IntN(50), 1, 1) + civil.Date(d.IntN(360))), Title: []string{"FM", "", "CM", ""}[i%4],
		})
	}
	seats := d.Perm(players + players%2) // the last number of an odd field is the bye
	results := []report.Result{report.WhiteWon, report.Drawn, report.BlackWon, report.WhiteWon, report.BlackWon, report.WhiteWon, report.Drawn, report.BlackWon, report.WhiteByForfeit, report.BlackByForfeit}
	for round := 1; round <= s.Rounds; round++ {
		for i := range len(seats) / 2 {
			white, black := seats[i]+1, seats[len(seats)-1-i]+1
			if (i+round)%2 == 0 {
				white, black = black, white
			}
			switch {
			case max(white, black) > players:
				s.Byes = append(s.Byes, report.Bye{Round: round, Player: min(white, black), Kind: report.PairingBye})
			case i == 0 && round > 1 && d.IntN(4) == 0:
				s.Byes = append(s.Byes, report.Bye{Round: round, Player: white, Kind: report.HalfBye}, report.Bye{Round: round, Player: black, Kind: report.ZeroBye})
			default:
				s.Games = append(s.Games, report.Game{Round: round, White: white, Black: black, Result: results[d.IntN(len(results)-min(2*i, 2))], Date: start + civil.Date((round-1)/3)})
			}
		}
		seats = slices.Concat(seats[:1], seats[len(seats)-1:], seats[1:len(seats)-1])
	}
	slices.SortStableFunc(s.Byes, func(a, b report.Bye) int { return cmp.Compare(a.Round, b.Round) })
	report.FillPoints(r)
	order := s.ByStartNumber()
	slices.SortStableFunc(order, func(i, j int) int { return -cmp.Compare(*s.Players[i].Points, *s.Players[j].Points) })
	for rank, i := range order {
		s.Players[i].Rank = rank + 1
	}
	return r
}

// cell is a cell of a file: what stands around its value stays when the value goes.
type cell struct{ before, value, after string }

// grid is a file as rows of cells.
type grid struct {
	rows   [][]cell
	header int                   // the row of the headers, -1: there is none
	data   []int                 // the rows of which columns consist, the header not among them
	wide   bool                  // cells stand in columns: a blank one is as wide as another
	line   func(row int) int     // where findings say that a row is
	write  func([][]cell) []byte // the file of other rows
	new    cell                  // one that is inserted
}

// ofSheet returns the grid of a sheet, of which the rows under the last header are data.
func ofSheet(rows [][]string, header int, write func(rows [][]string) []byte) grid {
	g := grid{header: header, line: func(row int) int { return row + 1 }}
	for i, row := range rows {
		var cells []cell
		for _, text := range row {
			cells = append(cells, cell{value: text})
		}
		g.rows = append(g.rows, cells)
		if i > header && len(row) > 1 {
			g.data = append(g.data, i)
		}
	}
	g.write = func(rows [][]cell) []byte {
		texts := make([][]string, len(rows))
		for i, row := range rows {
			for _, c := range row {
				texts[i] = append(texts[i], c.value)
			}
		}
		return write(texts)
	}
	return g
}

// ofLines returns the grid of a text, whose lines are cut into cells; those that keep returns are data.
func ofLines(text string, cut func(line string) []cell, keep func(line string) bool) grid {
	g := grid{header: -1, line: func(row int) int { return row + 1 }}
	for line := range strings.Lines(text) {
		if keep(line) {
			g.data = append(g.data, len(g.rows))
		}
		g.rows = append(g.rows, cut(line))
	}
	g.write = func(rows [][]cell) []byte {
		var b bytes.Buffer
		for _, row := range rows {
			for _, c := range row {
				b.WriteString(c.before + c.value + c.after)
			}
		}
		return b.Bytes()
	}
	return g
}

// inColumns cuts a line of an exchange file: each cell with the blank before it.
func inColumns(line string) []cell {
	ends := []int{3, 8, 10, 13, 47, 52, 56, 68, 79, 84, 89}
	for end := 95; end+4 < len(line); end += 10 {
		ends = append(ends, end, end+2, end+4)
	}
	if !strings.HasPrefix(line, "001") {
		ends = []int{3}
	}
	var cells []cell
	from := 0
	for _, end := range append(ends, len(strings.TrimRight(line, "\r\n"))) {
		if end > from && end <= len(line) {
			cells = append(cells, cell{value: line[from:end]})
			from = end
		}
	}
	return append(cells, cell{after: line[from:]})
}

var (
	attribute = regexp.MustCompile(`( \w+=")([^"]*)(")`)
	pair      = regexp.MustCompile(`^(\s*"\w+": "?)([^",{\[\n]*)("?,?\n)$`)
)

// inAttributes cuts an element of XML.
func inAttributes(line string) []cell {
	var cells []cell
	from := 0
	for _, m := range attribute.FindAllStringSubmatchIndex(line, -1) {
		if from == 0 {
			cells = append(cells, cell{after: line[:m[0]]})
		}
		cells = append(cells, cell{line[m[2]:m[3]], line[m[4]:m[5]], line[m[6]:m[7]]})
		from = m[1]
	}
	return append(cells, cell{after: line[from:]})
}

// way is a format in which mutations are tried.
type way struct {
	name  string
	grids func(t *testing.T, r *report.Report) []grid
}

func mutated() []way {
	one := func(g grid) []grid { return []grid{g} }
	en := specimen.Languages["en"]
	const above = 4 // lines over a list of Chess-Results
	csv := func(t *testing.T, s specimen.Sheet, header int) grid {
		return ofSheet(s.Rows, header, func(rows [][]string) []byte {
			data, err := specimen.CSV(specimen.Sheet{Name: s.Name, Rows: rows})
			must(t, err)
			return data
		})
	}
	// each returns a grid for each of some sheets, the others being as they are.
	each := func(header []int, write func(...specimen.Sheet) []byte, sheets ...specimen.Sheet) (all []grid) {
		for i, s := range sheets {
			all = append(all, ofSheet(s.Rows, header[i], func(rows [][]string) []byte {
				changed := slices.Clone(sheets)
				changed[i].Rows = rows
				return write(changed...)
			}))
		}
		return all
	}
	workbook := func(t *testing.T) func(...specimen.Sheet) []byte {
		return func(sheets ...specimen.Sheet) []byte {
			data, err := specimen.XLSX(sheets...)
			must(t, err)
			return data
		}
	}
	page := func(r *report.Report, header int, sheets ...specimen.Sheet) []grid {
		for i := range sheets {
			sheets[i].Rows = sheets[i].Rows[above:] // which the page has in another form
		}
		all := each([]int{0, header}, func(s ...specimen.Sheet) []byte {
			for i := range s {
				s[i].Rows = slices.Concat(make([][]string, above), s[i].Rows)
			}
			return specimen.HTML(r, s...)
		}, sheets...)
		for i := range all {
			all[i].line = placed(all[i].write(all[i].rows), all[i].rows[all[i].data[len(all[i].data)-1]], all[i].data[len(all[i].data)-1])
		}
		return all
	}
	exchange := func(version trf.Version) func(*testing.T, *report.Report) []grid {
		return func(t *testing.T, r *report.Report) []grid {
			var b bytes.Buffer
			must(t, trf.Write(&b, r, 0, version))
			g := ofLines(b.String(), inColumns, func(line string) bool { return strings.HasPrefix(line, "001") })
			g.wide = true
			return one(g)
		}
	}
	return []way{
		{"trf16", exchange(trf.TRF16)}, {"trf26", exchange(trf.TRF26)},
		{"json", func(t *testing.T, r *report.Report) []grid {
			var b bytes.Buffer
			must(t, json.Write(&b, r))
			return one(ofJSON(b.String()))
		}},
		{"template", func(t *testing.T, r *report.Report) []grid {
			var b bytes.Buffer
			must(t, template.Write(&b, func(key string) string { return key }, &template.Form{Report: r}))
			var c finding.Collector
			var sheets []specimen.Sheet
			for _, s := range table.Workbook(archive.Open(b.Bytes(), &c), &c) {
				sheet := specimen.Sheet{Name: s.Name}
				for _, row := range s.Rows {
					sheet.Rows = append(sheet.Rows, row.Cells)
				}
				sheets = append(sheets, sheet)
			}
			return each([]int{-1, 1, 1, 1}, workbook(t), sheets...)
		}},
		{"chess-results, CSV", func(t *testing.T, r *report.Report) []grid {
			return one(csv(t, specimen.Crosstable(r, en, false), above))
		}},
		{"chess-results, workbook", func(t *testing.T, r *report.Report) []grid {
			return append(each([]int{above, above}, workbook(t), specimen.StartingList(r, en), specimen.Crosstable(r, en, false)),
				each([]int{above, above + 1}, workbook(t), specimen.Ranking(r, en), specimen.Pairings(r, en))...)
		}},
		{"chess-results, page", func(_ *testing.T, r *report.Report) []grid {
			return append(page(r, 0, specimen.StartingList(r, en), specimen.Crosstable(r, en, true)), page(r, 1, specimen.Ranking(r, en), specimen.Pairings(r, en))...)
		}},
		{"chess-results-xml", func(_ *testing.T, r *report.Report) []grid {
			text := string(specimen.Upload(r))
			var all []grid
			for _, element := range []string{"<player ", "<playerpairing "} {
				g := ofLines(text, inAttributes, func(line string) bool { return strings.HasPrefix(line, element) })
				g.new = cell{` x="`, "", `"`}
				all = append(all, g)
			}
			return all
		}},
		{"swissperfect", ofSwissPerfect},
		{"games, CSV", func(t *testing.T, r *report.Report) []grid {
			database := specimen.Sheet{Name: "Games"}
			for line := range strings.Lines(string(specimen.Database(r))) {
				database.Rows = append(database.Rows, strings.Split(strings.TrimSuffix(line, "\n"), ","))
			}
			return []grid{csv(t, specimen.Games(r), 0), csv(t, specimen.Results(r), 0), csv(t, database, 0)}
		}},
		{"games, workbook", func(t *testing.T, r *report.Report) []grid { return each([]int{0}, workbook(t), specimen.Games(r)) }},
		{"games, page", func(_ *testing.T, r *report.Report) []grid {
			g := each([]int{0}, func(s ...specimen.Sheet) []byte { return specimen.Page(s[0]) }, specimen.Games(r))
			g[0].line = func(row int) int { return row + 3 } // under two lines
			return g
		}},
		{"pgn", func(_ *testing.T, r *report.Report) []grid { return one(ofPGN(r)) }},
	}
}

// placed returns the lines of the rows of a page, by one of its rows.
func placed(data []byte, row []cell, n int) func(int) int {
	var c finding.Collector
	for _, t := range table.Page(string(data), &c) {
		for i := range t.Rows {
			if len(t.Rows[i].Cells) == len(row) && !slices.ContainsFunc(row, func(c cell) bool { return !slices.Contains(t.Rows[i].Cells, strings.TrimSpace(c.value)) }) {
				return func(row int) int { return row - n + t.Rows[i].Line }
			}
		}
	}
	return func(int) int { return 0 }
}

// ofPGN returns the games of a report as PGN: a row for each, with tags as cells.
func ofPGN(r *report.Report) grid {
	s := &r.Sections[0]
	var rows [][]cell
	lines := []int{1}
	for _, g := range s.Games {
		if !g.Result.Played() {
			continue
		}
		var row []cell
		add := func(name, value string) { row = append(row, cell{"[" + name + ` "`, value, "\"]\n"}) }
		white, black := &s.Players[g.White-1], &s.Players[g.Black-1]
		add("Event", r.Name)
		add("Date", strings.ReplaceAll(g.Date.String(), "-", "."))
		add("Round", strconv.Itoa(g.Round))
		add("White", white.Name)
		add("Black", black.Name)
		add("Result", g.Result.String())
		add("WhiteElo", strconv.Itoa(int(white.Rating)))
		add("BlackElo", strconv.Itoa(int(black.Rating)))
		add("WhiteFideId", white.FideID)
		add("BlackFideId", black.FideID)
		rows = append(rows, append(row, cell{after: "\n1. e4 e5 " + g.Result.String() + "\n\n"}))
		lines = append(lines, lines[len(lines)-1]+len(row)+3)
	}
	g := ofLines("", nil, nil)
	g.rows, g.new = rows, cell{`[X "`, "", "\"]\n"}
	for i := range rows {
		g.data = append(g.data, i)
	}
	g.line = func(row int) int { return lines[min(row, len(lines)-1)] }
	return g
}

// ofJSON returns the players, games and byes of a report in JSON: a row for each, with keys as cells.
func ofJSON(text string) grid {
	g := ofLines("", nil, nil)
	var lines []int
	var row []cell
	n := 0
	flush := func() {
		if len(row) > 0 {
			g.rows, row = append(g.rows, row), nil
		}
	}
	for line := range strings.Lines(text) {
		n++
		if opens := strings.HasPrefix(line, "        {"); opens {
			flush()
			lines = append(lines, n)
			g.data = append(g.data, len(g.rows))
		} else if len(row) == 0 {
			lines = append(lines, n)
		}
		if m := pair.FindStringSubmatch(line); m != nil {
			row = append(row, cell{m[1], m[2], m[3]})
		} else {
			row = append(row, cell{after: line})
		}
		if strings.HasPrefix(line, "        }") {
			flush()
		}
	}
	flush()
	g.line = func(row int) int { return lines[min(row, len(lines)-1)] }
	g.new = cell{`"x": "`, "", "\",\n"}
	return g
}

// ofSwissPerfect returns the tables of players and of games: the fields of the table are its header.
func ofSwissPerfect(t *testing.T, r *report.Report) (all []grid) {
	data, err := specimen.SwissPerfect(r)
	must(t, err)
	var c finding.Collector
	a := archive.Open(data, &c)
	files := map[string][]byte{}
	for i, name := range a.Names {
		files[name], _ = a.Read(i, &c)
	}
	for _, name := range []string{"event.trn", "event.sco"} {
		file := files[name]
		head, size := int(file[8])+int(file[9])<<8, int(file[10])+int(file[11])<<8
		g := grid{wide: true, line: func(row int) int { return row }}
		var fields []cell
		var lengths []int
		for at := 32; at < head-1; at += 32 {
			fields, lengths = append(fields, cell{value: string(file[at : at+32])}), append(lengths, int(file[at+16]))
		}
		g.rows = append(g.rows, append(fields, cell{after: "\r"}))
		for at := head; at+size <= len(file); at += size {
			row := []cell{}
			from := at + 1
			for i, length := range lengths {
				c := cell{value: string(file[from : from+length])}
				if i == 0 {
					c.before = " "
				}
				row = append(row, c)
				from += length
			}
			g.data = append(g.data, len(g.rows))
			g.rows = append(g.rows, append(row, cell{}))
		}
		g.write = func(rows [][]cell) []byte {
			var b bytes.Buffer
			for _, row := range rows {
				for _, c := range row {
					b.WriteString(c.before + c.value + c.after)
				}
			}
			out := slices.Concat(file[:32], b.Bytes(), []byte{0x1A})
			put := func(at, n int) { out[at], out[at+1] = byte(n), byte(n>>8) }
			width := 0
			for _, c := range rows[min(1, len(rows)-1)] {
				width += len(c.before + c.value + c.after)
			}
			put(4, len(rows)-1)
			headed := 0
			for _, c := range rows[0] {
				headed += len(c.before + c.value + c.after)
			}
			put(8, 32+headed)
			put(10, size)
			if all := len(rows) > 1 && !slices.ContainsFunc(rows[1:], func(row []cell) bool { return len(row) != len(rows[0]) }); all {
				put(10, width)
			}
			changed := maps.Clone(files)
			changed[name] = out
			data, err := specimen.ZIP(changed)
			must(t, err)
			return data
		}
		all = append(all, g)
	}
	return all
}

// mutation is a change to a row, at a cell.
type mutation struct {
	what   string // a cell, a column, a row, the header
	kind   string // deleted, inserted, doubled, blanked, swapped
	column int
	rows   []int // that it touches
}

var (
	parts = []string{"cell", "column", "row", "header"}
	kinds = []string{"delete", "insert", "double", "blank", "swap"}
)

// blank returns a cell without its value.
func (g *grid) blank(c cell) cell {
	value := ""
	if g.wide {
		value = strings.Repeat(" ", utf8.RuneCountInString(c.value))
	}
	return cell{c.before, value, c.after}
}

// change returns a row that is changed at a cell.
func (g *grid) change(row []cell, kind string, column int) []cell {
	row = slices.Clone(row)
	if column >= len(row) {
		return row
	}
	switch c := row[column]; kind {
	case "delete":
		return slices.Delete(row, column, column+1)
	case "insert":
		inserted := g.new
		if g.wide {
			inserted = g.blank(cell{value: c.value})
		}
		return slices.Insert(row, column, inserted)
	case "double":
		return slices.Insert(row, column, c)
	case "blank":
		row[column] = g.blank(c)
	case "swap":
		if column+1 < len(row) && row[column+1].before+row[column+1].value != "" {
			row[column].value, row[column+1].value = row[column+1].value, c.value
		}
	}
	return row
}

// apply returns the rows after a mutation, drawn for a part and a kind; false if there is none.
func (g *grid) apply(d *rand.Rand, what, kind string) (m mutation, rows [][]cell, ok bool) {
	rows = slices.Clone(g.rows)
	m = mutation{what: what, kind: kind}
	at := g.data[d.IntN(len(g.data))]
	width := len(g.rows[at])
	m.column = d.IntN(width)
	switch what {
	case "cell":
		m.rows = []int{at}
		rows[at] = g.change(rows[at], kind, m.column)
	case "column":
		m.rows = slices.Clone(g.data)
		if g.header >= 0 {
			m.rows = append(m.rows, g.header)
		}
		for _, i := range m.rows {
			if i != g.header || kind != "blank" {
				rows[i] = g.change(rows[i], kind, m.column)
			}
		}
	case "row":
		at = d.IntN(len(rows))
		m.rows = []int{at}
		switch kind {
		case "delete":
			rows = slices.Delete(rows, at, at+1)
		case "insert":
			row := []cell{{after: "\n"}}
			if g.header >= 0 {
				row = make([]cell, 0, len(rows[at]))
				for _, c := range rows[at] {
					row = append(row, g.blank(c))
				}
			}
			rows = slices.Insert(rows, at, row)
		case "double":
			rows = slices.Insert(rows, at, rows[at])
			m.rows = append(m.rows, at+1)
		case "blank":
			row := make([]cell, 0, len(rows[at]))
			for _, c := range rows[at] {
				row = append(row, g.blank(c))
			}
			rows[at] = row
		case "swap":
			if at+1 == len(rows) {
				return m, nil, false
			}
			m.rows = append(m.rows, at+1)
			rows[at], rows[at+1] = rows[at+1], rows[at]
		}
	case "header":
		if g.header < 0 {
			return m, nil, false
		}
		m.rows = append([]int{g.header}, g.data...)
		if m.column = d.IntN(len(rows[g.header]) + 1); m.column == len(rows[g.header]) { // the whole header
			m.column = -1
			switch kind {
			case "delete":
				rows = slices.Delete(rows, g.header, g.header+1)
			case "double":
				rows = slices.Insert(rows, g.header, rows[g.header])
			default:
				return m, nil, false
			}
		} else {
			rows[g.header] = g.change(rows[g.header], kind, m.column)
		}
	}
	return m, rows, true
}

// facts returns what a report says, each with the player and the round that it is about.
func facts(r *report.Report, byName bool) map[string]bool {
	all := map[string]bool{"event name: " + r.Name: true, fmt.Sprint("event days: ", r.Start, " ", r.End): true}
	for i := range r.Sections {
		s := &r.Sections[i]
		who := map[int]string{}
		for j := range s.Players {
			p := &s.Players[j]
			id := strconv.Itoa(p.StartNumber)
			if byName { // a list of games numbers players in order of appearance
				id = cmp.Or(p.Name, p.ID)
			}
			who[p.StartNumber] = id
			all["player: "+id+" "+p.Name] = true
			for name, value := range map[string]string{ // blank ones are no facts
				"id": p.ID, "fide_id": p.FideID, "rating": p.Rating.String(), "birth": p.Birth.String(), "sex": p.Sex, "federation": p.Federation,
				"title": p.Title, "club": p.Club,
			} {
				if all[name+": "+id+" "+value] = true; value == "" || value == "-" {
					delete(all, name+": "+id+" "+value)
				}
			}
			if p.Points != nil {
				all["points: "+id+" "+p.Points.String()] = true
			}
		}
		for _, g := range s.Games {
			if g.Date != 0 {
				all[fmt.Sprintf("day: %d %s–%s %s", g.Round, who[g.White], who[g.Black], g.Date)] = true
			}
			all[fmt.Sprintf("game: %d %s–%s %s %v", g.Round, who[g.White], who[g.Black], g.Result, g.Unrated)] = true
		}
		for _, b := range s.Byes {
			all[fmt.Sprintf("bye: %d %s %s", b.Round, who[b.Player], b.Kind)] = true
		}
	}
	return all
}

// lost returns the facts of one of two reports that the other has not.
func lost(a, b map[string]bool) (all []string) {
	for fact := range a {
		if !b[fact] {
			all = append(all, fact)
		}
	}
	slices.Sort(all)
	return all
}

// readAndChecked reads and checks a file; the report is nil if it is refused.
func readAndChecked(data []byte) (*report.Report, []finding.Finding) {
	r, found := file.Read(data, "event", "")
	if r != nil {
		found = append(found, report.Check(r)...)
	}
	if slices.ContainsFunc(found, func(f finding.Finding) bool { return f.Refuses && f.ID != "no-date" }) {
		return nil, found
	}
	return r, found
}

// exception is what nobody can notice: nothing else in the file tells of it.
type exception struct {
	formats, parts, kinds, fields string // that it is about; empty: all
	vanish                        bool   // what the fields said is gone, and nothing else is said instead
	counted                       bool   // the file has no rounds
	why                           string
}

// exceptions are what mutations may change without a finding.
var exceptions = []exception{
	{parts: "cell column header", kinds: "blank delete", fields: "rating id fide_id birth sex title club federation points day", vanish: true, why: "a value is gone that need not be there, and that stands nowhere else"},
	{fields: "title club federation sex", why: "titles, clubs, federations and sexes have no form by which one is told from another"},
	{kinds: "swap", fields: "id fide_id", why: "national IDs may look like FIDE's, and clubs write them into its column"},
	{fields: "event name", why: "any text may be the name of an event"},
	{formats: "games", parts: "row", kinds: "swap delete blank", fields: "game day player rating id fide_id", counted: true, why: "in a list without rounds the order of the games is all that tells of them"},
	{formats: "games pgn swissperfect", parts: "row", kinds: "blank delete", fields: "game day player rating id fide_id", vanish: true, why: "a list of games states no points; who has no game in a round may have been absent"},
	{formats: "json template swissperfect chess-results-xml", parts: "cell header", kinds: "swap", fields: "game day", why: "where a game has one row, nothing contradicts the colours of a draw, and of a win only the points"},
	{formats: "chess-results-xml swissperfect", fields: "player title federation id", why: "a name in two parts is as good the other way round, or without one"},
	{formats: "swissperfect", parts: "header", kinds: "swap", why: "the fields of dBase have names and nothing else, and this program states no points"},
	{formats: "swissperfect", parts: "cell", kinds: "swap", fields: "birth club", why: "the fields of dBase have no borders: beside a wider one, a birth becomes the beginning of a club"},
	{formats: "chess-results-xml", parts: "column cell", kinds: "delete blank", fields: "game", why: "without the letter for forfeits a game was played"},
	{formats: "template", parts: "row", fields: "birth", vanish: true, why: "births stand once, on a sheet of their own"},
	{formats: "trf", parts: "cell", kinds: "blank delete", fields: "bye", vanish: true, why: "in an exchange file a blank is an absence as well"},
	{formats: "chess-results,", parts: "cell", kinds: "swap", fields: "bye", why: "two byes of a player add up to the same points in either order"},
	{formats: "trf", parts: "row", fields: "day", vanish: true, why: "the days of rounds stand once"},
}

// among reports whether a word is among others; all are if there are none.
func among(words, word string) bool {
	return words == "" || slices.ContainsFunc(strings.Fields(words), func(w string) bool { return strings.HasPrefix(word, w) })
}

// excused returns the exception for what a mutation has changed, -1 if there is none.
func excused(format string, m *mutation, fields []string, gained, counted bool) int {
	return slices.IndexFunc(exceptions, func(e exception) bool {
		return among(e.formats, format) && among(e.parts, m.what) && among(e.kinds, m.kind) && !(e.vanish && gained) && (counted || !e.counted) &&
			(e.fields == "" || !slices.ContainsFunc(fields, func(f string) bool {
				return f != "event name" && !slices.Contains(strings.Fields(e.fields), f) || f == "event name" && e.fields != f
			}))
	})
}

// A sound file in which a cell, a column, a row or the header is lost, inserted, doubled, blanked or
// swapped is read the same, or refused, or what is changed is named. The table of what cannot be noticed is
// in docs/formats/README.md; ARPAD_SOAK=1 UPDATE=1 writes it again.
func TestMutations(t *testing.T) {
	tried, missed, ran := map[string]bool{}, map[string]map[int]bool{}, 0
	for i, w := range mutated() {
		t.Run(w.name, func(t *testing.T) {
			ran++
			files, mutations := 0, 0
			for seed := range soak.Of(6, 120) {
				d := rand.New(rand.NewPCG(uint64(seed), uint64(i)))
				grids := w.grids(t, drawn(d))
				if !soak.Full() {
					grids = grids[seed%len(grids):][:1]
				}
				for _, g := range grids {
					s := sweep{T: t, way: w, grid: &g, seed: seed}
					s.begin()
					files++
					for _, what := range parts {
						for _, kind := range kinds {
							m, rows, ok := g.apply(d, what, kind)
							if !ok {
								continue
							}
							key := w.name + " " + what
							if tried[key] = true; missed[key] == nil {
								missed[key] = map[int]bool{}
							}
							if why := s.try(&m, g.write(rows)); why >= 0 {
								missed[key][why] = true
							}
							mutations++
						}
					}
				}
			}
			t.Log(files, "sound files,", mutations, "mutations")
		})
	}
	if soak.Full() && ran == len(mutated()) {
		written(t, tried, missed)
	}
}

// sweep are mutations of a sound file.
type sweep struct {
	*testing.T
	way
	*grid
	seed   int
	byName bool // players have no start numbers of their own
	want   map[string]bool
	known  map[string]bool // findings about the sound file
}

// begin reads the sound file.
func (s *sweep) begin() {
	s.byName = strings.HasPrefix(s.name, "games") || s.name == "pgn"
	sound, found := readAndChecked(s.write(s.rows))
	if sound == nil {
		s.Fatalf("%s: the sound file is refused: %v", s.name, found)
	}
	s.want, s.known = facts(sound, s.byName), map[string]bool{}
	for _, f := range found {
		if s.known[f.ID] = true; f.Severity > finding.Info && f.ID != "rounds-blank" && f.ID != "no-date" {
			s.Fatalf("%s: the sound file has %v", s.name, f)
		}
	}
}

// try reads a changed file. It returns the exception if it is read otherwise and nobody can notice, -1 if
// it is read the same, refused or named.
func (s *sweep) try(m *mutation, data []byte) int {
	got, found := readAndChecked(data)
	if got == nil {
		return -1
	}
	after := facts(got, s.byName)
	gone, come := lost(s.want, after), lost(after, s.want)
	changed := slices.Concat(gone, come)
	found = slices.DeleteFunc(found, func(f finding.Finding) bool { return s.known[f.ID] })
	if len(changed) == 0 || slices.ContainsFunc(found, func(f finding.Finding) bool { return at(s.grid, m, &f, changed) }) {
		return -1
	}
	var fields []string
	for _, fact := range changed {
		field, _, _ := strings.Cut(fact, ":")
		fields = append(fields, field)
	}
	why := excused(s.name, m, fields, len(come) > 0, s.known["rounds-counted"])
	if why < 0 {
		slices.Sort(fields)
		s.Errorf("%s, seed %d: %s %s, column %d, rows %v: %v\n\tgone %.400q\n\tcome %.400q\n\tfound %v", s.name, s.seed, m.kind, m.what, m.column, m.rows[:min(3, len(m.rows))], slices.Compact(fields), gone, come, found)
	}
	return why
}

// written compares what was missed with the table in the documentation.
func written(t *testing.T, tried map[string]bool, missed map[string]map[int]bool) {
	var b strings.Builder
	b.WriteString("| | " + strings.Join(parts, " | ") + " |\n|---|---|---|---|---|\n")
	reasons := []string{}
	for _, w := range mutated() {
		fmt.Fprintf(&b, "| %s |", w.name)
		for _, what := range parts {
			key := w.name + " " + what
			if !tried[key] {
				b.WriteString(" has none |")
				continue
			}
			var notes []int
			for _, n := range slices.Sorted(maps.Keys(missed[key])) {
				if !slices.Contains(reasons, exceptions[n].why) {
					reasons = append(reasons, exceptions[n].why)
				}
				notes = append(notes, slices.Index(reasons, exceptions[n].why)+1)
			}
			slices.Sort(notes)
			if text := strings.ReplaceAll(strings.Trim(fmt.Sprint(slices.Compact(notes)), "[]"), " ", ", "); text == "" {
				b.WriteString(" all |")
			} else {
				fmt.Fprintf(&b, " all but %s |", text)
			}
		}
		b.WriteString("\n")
	}
	b.WriteString("\n")
	for i, why := range reasons {
		fmt.Fprintf(&b, "%d. %s.\n", i+1, strings.ToUpper(why[:1])+why[1:])
	}
	const page, mark, end = "../../docs/formats/README.md", "| | cell |", "\n## Tags"
	text, err := os.ReadFile(page)
	must(t, err)
	before, rest, found := strings.Cut(string(text), mark)
	_, after, _ := strings.Cut(rest, end)
	want := before + b.String() + end + after
	if os.Getenv("UPDATE") != "" && found {
		must(t, os.WriteFile(page, []byte(want), 0o644))
	} else if string(text) != want {
		t.Errorf("the table in %s is not what was missed; UPDATE=1 writes it again", page)
	}
}

// at reports whether a finding names the place of a mutation: its line, or a player or round of what has
// changed, or the file as a whole.
func at(g *grid, m *mutation, f *finding.Finding, gone []string) bool {
	if f.Line == 0 {
		return true
	}
	for _, row := range m.rows {
		if line := g.line(row); int(f.Line) == line {
			return true
		}
	}
	for _, name := range []string{"player", "opponent", "round", "name"} {
		if v := f.Value(name); v != "" && slices.ContainsFunc(gone, func(fact string) bool { return strings.Contains(fact, v) }) {
			return true
		}
	}
	return false
}
