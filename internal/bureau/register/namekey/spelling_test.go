package namekey_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"
	"pgregory.net/rapid"

	"github.com/arpadchess/arpad/internal/bureau/register/namekey"
)

// sounds are the kana and how each is written in Roman letters.
var sounds = func() [][]string {
	var all [][]string
	for line := range strings.SplitSeq(`あ a/い i/う u/え e/お o/か ka/き ki/く ku/け ke/こ ko/が ga/ぎ gi/ぐ gu/げ ge/ご go
さ sa/し shi si/す su/せ se/そ so/ざ za/じ ji zi/ず zu/ぜ ze/ぞ zo/た ta/ち chi ti/つ tsu tu/て te/と to/だ da/で de/ど do/づ zu/ぢ ji zi
な na/に ni/ぬ nu/ね ne/の no/は ha/ひ hi/ふ fu hu/へ he/ほ ho/ば ba/び bi/ぶ bu/べ be/ぼ bo/ぱ pa/ぴ pi/ぷ pu/ぺ pe/ぽ po
ま ma/み mi/む mu/め me/も mo/や ya/ゆ yu/よ yo/ら ra/り ri/る ru/れ re/ろ ro/わ wa
きゃ kya/きゅ kyu/きょ kyo/ぎゃ gya/ぎゅ gyu/ぎょ gyo/しゃ sha sya/しゅ shu syu/しょ sho syo/じゃ ja zya jya/じゅ ju zyu jyu/じょ jo zyo jyo
ちゃ cha tya/ちゅ chu tyu/ちょ cho tyo/にゃ nya/にゅ nyu/にょ nyo/ひゃ hya/ひゅ hyu/ひょ hyo/びゃ bya/びゅ byu/びょ byo
ぴゃ pya/ぴゅ pyu/ぴょ pyo/みゃ mya/みゅ myu/みょ myo/りゃ rya/りゅ ryu/りょ ryo
ふぁ fa/ふぃ fi/ふぇ fe/ふぉ fo/てぃ ti/でぃ di/でゅ dyu/とぅ tu/ちぇ che/しぇ she/じぇ je/うぃ wi/うぇ we/ゔぁ va/つぁ tsa/くぁ kwa/いぇ ye`, "\n") {
		for sound := range strings.SplitSeq(line, "/") {
			all = append(all, strings.Fields(sound))
		}
	}
	return all
}()

// syllable is a sound, perhaps doubled, long, or with an n behind it.
type syllable struct {
	kana                 string
	roman                []string
	doubled, long, nasal bool
}

func drawWord(t *rapid.T) []syllable {
	n := rapid.IntRange(1, 5).Draw(t, "syllables")
	all := make([]syllable, n)
	for i := range all {
		sound := rapid.SampledFrom(sounds).Draw(t, "sound")
		s := syllable{kana: sound[0], roman: sound[1:], nasal: rapid.IntRange(0, 4).Draw(t, "nasal") == 0}
		s.doubled = i > 0 && !all[i-1].nasal && strings.ContainsAny(s.roman[0][:1], "kstpcf") && rapid.IntRange(0, 4).Draw(t, "doubled") == 0
		s.long = strings.ContainsAny(s.roman[0][len(s.roman[0])-1:], "ou") && rapid.Bool().Draw(t, "long")
		all[i] = s
	}
	return all
}

// inKana draws a spelling in kana.
func inKana(t *rapid.T, word []syllable) string {
	var b strings.Builder
	for _, s := range word {
		if s.doubled {
			b.WriteString("っ")
		}
		b.WriteString(s.kana)
		switch {
		case s.long && strings.HasSuffix(s.roman[0], "o"):
			b.WriteString(rapid.SampledFrom([]string{"う", "お", "ー"}).Draw(t, "long o"))
		case s.long:
			b.WriteString(rapid.SampledFrom([]string{"う", "ー"}).Draw(t, "long u"))
		}
		if s.nasal {
			b.WriteString("ん")
		}
	}
	text := b.String()
	switch rapid.IntRange(0, 3).Draw(t, "kana") {
	case 0:
		return text
	case 1:
		return norm.NFD.String(text)
	}
	text = strings.Map(func(r rune) rune {
		if r >= 'ぁ' && r <= 'ゖ' {
			return r + 'ァ' - 'ぁ'
		}
		return r
	}, text)
	if rapid.Bool().Draw(t, "narrow") {
		return width.Narrow.String(norm.NFD.String(text))
	}
	return text
}

// inRoman draws a spelling in Roman letters.
func inRoman(t *rapid.T, word []syllable) string {
	roman := make([]string, len(word))
	for i, s := range word {
		roman[i] = rapid.SampledFrom(s.roman).Draw(t, "roman")
		switch {
		case s.doubled && roman[i][0] == 'c':
			roman[i] = rapid.SampledFrom([]string{"t", "c"}).Draw(t, "doubled") + roman[i]
		case s.doubled:
			roman[i] = roman[i][:1] + roman[i]
		}
	}
	for i, s := range word {
		next := ""
		if i+1 < len(roman) {
			next = roman[i+1]
		}
		vowel := next != "" && strings.IndexByte("aiueo", next[0]) >= 0
		if last := len(roman[i]) - 1; s.long {
			ways := []string{"u", "uu", "ū", "û"}
			if roman[i][last] == 'o' {
				ways = []string{"o", "ou", "oo", "ō", "ô"}
				if s.nasal || !vowel {
					ways = append(ways, "oh")
				}
			}
			roman[i] = roman[i][:last] + rapid.SampledFrom(ways).Draw(t, "long")
		}
		if s.nasal {
			ways := []string{"n"}
			switch {
			case next != "" && strings.IndexByte("bmp", next[0]) >= 0:
				ways = append(ways, "m")
			case vowel || strings.HasPrefix(next, "y"):
				ways = append(ways, "n'", "n-", "n’")
			}
			roman[i] += rapid.SampledFrom(ways).Draw(t, "n")
		}
	}
	text := strings.Join(roman, "")
	switch rapid.IntRange(0, 4).Draw(t, "letters") {
	case 0:
		return strings.ToUpper(text)
	case 1:
		return norm.NFD.String(text)
	case 2:
		return width.Widen.String(text)
	}
	return text
}

