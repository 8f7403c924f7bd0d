package identity

import (
	"strings"
	"unicode"
)

// PersonNamed splits a report's text about a person into the name and the IDs:
// "IA Aoki, Ren (7000012)" is Aoki, Ren and 7000012. The name is unchanged
// except that titles, brackets and addresses are removed; it is empty if the
// text has none. IDs are in capitals.
func PersonNamed(text string) (name string, ids []string) {
	var words []string
	for _, w := range strings.FieldsFunc(text, betweenWords) {
		bare := strings.Trim(w, ",.#")
		id := strings.ToUpper(Fold(bare))
		switch {
		case isID(id):
			ids = append(ids, id)
			for n := len(words); n > 0 && beforeID[Fold(strings.Trim(words[n-1], ".,"))]; n-- {
				words = words[:n-1]
			}
		case bare != "" && !strings.ContainsAny(id, "@0123456789"):
			words = append(words, w)
		}
	}
	for len(words) > 1 && isTitle(words[0], words[1:]) {
		words = words[1:]
	}
	for n := len(words) - 1; n > 0 && isTitle(words[n], words[:n]); n-- {
		words = words[:n]
	}
	return strings.Trim(strings.Join(words, " "), " ,"), ids
}

func betweenWords(r rune) bool {
	return unicode.IsSpace(r) || strings.ContainsRune("()[]<>{};:/\uff08\uff09\uff1a\u3010\u3011", r)
}

var beforeID = wordSet("id fide ncs jcf no nr")

// isID reports whether a word looks like an ID: digits, perhaps preceded by
// letters.
func isID(word string) bool {
	const fewestDigits, mostLetters = 4, 3
	digits := strings.TrimLeftFunc(word, func(r rune) bool { return r >= 'A' && r <= 'Z' })
	return len(word)-len(digits) <= mostLetters && len(digits) >= fewestDigits && strings.Trim(digits, "0123456789") == ""
}

// isTitle reports whether a word is a title of the person named by the others.
// Im and Na are also family names, so a title must be in capitals and accompany
// a whole name.
func isTitle(word string, others []string) bool {
	bare := strings.Trim(word, ",.")
	is := courtesies[Fold(bare)] || titles[Fold(bare)] && strings.ToUpper(bare) == bare
	return is && (len(others) > 1 || !isASCII(others[0]))
}
