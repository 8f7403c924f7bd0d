package namekey

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// spellings returns the folded spellings of a complete word without kanji, two
// if its marks may have become letters: Müller is Muller and Mueller.
func spellings(word string) []string {
	var all []string
	for _, plain := range unmarked(word) {
		text, _ := romanise(plain)
		all = append(all, foldHead(text, len(text)))
	}
	return all
}

// prefixes returns the folded beginnings that a word may have that begins with
// a text.
func prefixes(text string) []string {
	var all []string
	for _, plain := range unmarked(text) {
		typed, open := romanise(plain)
		for _, start := range append(open, typed) {
			all = append(all, foldStart(start)...)
		}
	}
	for i := range all {
		all[i] = cut(all[i])
	}
	return shortest(all)
}

// shortest returns the distinct texts that begin with no other.
func shortest(all []string) []string {
	slices.Sort(all)
	kept := all[:0]
	for _, s := range all {
		if len(kept) == 0 || !strings.HasPrefix(s, kept[len(kept)-1]) {
			kept = append(kept, s)
		}
	}
	return kept
}

// onsets are the consonants of Hepburn before a vowel, and their folded forms;
// the latter is that before i.
var onsets = []struct{ roman, folded, beforeI string }{
	{"sh", "sy", "s"}, {"ch", "ty", "t"}, {"jy", "zy", "z"}, {"j", "zy", "z"},
}

// tails are the last letters of a text that may fold differently by what
// follows, and the beginnings of their folded forms. The first that fits holds.
var tails = []struct {
	roman  string
	folded []string
}{
	{"cc", []string{"c", "tch", "tt"}},
	{"ch", []string{"ch", "ti", "ty"}},
	{"c", []string{"c", "tch", "ti", "tt", "ty"}},
	{"sh", []string{"sh", "si", "sy"}},
	{"ts", []string{"ts", "tu"}},
	{"jy", []string{"jy", "zi", "zy"}},
	{"j", []string{"j", "zi", "zy"}},
	{"ff", []string{"ff", "fhu", "hu"}},
	{"f", []string{"f", "hu"}},
	{"m", []string{"m", "nb", "nm", "nn", "np"}},
}

// foldStart returns the beginnings of the folded words that begin with a text.
func foldStart(text string) []string {
	for _, tail := range tails {
		if head, ok := strings.CutSuffix(text, tail.roman); ok {
			folded := foldHead(text, len(head))
			all := make([]string, len(tail.folded))
			for i, end := range tail.folded {
				all[i] = folded + end
			}
			return all
		}
	}
	return []string{foldHead(text, len(text))}
}

// foldHead returns the first n letters of a word, folded by what follows them.
func foldHead(word string, n int) string {
	out := make([]byte, 0, n)
	after := func(vowels string) bool { return len(out) > 0 && strings.IndexByte(vowels, out[len(out)-1]) >= 0 }
	for i := 0; i < n; i++ {
		rest := word[i:]
		if from, to := onset(rest); from > 0 {
			out = append(out, to...)
			i += from - 1
			continue
		}
		letter := rest[0]
		switch {
		case letter == 'o' && after("o"), letter == 'u' && after("ou"): // long: Itou, Yuuki
			continue
		case letter == 'h' && after("o") && !startsWithVowel(rest[1:]): // long: Itoh, Ohno
			continue
		case strings.HasPrefix(rest, "hh"), strings.HasPrefix(rest, "ffu"): // ohhu is o-hhu or oh-hu
			continue
		case strings.HasPrefix(rest, "cch"):
			letter = 't'
		case strings.HasPrefix(rest, "tsu"):
			i++
		case strings.HasPrefix(rest, "fu"):
			letter = 'h'
		case letter == 'm' && len(rest) > 1 && strings.IndexByte("bmp", rest[1]) >= 0:
			letter = 'n'
		}
		out = append(out, letter)
	}
	return string(out)
}

// onset returns the length of the onset that a word begins with, and its folded
// form.
func onset(word string) (int, string) {
	for _, o := range onsets {
		switch rest, ok := strings.CutPrefix(word, o.roman); {
		case !ok || !startsWithVowel(rest):
		case rest[0] == 'i':
			return len(o.roman), o.beforeI
		default:
			return len(o.roman), o.folded
		}
	}
	return 0, ""
}

func startsWithVowel(text string) bool {
	return text != "" && strings.IndexByte("aeiou", text[0]) >= 0
}

// letters that have no marks in Unicode, without these and as two letters.
var letters = map[rune][2]string{
	'ß': {"ss", "ss"}, 'æ': {"ae", "ae"}, 'œ': {"oe", "oe"}, 'ø': {"o", "oe"}, 'þ': {"th", "th"},
	'ð': {"d", "d"}, 'đ': {"d", "d"}, 'ħ': {"h", "h"}, 'ı': {"i", "i"}, 'ł': {"l", "l"}, 'ŋ': {"n", "n"}, 'ŧ': {"t", "t"},
}

// umlauts are the letters with marks that are also written as two.
var umlauts = map[rune]string{'ä': "ae", 'ö': "oe", 'ü': "ue", 'å': "aa"}

// unmarked returns a word without the marks of its letters; also with letters
// in their place, if that is a custom.
func unmarked(word string) []string {
	if !strings.ContainsFunc(word, func(r rune) bool { return r >= utf8.RuneSelf && !isKana(r) }) {
		return []string{word}
	}
	var plain, lettered strings.Builder
	for _, r := range word {
		base, as := string(r), umlauts[r]
		if two, ok := letters[r]; ok {
			base, as = two[0], two[1]
		} else if unicode.In(r, unicode.Latin, unicode.Greek, unicode.Cyrillic) {
			base = strings.TrimFunc(norm.NFD.String(base), func(r rune) bool { return unicode.Is(unicode.Mn, r) })
		}
		if as == "" {
			as = base
		}
		plain.WriteString(base)
		lettered.WriteString(as)
	}
	if strings.ContainsRune(word, 'ß') {
		return append(unmarked(strings.ReplaceAll(word, "ß", "sz")), plain.String(), lettered.String())
	}
	if plain.String() == lettered.String() {
		return []string{plain.String()}
	}
	return []string{plain.String(), lettered.String()}
}