// beginnings returns the beginnings of a word: of two letters at least, or of
// one kanji.
func beginnings(word string) []string {
	var all []string
	letters := 0
	for i, r := range word {
		if isMark(r) {
			continue
		}
		if i > 0 && letters > 0 && (letters > 1 || unicode.Is(unicode.Han, firstRune(word))) {
			all = append(all, word[:i])
		}
		letters++
	}
	if letters > 1 || unicode.Is(unicode.Han, firstRune(word)) {
		all = append(all, word)
	}
	return all
}

func firstRune(text string) rune {
	r, _ := utf8.DecodeRuneInString(text)
	return r
}

// isMark reports whether a character belongs to the letter before it.
func isMark(r rune) bool {
	return unicode.In(r, unicode.Mn) || strings.ContainsRune("ﾞﾟ'’-", r)
}

func TestEveryBeginningOfEverySpelling(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		word := drawWord(t)
		draw := func() string {
			if rapid.Bool().Draw(t, "script") {
				return inKana(t, word)
			}
			return inRoman(t, word)
		}
		registered, typed := draw(), draw()
		keys := namekey.Keys("Someone " + registered)
		for _, start := range beginnings(typed) {
			if !found(start, keys) {
				t.Fatalf("%q does not find %q: prefixes %q, keys %v", start, registered, namekey.Query(start)[0].Prefixes, keys)
			}
		}
	})
}

// The same holds for words of any letters.
func TestEveryBeginningOfAnyWord(t *testing.T) {
	t.Parallel()
	letter := rapid.SampledFrom([]rune("aiueochfjkmnpstyzbhoucsöüåøßéōžđñþæ"))
	check := func(t rapid.TB, name string) {
		keys := namekey.Keys(name)
		for _, start := range beginnings(name) {
			if !found(start, keys) {
				t.Fatalf("%q does not find %q: prefixes %q, keys %v", start, name, namekey.Query(start)[0].Prefixes, keys)
			}
		}
	}
	for _, name := range []string{"bacchra", "saccchi", "offfu", "ammma", "ohhuohha", "jjijya"} {
		check(t, name)
	}
	rapid.Check(t, func(t *rapid.T) { check(t, rapid.StringOfN(letter, 2, 60, -1).Draw(t, "name")) })
}

// kanjiForms are kanji, each with its forms.
var kanjiForms = strings.Fields("高髙 辺邊邉 吉𠮷 崎﨑嵜 浜濱濵 沢澤 斉斎齊齋 島嶋嶌 桜櫻 広廣 国國 竜龍 恵惠 真眞 児兒 円圓 学學 栄榮 桧檜 条條 滝瀧 穂穗 " +
	"藪薮籔 関關 冨富 峰峯 柳栁 徳德 橋 田 藤 一 太 郎 子 " +
	"\u795e\ufa19 \u798f\ufa1b \u585a\ufa10 \u90fd\ufa26") // and some that Unicode has only for compatibility

func TestEveryRunOfKanji(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		kanji := rapid.SliceOfN(rapid.SampledFrom(kanjiForms), 1, 8).Draw(t, "name")
		space := rapid.IntRange(0, len(kanji)).Draw(t, "space")
		spell := func(kanji []string, space int) string {
			var b strings.Builder
			for i, forms := range kanji {
				if i == space {
					b.WriteString(" ")
				}
				if i > 0 && i != space && kanji[i-1] == forms && rapid.Bool().Draw(t, "again") {
					b.WriteString("々")
					continue
				}
				b.WriteRune(rapid.SampledFrom([]rune(forms)).Draw(t, "form"))
				b.WriteString(rapid.SampledFrom([]string{"", "", "\U000E0100", "\uFE00"}).Draw(t, "selector"))
			}
			return b.String()
		}
		name := spell(kanji, space)
		keys := namekey.Keys(name)
		for from := range kanji {
			for to := from + 1; to <= len(kanji); to++ {
				if run := spell(kanji[from:to], -1); !found(run, keys) {
					t.Fatalf("%q does not find %q: prefixes %q, keys %v", run, name, namekey.Query(run)[0].Prefixes, keys)
				}
			}
		}
	})
}

// A name is found whatever the order of its words.
func TestOrderOfWords(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		family, given := drawWord(t), drawWord(t)
		name := inRoman(t, family) + ", " + inRoman(t, given)
		query := inKana(t, given) + " " + inRoman(t, family)
		if !found(query, namekey.Keys(name)) {
			t.Fatalf("%q does not find %q", query, name)
		}
	})
}
