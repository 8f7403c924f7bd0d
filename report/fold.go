package report

import (
	"strings"
	"unicode"
)

// FoldName returns a name in a form for comparison: without case, commas, and
// differences of width and kana.
func FoldName(name string) string {
	var b strings.Builder
	b.Grow(len(name))
	blank := false
	for _, r := range name {
		if r = foldRune(r); unicode.IsSpace(r) {
			blank = b.Len() > 0
			continue
		}
		if blank {
			b.WriteByte(' ')
			blank = false
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
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
