package trf

import (
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// playerLine is the position of a player's rounds among the cells.
type playerLine struct{ line, first, rounds int }

// cell is a round of a player.
type cell struct {
	opponent int16 // start number; 0: none
	colour   byte  // 'w', 'b' or '-'; 0: none
	result   byte  // upper case; 0: none
}

// unreadable is an unreadable round, for which there is a finding.
var unreadable = cell{result: wrong}

// player reads a player's line (001).
func (r *reader) player(row *row) {
	if !r.take(report.Players, 1, r.at(1)) {
		return
	}
	if r.players == nil {
		r.expect(r.size/max(len(row.text), firstRound)+1, max(0, len(row.text)-firstRound)/roundWidth+1)
	}
	cells, broken := r.parseRounds(row), -1
	if roundsIn(row) <= report.MaxRound && (!cells || !row.straight()) {
		*row, broken, _ = r.reading(*row, false)
		r.cells = r.cells[:r.players[len(r.players)-1].first]
		r.players = r.players[:len(r.players)-1]
		cells = r.parseRounds(row) && broken < 0
	}
	n := len(r.section.Players)
	r.section.Players = slices.Grow(r.section.Players, 1)[:n+1]
	p := &r.section.Players[n]
	p.At = r.at(1)
	p.StartNumber = r.whole(row, colStart, "start_number")
	p.Sex = r.sex(row)
	p.Title = report.StrictTitle(row.code(colTitle))
	p.Name = row.words(colName)
	p.Rating = r.rating(row)
	p.Federation = row.code(colFederation)
	p.FideID = row.words(colNumber)
	p.Points = r.points(row)
	p.Rank = r.whole(row, colRank, "rank")
	if p.FideID == "0" {
		p.FideID = ""
	}
	p.Birth = r.birth(row, p.StartNumber, entry{index: n})
	if !cells {
		r.unreadableRounds(row, broken)
	}
}

// expect makes room for a number of players and rounds.
func (r *reader) expect(players, rounds int) {
	r.section.Players = make([]report.Player, 0, players)
	r.players = make([]playerLine, 0, players)
	r.cells = make([]cell, 0, players*rounds)
	r.stated = make([]rating.Score, 0, players)
}

// fitting measures a line that is not plain with the first ruler by which
// everything is in its columns; failing that, by which the line can be read as
// shifted; failing that, by which numbers are in their places.
func (r *reader) fitting(line string, national bool) row {
	if !plain(line) && controlled(line) {
		r.Add(finding.Refusal("control-character", r.at(1), finding.Text("text", strconv.QuoteToASCII(line))))
	}
	first := newRow(line, characters)
	if first.at == nil || roundsIn(&first) > report.MaxRound {
		return first
	}
	rows := [len(rulers)]row{first, newRow(line, octets), newRow(line, widths)}
	var sound []ruler
	for ruler := range rows {
		if _, ok := tableOf(&rows[ruler], national).crooked(); ok {
			sound = append(sound, rows[ruler].ruler)
		}
	}
	if len(sound) > 0 {
		if len(sound) == 1 {
			r.ruled = append(r.ruled, ruledLine{r.number, sound[0]})
		}
		r.counts(sound[0])
		return rows[sound[0]]
	}
	for _, fit := range []func(*table) bool{func(t *table) bool { _, ok := t.shift(); return ok }, (*table).numbers} {
		for ruler := range rows {
			if fit(tableOf(&rows[ruler], national)) {
				r.counts(rows[ruler].ruler)
				return rows[ruler]
			}
		}
	}
	return first
}

// numbers reports whether all fields are valid.
func (t *table) numbers() bool {
	for i := range t.len() {
		if f := t.at(i); !f.reads(t.row, f.column) {
			return false
		}
	}
	return true
}

// whole parses a whole number.
func (r *reader) whole(row *row, c column, field string) int {
	n, ok := row.number(c)
	if !ok {
		r.Add(finding.Refusal("cell-unreadable", r.at(c.first), finding.Text("field", field), finding.Text("text", row.words(c))))
	}
	return n
}

func (r *reader) rating(row *row) rating.Rating {
	n, ok := row.number(colRating)
	if !ok || n > int(rating.Max) {
		r.Add(finding.Refusal("rating-impossible", r.at(colRating.first), finding.Text("text", row.words(colRating))))
		return 0
	}
	return rating.Rating(n)
}

func (r *reader) sex(row *row) string {
	switch text := row.words(colSex); text {
	case "m", "w", "":
		return text
	case "M":
		return "m"
	case "f", "F", "W":
		return "w"
	default:
		r.Add(finding.New("cell-ignored", finding.Warning, r.at(colSex.first), finding.Text("field", "sex"), finding.Text("text", text)))
		return ""
	}
}

// points parses the points of the table; nil if not stated.
func (r *reader) points(row *row) *rating.Score {
	field := row.field(colPoints)
	if len(field) == 0 {
		return nil
	}
	points, strict, ok := parseSigned(field)
	switch {
	case !ok:
		r.Add(finding.Refusal("cell-unreadable", r.at(colPoints.first), finding.Text("field", "points"), finding.Text("text", row.words(colPoints))))
		return nil
	case !strict:
		r.Add(finding.New("points-form", finding.Info, r.at(colPoints.first), finding.Text("text", row.words(colPoints))))
	}
	r.stated = append(r.stated, points)
	return &r.stated[len(r.stated)-1]
}

// parseSigned parses points that a penalty may have made negative: "-0.5".
func parseSigned(field string) (points rating.Score, strict, ok bool) {
	points, strict, ok = parsePoints(field)
	if ok || len(field) < 2 || field[0] != '-' {
		return points, strict, ok
	}
	points, strict, ok = parsePoints(field[1:])
	return -points, strict, ok
}

// parsePoints parses "11.5", and tolerantly "11,5" and "11".
func parsePoints(field string) (points rating.Score, strict, ok bool) {
	if end := len(field) - 2; end > 0 && field[end] == '.' && (field[end+1] == '0' || field[end+1] == '5') {
		n, ok := digits(field[:end])
		return rating.Score(2*n) + rating.Score(field[end+1]-'0')/5, true, ok
	}
	whole, half, _ := strings.Cut(strings.Replace(field, ",", ".", 1), ".")
	n, ok := digits(whole)
	switch half {
	case "", "0", "00":
		return rating.Score(2 * n), field == "", ok
	case "5", "50":
		return rating.Score(2*n + 1), false, ok
	}
	return 0, false, false
}

// parseRounds parses the rounds at the end of a player's line, and reports
// whether all are valid.
func (r *reader) parseRounds(row *row) bool {
	p, readable := playerLine{line: r.number, first: len(r.cells), rounds: roundsIn(row)}, true
	if p.rounds > report.MaxRound {
		p.rounds, readable = 0, false
	}
	r.cells = slices.Grow(r.cells, p.rounds)[:p.first+p.rounds]
	cells, rest := r.cells[p.first:], row.flat[min(firstRound-1, len(row.flat)):]
	for i := range cells {
		c, ok := parseCell(rest)
		if !ok {
			c, readable = unreadable, false
		}
		cells[i], rest = c, rest[min(roundWidth, len(rest)):]
	}
	r.players = append(r.players, p)
	return readable
}

// roundsIn returns the number of rounds in a line.
func roundsIn(row *row) int { return max(0, len(row.flat)-firstRound+roundWidth) / roundWidth }

// unreadableRounds adds findings for the invalid rounds of the last line,
// except for a known one.
func (r *reader) unreadableRounds(row *row, known int) {
	if n := roundsIn(row); n > report.MaxRound {
		r.Add(finding.Refusal("rounds-impossible", r.at(firstRound), finding.Int("rounds", n)))
	}
	p := r.players[len(r.players)-1]
	for i := range p.rounds {
		first := firstRound + i*roundWidth
		switch {
		case i == known:
			r.cells[p.first+i] = unreadable
		case r.cells[p.first+i] == unreadable:
			r.Add(finding.Refusal("cell-unreadable", r.at(first), finding.Text("field", "round"), finding.Text("text", row.words(column{first, first + roundWidth - 1}))))
		}
	}
}

// resultOf maps a character to the result code, colourOf to the colour; both to
// wrong if it is neither.
var resultOf, colourOf = codes("1=0WDL+-HFUZ", " ?"), codes("wb-", " ")

const wrong = 0xFF

// codes maps codes in either case to one, and blanks to zero. A question mark is what programs write
// for a game that is not finished.
func codes(known, blank string) (table [256]byte) {
	for i := range table {
		table[i] = wrong
	}
	for _, code := range []byte(known) {
		table[code] = code
		switch {
		case code >= 'A' && code <= 'Z':
			table[code+'a'-'A'] = code
		case code >= 'a' && code <= 'z':
			table[code-('a'-'A')] = code
		}
	}
	for _, code := range []byte(blank) {
		table[code] = 0
	}
	return table
}

// parseCell parses the ten columns of a round, or what remains of them.
func parseCell(block string) (c cell, ok bool) {
	if len(block) < roundWidth {
		whole := [roundWidth]byte{' ', ' ', ' ', ' ', ' ', ' ', ' ', ' ', ' ', ' '}
		copy(whole[:], block)
		return parseCell(string(whole[:]))
	}
	_ = block[roundWidth-1]
	opponent, ok := rightNumber(block)
	c = cell{int16(opponent), colourOf[block[colourOffset]], resultOf[block[resultOffset]]}
	between := block[4] | block[6] | block[8] | block[9] // a blank only if all are
	return c, ok && c.colour != wrong && c.result != wrong && between == ' '
}
