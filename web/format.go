package web

import (
	"html/template"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/arpadchess/arpad/bureau/lists"
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/rating"
)

// format formats values for the pages of a language.
type format struct{ *explain.Printer }

// functions are the functions of the templates.
func (f format) functions() template.FuncMap {
	return template.FuncMap{
		"t": f.text, "word": f.Word, "rating": f.rating, "date": f.date, "day": f.day, "list": f.list, "score": score, "whole": whole, "signed": signed,
		"typeset": typeset, "section": f.section, "pieces": pieces, "japanese": japanese, "anchor": anchor, "short": short, "gain": func(p *rating.Points) bool { return *p > 0 },
	}
}

// text returns a text, given the names and values that it mentions.
func (f format) text(key string, values ...any) string {
	data := explain.Data{}
	for i := 0; i+1 < len(values); i += 2 {
		data[values[i].(string)] = plainValue(values[i+1])
	}
	return f.Text(key, data)
}

func plainValue(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case int:
		return strconv.Itoa(v)
	case interface{ String() string }:
		return v.String()
	}
	return ""
}

// rating formats a rating, nothing for none.
func (f format) rating(r rating.Rating) string {
	if !r.Rated() {
		return "–"
	}
	return r.String()
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

// score formats points: 3½.
func score(s rating.Score) string {
	whole, half := int(s)/2, ""
	if s%2 != 0 {
		half = "½"
		if whole == 0 {
			return half
		}
	}
	return strconv.Itoa(whole) + half
}

// whole reports whether points have no half.
func whole(s rating.Score) bool { return s%2 == 0 }

// signed formats a number or points with their sign.
func signed(v any) string {
	text := ""
	switch v := v.(type) {
	case rating.Points:
		if text = v.Signed(); v != 0 && !strings.Contains(text, ".") {
			text += ".0"
		}
	case *rating.Points:
		return signed(*v)
	case int:
		text = strconv.Itoa(v)
		if v > 0 {
			text = "+" + text
		}
	case int32:
		return signed(int(v))
	}
	if text == "0" || text == "+0" {
		return "±0"
	}
	return strings.Replace(text, "-", "−", 1)
}

var minus = regexp.MustCompile(`(^|[\s(（、:])-(\d)`)

var (
	bracketed = regexp.MustCompile(` ?\(([^()]*` + kana + `[^()]*)\)`)
	colon     = regexp.MustCompile(`(` + kana + `|[0-9A-Z]):(` + kana + `|[0-9])`)
	gapBefore = regexp.MustCompile(`(` + kana + `) ([0-9])`)
	gapAfter  = regexp.MustCompile(`([0-9]) (` + kana + `)`)
)

// kana matches a character of Japanese.
const kana = `[\p{Han}\p{Hiragana}\p{Katakana}、。]`

// typeset gives the sentences of explain, which are written for terminals, the signs of
// print: in Japanese also wide brackets and colons, and no spaces around figures.
func typeset(text string) string {
	text = minus.ReplaceAllString(text, "$1−$2")
	text = strings.NewReplacer(" - ", " − ", " x ", " × ", " -> ", " → ", ")× ", ") × ").Replace(text)
	if japanese(text) {
		text = bracketed.ReplaceAllString(text, "（$1）")
		text = colon.ReplaceAllString(text, "$1：$2")
		text = gapAfter.ReplaceAllString(gapBefore.ReplaceAllString(text, "$1$2"), "$1$2")
	}
	return text
}

// capital returns a text with its first letter as a capital.
func capital(text string) string {
	if text == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
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

// japanese reports whether a text has kanji or kana.
func japanese(text string) bool {
	return strings.ContainsFunc(text, func(c rune) bool { return unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana) })
}

// anchor returns the fragment of a clause: "c5-1-k".
func anchor(clause string) string {
	return "c" + strings.Trim(strings.ToLower(nonWord.ReplaceAllString(clause, "-")), "-")
}

var nonWord = regexp.MustCompile(`[^\pL\pN]+`)

// short shortens a digest.
func short(digest string) string { return digest[:min(16, len(digest))] }

// person is a player as a page names them.
type person struct {
	ID    string
	Name  string // in the language of the page, if it is known in it
	Other string // in the other script; empty: unknown
}

// person returns how a page names a player.
func (v *visit) person(id, name, local string) person {
	v.names(id)
	if v.Language == "ja" && local != "" {
		name, local = local, name
	}
	if name == "" {
		return person{id, v.Text("care.nameless", nil), ""}
	}
	return person{id, name, local}
}

// names notes that the page names a player.
func (v *visit) names(id string) {
	if v.shown != nil {
		v.shown(id)
	}
}

// stateOf returns the word for the state of a report.
func stateOf(p *explain.Printer, s lists.State) string { return p.Word(string(s)) }
