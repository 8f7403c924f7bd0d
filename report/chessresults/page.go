// Package chessresults reads what the site Chess-Results gives out: its lists as XLSX or
// CSV, its pages as a browser saves them, and the XML that programs upload to it.
//
// An event is on several pages: the starting list, the pairings of the rounds, the
// ranking, the crosstables by rank and by start number, the cards of the players. Each
// is read, and all that are in a file are put together. Nothing is fetched.
package chessresults

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/table"
)

// kind is what a table on a page is.
type kind int

const (
	none       kind = iota
	list            // players: a starting list, or a ranking
	crosstable      // players with their rounds
	pairings        // of a round
	card            // the rounds of one player
	everybody       // a crosstable without rounds: a column for each opponent
)

// block is a table on a page, by its header.
type block struct {
	kind    kind
	header  *table.Row
	told    map[int]bool // columns without a header that were named
	columns map[string]int
	rounds  map[int]int // columns by round, of a crosstable without rounds by opponent
	black   map[string]int
}

// filled returns the tables that have rows.
func filled(tables []table.Table) []table.Table {
	return slices.DeleteFunc(slices.Clone(tables), func(t table.Table) bool { return len(t.Rows) == 0 })
}

// Is reports whether tables are of the site.
func Is(tables []table.Table) bool {
	tables = filled(tables)
	for i := range tables {
		switch text := tables[i].Rows[0].Cell(0); tables[i].Text {
		case table.Title:
			continue
		case table.Address:
			if address.MatchString(text) {
				return true
			}
			continue
		}
		for n := range tables[i].Rows {
			row := &tables[i].Rows[n]
			b := header(row)
			_, rated := b.columns["rating"]
			_, from := b.columns["federation"]
			if b.kind == crosstable || b.kind == everybody || b.kind == card || b.kind == pairings || b.kind == list && rated && from {
				return true
			}
			if strings.Contains(strings.ToLower(row.Cell(0)), "chess-results") {
				return true
			}
		}
	}
	return false
}

// header returns what table a row is the header of, if it is one.
func header(row *table.Row) block {
	b := block{columns: map[string]int{}, rounds: map[int]int{}, black: map[string]int{}}
	opponents, names := map[int]int{}, 0
	for column, text := range row.Cells {
		folded := table.Fold(text)
		if m := roundHeader.FindStringSubmatch(folded); m != nil {
			n, _ := strconv.Atoi(m[1]) // digits
			if _, twice := b.rounds[n]; twice {
				b.black[folded] = column
				continue
			}
			b.rounds[n] = column
			continue
		}
		if opponentHeader.MatchString(folded) {
			n, _ := strconv.Atoi(folded) // digits
			opponents[n] = column
		}
		name, known := headers[folded]
		if !known {
			continue
		}
		if name == "name" {
			names++
		}
		if _, twice := b.columns[name]; twice {
			b.black[name] = column
			continue
		}
		b.columns[name] = column
	}
	has := func(name string) bool { _, ok := b.columns[name]; return ok }
	numbered := has("start") || has("rank")
	switch {
	case has("result") && (has("white") && has("black") || names == 2) && (has("board") || has("start")):
		b.kind = pairings
	case has("own") && has("round") && has("start"):
		b.kind = card
	case names == 1 && numbered && len(b.rounds) > 0:
		b.kind = crosstable
	case names == 1 && numbered && len(opponents) > 1:
		b.kind, b.rounds = everybody, opponents
	case names == 1 && numbered && len(row.Cells) > 2:
		b.kind = list
	}
	b.header, b.told = row, map[int]bool{}
	return b
}

