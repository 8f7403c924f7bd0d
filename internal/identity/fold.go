package identity

import (
	"strings"
	"unicode"
)

// The Latin letters without diacritics, by Unicode block.
var marked = []struct {
	first rune
	plain []rune
}{
	{0x00DF, []rune("ßaaaaaaæceeeeiiiidnooooo÷øuuuuyþy")},
	{0x0100, []rune("aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiĳĳjjkkkllllllllllnnnnnnnnnooooooœœrrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs")},
	{0x01CD, []rune("aaiioouuuuuuuuuu")},
	{0x1EA0, []rune("aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeeeeeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy")},
}

// letters that are written as two, always or where diacritics are not
// available.
var (
	twoLetters = strings.NewReplacer("ß", "ss", "æ", "ae", "ø", "o", "þ", "th", "ĳ", "ij", "œ", "oe")
	umlauts    = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "å", "aa", "ø", "oe")
)

// variants are pairs of kanji that are confused in names: the first is read as
// the second.
var variants = func() map[rune]rune {
	pairs := []rune("髙高﨑崎嵜崎邊辺邉辺齋斎齊斎斉斎澤沢濱浜濵浜廣広國国櫻桜嶋島嶌島眞真德徳惠恵榮栄瀨瀬瀧滝龍竜藏蔵壽寿條条曾曽冨富淸清祐祐萬万圓円學学實実靜静彌弥禮礼豐豊澁渋隆隆")
	read := map[rune]rune{}
	for i := 0; i < len(pairs); i += 2 {
		read[pairs[i]] = pairs[i+1]
	}
	return read
}()

// Fold returns a text in lower case and without differences of width, of old and new kanji, and of
// the voicing of kana.
func Fold(text string) string {
	return strings.Map(func(r rune) rune {
		const fullWidth = 0xFF01 - '!'
		switch {
		case r >= 0xFF01 && r <= 0xFF5E:
			r -= fullWidth
		case isKana(r):
			return foldKana(r)
		case unicode.Is(unicode.Mn, r) || r == 0xFF9E || r == 0xFF9F || r == 0x309B || r == 0x309C: // diacritics, including the voicing of kana
			return -1
		}
		if same, ok := variants[r]; ok {
			return same
		}
		return unicode.ToLower(r)
	}, text)
}

// plain returns a folded word of Latin letters without diacritics; in two forms
// if they may also have become letters: Müller is Muller and Mueller.
func plain(word string) []string {
	unmarked := func(word string) string {
		return twoLetters.Replace(strings.Map(func(r rune) rune {
			for _, m := range marked {
				if r >= m.first && r < m.first+rune(len(m.plain)) {
					return m.plain[r-m.first]
				}
			}
			return r
		}, word))
	}
	all := []string{unmarked(word)}
	if other := unmarked(umlauts.Replace(word)); other != all[0] {
		all = append(all, other)
	}
	return all
}

func isKana(r rune) bool {
	return r >= 0x3041 && r <= 0x3096 || r >= 0x30A1 && r <= 0x30F6 || r == 0x30FC || r >= 0xFF66 && r <= 0xFF9D
}

// halfWidth is the hiragana for the half-width katakana.
var halfWidth = []rune("\u3092\u3042\u3044\u3046\u3048\u304a\u3084\u3086\u3088\u3064\u30fc\u3042\u3044\u3046\u3048\u304a\u304b\u304d\u304f\u3051\u3053" +
	"\u3055\u3057\u3059\u305b\u305d\u305f\u3061\u3064\u3066\u3068\u306a\u306b\u306c\u306d\u306e\u306f\u3072\u3075\u3078\u307b" +
	"\u307e\u307f\u3080\u3081\u3082\u3084\u3086\u3088\u3089\u308a\u308b\u308c\u308d\u308f\u3093")

// foldKana maps a kana to the large, unvoiced hiragana: whether Nakajima is
// voiced differs between people, and half-width forms between keyboards.
func foldKana(r rune) rune {
	switch {
	case r >= 0xFF66:
		r = halfWidth[r-0xFF66]
	case r >= 0x30A1 && r <= 0x30F6:
		r -= 0x30A1 - 0x3041
	}
	switch {
	case r == 0x30FC: // a long vowel
		return -1
	case r == 0x3062: // di, which sounds like zi
		return 0x3057
	case r == 0x3065: // du, which sounds like zu
		return 0x3059
	case r >= 0x304B && r <= 0x3061: // ka to ti: each is followed by its voiced form
		return r - (r-0x304B)%2
	case r == 0x3063: // small tu
		return 0x3064
	case r >= 0x3064 && r <= 0x3069: // tu to do
		return r - (r-0x3064)%2
	case r >= 0x306F && r <= 0x307D: // ha to po: in threes
		return r - (r-0x306F)%3
	case r == 0x3094: // vu
		return 0x3046
	case r < 0x304B && r%2 == 1, r == 0x3083, r == 0x3085, r == 0x3087, r == 0x308E: // small vowels and ya, yu, yo, wa
		return r + 1
	case r == 0x3095: // small ka and ke
		return 0x304B
	case r == 0x3096:
		return 0x3051
	}
	return r
}
