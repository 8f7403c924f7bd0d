package trf

import (
	"strings"
	"unicode/utf8"
)

// oneLine replaces line breaks by blanks.
var oneLine = strings.NewReplacer("\r", " ", "\n", " ")

// line is a line being filled.
type line struct{ runes []rune }

func newLine(code string) *line { return &line{[]rune(code)} }

// put writes a text at a column, cut to a width.
func (l *line) put(first int, text string, width int) {
	runes := []rune(oneLine.Replace(text))
	runes = runes[:min(width, len(runes))]
	for len(l.runes) < first-1+len(runes) {
		l.runes = append(l.runes, ' ')
	}
	copy(l.runes[first-1:], runes)
}

func (l *line) left(c column, text string) { l.put(c.first, text, c.width()) }

func (l *line) right(c column, text string) {
	width := c.width()
	l.put(c.first+max(0, width-utf8.RuneCountInString(text)), text, width)
}

func (l *line) String() string { return string(l.runes) }
