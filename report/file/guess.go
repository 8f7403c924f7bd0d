package file

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	utf "golang.org/x/text/encoding/unicode"

	"github.com/arpadchess/arpad/finding"
)

// guess is an encoding that the bytes of a file may be in; nil is UTF-8.
type guess struct {
	name string
	encoding.Encoding
	page int     // of Windows, with the same letters
	rare float64 // what it costs that a program writes it rather than that
	text string  // of the lines that are not ASCII, decoded
}

// candidates are the encodings that programs write; of two that decode alike the first counts.
var candidates = []guess{
	{name: "windows-1252", Encoding: charmap.Windows1252, page: 1252},
	{name: "windows-1250", Encoding: charmap.Windows1250, page: 1250},
	{name: "windows-1251", Encoding: charmap.Windows1251, page: 1251},
	{name: "windows-1253", Encoding: charmap.Windows1253, page: 1253},
	{name: "windows-1254", Encoding: charmap.Windows1254, page: 1254},
	{name: "windows-1255", Encoding: charmap.Windows1255, page: 1255},
	{name: "windows-1256", Encoding: charmap.Windows1256, page: 1256},
	{name: "windows-1257", Encoding: charmap.Windows1257, page: 1257},
	{name: "shift_jis", Encoding: japanese.ShiftJIS, page: 932},
	{name: "euc-jp", Encoding: japanese.EUCJP, page: 932},
	{name: "gbk", Encoding: simplifiedchinese.GBK, page: 936},
	{name: "big5", Encoding: traditionalchinese.Big5, page: 950},
	{name: "euc-kr", Encoding: korean.EUCKR, page: 949},
	{name: "koi8-r", Encoding: charmap.KOI8R, page: 1251, rare: 1},
	{name: "koi8-u", Encoding: charmap.KOI8U, page: 1251, rare: 1},
	{name: "cp852", Encoding: charmap.CodePage852, page: 1250, rare: 1},
	{name: "cp866", Encoding: charmap.CodePage866, page: 1251, rare: 1},
	{name: "cp850", Encoding: charmap.CodePage850, page: 1252, rare: 1},
	{name: "iso-8859-2", Encoding: charmap.ISO8859_2, page: 1250, rare: 2},
	{name: "iso-8859-5", Encoding: charmap.ISO8859_5, page: 1251, rare: 2},
	{name: "iso-8859-7", Encoding: charmap.ISO8859_7, page: 1253, rare: 2},
	{name: "iso-8859-4", Encoding: charmap.ISO8859_4, page: 1257, rare: 3},
	{name: "iso-8859-6", Encoding: charmap.ISO8859_6, page: 1256, rare: 3},
	{name: "iso-8859-16", Encoding: charmap.ISO8859_16, page: 1250, rare: 3},
	{name: "cp855", Encoding: charmap.CodePage855, page: 1251, rare: 3},
	{name: "cp862", Encoding: charmap.CodePage862, page: 1255, rare: 3},
	{name: "x-mac-cyrillic", Encoding: charmap.MacintoshCyrillic, page: 1251, rare: 3},
	{name: "macintosh", Encoding: charmap.Macintosh, page: 1252, rare: 2},
}

var (
	inUTF16Small = guess{name: "utf-16", Encoding: utf.UTF16(utf.LittleEndian, utf.IgnoreBOM)}
	inUTF16Big   = guess{name: "utf-16", Encoding: utf.UTF16(utf.BigEndian, utf.IgnoreBOM)}
)

// guessed returns the encodings that bytes without a mark may be in: one, or several
// that nothing in them tells apart, the likeliest first.
func guessed(data []byte) []guess {
	if wide, ok := withoutMark(data); ok {
		return []guess{wide}
	}
	if bytes.Contains(data, []byte("\x1b$")) && firstForeign(data) == (finding.At{}) {
		return []guess{{name: "iso-2022-jp", Encoding: japanese.ISO2022JP}}
	}
	if utf8.Valid(data) {
		return []guess{{}}
	}
	return weighed(data)
}

// weighed returns the encodings in which the names of a file are likeliest.
func weighed(data []byte) []guess {
	const (
		margin = 3.0 // of the logarithm of the likelihood
		each   = 1.0 // more for each line, because what speaks for a letter there speaks for it everywhere
		shown  = 3
	)
	lines := foreignLines(data)
	e := evidenceIn(data[:min(len(data), enough)])
	var all []guess
	cost, doubtful := map[string]float64{}, map[string]bool{}
	for _, as := range candidates {
		text, err := as.NewDecoder().String(string(lines))
		if _, known := cost[text]; err != nil || known || strings.ContainsRune(text, utf8.RuneError) {
			continue
		}
		total, foreign, strange := e.weigh(text)
		as.text, cost[text], doubtful[text] = text, total+as.rare+e.page(as.page), strange*10 > foreign
		all = append(all, as)
	}
	if len(all) == 0 {
		return candidates[:1] // which refuses them
	}
	slices.SortStableFunc(all, func(a, b guess) int { return cmp.Compare(cost[a.text], cost[b.text]) })
	best := all[0].text
	near := slices.DeleteFunc(all, func(a guess) bool {
		return !doubtful[best] && cost[a.text]-cost[best] > margin+each*differing(a.text, best)
	})
	return near[:min(len(near), shown)]
}

// differing counts the lines that two readings read differently.
func differing(a, b string) (n float64) {
	for line := range strings.Lines(a) {
		other, rest, _ := strings.Cut(b, "\n")
		if b = rest; strings.TrimRight(line, "\n") != other {
			n++
		}
	}
	return n
}

// enough is how many bytes it takes to tell the encoding.
const enough = 256 << 10

// foreignLines returns the lines of a text that are not ASCII, as many as are enough.
func foreignLines(data []byte) []byte {
	var lines []byte
	for line := range bytes.Lines(data) {
		if firstForeign(line) == (finding.At{}) {
			continue
		}
		if lines = append(lines, line[:min(len(line), enough)]...); len(lines) >= enough {
			break
		}
	}
	return lines
}

// readings returns the names of encodings, each with three names as it would read them.
func readings(of []guess) string {
	const names = 3
	all := make([]string, len(of))
	lines := make([][]string, len(of))
	for i := range of {
		lines[i] = strings.Split(of[i].text, "\n")
	}
	for n, found := 0, 0; n < len(lines[0]) && found < names; n++ {
		same := true
		for i := range lines {
			same = same && n < len(lines[i]) && lines[i][n] == lines[0][n]
		}
		if same {
			continue
		}
		found++
		for i := range lines {
			if n < len(lines[i]) {
				all[i] += ", " + foreignName(lines[i][n])
			}
		}
	}
	for i := range of {
		all[i] = of[i].name + " (" + strings.TrimPrefix(all[i], ", ") + ")"
	}
	return strings.Join(all, "; ")
}

// foreignName returns the first name of a line with a letter beyond ASCII.
func foreignName(line string) string {
	const longest = 40
	for field := range strings.FieldsFuncSeq(strings.ReplaceAll(line, "  ", "\t"), func(r rune) bool { return strings.ContainsRune("\t\r;\"<>[]0123456789", r) }) {
		if !ascii(field) {
			letters := []rune(strings.TrimFunc(field, func(r rune) bool { return unicode.IsSpace(r) || r == ',' }))
			return string(letters[:min(len(letters), longest)])
		}
	}
	return ""
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
