package civil

import (
	"fmt"
	"time"
)

// Birth is a date of birth, known to the day or only by year. It is stored as
// the decimal number YYYYMMDD, with 0000 for an unknown day. The zero Birth
// means unknown.
type Birth int32

// BirthOn returns the birth on a date.
func BirthOn(d Date) Birth {
	year, month, day := d.Split()
	return Birth(10_000*year + 100*int(month) + day)
}

// NewBirth returns the birth on a day, and false if the calendar has no such
// day.
func NewBirth(year, month, day int) (Birth, bool) {
	if _, ok := NewDate(year, time.Month(month), day); !ok {
		return 0, false
	}
	return Birth(10_000*year + 100*month + day), true
}

// BirthIn returns a birth of which only the year is known.
func BirthIn(year int) Birth { return Birth(10_000 * year) }

// ParseBirth parses YYYY-MM-DD or YYYY; an empty text means unknown.
func ParseBirth(text string) (Birth, error) {
	switch {
	case text == "":
		return 0, nil
	case digits(text, "dddd") && text != "0000":
		return BirthIn(number(text)), nil
	}
	d, err := Parse(text)
	if err != nil {
		return 0, fmt.Errorf("birth: %w", err)
	}
	return BirthOn(d), nil
}

// Year returns the year of birth.
func (b Birth) Year() int { return int(b) / 10_000 }

// YearOnly reports whether only the year is known.
func (b Birth) YearOnly() bool { return b != 0 && b%10_000 == 0 }

// Date returns the day of birth; if only the year is known, its 31 December
// (Reading G8).
func (b Birth) Date() Date {
	switch {
	case b == 0:
		return 0
	case b.YearOnly():
		return Of(b.Year(), time.December, 31)
	}
	return Of(b.Year(), time.Month(b/100%100), int(b%100))
}

// AgeOn returns the age in completed years on a day, and false if the birth is
// unknown.
func (b Birth) AgeOn(d Date) (int, bool) {
	if b == 0 {
		return 0, false
	}
	if b.YearOnly() {
		b += 1231 // Reading G8
	}
	return int(BirthOn(d)-b) / 10_000, true
}

// NotBefore reports whether the birth is known and on a day or later; if only
// the year is known, its 31 December counts (Reading G8). The day must be known.
func (b Birth) NotBefore(day Birth) bool {
	if b.YearOnly() {
		b += 1231 // Reading G8
	}
	return b != 0 && b >= day
}

// String returns YYYY-MM-DD, or YYYY, or an empty text.
func (b Birth) String() string {
	switch {
	case b == 0:
		return ""
	case b.YearOnly():
		return fmt.Sprintf("%04d", b.Year())
	}
	return b.Date().String()
}

// MarshalText formats like String.
func (b Birth) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// UnmarshalText parses like ParseBirth.
func (b *Birth) UnmarshalText(text []byte) (err error) {
	*b, err = ParseBirth(string(text))
	return err
}
