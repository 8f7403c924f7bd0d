package file

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// language is how the names of some federations are written: their letters beyond ASCII, the
// frequent ones first.
type language struct {
	page                 int // of Windows, in which its programs write
	federations, letters string
}

// languages are those whose names are told apart. Small letters stand for capitals, too.
var languages = []language{
	{1252, "GER AUT SUI LIE LUX", "üöäßé"},
	{1252, "FRA BEL SUI CAN MON LUX", "éèçïëôîêâûüàùœæÿ"},
	{1252, "ESP ARG MEX CHI COL PER CUB URU VEN ECU BOL PAR CRC GUA AND", "íáéóúñüàèòçï"},
	{1252, "POR BRA ANG MOZ CPV", "ãáéçíóôêúõâà"},
	{1252, "ITA SMR SUI", "òàùèìé"},
	{1252, "DEN NOR FAI", "øåæéöäü"},
	{1252, "ISL FAI", "óáúíéöþðýæø"},
	{1252, "SWE FIN", "öäåéü"},
	{1252, "NED BEL", "éëïüöáèíó"},
	{1250, "POL", "łśńżąęćóź"},
	{1250, "CZE", "áířčěšýžéůúňťďó"},
	{1250, "SVK", "áíčšéýžľúóňťďäôĺŕ"},
	{1250, "HUN", "áéóöőíüúű"},
	{1250, "ROU MDA", "ăşţâîșțáé"},
	{1250, "CRO SLO SRB BIH MNE MKD", "ćčšžđ"},
	{1254, "TUR AZE", "ışğçöüİâəî"},
	{1257, "LTU", "šėžūčįąę"},
	{1257, "LAT", "āšņēīļžčūģķ"},
	{1257, "EST", "äõöüšž"},
	{1252, "ALB KOS", "ëç"},
	{1251, "RUS BLR UKR KAZ KGZ UZB TJK", "оаиенвркслтмдпугйяьбзчхшюцыжщфэёъ"},
	{1251, "UKR", "оаиенвркслтмдпугйяьбзчхшюцжщфіїєґ"},
	{1251, "BLR", "аоиенвркслтмдпугйяьбзчхшюцыжфэёіў"},
	{1251, "BUL", "аоиевнрктсдлмпгбчйяцзъхушжфюьщ"},
	{1251, "SRB MKD BIH MNE", "аоиевнркћсмдлјтупгбзчшњжцљхђфџѓќѕ"},
	{1253, "GRE CYP", "ασοιςνρλτηκεπόμάδίύγυθέήχβωζφώξψϊϋΐΰ"},
	{1255, "ISR", "יולרמאהנבשתקדפחעסגזטצכםןךףץ"},
	{1256, "EGY UAE IRI IRQ JOR KSA KUW LBA LBN MAR ALG TUN SUD SYR YEM QAT OMA PLE BRN", "المنيدرحبعسهوكفقشطجتصةأىإئضزخثظذغءآؤپگچژ"},
	{932, "JPN", "田山本中村木川野藤井小佐大原島上松高林石橋渡辺伊加吉清水斎森池阿部岡後長谷近遠青坂福西東前金三浦内和新武太一二郎子美香奈優真翔健介平也人恵由紀愛裕直樹浩正隆明智亮翼陽菜葵蓮悠結衣彩花希馬場千夏春秋" +
		"ンいうのりこたかしみきまなあおさえゆとらめるひよはわじくすけずつれイスラトアルマカシリタナロコキサウクミエムノレオッメャュョ"},
	{936, "CHN SGP MAS", "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉萍红文建国海小晓志宇浩子雨佳欣思"},
	{950, "TPE HKG MAC", "王李張劉陳楊趙黃周吳徐孫胡朱高林何郭馬羅梁宋鄭謝韓唐馮于董蕭程曹袁鄧許傅沈曾彭呂蘇盧蔣蔡賈丁魏薛葉余潘杜戴鍾汪田任姜范方石姚譚偉芳娜敏靜麗強軍勇豔傑濤明超秀霞平剛桂英華玉萍紅文建國海小曉志宇浩子雨佳欣思淑惠美雅怡君家豪俊宏"},
	{949, "KOR", "김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허남심노하주구성차민지수영현준우진호은경희재동선아상연혜미도원규태예유소나시승보빈찬"},
}