// Read reads the pages in a file, whose days may be known to be in an order. The caller must still call report.Check.
func Read(tables []table.Table, file string, dates civil.Order) (*report.Report, []finding.Finding) {
	r := &reader{Reader: table.Reader{Collector: &finding.Collector{File: file}, Report: &report.Report{File: file, NoTime: true}}, dates: dates, tieBreaks: map[int]string{}, listed: map[int]bool{}}
	tables = filled(tables)
	r.page = slices.ContainsFunc(tables, func(t table.Table) bool { return t.Text == table.Heading })
	for i := range tables {
		if i == 0 || tables[i].Name != tables[i-1].Name {
			r.round, r.block, r.titles, r.title, r.again = 0, block{}, 0, "", false
			r.at, r.known, r.numbered, r.teams, r.english = &tables[i], false, table.Spot{}, false, false
		}
		if tables[i].Text == table.Title || tables[i].Text == table.Address {
			r.frame(&tables[i])
			continue
		}
		if r.title != "" && r.titles == 0 {
			r.titles++
			r.named(&tables[i], tables[i].Rows[0].Line, r.title)
		}
		for n := range tables[i].Rows {
			if r.row(&tables[i], n); r.Full() {
				break
			}
		}
		if len(tables[i].Rows) > 1 {
			r.block = block{}
		}
		if i == len(tables)-1 || tables[i].Name != tables[i+1].Name {
			r.leave()
		}
	}
	if len(r.players)+len(r.games)+len(r.sides) == 0 && !r.Refused() {
		r.Add(finding.Refusal("chess-results-empty", finding.At{}))
	}
	r.assemble()
	return r.Report, r.Findings
}

// reader reads the pages of an event.
type reader struct {
	table.Reader
	block     block
	page      bool         // it has headings: lines of its tables are no name
	title     string       // of the window, as far as it names the event
	event     string       // its number on the site; empty: no page has one
	again     bool         // the page is of the same event as one before
	titles    int          // names of the event that this page has given
	round     int          // of the pairings that come
	at        *table.Table // the first one of this page
	known     bool         // it has a list that is read
	numbered  table.Spot   // the first row with a number of another one
	teams     bool         // it is of teams
	english   bool         // its address says so
	cardOf    number       // the player whose card comes
	told      []roundDay
	dates     civil.Order // of the numbers in days, if it is known
	players   []entry
	listed    map[int]bool // start numbers in lists
	games     []game
	sides     []half
	tieBreaks map[int]string // the first ones of crosstables without points, by start number
}

// number is how a page names a player: by start number, by rank, or by name.
type number struct {
	start, rank int
	name        string
	nobody      bool // the name is no person's
}

// entry is a row about a player.
type entry struct {
	number
	report.Player
	table.Spot
}

// half is one player's side of a game, or a round without one.
type half struct {
	of, opponent number
	round        int  // zero: a crosstable without rounds does not tell it
	again        int  // the games between the two before it there
	colour       byte // 'w', 'b', 0
	result       string
	forfeit      bool
	bye          string // what stands for the opponent; empty: there is one
	table.Spot
}

// game is a row of pairings.
type game struct {
	white, black number
	round        int
	text         string
	table.Spot
}

// isNumber reports whether a text has digits only.
func isNumber(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }

// row reads the next row of a page.
func (r *reader) row(t *table.Table, n int) {
	row := &t.Rows[n]
	if row.Blank() {
		r.block = block{}
		return
	}
	if !isNumber(row.Cell(0)) { // a header begins with none
		if b := header(row); b.kind != none {
			r.block, r.known = b, true
			r.columns(t, row)
			return
		}
	}
	if r.line(t, row) {
		return
	}
	if r.block.kind != none {
		if !r.Fits(t, r.block.header, row) {
			return
		}
		r.Headless(t, r.block.header, row, r.block.told, known)
	}
	switch r.block.kind {
	case none:
		if r.numbered.Table == nil && len(row.Texts()) > 2 && slices.ContainsFunc(row.Cells, isNumber) {
			r.numbered = t.Spot(row, 0)
		}
		r.teams = r.teams || slices.ContainsFunc(row.Cells, func(text string) bool { return headers[table.Fold(text)] == "team" })
	case list, crosstable, everybody:
		r.player(t, row)
	case pairings:
		r.pairing(t, row)
	case card:
		r.ownRound(t, row)
	}
}

