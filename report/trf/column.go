// Package trf reads and writes the exchange files of FIDE's tournament report
// format: TRF16 with the extensions of the pairing programs (XX, BB), and TRF26
// with teams, coded time controls and the federations' own lines.
//
// The format has fixed columns, declared here once as the standard counts
// them, from 1. Reading is tolerant, and each adjustment is a finding; writing
// is strict.
package trf

import (
	"strings"
	"unicode/utf8"
)

// column is a field of a line: its first and last column, counted from 1.
type column struct{ first, last int }

// The columns of a player's line (001), of a federation's line about a player,
// and of the lines about teams.
var (
	colStart      = column{5, 8}
	colSex        = column{10, 10}
	colTitle      = column{11, 13}
	colName       = column{15, 47}
	colRating     = column{49, 52}
	colFederation = column{54, 56}
	colNumber     = column{58, 68}
	colBirth      = column{70, 79}
	colPoints     = column{81, 84}
	colRank       = column{86, 89}

	colTeamName013   = column{5, 36}
	colTeamNumber    = column{5, 7}
	colTeamName      = column{9, 40}
	colTeamNick      = column{42, 46}
	colTeamStrength  = column{48, 53}
	colTeamPoints    = column{55, 60}
	colTeamGames     = column{62, 67}
	colTeamRank      = column{69, 71}
	firstTeamPlayer  = column{74, 77}
	firstPlayer013   = column{37, 40}
	firstRoundDate   = column{92, 99}
	teamPlayersApart = 5
)

// A round takes ten columns from the 92nd on: the opponent in four, the colour
// in the sixth, the result in the eighth.
const (
	firstRound   = 92
	roundWidth   = 10
	colourOffset = 5
	resultOffset = 7
)

// tagText is where the text of a tournament's line begins.
const tagText = 5

// row is a line with its columns. Programs count columns in characters, in
// bytes or in the width of a terminal; a ruler says how.
type row struct {
	text string
	flat string // one byte for each column; text itself where all is ASCII
	at   []int  // where each column begins in text; nil where all is ASCII
}

// ruler is a way of counting columns.
type ruler uint8

const (
	characters ruler = iota
	octets           // of UTF-8
	widths           // of a terminal, and of Shift_JIS: two columns for a full-width character
)

var rulers = [...]ruler{characters, octets, widths}

var rulerNames = [...]string{"characters", "bytes", "widths"}

// isASCII looks at what stands before the rounds; these are read as bytes.
func isASCII(line string) bool {
	line = line[:min(len(line), firstRound-1)]
	var all byte
	for ; len(line) >= 8; line = line[8:] {
		all |= line[0] | line[1] | line[2] | line[3] | line[4] | line[5] | line[6] | line[7]
	}
	for i := range len(line) {
		all |= line[i]
	}
	return all < utf8.RuneSelf
}

// newRow measures a line.
func newRow(text string, r ruler) row {
	if isASCII(text) {
		return row{text: text, flat: text}
	}
	measured := row{text: text}
	var flat []byte
	for i, c := range text {
		columns, shown := 1, byte('?')
		switch {
		case c < utf8.RuneSelf:
			shown = byte(c)
		case r == octets:
			columns = utf8.RuneLen(c)
		case r == widths && fullWidth(c):
			columns = 2
		}
		for range columns {
			flat = append(flat, shown)
			measured.at = append(measured.at, i)
		}
	}
	measured.flat = string(flat)
	measured.at = append(measured.at, len(text))
	return measured
}

// fullWidth says whether a character takes two columns (and two bytes in
// Shift_JIS): kana, kanji, full-width forms, but not half-width kana.
func fullWidth(c rune) bool {
	return c >= 0x1100 && !(c >= 0xFF61 && c <= 0xFFDC) && c != 0x20A9
}

// field gives the columns of a field, one byte each, without blanks at the
// ends.
func (r *row) field(c column) string {
	if c.first > len(r.flat) {
		return ""
	}
	return strings.Trim(r.flat[c.first-1:min(c.last, len(r.flat))], " ")
}

// words gives the text of a field, without blanks at the ends.
func (r *row) words(c column) string {
	switch {
	case c.first > len(r.flat):
		return ""
	case r.at == nil:
		return r.field(c)
	}
	return strings.Trim(r.text[r.at[c.first-1]:r.at[min(c.last, len(r.flat))]], " ")
}

// rest gives the text from a column to the end of the line.
func (r *row) rest(first int) string { return r.words(column{first, len(r.flat)}) }

// number reads the whole number that stands in a field; blank is zero.
func (r *row) number(c column) (n int, ok bool) {
	if c.first > len(r.flat) {
		return 0, true
	}
	field := r.flat[c.first-1 : min(c.last, len(r.flat))]
	for len(field) > 0 && field[0] == ' ' {
		field = field[1:]
	}
	for i := range len(field) {
		d := field[i] - '0'
		if d > 9 {
			return digits(strings.TrimRight(field, " "))
		}
		n = 10*n + int(d)
	}
	return n, true
}

// digits reads a whole number of at most nine digits; blank is zero.
func digits(field string) (n int, ok bool) {
	if len(field) > 9 {
		return 0, false
	}
	for i := range len(field) {
		d := field[i] - '0'
		if d > 9 {
			return 0, false
		}
		n = 10*n + int(d)
	}
	return n, true
}
