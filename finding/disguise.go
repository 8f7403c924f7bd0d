package finding

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Disguised says whether a text holds characters that hide or disguise it:
// control characters (NUL among them), those that turn the direction of
// writing, those without a width, and the mark of a broken encoding. No reader
// takes such a text; the finding is "control-character".
func Disguised(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] >= 0x7f {
			return strings.IndexFunc(text, disguises) >= 0
		}
	}
	return false
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
