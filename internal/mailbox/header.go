package mailbox

import (
	"bytes"
	"encoding/base64"
	"io"
	"mime/quotedprintable"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/japanese"
)

// field is a field of a header, unfolded.
type field struct{ name, value string } // the name in lower case

// header is the fields of a message or of a part, in their order.
type header []field

// mostFields is how many fields of a header are read.
const mostFields = 1000

// split returns the header of a message, and its body. What is no field is left out: programs put
// many things there.
func split(raw []byte) (h header, body []byte) {
	for len(raw) > 0 {
		line := raw
		if end := bytes.IndexByte(raw, '\n'); end >= 0 {
			line, raw = raw[:end], raw[end+1:]
		} else {
			raw = nil
		}
		text := strings.TrimSuffix(string(line), "\r")
		switch name, value, is := strings.Cut(text, ":"); {
		case text == "":
			return h, raw
		case text[0] == ' ' || text[0] == '\t':
			if len(h) > 0 {
				h[len(h)-1].value += " " + strings.TrimLeft(text, " \t")
			}
		case is && !strings.ContainsAny(name, " \t") && len(h) < mostFields:
			h = append(h, field{strings.ToLower(name), strings.TrimSpace(value)})
		}
	}
	return h, nil
}

// get returns the first value of a field; empty: there is none.
func (h header) get(name string) string {
	i := slices.IndexFunc(h, func(f field) bool { return f.name == name })
	if i < 0 {
		return ""
	}
	return h[i].value
}

// all returns all values of a field.
func (h header) all(name string) (values []string) {
	for _, f := range h {
		if f.name == name {
			values = append(values, f.value)
		}
	}
	return values
}

// typed returns the kind of a field with parameters, in lower case, and these by name. The
// library's reader refuses names of files that are written as many programs do.
func typed(value string) (kind string, of map[string]string) {
	kind, rest, _ := strings.Cut(value, ";")
	kind, of = strings.ToLower(strings.TrimSpace(kind)), map[string]string{}
	parts := map[string]string{} // of RFC 2231, by name and number
	for rest != "" {
		var name, text string
		name, rest, _ = strings.Cut(rest, "=")
		name = strings.ToLower(strings.Trim(name, " \t;"))
		text, rest = parameter(strings.TrimLeft(rest, " \t"))
		if strings.Contains(name, "*") {
			parts[name] = text
		} else if _, known := of[name]; !known && name != "" {
			of[name] = text
		}
	}
	for name := range parts {
		base, _, _ := strings.Cut(name, "*")
		if text := extended(parts, base); text != "" {
			of[base] = text
		}
	}
	return kind, of
}

