// Package trf reads and writes the exchange files of FIDE's tournament report
// format: TRF16 with the extensions of the pairing programs (XX, BB), and TRF26
// with teams, coded time controls and the federations' own lines.
//
// The format has fixed columns, declared here once with the standard's
// numbering, from 1. Reading is tolerant, and each adjustment is a finding;
// writing is strict.
package trf

import (
	"math/bits"
	"strings"
	"unicode/utf8"
)

// column is a field of a line: its first and last column, counted from 1.
type column struct{ first, last int }

// width returns the number of columns.
func (c column) width() int { return c.last - c.first + 1 }

// The columns of a player's line (001) and of a federation's line about a
// player, and the first one of the rounds' dates (132). Other lines are
// declared in table.go.
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

	firstRoundDate = column{92, 99}
)

// A round has ten columns from the 92nd on: the opponent in four, the colour in
// the sixth, the result in the eighth.
const (
	firstRound   = 92
	roundWidth   = 10
	colourOffset = 5
	resultOffset = 7
)

// tagText is the first column of the text in a line about the tournament.
const tagText = 5

// row is a line with its columns. Programs count columns in characters, in
// bytes or in terminal width; a ruler says how.
type row struct {
	text string
	flat string // one byte per column; equals text if that is ASCII
	at   []int  // the offset of each column in text; nil if that is ASCII
	ink
	ruler
}

// ruler is a way of counting columns.
type ruler uint8

const (
	characters ruler = iota
	octets           // of UTF-8
	widths           // of a terminal, and of Shift_JIS: two columns per full-width character
)

var rulers = [...]ruler{characters, octets, widths}

var rulerNames = [...]string{"characters", "bytes", "widths"}

// ink is the columns before the rounds that are not blank: a bit for each of the first
// 64, and for each of the last 64. Each field is within one of them.
type ink [2]uint64

// lastInk is the first of the last 64 columns.
const lastInk = firstRound - 64

// inkOf returns the ink of a line whose first 64 columns and whose others, each from the
// first on, have bits.
func inkOf(first, others uint64) ink {
	return ink{first, first>>(lastInk-1) | others<<(65-lastInk)}
}

// within reports whether columns are all among the first 64, or among the last.
func (c column) within() bool {
	return c.first <= c.last && (c.first >= 1 && c.last <= 64 || c.first >= lastInk && c.last < firstRound)
}

// of returns the bits of such columns, from the first on.
func (k *ink) of(c column) uint64 {
	all := uint64(1)<<uint(c.last-c.first+1) - 1
	if c.last <= 64 {
		return k[0] >> (uint(c.first-1) % 64) & all
	}
	return k[1] >> (uint(c.first-lastInk) % 64) & all
}

// plainInk returns the ink of a line, if everything before the rounds is ASCII without
// control characters; the rounds are read as bytes.
func plainInk(line string) (k ink, plain bool) {
	line = line[:min(len(line), firstRound-1)]
	const blank8, low8, high8, gather = 0x2020202020202020, 0x7F7F7F7F7F7F7F7F, 0x8080808080808080, 0x0002040810204081
	var all, first, others uint64 // all: a high bit for each byte that is not ASCII or below a blank
	i := uint(0)
	for ; len(line) >= 8; line = line[8:] {
		eight := uint64(line[0]) | uint64(line[1])<<8 | uint64(line[2])<<16 | uint64(line[3])<<24 |
			uint64(line[4])<<32 | uint64(line[5])<<40 | uint64(line[6])<<48 | uint64(line[7])<<56
		all |= eight | (eight - blank8)
		inked := ((eight ^ blank8) + low8) & high8 * gather >> 56 // a bit for each that is not blank
		first |= inked << i
		others |= inked << (i - 64)
		i += 8
	}
	for j := range len(line) {
		all |= uint64(line[j] | (line[j] - ' '))
		if line[j] != ' ' {
			first |= 1 << (i + uint(j))
			others |= 1 << (i + uint(j) - 64)
		}
	}
	return inkOf(first, others), all&high8 == 0
}

