package identity

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Names are the names of a person by script, whichever field they were written into.
type Names struct {
	Latin       string // Cyrillic too, as passports write it
	Local, Kana string // folded and without blanks; Local is what is neither Latin nor kana alone
}

// All returns the names that are known.
func (n Names) All() []string {
	return slices.DeleteFunc([]string{n.Latin, n.Local, n.Kana}, func(name string) bool { return name == "" })
}

func namesOf(p *Person) Names {
	name, local, kana := byScript(p.Name), byScript(p.NameLocal), byScript(p.Kana)
	return Names{cmp.Or(name.Latin, local.Latin), cmp.Or(local.Local, name.Local), cmp.Or(kana.Kana, local.Kana, name.Kana)}
}

// byScript returns the words of a text by their script. Kana among kanji belong to these.
func byScript(text string) (n Names) {
	if ascii(text) {
		return Names{Latin: text}
	}
	hasKanji := strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Han, r) })
	var latin []string
	for _, word := range strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsMark(r) && !strings.ContainsRune("-'’", r)
	}) {
		switch first, _ := utf8.DecodeRuneInString(word); {
		case cyrillic(word):
			latin = append(latin, Roman(word))
			n.Local += Fold(word)
		case unicode.Is(unicode.Latin, first):
			latin = append(latin, word)
		case !hasKanji && unicode.In(first, unicode.Hiragana, unicode.Katakana):
			n.Kana += Fold(word)
		default:
			n.Local += Fold(word)
		}
	}
	n.Latin = strings.Join(latin, " ")
	return n
}

func ascii(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf })
}

func cyrillic(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) })
}

// passport is how machine-readable passports write Cyrillic letters (ICAO 9303-3, section 6B).
var passport = strings.NewReplacer(
	"а", "a", "б", "b", "в", "v", "г", "g", "д", "d", "е", "e", "ё", "e", "ж", "zh", "з", "z", "и", "i", "й", "i", "к", "k", "л", "l", "м", "m",
	"н", "n", "о", "o", "п", "p", "р", "r", "с", "s", "т", "t", "у", "u", "ф", "f", "х", "kh", "ц", "ts", "ч", "ch", "ш", "sh", "щ", "shch",
	"ъ", "ie", "ы", "y", "ь", "", "э", "e", "ю", "iu", "я", "ia", "і", "i", "ї", "i", "є", "ie", "ґ", "g", "ў", "u", "ђ", "d", "ј", "j",
	"љ", "lj", "њ", "nj", "ћ", "c", "џ", "dz", "ѓ", "g", "ќ", "k", "ѕ", "dz",
)

// Roman returns a text with its Cyrillic letters as passports write them; other letters stay.
func Roman(text string) string {
	if !cyrillic(text) {
		return text
	}
	return passport.Replace(strings.ToLower(text))
}
