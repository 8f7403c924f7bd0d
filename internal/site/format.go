package site

import (
	"html/template"
	"strconv"
	"strings"
	"unicode"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/site/glyph"
	"github.com/arpadchess/arpad/rating"
)

// How values are set in type.
var (
	score, signed, typeset, capital, japanese, anchor = glyph.Score, glyph.Signed, glyph.Typeset, glyph.Capital, glyph.Japanese, glyph.Anchor
)

// format formats values for the pages of a language.
type format struct{ *explain.Printer }

// functions are the functions of the templates.
func (f format) functions() template.FuncMap {
	return template.FuncMap{
		"t": f.text, "word": f.Word, "rating": f.rating, "date": f.date, "day": f.day, "list": f.list, "score": score, "whole": whole, "signed": signed,
		"typeset": typeset, "section": f.section, "event": eventName, "changed": changeBy, "japanese": japanese, "anchor": anchor, "short": short,
	}
}

// text returns a text, given the names and values that it mentions.
func (f format) text(key string, values ...any) string {
	return glyph.Text(f.Printer, key, values...)
}

// rating formats a rating, nothing for none.
func (f format) rating(r rating.Rating) string {
	if !r.Rated() {
		return "–"
	}
	return r.String()
}

// place formats a place, nothing for none.
func (f format) place(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// date formats a day in full.
func (f format) date(d civil.Date) string {
	if d == 0 {
		return ""
	}
	return f.Date(d)
}

// day formats a day for a table.
func (f format) day(d civil.Date) string {
	if d == 0 {
		return ""
	}
	year, month, day := d.Split()
	return f.text("web.day", "year", year, "month", f.Text("web.month"+strconv.Itoa(int(month)), nil), "day", day)
}

// list formats the name of a list: the day on which it comes into force, or the label of
// a list without one.
func (f format) list(label string, inForce civil.Date) string {
	if inForce == 0 {
		return label
	}
	return f.Date(inForce)
}

// whole reports whether points have no half.
func whole(s rating.Score) bool { return s%2 == 0 }

// eventName returns the name of an event, which may break where its script changes.
func eventName(name string) template.HTML {
	lang := ""
	if japanese(name) {
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

// person is a player as a page names them.
type person struct {
	ID    string
	Name  string // in the language of the page, if it is known in it
	Other string // in the other script; empty: unknown
	Lang  string // of Other
	To    template.URL
}

// person returns how a page names a player.
func (v *visit) person(id, name, local string) person {
	if v.Language == "ja" && local != "" {
		name, local = local, name
	}
	if name == "" {
		name, local = v.Text("care.nameless", nil), ""
	}
	return person{id, name, local, langOf(local), v.to("players", id)}
}

// to returns the way to a page or a file of the language, for a template.
func (p *page) to(parts ...any) template.URL { return template.URL(p.Link(parts...)) }

// langOf returns the language as which a name in either script is read.
func langOf(name string) string {
	if japanese(name) {
		return "ja"
	}
	return "ja-Latn"
}

// stateOf returns the word for the state of a report.
func stateOf(p *explain.Printer, s lists.State) string { return p.Word(string(s)) }
