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
	Latin       string // Cyrillic and Greek too, as passports write them
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
		case spelt(word):
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

// spelt reports whether a text has letters of an alphabet that passports write in Latin letters.
func spelt(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.In(r, unicode.Cyrillic, unicode.Greek) })
}

// passport is how machine-readable passports write Cyrillic letters (ICAO 9303-3, section 6B).
var passport = strings.NewReplacer(
	"а", "a", "б", "b", "в", "v", "г", "g", "д", "d", "е", "e", "ё", "e", "ж", "zh", "з", "z", "и", "i", "й", "i", "к", "k", "л", "l", "м", "m",
	"н", "n", "о", "o", "п", "p", "р", "r", "с", "s", "т", "t", "у", "u", "ф", "f", "х", "kh", "ц", "ts", "ч", "ch", "ш", "sh", "щ", "shch",
	"ъ", "ie", "ы", "y", "ь", "", "э", "e", "ю", "iu", "я", "ia", "і", "i", "ї", "i", "є", "ie", "ґ", "g", "ў", "u", "ђ", "d", "ј", "j",
	"љ", "lj", "њ", "nj", "ћ", "c", "џ", "dz", "ѓ", "g", "ќ", "k", "ѕ", "dz",
)

// greek is how passports write Greek letters (ISO 843, type 2): two that are one sound come first.
var greek = strings.NewReplacer(
	" μπ", " b", "γγ", "ng", "γξ", "nx", "γχ", "nch", "αυ", "av", "αύ", "av", "ευ", "ev", "εύ", "ev", "ηυ", "iv", "ηύ", "iv", "ου", "ou", "ού", "ou",
	"α", "a", "ά", "a", "β", "v", "γ", "g", "δ", "d", "ε", "e", "έ", "e", "ζ", "z", "η", "i", "ή", "i", "θ", "th", "ι", "i", "ί", "i", "ϊ", "i", "ΐ", "i",
	"κ", "k", "λ", "l", "μ", "m", "ν", "n", "ξ", "x", "ο", "o", "ό", "o", "π", "p", "ρ", "r", "σ", "s", "ς", "s", "τ", "t", "υ", "y", "ύ", "y",
	"ϋ", "y", "ΰ", "y", "φ", "f", "χ", "ch", "ψ", "ps", "ω", "o", "ώ", "o",
)

// voiceless has the v of αυ and ευ before a voiceless consonant; elsewhere Greek has none there.
var voiceless = strings.NewReplacer("vth", "fth", "vk", "fk", "vx", "fx", "vp", "fp", "vs", "fs", "vt", "ft", "vf", "ff", "vch", "fch")

// Roman returns a text with its Cyrillic and Greek letters as passports write them; other letters stay.
func Roman(text string) string {
	if !spelt(text) {
		return text
	}
	text = passport.Replace(strings.ToLower(text))
	if spelt(text) {
		text = voiceless.Replace(greek.Replace(" " + text))[1:]
	}
	return text
}
