package report

import (
	"unicode"
	"unicode/utf8"
)

// FoldName returns a name in a form for comparison: without case, commas, and
// differences of width and kana.
func FoldName(name string) string {
	var short [64]byte // most names need no more
	folded, blank := short[:0], false
	for _, r := range name {
		switch r = foldRune(r); {
		case 'a' <= r && r <= 'z' || '0' <= r && r <= '9':
		case 'A' <= r && r <= 'Z':
			r += 'a' - 'A'
		case unicode.IsSpace(r):
			blank = len(folded) > 0
			continue
		default:
			r = unicode.ToLower(r)
		}
		if blank {
			folded = append(folded, ' ')
		}
		folded, blank = utf8.AppendRune(folded, r), false
	}
	return string(folded)
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
