package trf

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/arpadchess/arpad/civil"
)

// Programs write dates in many forms; these are understood.
var (
	yearFirst = regexp.MustCompile(`^(\d{4})\s*[/.\-]\s*(\d{1,2})\s*[/.\-]\s*(\d{1,2})\.?$`)
	yearLast  = regexp.MustCompile(`^(\d{1,2})\s*\.\s*(\d{1,2})\s*\.\s*(\d{4})$`)
	shortYear = regexp.MustCompile(`^\d{2}[/.]\d{2}[/.]\d{2}$`) // YY/MM/DD
	yearAlone = regexp.MustCompile(`^(\d{4})$`)
	nothing   = regexp.MustCompile(`^[0/.\-\s]*$`)
)

// split returns the numbers of a date, and whether it has the standard form.
func split(text string) (year, month, day int, strict, ok bool) {
	number := func(s string) int { n, _ := strconv.Atoi(s); return n }
	if m := yearFirst.FindStringSubmatch(text); m != nil {
		return number(m[1]), number(m[2]), number(m[3]), len(text) == 10 && text[4] == '/' && text[7] == '/', true
	}
	if m := yearLast.FindStringSubmatch(text); m != nil {
		return number(m[3]), number(m[2]), number(m[1]), false, true
	}
	if m := yearAlone.FindStringSubmatch(text); m != nil {
		return number(m[1]), 0, 0, false, true
	}
	return 0, 0, 0, false, false
}

// parseDate parses the date of an event: YYYY/MM/DD, and tolerantly with dots,
// hyphens or the day first.
func parseDate(text string) (d civil.Date, strict, ok bool) {
	if nothing.MatchString(text) {
		return 0, true, true
	}
	year, month, day, strict, ok := split(text)
	if !ok {
		return 0, false, false
	}
	d, ok = civil.NewDate(year, time.Month(month), day)
	return d, strict, ok
}

// parseRoundDate parses the date of a round: YY/MM/DD, or zeros if unknown.
// Two-digit years are of this century.
func parseRoundDate(text string) (civil.Date, bool) {
	if nothing.MatchString(text) {
		return 0, true
	}
	if shortYear.MatchString(text) {
		century := "20"
		if text >= "70" {
			century = "19"
		}
		text = century + strings.ReplaceAll(text, ".", "/")
	}
	d, _, ok := parseDate(text)
	year, _, _ := d.Split()
	return d, ok && year >= 1970 && year < 2070
}

// parseBirth parses a date of birth; without a day, only the year counts.
func parseBirth(text string) (b civil.Birth, strict, ok bool) {
	if len(text) == 10 && text[4] == '/' && text[7] == '/' { // the standard form
		year, ok1 := digits(text[:4])
		month, ok2 := digits(text[5:7])
		day, ok3 := digits(text[8:])
		if ok1 && ok2 && ok3 {
			return birthOf(year, month, day, true)
		}
	}
	if nothing.MatchString(text) {
		return 0, true, true
	}
	year, month, day, strict, ok := split(text)
	if !ok {
		return 0, false, false
	}
	return birthOf(year, month, day, strict)
}

func birthOf(year, month, day int, strict bool) (civil.Birth, bool, bool) {
	switch {
	case year == 0:
		return 0, strict, month == 0 && day == 0
	case month == 0 && day == 0:
		return civil.BirthIn(year), strict, true
	case day == 0:
		return civil.BirthIn(year), false, month <= 12
	}
	b, ok := civil.NewBirth(year, month, day)
	return b, strict, ok
}