// columns names the columns of a header that are unknown, and refuses one in which a column comes twice,
// or the rounds of a crosstable are not all there, in their order.
func (r *reader) columns(t *table.Table, row *table.Row) {
	for column, text := range row.Cells {
		folded := table.Fold(text)
		if text != "" && headers[folded] == "" && !roundHeader.MatchString(folded) && !opponentHeader.MatchString(folded) && !unread.MatchString(folded) {
			r.Add(t.New("table-column-unknown", finding.Warning, row.Line, column, finding.Quoted("column", text)))
		}
	}
	for _, column := range r.block.black {
		if first := slices.IndexFunc(row.Cells, func(s string) bool { return table.Fold(s) == table.Fold(row.Cells[column]) }); r.block.kind != pairings && first < column {
			r.Add(t.Refusal("table-column-repeated", row.Line, column, finding.Text("column", row.Cells[column])))
		}
	}
	last := 0
	for round := range r.block.rounds {
		last = max(last, round)
	}
	for round := 1; round < last; round++ {
		at, there := r.block.rounds[round]
		if next, is := r.block.rounds[round+1]; there && is && next < at {
			r.Add(t.Refusal("table-column-moved", row.Line, at, finding.Text("column", row.Cells[at])))
		}
		if !there {
			r.Add(t.Refusal("table-round-missing", row.Line, r.block.rounds[last], finding.Int("round", round), finding.Int("rounds", last)))
		}
	}
}

// section returns the section of the report.
func (r *reader) section() *report.Section {
	if len(r.Report.Sections) == 0 {
		r.Report.Sections = []report.Section{{}}
	}
	return &r.Report.Sections[0]
}

// whole returns the number in a cell; false if there is none.
func (r *reader) whole(row *table.Row, column string) (int, bool) {
	at, ok := r.block.columns[column]
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(strings.TrimSuffix(row.Cell(at), "."))
	return n, err == nil && n > 0
}

// player reads a row about a player, and its rounds.
func (r *reader) player(t *table.Table, row *table.Row) {
	start, hasStart := r.whole(row, "start")
	rank, hasRank := r.whole(row, "rank")
	if !hasStart && !hasRank {
		if row.Cell(r.block.columns["name"]) != "" && len(row.Texts()) > 2 {
			r.Add(t.Refusal("table-cell-missing", row.Line, 0, finding.Text("column", "No.")))
			return
		}
		r.block = block{} // the legend below
		return
	}
	if !r.Take(report.Players, table.At(row.Line, 0)) {
		return
	}
	columns := maps.Clone(r.block.columns)
	delete(columns, "rank")
	delete(columns, "tie_break")
	for _, of := range []string{"rating_int", "rating_nat"} {
		if column, ok := columns[of]; ok {
			if _, has := columns["rating"]; !has {
				columns["rating"] = column
			}
		}
	}
	if name, ok := columns["name"]; ok && name > 0 {
		if _, titled := columns["title"]; !titled && !r.headed(name-1) {
			columns["title"] = name - 1 // its header is empty
		}
	}
	if r.block.kind == list && len(r.block.columns) > 0 && !hasRank {
		delete(columns, "points") // of a list before the end
	}
	e := entry{Spot: t.Spot(row, r.block.columns["name"])}
	r.Player(t, row, columns, &e.Player)
	e.number = number{start: start, rank: rank, name: e.Name}
	e.Rank = rank
	if column, ok := r.block.columns["tie_break"]; ok && r.block.kind == crosstable {
		r.tieBreaks[start] = row.Cell(column)
	}
	if !known(e.Title) {
		e.Title = ""
	}
	if r.block.kind == list && hasStart {
		r.listed[start] = true
	}
	r.players = append(r.players, e)
	byRank := !hasStart
	for round := 1; round <= report.MaxRound; round++ {
		column, ok := r.block.rounds[round]
		if !ok {
			continue
		}
		if r.block.kind == everybody {
			r.against(e.number, round, byRank, t.Spot(row, column))
		} else {
			r.cell(e.number, round, byRank, t.Spot(row, column))
		}
	}
}

// against reads the games with an opponent in a crosstable without rounds.
func (r *reader) against(of number, opponent int, byRank bool, s table.Spot) {
	text := strings.ToLower(s.Text)
	if text == "" || strings.Trim(text, "*") == "" || !r.Take(report.Games, s.At()) {
		return
	}
	if !each.MatchString(text) {
		r.Add(s.Impossible("crosstable-cell"))
		return
	}
	for n, m := range result.FindAllStringSubmatch(text, -1) {
		h := half{of: of, again: n, result: m[1], forfeit: m[2] != "", Spot: s}
		if h.opponent = (number{start: opponent}); byRank {
			h.opponent = number{rank: opponent}
		}
		r.sides = append(r.sides, h)
	}
}

