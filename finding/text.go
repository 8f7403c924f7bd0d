package finding

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Disguised reports whether a text contains characters that hide or disguise
// it: control characters (including NUL), characters that change the writing
// direction, zero-width characters, and the replacement character. Readers
// refuse such texts; the finding is "control-character".
func Disguised(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] >= 0x7f {
			return strings.IndexFunc(text, disguises) >= 0
		}
	}
	return false
}

// MaxText is the maximum length in characters of a name, or of any other text
// about an event, a player or a club, in all readers.
const MaxText = 200

// TooLong reports whether a text is longer than MaxText. The finding is
// "text-too-long".
func TooLong(text string) bool { return len(text) > MaxText && utf8.RuneCountInString(text) > MaxText }

// longest is the maximum length in bytes of a text in a finding.
const longest = 1000

// shown returns the part of a text that a finding shows.
func shown(text string) string {
	cut := ""
	if len(text) > longest {
		n := longest
		for n > longest-utf8.UTFMax && !utf8.RuneStart(text[n]) {
			n--
		}
		text, cut = text[:n], "\u2026"
	}
	return strings.ToValidUTF8(text, "\uFFFD") + cut
}

func disguises(r rune) bool {
	const (
		zeroWidthSpace  = 0x200B
		zeroWidthJoiner = 0x200D
		byteOrderMark   = 0xFEFF
	)
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == utf8.RuneError ||
		r >= zeroWidthSpace && r <= zeroWidthJoiner || r == byteOrderMark
}

// Harms reports whether a character does something to what shows it, other than being
// shown: a control character but newline and tab, or one that changes the writing
// direction or ends a line.
func Harms(r rune) bool {
	if r >= ' ' && r <= '~' { // most are
		return false
	}
	return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029')
}

// Harmless returns a text with the characters that harm as <U+001B>. Texts that people type
// or send are stored as they came.
func Harmless(text string) string { return harmless(text, "<U+%04X>") }

// HarmlessMarkup is Harmless for HTML and XML.
func HarmlessMarkup(text string) string { return harmless(text, "&lt;U+%04X&gt;") }

// harms reports whether a character of a text harms.
func harms(text string) bool {
	for i := 0; i < len(text); {
		if c := text[i]; c >= ' ' && c <= '~' { // most are
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if Harms(r) {
			return true
		}
		i += size
	}
	return false
}

func harmless(text, form string) string {
	if !harms(text) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if Harms(r) {
			fmt.Fprintf(&b, form, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// OneLine returns a text that is harmless, and one line: so nobody can write a line that is
// not theirs.
func OneLine(text string) string {
	return strings.ReplaceAll(Harmless(text), "\n", "<U+000A>")
}

// Readable refuses texts that are too long or disguised.
func Readable(texts ...string) error {
	for _, text := range texts {
		if Disguised(text) {
			return Refuse("control-character", Quoted("text", text))
		}
		if TooLong(text) {
			return Refuse("text-too-long", Int("limit", MaxText), Text("text", text))
		}
	}
	return nil
}
