package file

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	utf "golang.org/x/text/encoding/unicode"
)

// guess is an encoding that the bytes of a file may be in; nil is UTF-8.
type guess struct {
	name string
	encoding.Encoding
}

var (
	inShiftJIS   = guess{"shift_jis", japanese.ShiftJIS}
	inEUC        = guess{"euc-jp", japanese.EUCJP}
	inISO2022    = guess{"iso-2022-jp", japanese.ISO2022JP}
	inWestern    = guess{"windows-1252", charmap.Windows1252}
	inCentral    = guess{"windows-1250", charmap.Windows1250}
	inGreek      = guess{"windows-1253", charmap.Windows1253}
	inUTF16Small = guess{"utf-16", utf.UTF16(utf.LittleEndian, utf.IgnoreBOM)}
	inUTF16Big   = guess{"utf-16", utf.UTF16(utf.BigEndian, utf.IgnoreBOM)}
)

// guessed returns the encodings that bytes without a mark may be in: one, or several
// that nothing in them tells apart.
func guessed(data []byte) []guess {
	if wide, ok := withoutMark(data); ok {
		return []guess{wide}
	}
	if bytes.Contains(data, []byte("\x1b$")) && bytes.IndexFunc(data, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
		return []guess{inISO2022}
	}
	if utf8.Valid(data) {
		return []guess{{}}
	}
	all := data
	data = foreignLines(all)
	shift, isShift := japaneseIn(data, japanese.ShiftJIS)
	euc, isEUC := japaneseIn(data, japanese.EUCJP)
	switch {
	case isEUC && euc.narrow == 0 && (!isShift || shift.narrow > 0 && shift.wide > 0):
		return []guess{inEUC}
	case isEUC && isShift && shift.wide == 0:
		return []guess{inEUC, inShiftJIS} // half-width kana, or kanji
	case isShift:
		return []guess{inShiftJIS}
	}
	return singleByte(data, all)
}

// foreignLines returns the lines of a text that are not ASCII, as many as it takes to
// tell the encoding.
func foreignLines(data []byte) []byte {
	const enough = 256 << 10 // bytes
	var lines []byte
	for line := range bytes.Lines(data) {
		if bytes.IndexFunc(line, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
			continue
		}
		if lines = append(lines, line[:min(len(line), enough)]...); len(lines) >= enough {
			break
		}
	}
	return lines
}

// withoutMark recognises UTF-16 without its mark: every other byte of its ASCII is zero.
func withoutMark(data []byte) (guess, bool) {
	head := data[:min(len(data), 4<<10)]
	var zeros [2]int
	for i, b := range head {
		if b != 0 {
			continue
		}
		if other := i ^ 1; other >= len(head) || head[other] < ' ' && !bytes.ContainsRune([]byte("\t\r\n"), rune(head[other])) {
			return guess{}, false
		}
		zeros[i%2]++
	}
	switch half := len(head) / 2; {
	case len(data)%2 != 0 || half == 0:
	case zeros[1] > half/4 && zeros[0] == 0:
		return inUTF16Small, true
	case zeros[0] > half/4 && zeros[1] == 0:
		return inUTF16Big, true
	}
	return guess{}, false
}

// singleByte decides between the encodings of Western Europe, Central Europe and Greece.
// If their letters differ, it takes the encoding in which vowels and consonants alternate,
// as in names. If that does not decide, it takes the one of the federations in the file.
func singleByte(data, all []byte) []guess {
	west, isWest := decoded(data, inWestern)
	central, isCentral := decoded(data, inCentral)
	greek, isGreek := decoded(data, inGreek)
	switch {
	case isGreek && wordsIn(greek, unicode.Greek):
		return []guess{inGreek}
	case !isCentral, isWest && west == central:
		return []guess{inWestern}
	case !isWest:
		return []guess{inCentral}
	}
	switch of, other := fitness(west, central), fitness(central, west); {
	case of > other:
		return []guess{inWestern}
	case of < other:
		return []guess{inCentral}
	}
	switch of, other := federationsIn(all, western), federationsIn(all, middle); {
	case of > other:
		return []guess{inWestern}
	case of < other:
		return []guess{inCentral}
	case strings.ContainsAny(west, "ñÑåÅ"): // ń and ĺ come with other letters of their languages
		return []guess{inWestern}
	}
	return []guess{inWestern, inCentral}
}

