// Package entrylist reads who is expected at an event: names and IDs as people paste them, or a file.
package entrylist

import (
	"regexp"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/arpadchess/arpad/internal/identity"
	"github.com/arpadchess/arpad/roster"
)

// Line is an entry as it is written. It has nothing about births, and no rating: nobody is found by them.
type Line struct {
	Text    string // all of it, on one line
	Numbers []string
	Name    string   // in any script; empty: there are only numbers
	More    []string // what else is stated: another part of the name, the name in another script, a club
}

// longest is how many bytes of a line are read.
const longest = 500

// numbering is what stands before the entries of a list that is counted.
var numbering = regexp.MustCompile(`^(\(?\d{1,3}[.):,、\s]+|\d{1,2}(\p{Han})|[-*•·・●○]+\s*)`)

// Pasted reads a text with one entry on each line. Lines without a letter or a digit are none.
func Pasted(text string) (all []Line) {
	for text := range strings.Lines(text) {
		if l := lineOf(text); l.Name != "" || len(l.Numbers) > 0 {
			all = append(all, l)
		}
	}
	return all
}

// lineOf reads an entry.
func lineOf(text string) Line {
	l := Line{Text: strings.TrimSpace(strings.ToValidUTF8(text[:min(len(text), longest)], ""))}
	plain := strings.TrimSpace(norm.NFKC.String(l.Text))
	if rest := numbering.ReplaceAllString(plain, "$2"); strings.ContainsFunc(rest, unicode.IsLetter) {
		plain = rest
	}
	for _, cell := range cellsOf(plain) {
		l.take(cell)
	}
	return l
}

// wide are the blanks between columns that somebody has aligned.
var wide = regexp.MustCompile(`[\t;|]+| {3,}`)

// cellsOf returns the parts of a line, and what is in brackets each as a part of its own.
func cellsOf(line string) (all []string) {
	cells := wide.Split(line, -1)
	if len(cells) == 1 {
		cells = atCommas(line)
	}
	for _, cell := range cells {
		var out strings.Builder
		var aside []string
		for cell != "" {
			before, rest, found := cutAny(cell, "([【〔")
			out.WriteString(before + " ")
			if !found {
				break
			}
			var inside string
			inside, cell, _ = cutAny(rest, ")]】〕")
			aside = append(aside, inside)
		}
		all = append(append(all, out.String()), aside...)
	}
	return all
}

func cutAny(text, chars string) (before, after string, found bool) {
	i := strings.IndexAny(text, chars)
	if i < 0 {
		return text, "", false
	}
	_, after, _ = strings.Cut(text[i:], string([]rune(text[i:])[:1]))
	return text[:i], after, true
}

// atCommas splits a line at its commas. That between a family name and a given name in Latin letters joins them.
func atCommas(line string) (all []string) {
	cells := strings.FieldsFunc(line, func(r rune) bool { return r == ',' || r == '、' })
	for i := 0; i < len(cells); i++ {
		cell := strings.TrimSpace(cells[i])
		if i+1 < len(cells) && len(strings.Fields(cells[i])) == 1 && latin(cells[i]) && latin(cells[i+1]) && !strings.Contains(strings.Join(all, ""), " ") {
			i++
			cell += " " + strings.TrimSpace(cells[i])
		}
		all = append(all, cell)
	}
	return all
}

// latin reports whether a text has letters, all of them Latin, and no digit.
func latin(text string) bool {
	return strings.ContainsFunc(text, unicode.IsLetter) && !strings.ContainsFunc(text, func(r rune) bool {
		return unicode.IsDigit(r) || unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r)
	})
}

// take takes what a part of a line states. A short number beside something else is a rating, a rank or an age.
func (l *Line) take(cell string) {
	const mostOfRating = 4 // digits
	var words []string
	for _, word := range strings.Fields(cell) {
		bare := strings.Trim(word, ",.:#")
		figures := strings.Trim(bare, "0123456789") == ""
		switch {
		case !strings.ContainsFunc(bare, unicode.IsDigit):
			if strings.ContainsFunc(bare, unicode.IsLetter) && !strings.Contains(bare, "@") {
				words = append(words, word)
			}
		case !number(bare):
		case figures && len(bare) <= mostOfRating && (len(words) > 0 || l.Name != "" || len(l.Numbers) > 0):
		case figures && born(bare) && (len(words) > 0 || l.Name != ""):
		default:
			l.Numbers = append(l.Numbers, strings.ToUpper(bare))
		}
	}
	text, _ := identity.PersonNamed(strings.Join(words, " "))
	switch {
	case text == "":
	case l.Name == "":
		l.Name = roster.PlainName(text)
	default:
		l.More = append(l.More, text)
	}
}

// born reports whether figures are a day on which a player may have been born: 19840502.
func born(figures string) bool {
	day, err := time.Parse("20060102", figures)
	return err == nil && day.Year() >= 1900 && day.Year() < 2100
}

// number reports whether a word may be somebody's ID: digits, and a few letters before them.
func number(word string) bool {
	const mostLetters = 4
	digits := strings.TrimLeftFunc(word, func(r rune) bool { return r <= 'z' && unicode.IsLetter(r) || r == '-' })
	return len(word)-len(digits) <= mostLetters && digits != "" && strings.Trim(digits, "0123456789") == ""
}

// Written returns the entry on one line, which Pasted reads as the same.
func (l *Line) Written() string {
	all := append([]string{strings.Join(l.Numbers, " "), l.Name}, l.More...)
	var cells []string
	for _, cell := range all {
		if cell = strings.Join(strings.Fields(cell), " "); cell != "" {
			cells = append(cells, cell)
		}
	}
	return strings.Join(cells, "\t")
}