// flatInk returns the ink of a line with one byte per column.
func flatInk(flat string) ink {
	var first, others uint64
	for i := range min(len(flat), firstRound-1) {
		if !isBlank(flat[i]) {
			first |= 1 << uint(i)
			others |= 1 << (uint(i) - 64)
		}
	}
	return inkOf(first, others)
}

// plain reports whether columns, characters and bytes of a line are the same.
func plain(line string) bool {
	_, ok := plainInk(line)
	return ok
}

// controlled reports whether a text has control characters other than tabs.
func controlled(text string) bool {
	return strings.IndexFunc(text, func(c rune) bool { return c < ' ' && c != '\t' }) >= 0
}

// newRow measures a line with a ruler.
func newRow(text string, r ruler) row {
	if ink, ok := plainInk(text); ok {
		return row{text: text, flat: text, ink: ink}
	}
	measured := row{text: text, ruler: r}
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
	measured.ink = flatInk(measured.flat)
	measured.at = append(measured.at, len(text))
	return measured
}

// fullWidth reports whether a character takes two columns (and two bytes in
// Shift_JIS): kana, kanji and full-width forms, but not half-width kana.
func fullWidth(c rune) bool {
	return c >= 0x1100 && !(c >= 0xFF61 && c <= 0xFFDC) && c != 0x20A9
}

// blanks are the characters ignored at the ends of a line or field.
const blanks = " \t\x1a"

// trim returns a text without leading and trailing blanks.
func trim(text string) string {
	for len(text) > 0 && isBlank(text[0]) {
		text = text[1:]
	}
	for len(text) > 0 && isBlank(text[len(text)-1]) {
		text = text[:len(text)-1]
	}
	return text
}

func isBlank(c byte) bool { return c <= ' ' && (c == ' ' || c == '\t' || c == '\x1a') }

// field returns the trimmed columns of a field, one byte each.
func (r *row) field(c column) string {
	switch {
	case c.first > len(r.flat):
		return ""
	case c.within():
		inked := r.of(c)
		if inked == 0 {
			return ""
		}
		return r.flat[c.first-1+bits.TrailingZeros64(inked) : c.first-1+bits.Len64(inked)]
	}
	return trim(r.flat[c.first-1 : min(c.last, len(r.flat))])
}

// words returns the trimmed text of a field.
func (r *row) words(c column) string {
	switch {
	case c.first > len(r.flat):
		return ""
	case r.at == nil:
		return r.field(c)
	}
	return trim(r.text[r.at[c.first-1]:r.at[min(c.last, len(r.flat))]])
}

// rest returns the text from a column to the end of the line.
func (r *row) rest(first int) string { return r.words(column{first, len(r.flat)}) }

// number parses the whole number in a field; blank is zero.
func (r *row) number(c column) (n int, ok bool) {
	if c.first > len(r.flat) {
		return 0, true
	}
	field := r.flat[c.first-1 : min(c.last, len(r.flat))]
	if len(field) == len("1234") {
		if n, ok := rightNumber(field); ok {
			return n, true
		}
	}
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

// rightNumber parses a whole number at the right of four columns, after blanks; zero if
// all are blank.
func rightNumber(four string) (n int, ok bool) {
	_ = four[3]
	const blank4, zero4, low4, nine4, high4 = 0x20202020, 0x30303030, 0x10101010, 0x76767676, 0x80808080
	all := uint32(four[0]) | uint32(four[1])<<8 | uint32(four[2])<<16 | uint32(four[3])<<24
	blank := (^all & low4) >> 4 * 0xFF // all bits of each byte that is a blank, if it is no other character
	d := (all | low4) ^ zero4          // the digits, and zero for a blank
	if (d+nine4|d)&high4 != 0 || (all^blank4)&blank != 0 || blank&(blank+1) != 0 {
		return 0, false
	}
	pairs := 10*d + d>>8
	return int(pairs&0xFF)*100 + int(pairs>>16&0xFF), true
}

// digits parses a whole number of at most nine digits; blank is zero.
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
