package finding

import (
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