// What characters cost that fit no language; the less likely, the more.
const (
	plain    = 3.0  // ASCII
	common   = 5.5  // the rarest that is
	unlisted = 8.0  // a kanji or a syllable that is in no list
	rarely   = 10.0 // a letter that a language does not have
	typeset  = 6.0  // quotation marks, dashes, a space that does not break
	sign     = 11.0
	control  = 15.0
	mixture  = 6.0 // letters of two scripts in a word
	misfit   = 4.0 // a capital after a small letter
	together = 0.8 // two vowels, or two consonants
)

// letterCosts returns what a letter costs in each language: minus the logarithm of how
// often it is. Languages in Latin letters write most of a name in ASCII.
var letterCosts = sync.OnceValue(func() map[rune][]float64 {
	const (
		rank = 3  // the first letter is not twice as frequent as the second
		few  = 12 // a letter does not come more often where there are few
	)
	all := map[rune][]float64{}
	for n, l := range languages {
		letters := []rune(l.letters)
		sum := 0.0
		for i := range max(len(letters), few) {
			sum += 1 / float64(i+rank)
		}
		base := math.Log(sum)
		if unicode.Is(unicode.Latin, letters[0]) {
			base += 2
		}
		for i, r := range letters {
			cost := base + math.Log(float64(i+rank))
			if wide(r) {
				cost = min(cost, common)
			}
			for _, r := range []rune{r, unicode.ToUpper(r)} {
				if r < utf8.RuneSelf {
					continue // of ı
				}
				if all[r] == nil {
					all[r] = slices.Repeat([]float64{rarely}, len(languages))
				}
				if all[r][n] == rarely {
					all[r][n] = cost
				}
			}
		}
	}
	for r := rune(0xFF66); r <= 0xFF9F; r++ { // half-width kana
		all[r] = slices.Repeat([]float64{rarely}, len(languages))
		all[r][slices.IndexFunc(languages, func(l language) bool { return l.federations == "JPN" })] = 3.5
	}
	return all
})

// evidence says how likely texts are, by the letters of their names.
type evidence struct {
	costs  map[rune][]float64
	priors []float64       // what it costs that a name is of a language
	pages  map[int]float64 // players of federations whose programs write a page
}

// evidenceIn returns the evidence in a file: names of the federations in it are likely.
func evidenceIn(data []byte) evidence {
	const others = 0.1 // names of a federation that is not in the file
	e := evidence{letterCosts(), slices.Repeat([]float64{others}, len(languages)), map[int]float64{}}
	sum := others * float64(len(languages))
	for code := range bytes.FieldsFuncSeq(data, func(r rune) bool { return r < utf8.RuneSelf && !unicode.IsLetter(r) }) {
		if len(code) != 3 || code[0] < 'A' || code[0] > 'Z' {
			continue
		}
		for i := range languages {
			if strings.Contains(languages[i].federations, string(code)) {
				e.priors[i]++
				e.pages[languages[i].page]++
				sum++
			}
		}
	}
	for i, n := range e.priors {
		e.priors[i] = -math.Log(n / sum)
	}
	return e
}

// page returns what it costs that a program writes a page: little for one of the
// federations in the file.
func (e *evidence) page(page int) float64 {
	const others, weight = 0.5, 1.5
	return -weight * math.Log(e.pages[page]+others)
}