// headed reports whether a column has a header.
func (r *reader) headed(column int) bool {
	return slices.Contains(slices.Collect(maps.Values(r.block.columns)), column)
}

// known reports whether a text is a title.
func known(title string) bool {
	switch title {
	case "GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM", "NM", "WNM", "AGM", "AIM", "AFM", "ACM":
		return true
	}
	return false
}

// cell reads a round of a crosstable.
func (r *reader) cell(of number, round int, byRank bool, s table.Spot) {
	text := strings.ToLower(s.Text)
	if text == "" || text == "*" || !r.Take(report.Games, s.At()) {
		return
	}
	h := half{of: of, round: round, Spot: s}
	if m := side.FindStringSubmatch(text); m != nil {
		n, _ := strconv.Atoi(m[1]) // digits
		h.colour, h.result, h.forfeit = colour(m[2]), m[3], m[4] != ""
		if h.opponent = (number{start: n}); byRank {
			h.opponent = number{rank: n}
		}
		if n == 0 {
			h.bye = "bye"
		}
	} else if m := alone.FindStringSubmatch(text); m != nil {
		h.bye, h.result = "-", m[1]
	} else {
		r.Add(s.Impossible("crosstable-cell"))
		return
	}
	r.sides = append(r.sides, h)
}

// colour returns 'w' or 'b', 0 if there is none.
func colour(word string) byte {
	switch word {
	case "w", "白":
		return 'w'
	case "b", "s", "黒":
		return 'b'
	}
	return 0
}

// ownRound reads a row of a player's card.
func (r *reader) ownRound(t *table.Table, row *table.Row) {
	round, ok := r.whole(row, "round")
	if !ok {
		r.block = block{}
		return
	}
	if !r.Take(report.Games, table.At(row.Line, 0)) {
		return
	}
	result := t.Spot(row, r.block.columns["own"])
	h := half{of: r.cardOf, round: round, Spot: result}
	h.opponent.name = row.Cell(r.block.columns["name"])
	h.opponent.start, _ = r.whole(row, "start")
	if _, nobody := report.Nobody(h.opponent.name); nobody {
		h.bye = strings.ToLower(h.opponent.name)
	}
	m := own.FindStringSubmatch(strings.ToLower(result.Text))
	if m == nil {
		r.Add(result.Impossible("crosstable-cell"))
		return
	}
	h.colour, h.result, h.forfeit = colour(m[1]), m[2], m[3] != ""
	r.sides = append(r.sides, h)
}

// pairing reads a row of pairings.
func (r *reader) pairing(t *table.Table, row *table.Row) {
	b := &r.block
	white, black := b.columns["white"], b.columns["black"]
	if _, ok := b.columns["white"]; !ok {
		white, black = b.columns["name"], b.black["name"]
	}
	if len(row.Texts()) == 1 {
		r.block = block{} // the legend below
		return
	} else if row.Cell(white) == "" || row.Cell(black) == "" {
		r.Add(t.Refusal("table-cell-missing", row.Line, white, finding.Text("column", "White, Black")))
		return
	}
	if !r.Take(report.Games, table.At(row.Line, 0)) {
		return
	}
	result := t.Spot(row, b.columns["result"])
	g := game{round: r.round, text: result.Text, Spot: result}
	g.white.name, g.black.name = row.Cell(white), row.Cell(black)
	_, g.white.nobody = report.Nobody(g.white.name)
	_, g.black.nobody = report.Nobody(g.black.name)
	g.white.start, _ = r.whole(row, "start")
	if column, ok := b.black["start"]; ok {
		g.black.start, _ = strconv.Atoi(row.Cell(column)) // zero: it is no number
	}
	if g.round == 0 {
		r.Add(t.Refusal("pairings-without-round", row.Line, 0))
		return
	}
	r.games = append(r.games, g)
}
