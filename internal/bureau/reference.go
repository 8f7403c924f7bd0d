package bureau

import (
	"fmt"
	"strconv"
	"strings"
)

// A reference is the month in which a report was received and its number in
// that month: "2026-03-0012".

const refDigits = 4 // minimum digits of the number

// RefOf returns the reference of the n-th report of a month.
func RefOf(month string, number int) string { return fmt.Sprintf("%s-%0*d", month, refDigits, number) }

// SplitRef splits a reference into "2026-03" and 12. The number is zero if ref
// is not a reference.
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

// RefKey returns the key of documents stored under a reference. Keys sort in
// the order in which references were assigned: a number with more digits than
// refDigits gets a colon in front for each extra digit, because a colon sorts
// after the digits.
func RefKey(ref string) string {
	at := strings.LastIndexByte(ref, '-') + 1
	return ref[:at] + strings.Repeat(":", max(0, len(ref)-at-refDigits)) + ref[at:]
}

// KeyRef returns the reference of a key.
func KeyRef(key string) string {
	at := strings.LastIndexByte(key, '-') + 1
	return key[:at] + strings.TrimLeft(key[at:], ":")
}
