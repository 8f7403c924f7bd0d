package namekey

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/arpadchess/arpad/internal/identity"
)

// maxText is the maximum length of a name or a query in bytes: that of a key of
// the bureau. The rest is ignored.
const maxText = 1000

// word is a word of a name or a query, normalised.
type word struct {
	parts []string // between its hyphens
	script
}

type script uint8

const (
	alphabet script = iota // with or without kana
	kana
	kanji // with or without kana
)

func (w *word) text() string { return strings.Join(w.parts, "") }

// split returns the words of a text.
func split(text string) []word {
	var all []word
	for _, field := range strings.FieldsFunc(normal(text), func(r rune) bool { return !isLetter(r) && r != '-' }) {
		w := word{parts: strings.FieldsFunc(field, func(r rune) bool { return r == '-' })}
		switch text := w.text(); {
		case strings.ContainsFunc(text, isKanji):
			all = append(all, mixed(text)...)
		case text != "":
			all = append(all, newWord(w.parts...))
		}
	}
	return all
}

// mixed returns the words of a text with kanji, which letters separate.
func mixed(text string) []word {
	var all []word
	for text != "" {
		japanese := isJapanese([]rune(text)[0])
		end := strings.IndexFunc(text, func(r rune) bool { return isJapanese(r) != japanese })
		if end < 0 {
			end = len(text)
		}
		all = append(all, newWord(text[:end]))
		text = text[end:]
	}
	return all
}

func newWord(parts ...string) word {
	w := word{parts: parts}
	switch text := w.text(); {
	case strings.ContainsFunc(text, isKanji):
		w.script = kanji
	case !strings.ContainsFunc(text, func(r rune) bool { return !isKana(r) }):
		w.script = kana
	}
	return w
}

// normal returns a text in lower case, Cyrillic and Greek in Roman letters, with one form of each kana and kanji,
// without differences of width and marks within words.
func normal(text string) string {
	text = strings.ToValidUTF8(text[:min(len(text), maxText)], "")
	text = identity.Roman(strings.ToLower(norm.NFKC.String(typed.Replace(text))))
	var b strings.Builder
	last := ' '
	for _, r := range text {
		switch {
		case isKanji(r):
			r = foldKanji(r, last)
		case isKana(r):
			r = foldKana(r, last)
		case strings.ContainsRune("'\u2018\u2019`", r), unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf): // Shin'ichi, variation selectors
			continue
		case r >= 0x2010 && r <= 0x2015 || r == 0x2212:
			r = '-'
		}
		if r != 0 {
			b.WriteRune(r)
			last = r
		}
	}
	return b.String()
}

// typed replaces marks that NFKC would turn into a space.
var typed = strings.NewReplacer("\u309b", "\u3099", "\u309c", "\u309a", "\u00b4", "", "\u02bc", "")

func isLetter(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.Is(unicode.Mc, r)
}

func isJapanese(r rune) bool { return isKanji(r) || isKana(r) }
