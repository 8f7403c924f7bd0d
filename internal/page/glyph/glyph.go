// Package glyph sets values and sentences in type for the pages of the site: true signs,
// halves as ½, and the punctuation of Japanese.
package glyph

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/rating"
)

// Text returns a text, given the names and values that it mentions.
func Text(p *explain.Printer, key string, values ...any) string {
	data := explain.Data{}
	for i := 0; i+1 < len(values); i += 2 {
		data[values[i].(string)] = plainValue(values[i+1])
	}
	return p.Text(key, data)
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

// Score formats points: 3½.
func Score(s rating.Score) string {
	whole, half := int(s)/2, ""
	if s%2 != 0 {
		half = "½"
		if whole == 0 {
			return half
		}
	}
	return strconv.Itoa(whole) + half
}

// Signed formats a number or points with their sign.
func Signed(v any) string {
	text := ""
	switch v := v.(type) {
	case rating.Points:
		if text = v.Signed(); v != 0 && !strings.Contains(text, ".") {
			text += ".0"
		}
	case *rating.Points:
		return Signed(*v)
	case int:
		text = strconv.Itoa(v)
		if v > 0 {
			text = "+" + text
		}
	case int32:
		return Signed(int(v))
	}
	if text == "0" || text == "+0" {
		return "±0"
	}
	return strings.Replace(text, "-", "−", 1)
}

var minus = regexp.MustCompile(`(^|[\s(（、:])-(\d)`)

var (
	bracketed = regexp.MustCompile(` ?\(([^()]*[` + kana + `][^()]*)\)`)
	colon     = regexp.MustCompile(`([` + kana + `%0-9A-Za-z]):([` + kana + `(0-9A-Z])`)
	less      = regexp.MustCompile(`([` + kana + `])-([` + kana + `])`)
	gapBefore = regexp.MustCompile(`([` + kana + `]) ([0-9A-Za-z])`)
	gapAfter  = regexp.MustCompile(`([%0-9A-Za-z]) ([` + kana + `])`)
)

// kana are the characters of Japanese.
const kana = `\p{Han}\p{Hiragana}\p{Katakana}ー、。（）：`

// Typeset returns a sentence of explain, which is written for terminals, with the signs of
// print, and keeps a percentage on one line. In Japanese brackets and colons are wide, and
// no spaces stand around figures and letters: browsers set them.
func Typeset(p *explain.Printer, text string) string {
	text = minus.ReplaceAllString(text, "$1−$2")
	text = strings.NewReplacer(" - ", " − ", " x ", " × ", " -> ", " → ", ")× ", ") × ", " %", "\u00a0%").Replace(text)
	if p.Language == "ja" {
		text = bracketed.ReplaceAllString(text, "（$1）")
		text = colon.ReplaceAllString(text, "$1：$2")
		text = less.ReplaceAllString(text, "$1−$2")
		text = gapAfter.ReplaceAllString(gapBefore.ReplaceAllString(text, "$1$2"), "$1$2")
	}
	return text
}

// Capital returns a text with its first letter as a capital.
func Capital(text string) string {
	if text == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// Japanese reports whether a text has kanji or kana.
func Japanese(text string) bool {
	return strings.ContainsFunc(text, func(c rune) bool { return unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana) })
}

// Anchor returns the fragment of a clause: "c5-1-k".
func Anchor(clause string) string {
	return "c" + strings.Trim(strings.ToLower(nonWord.ReplaceAllString(clause, "-")), "-")
}

var nonWord = regexp.MustCompile(`[^\pL\pN]+`)