// parameter returns the value at the beginning of a text, and what follows its semicolon.
func parameter(text string) (value, rest string) {
	if !strings.HasPrefix(text, `"`) {
		value, rest, _ = strings.Cut(text, ";")
		return strings.TrimSpace(value), rest
	}
	var is strings.Builder
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == '\\' && i+1 < len(text) && strings.IndexByte(`"\`, text[i+1]) >= 0:
			i++
			is.WriteByte(text[i])
		case text[i] == '"':
			_, rest, _ = strings.Cut(text[i+1:], ";")
			return is.String(), rest
		default:
			is.WriteByte(text[i])
		}
	}
	return is.String(), ""
}

// extended returns a value that is written in parts or with its charset, RFC 2231.
func extended(parts map[string]string, name string) string {
	charset, all := "", ""
	take := func(text string, coded, first bool) {
		if coded && first {
			if from, rest, is := strings.Cut(text, "'"); is {
				charset = from
				_, text, _ = strings.Cut(rest, "'")
			}
		}
		if coded {
			if plain, err := url.PathUnescape(text); err == nil {
				text = plain
			}
		}
		all += text
	}
	if text, is := parts[name+"*"]; is {
		take(text, true, true)
		return decode(all, charset)
	}
	for n := 0; ; n++ {
		key := name + "*" + strconv.Itoa(n)
		if text, is := parts[key+"*"]; is {
			take(text, true, n == 0)
		} else if text, is := parts[key]; is {
			take(text, false, n == 0)
		} else {
			return decode(all, charset)
		}
	}
}

// charsets are names of charsets that mail programs use and the standard of the web does not have.
var charsets = map[string]encoding.Encoding{
	"cp932": japanese.ShiftJIS, "ms932": japanese.ShiftJIS, "sjis": japanese.ShiftJIS, "iso-2022-jp-ms": japanese.ISO2022JP, "iso-2022-jp-1": japanese.ISO2022JP,
	"iso-2022-jp-2": japanese.ISO2022JP, "cp50220": japanese.ISO2022JP, "cp50221": japanese.ISO2022JP, "cp50222": japanese.ISO2022JP, "eucjp": japanese.EUCJP, "cp51932": japanese.EUCJP,
}

// decode returns a text in UTF-8. Without a charset, and in one that nobody knows, it is in what it can be.
func decode(text, charset string) string {
	charset = strings.ToLower(strings.Trim(charset, ` "'`))
	in := charsets[charset]
	if in == nil {
		in, _ = htmlindex.Get(charset)
	}
	if charset == "us-ascii" || charset == "ascii" { // what is in it says otherwise often enough
		in = nil
	}
	if in == nil {
		tried := []encoding.Encoding{japanese.ShiftJIS, japanese.EUCJP}
		switch {
		case strings.Contains(text, "\x1b$"):
			tried = []encoding.Encoding{japanese.ISO2022JP}
		case utf8.ValidString(text):
			return text
		}
		for _, one := range tried {
			if plain, err := one.NewDecoder().String(text); err == nil && !strings.ContainsRune(plain, utf8.RuneError) {
				return plain
			}
		}
		return strings.ToValidUTF8(text, "�")
	}
	plain, err := in.NewDecoder().String(text)
	if err != nil {
		return strings.ToValidUTF8(text, "�")
	}
	return plain
}

// words returns a text whose encoded words are read, RFC 2047. Words of one charset that follow each other are one text:
// programs cut them within a letter.
func words(text string) string {
	var out strings.Builder
	var charset, bytes string
	flush := func() {
		out.WriteString(decode(bytes, charset))
		charset, bytes = "", ""
	}
	for text != "" {
		begin := strings.Index(text, "=?")
		if begin < 0 {
			break
		}
		before := text[:begin]
		if bytes == "" || strings.TrimSpace(before) != "" {
			flush()
			out.WriteString(decode(before, ""))
		}
		of, plain, rest, is := word(text[begin:])
		if !is {
			flush()
			out.WriteString("=?")
			text = text[begin+2:]
			continue
		}
		if of != charset {
			flush()
		}
		charset, bytes, text = of, bytes+plain, rest
	}
	flush()
	out.WriteString(decode(text, ""))
	return out.String()
}

// word returns the encoded word at the beginning of a text, and what follows it.
func word(text string) (charset, plain, rest string, is bool) {
	parts := strings.SplitN(text[2:], "?", 3)
	if len(parts) < 3 {
		return "", "", "", false
	}
	coded, rest, is := strings.Cut(parts[2], "?=")
	if !is || strings.ContainsAny(coded, " \t") && strings.EqualFold(parts[1], "B") {
		return "", "", "", false
	}
	charset, _, _ = strings.Cut(parts[0], "*") // its language
	switch strings.ToUpper(parts[1]) {
	case "B":
		return strings.ToLower(charset), string(unbase64([]byte(coded))), rest, true
	case "Q":
		coded = strings.ReplaceAll(coded, "_", "=20")
		return strings.ToLower(charset), string(unquoted([]byte(coded))), rest, true
	}
	return "", "", "", false
}

// unbase64 returns what Base64 stands for, as far as it can be read: also of texts that were put one after the other.
func unbase64(text []byte) (plain []byte) {
	for group := range bytes.SplitSeq(text, []byte("=")) {
		clean := bytes.Map(func(c rune) rune {
			if 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '+' || c == '/' {
				return c
			}
			return -1
		}, group)
		if len(clean)%4 == 1 {
			clean = clean[:len(clean)-1]
		}
		plain, _ = base64.RawStdEncoding.AppendDecode(plain, clean) // it has nothing else in it
	}
	return plain
}

// unquoted returns what a quoted-printable text stands for, as far as it can be read.
func unquoted(text []byte) []byte {
	plain, err := io.ReadAll(quotedprintable.NewReader(bytes.NewReader(text)))
	if err != nil && len(plain) < len(text)/4 {
		return text
	}
	return plain
}
