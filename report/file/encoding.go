package file

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"

	"github.com/arpadchess/arpad/finding"
)

// Decode returns the text of a file in UTF-8 without a byte order mark.
// Findings are added to the collector; after a refusal the text is empty.
func Decode(data []byte, name string, c *finding.Collector) string {
	switch {
	case len(bytes.TrimSpace(data)) == 0:
		c.Add(finding.Refusal("file-empty", finding.At{}))
		return ""
	case name != "":
		return decodeNamed(data, name, c)
	}
	if e, mark := byMark(data); e != nil {
		return decode(data[mark:], e, "utf-16", c)
	}
	data = bytes.TrimPrefix(data, []byte("\uFEFF"))
	as := guessed(data)
	if as[0].name == "utf-16" {
		return decode(data, as[0], as[0].name, c)
	}
	if at := bytes.IndexByte(data, 0); at >= 0 {
		c.Add(finding.Refusal("file-binary", finding.At{Line: int32(1 + bytes.Count(data[:at], []byte("\n")))}))
		return ""
	}
	if len(as) > 1 {
		c.Add(finding.Refusal("encoding-undecided", firstForeign(data), finding.Text("encodings", readings(as))))
		return ""
	}
	if as[0].Encoding == nil {
		return string(data)
	}
	return decode(data, as[0], as[0].name, c)
}

// firstForeign returns the line of the first byte that is not ASCII.
func firstForeign(data []byte) finding.At {
	for i, b := range data {
		if b >= utf8.RuneSelf {
			return finding.At{Line: int32(1 + bytes.Count(data[:i], []byte("\n")))}
		}
	}
	return finding.At{}
}

// byMark returns the encoding indicated by a byte order mark, and the mark's
// length.
func byMark(data []byte) (encoding.Encoding, int) {
	switch {
	case bytes.HasPrefix(data, []byte{0xFF, 0xFE}):
		return unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), 2
	case bytes.HasPrefix(data, []byte{0xFE, 0xFF}):
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), 2
	}
	return nil, 0
}

// decodeNamed decodes with the encoding named by the caller.
func decodeNamed(data []byte, name string, c *finding.Collector) string {
	e, err := Encoding(name)
	if err != nil {
		c.Add(finding.Refusal("encoding-unknown", finding.At{}, finding.Text("encoding", name)))
		return ""
	}
	if e == nil {
		text := string(bytes.TrimPrefix(data, []byte("\uFEFF")))
		if !utf8.ValidString(text) {
			c.Add(finding.Refusal("encoding-broken", firstInvalid(text), finding.Text("encoding", "utf-8")))
			return ""
		}
		return text
	}
	return decode(data, e, name, c)
}

// Encoding returns an encoding by its name; nil is UTF-8.
func Encoding(name string) (encoding.Encoding, error) {
	switch folded := strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(name)); folded {
	case "utf8":
		return nil, nil
	case "latin1", "iso88591":
		return charmap.ISO8859_1, nil
	case "sjis", "cp932", "windows31j":
		return japanese.ShiftJIS, nil
	case "utf16":
		return unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), nil
	default:
		if n := slices.IndexFunc(candidates, func(g guess) bool { return g.name == folded }); n >= 0 {
			return candidates[n].Encoding, nil // cp852
		}
		if number, ok := strings.CutPrefix(folded, "cp"); ok {
			name = "windows-" + number
		}
	}
	e, err := htmlindex.Get(name)
	if err != nil {
		return nil, fmt.Errorf("there is no encoding %q", name)
	}
	return e, nil
}

// decode decodes, and refuses bytes that are invalid in the encoding: a decoder
// replaces them by U+FFFD without an error.
func decode(data []byte, e encoding.Encoding, name string, c *finding.Collector) string {
	size, err := decodeTo(io.Discard, data, e)
	var decoded strings.Builder
	if err == nil {
		decoded.Grow(int(size)) // at most three times the size of the data
		_, err = decodeTo(&decoded, data, e)
	}
	text := decoded.String()
	if err != nil || strings.ContainsRune(text, utf8.RuneError) {
		c.Add(finding.Refusal("encoding-broken", firstInvalid(text), finding.Text("encoding", name)))
		return ""
	}
	if strings.IndexByte(text, 0) >= 0 {
		c.Add(finding.Refusal("file-binary", finding.At{}))
		return ""
	}
	c.Add(finding.New("encoding", finding.Info, finding.At{}, finding.Text("encoding", name)))
	return text
}

func decodeTo(w io.Writer, data []byte, e encoding.Encoding) (size int64, err error) {
	return io.Copy(w, e.NewDecoder().Reader(bytes.NewReader(data)))
}

// firstInvalid returns the place of the first invalid character.
func firstInvalid(text string) finding.At {
	at := strings.IndexRune(text, utf8.RuneError)
	if at < 0 {
		return finding.At{}
	}
	start := strings.LastIndexByte(text[:at], '\n') + 1
	return finding.At{Line: int32(1 + strings.Count(text[:at], "\n")), Column: int32(1 + utf8.RuneCountInString(text[start:at]))}
}
