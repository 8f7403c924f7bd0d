package bureau

import (
	"fmt"
	"strconv"
	"strings"
)

// A reference is the month in which a report was received, and its number in it:
// "2026-03-0012".

const refDigits = 4 // of a number, at least

// RefOf returns the reference of the n-th report of a month.
func RefOf(month string, number int) string { return fmt.Sprintf("%s-%0*d", month, refDigits, number) }

// SplitRef takes a reference apart: "2026-03", 12. What is none has the number
// zero.
func SplitRef(ref string) (month string, number int) {
	at := strings.LastIndexByte(ref, '-')
	if at < 0 {
		return "", 0
	}
	number, err := strconv.Atoi(ref[at+1:])
	if err != nil {
		return "", 0
	}
	return ref[:at], number
}

// RefKey returns the key of what is stored under a reference. Keys sort as the
// references were given: where a number has more digits than refDigits, a colon,
// which sorts behind the digits, stands in front of it for each of them.
func RefKey(ref string) string {
	at := strings.LastIndexByte(ref, '-') + 1
	return ref[:at] + strings.Repeat(":", max(0, len(ref)-at-refDigits)) + ref[at:]
}

// KeyRef returns the reference of a key.
func KeyRef(key string) string {
	at := strings.LastIndexByte(key, '-') + 1
	return key[:at] + strings.TrimLeft(key[at:], ":")
}