// decoded decodes bytes; false if they are invalid.
func decoded(data []byte, as guess) (string, bool) {
	text, err := as.NewDecoder().String(string(data))
	return text, err == nil && !strings.ContainsRune(text, utf8.RuneError)
}

// wordsIn reports whether all words with a letter beyond ASCII are wholly of a script,
// and some has three letters or more.
func wordsIn(text string, script *unicode.RangeTable) bool {
	long := false
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		beyond := strings.IndexFunc(word, func(r rune) bool { return r >= utf8.RuneSelf }) >= 0
		if !beyond {
			continue
		}
		if strings.IndexFunc(word, func(r rune) bool { return !unicode.Is(script, r) }) >= 0 {
			return false
		}
		long = long || utf8.RuneCountInString(word) >= 3
	}
	return long
}

// fitness counts where the letters of a text, in the places in which another one has
// others, fit better into their words: a vowel between consonants, a consonant between
// vowels. A sign between letters fits nowhere.
func fitness(text, other string) (fit int) {
	letters, others := []rune(text), []rune(other)
	for i, r := range letters {
		if r == others[i] {
			continue
		}
		before, after := sound(letters, i-1), sound(letters, i+1)
		switch own := sound(letters, i); {
		case own == silent && (before != silent || after != silent):
			fit -= 3
		case own == vowel && before != vowel && after != vowel, own == consonant && before != consonant && after != consonant:
			fit++
		}
	}
	return fit
}

// The sounds of letters; silent is what is no letter.
const (
	silent = iota
	vowel
	consonant
)

const vowels = "aeiouyáéíóúýàèìòùâêîôûäëïöüãõåæøœÿąęěůőűă"

func sound(letters []rune, i int) int {
	switch {
	case i < 0 || i >= len(letters) || !unicode.IsLetter(letters[i]) || letters[i] == 'ª' || letters[i] == 'º':
		return silent
	case strings.ContainsRune(vowels, unicode.ToLower(letters[i])):
		return vowel
	}
	return consonant
}

// Federations whose programs write in Windows-1252, and in Windows-1250.
var (
	western = []string{"AUT", "BEL", "DEN", "ENG", "ESP", "FIN", "FRA", "GER", "IRL", "ISL", "ITA", "NED", "NOR", "POR", "SUI", "SWE", "BRA", "ARG", "MEX"}
	middle  = []string{"BIH", "CRO", "CZE", "HUN", "MNE", "POL", "ROU", "SLO", "SRB", "SVK"}
)

// federationsIn counts the players and events of some federations.
func federationsIn(data []byte, codes []string) (n int) {
	for _, code := range codes {
		n += bytes.Count(data, []byte(" "+code+" ")) + bytes.Count(data, []byte("032 "+code))
	}
	return n
}

// characters counts the characters of a Japanese text beyond ASCII.
type characters struct{ wide, narrow int }

// japaneseIn decodes bytes as Japanese, and reports whether they are: kanji and kana
// come in groups, and accented letters alone.
func japaneseIn(data []byte, e encoding.Encoding) (c characters, ok bool) {
	if !looksJapanese(data, e) {
		return c, false
	}
	text, _ := e.NewDecoder().String(string(data))
	for _, r := range text {
		switch {
		case r >= 0xFF61 && r <= 0xFF9F:
			c.narrow++
		case r >= utf8.RuneSelf:
			c.wide++
		}
	}
	return c, true
}
