package report

import (
	"strings"
)

// FoldName returns a name in a form for comparison: without case, commas, and
// differences of width and kana.
func FoldName(name string) string {
	return strings.Join(strings.Fields(strings.ToLower(strings.Map(foldRune, name))), " ")
}

// foldRune maps a comma to a blank, full-width ASCII to ASCII, and katakana to hiragana.
func foldRune(r rune) rune {
	const (
		width     = 0xFF01 - '!'
		katakanaA = 0x30A1 // small a, the first one
		katakanaE = 0x30F6 // small ke, the last one with a hiragana
		kana      = katakanaA - 0x3041
	)
	switch {
	case r == ',':
		return ' '
	case r >= 0xFF01 && r <= 0xFF5E:
		return r - width
	case r >= katakanaA && r <= katakanaE:
		return r - kana
	}
	return r
}
