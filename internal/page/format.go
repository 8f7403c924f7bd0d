package page

import (
	"html/template"
	"strconv"
	"strings"
	"unicode"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/page/glyph"
	"github.com/arpadchess/arpad/rating"
)

// Format formats values for the pages of a language.
type Format struct{ *explain.Printer }

// functions are the functions of the templates.
func (f Format) functions() template.FuncMap {
	return template.FuncMap{
		"t": f.Say, "word": f.Word, "rating": f.Rating, "date": f.Date, "day": f.Day, "list": f.List, "label": f.Label, "option": f.Option, "part": f.Part, "score": glyph.Score, "whole": Whole, "signed": glyph.Signed,
		"typeset": func(text string) string { return glyph.Typeset(f.Printer, text) }, "section": f.Section, "event": Event, "changed": ChangeBy, "japanese": glyph.Japanese, "anchor": glyph.Anchor, "short": short,
	}
}

// Say returns a text, given the names and values that it mentions.
func (f Format) Say(key string, values ...any) string { return glyph.Text(f.Printer, key, values...) }

// Rating formats a rating, nothing for none.
func (f Format) Rating(r rating.Rating) string {
	if !r.Rated() {
		return "–"
	}
	return r.String()
}

// Place formats a place, nothing for none.
func (f Format) Place(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// Date formats a day in full.
func (f Format) Date(d civil.Date) string {
	if d == 0 {
		return ""
	}
	return f.Printer.Date(d)
}

// Day formats a day for a table.
func (f Format) Day(d civil.Date) string {
	if d == 0 {
		return ""
	}
	year, month, day := d.Split()
	return f.Say("web.day", "year", year, "month", f.Text("web.month"+strconv.Itoa(int(month)), nil), "day", day)
}

// Month formats the month of a day.
func (f Format) Month(d civil.Date) string {
	year, month, _ := d.Split()
	return f.Say("date.month-of", "year", year, "month", f.Text("date.month"+strconv.Itoa(int(month)), nil))
}

// List formats the name of a list: the day on which it comes into force, or the label of
// a list without one.
func (f Format) List(label string, inForce civil.Date) string {
	if inForce == 0 {
		return label
	}
	return f.Printer.Date(inForce)
}

// Label formats the label of a list: its month.
func (f Format) Label(label string) string {
	year, month, _ := strings.Cut(label, "-")
	n, err := strconv.Atoi(month)
	if err != nil || n < 1 || n > 12 {
		return label
	}
	return f.Say("web.month-of", "year", year, "month", f.Text("web.month"+strconv.Itoa(n), nil))
}

// Part formats the number of a clause, which may name a part of it: "5(1) age".
func (f Format) Part(clause string) string {
	return strings.Replace(clause, " age", f.Text("web.rules.part-age", nil), 1)
}

// Whole reports whether points have no half.
func Whole(s rating.Score) bool { return s%2 == 0 }

// Event returns the name of an event, which may break where its script changes.
func Event(name string) template.HTML {
	lang := ""
	if glyph.Japanese(name) {
		lang = ` lang="ja"`
	}
	all := pieces(name)
	for i := range all {
		all[i] = template.HTMLEscapeString(all[i])
	}
	return template.HTML(`<span class="ev"` + lang + ">" + strings.Join(all, "<wbr>") + "</span>") // it is escaped
}

// pieces returns the pieces of the name of an event between which a line may break, where
// the script changes.
func pieces(name string) []string {
	var all []string
	last := 0
	runes := []rune(name)
	for i := 1; i < len(runes); i++ {
		before, after := runes[i-1], runes[i]
		kanji := unicode.Is(unicode.Han, after)
		breaks := before == '年' && !unicode.IsSpace(after) ||
			kanji && unicode.In(before, unicode.Hiragana, unicode.Katakana) ||
			unicode.Is(unicode.Katakana, after) && unicode.Is(unicode.Han, before)
		if breaks {
			all = append(all, string(runes[last:i]))
			last = i
		}
	}
	return append(all, string(runes[last:]))
}

// short shortens a digest.
func short(digest string) string { return digest[:min(16, len(digest))] }

// Section returns the name of a section as a heading: "Section 2" for a number.
func (f Format) Section(name string) string {
	if _, err := strconv.Atoi(name); err != nil {
		return name
	}
	return f.Say("web.section", "number", name)
}

// Change is by how much a rating changed: up, down, or not at all. All are empty where it is
// not said.
type Change struct{ Gain, Loss, Same string }

// ChangeBy returns by how much a rating changed, nothing if it did not.
func ChangeBy(by int) (c Change) {
	switch {
	case by > 0:
		c.Gain = glyph.Signed(by)
	case by < 0:
		c.Loss = glyph.Signed(by)
	}
	return c
}