// weigh returns what a text costs, its words beyond ASCII, and those of them that are in no
// language.
func (e *evidence) weigh(text string) (cost float64, foreign, strange int) {
	letter := func(r rune) bool {
		return unicode.IsLetter(r) && r != 'ª' && r != 'º' && !fullWidth(r) || unicode.IsMark(r)
	}
	var last rune // a letter, right before
	for text != "" {
		if end := strings.IndexFunc(text, func(r rune) bool { return !letter(r) }); end != 0 {
			if end < 0 {
				end = len(text)
			}
			c, known := e.word([]rune(text[:end]))
			if cost += c; !ascii(text[:end]) {
				foreign++
				if !known {
					strange++
				}
			}
			last, _ = utf8.DecodeLastRuneInString(text[:end])
			text = text[end:]
			continue
		}
		r, size := utf8.DecodeRuneInString(text)
		text = text[size:]
		next, _ := utf8.DecodeRuneInString(text)
		between := last != 0 && letter(next) && !strings.ContainsRune("·・", r) && (r != '’' || unicode.IsLower(next)) // O’Brien
		if fullWidth(r) && last != 0 && !wide(last) {
			cost += mixture
		}
		last = 0
		switch {
		case r == '\n', r == '\r', r == '\t', r >= ' ' && r < 0x7F:
			cost += plain
		case unicode.IsControl(r), unicode.Is(unicode.Co, r):
			cost += control
			foreign, strange = foreign+1, strange+1
		case !between && (fullWidth(r) || strings.ContainsRune("\u00a0«»„“”‘’‚–—…・　，。（）、·", r)):
			cost += typeset
		default:
			cost += sign
			foreign, strange = foreign+1, strange+1
		}
	}
	return cost, foreign, strange
}

// word returns what a word costs in the language in which it costs least, and whether it
// is one of its words.
func (e *evidence) word(letters []rune) (cost float64, known bool) {
	in, unknown := slices.Clone(e.priors), make([]int, len(languages))
	var before rune
	for i, r := range letters {
		switch costs := e.costs[r]; {
		case r < utf8.RuneSelf:
			cost += plain
		case costs == nil && wide(r):
			cost += unlisted
		default:
			for n := range in {
				c := rarely
				if costs != nil {
					c = costs[n]
				}
				if in[n] += c; c == rarely && !wide(r) {
					unknown[n]++
				}
			}
		}
		if i > 0 && (r >= utf8.RuneSelf || before >= utf8.RuneSelf) {
			if script(r) != script(before) {
				cost += mixture
			}
			if unicode.IsUpper(r) && unicode.IsLower(before) {
				cost += misfit
			}
			if s := sound(r); s != silent && s == sound(before) {
				cost += together
			}
		}
		before = r
	}
	if ascii(string(letters)) {
		return cost, true
	}
	return cost + slices.Min(in), slices.Contains(unknown, 0)
}

func ascii(text string) bool {
	return strings.IndexFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) < 0
}

// fullWidth reports whether a character is one of ASCII in the width of kanji.
func fullWidth(r rune) bool { return r >= 0xFF01 && r <= 0xFF5E }

// wide reports whether a script has so many letters that only the frequent ones are listed.
func wide(r rune) bool {
	return r == 'ー' || r == '々' || unicode.In(r, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana)
}

// script returns the number of the script of a letter.
func script(r rune) int {
	switch {
	case r >= 0xFF61 && r <= 0xFF9F:
		return 1 // half-width kana stand alone
	case wide(r):
		return 2
	}
	for i, table := range []*unicode.RangeTable{unicode.Latin, unicode.Cyrillic, unicode.Greek, unicode.Hebrew, unicode.Arabic} {
		if unicode.Is(table, r) {
			return 3 + i
		}
	}
	return 0
}

// The sounds of letters; silent is what has none of its own.
const (
	silent = iota
	vowel
	consonant
)

const vowels = "aeiouyáéíóúýàèìòùâêîôûäëïöüãõåæøœÿąęěůőűăıāēīūėųį" + "аеёиоуыэюяіїє" + "αεηιουωάέήίόύώϊ"

func sound(r rune) int {
	switch {
	case strings.ContainsRune(vowels, unicode.ToLower(r)):
		return vowel
	case unicode.In(r, unicode.Latin, unicode.Cyrillic, unicode.Greek):
		return consonant
	}
	return silent
}
