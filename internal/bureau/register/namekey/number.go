package namekey

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Number returns a text as IDs are written: in capital letters of half the width, without blanks
// and hyphens; empty if it has no digit, or something else than letters and digits.
func Number(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.Is(unicode.Pd, r) {
			return -1
		}
		return unicode.ToUpper(r)
	}, norm.NFKC.String(text))
	if !strings.ContainsAny(text, "0123456789") || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsDigit(r) && !unicode.IsLetter(r) }) {
		return ""
	}
	return text
}

// Reference returns a text as the numbers of reports are written: in half the width, without blanks.
func Reference(text string) string {
	return strings.Join(strings.Fields(norm.NFKC.String(text)), "")
}
