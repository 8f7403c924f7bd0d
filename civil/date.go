// Package civil holds calendar dates without a clock or a time zone: a Date, a
// Range, a Birth of which only the year may be known, and ages.
package civil

import (
	"fmt"
	"strconv"
	"time"
)

// Date is a day of the calendar, counted from 1 January of year 1, which is day
// 1. The zero Date means unknown. Dates compare with < and their difference is
// in days.
type Date int32

// The calendar is calculated from 1 March of year 0, so that a leap day ends
// its year, in eras of 400 years, which all have the same number of days.
const (
	fromMarch = 305 // days from 1 March of year 0 to the day before Date 1
	eraYears  = 400
	eraDays   = 146_097
)

// NewDate returns the date of a year, month and day, and false if the calendar
// has no such day.
func NewDate(year int, month time.Month, day int) (Date, bool) {
	if year < 1 || year > 9999 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month) {
		return 0, false
	}
	return count(year, int(month), day), true
}

func daysIn(year int, month time.Month) int {
	switch month {
	case time.February:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	case time.April, time.June, time.September, time.November:
		return 30
	}
	return 31
}

// count returns the date of a valid day.
func count(year, month, day int) Date {
	if month <= 2 {
		year, month = year-1, month+12
	}
	era, yearOfEra := year/eraYears, year%eraYears
	dayOfYear := (153*(month-3)+2)/5 + day - 1
	return Date(era*eraDays + 365*yearOfEra + yearOfEra/4 - yearOfEra/100 + dayOfYear - fromMarch)
}

// Of is NewDate for constants in code.
func Of(year int, month time.Month, day int) Date {
	d, ok := NewDate(year, month, day)
	if !ok {
		panic(fmt.Sprintf("civil: no day %d-%d-%d", year, month, day))
	}
	return d
}

// Parse parses YYYY-MM-DD.
func Parse(text string) (Date, error) {
	var year, month, day int
	if !digits(text, "dddd-dd-dd") {
		return 0, fmt.Errorf("date %q is not of the form YYYY-MM-DD", text)
	}
	year, month, day = number(text[:4]), number(text[5:7]), number(text[8:])
	d, ok := NewDate(year, time.Month(month), day)
	if !ok {
		return 0, fmt.Errorf("the calendar has no day %s", text)
	}
	return d, nil
}

// Split returns year, month and day.
func (d Date) Split() (year int, month time.Month, day int) {
	days := int(d) + fromMarch
	era, dayOfEra := days/eraDays, days%eraDays
	yearOfEra := (dayOfEra - dayOfEra/1460 + dayOfEra/36_524 - dayOfEra/146_096) / 365
	dayOfYear := dayOfEra - (365*yearOfEra + yearOfEra/4 - yearOfEra/100)
	year, m := era*eraYears+yearOfEra, (5*dayOfYear+2)/153
	day = dayOfYear - (153*m+2)/5 + 1
	if m >= 10 {
		return year + 1, time.Month(m - 9), day
	}
	return year, time.Month(m + 3), day
}

// Year returns the year.
func (d Date) Year() int {
	year, _, _ := d.Split()
	return year
}

// String returns YYYY-MM-DD, empty for an unknown date.
func (d Date) String() string {
	text, _ := d.AppendText(make([]byte, 0, len(time.DateOnly)))
	return string(text)
}

// AppendText appends the date as String formats it.
func (d Date) AppendText(text []byte) ([]byte, error) {
	if d == 0 {
		return text, nil
	}
	year, month, day := d.Split()
	if year < 0 || year > 9999 {
		return fmt.Appendf(text, "%04d-%02d-%02d", year, month, day), nil
	}
	var buffer [len("1YYYYMMDD")]byte
	digits := strconv.AppendInt(buffer[:0], int64(1_0000_00_00+year*1_00_00+int(month)*1_00+day), 10)
	text = append(append(text, digits[1:5]...), '-')
	text = append(append(text, digits[5:7]...), '-')
	return append(text, digits[7:]...), nil
}

// MarshalText formats like String.
func (d Date) MarshalText() ([]byte, error) {
	return d.AppendText(make([]byte, 0, len(time.DateOnly)))
}

// UnmarshalText parses YYYY-MM-DD; an empty text means unknown.
func (d *Date) UnmarshalText(text []byte) (err error) {
	if len(text) == 0 {
		*d = 0
		return nil
	}
	*d, err = Parse(string(text))
	return err
}

// FirstOfMonth returns the first day of the month n months after the date's.
func (d Date) FirstOfMonth(n int) Date {
	months := d.Months() + n
	return count(months/12, months%12+1, 1)
}

// Months counts calendar months: dates of the same month have the same number,
// those of the next month one more.
func (d Date) Months() int {
	year, month, _ := d.Split()
	return 12*year + int(month) - 1
}

// Range is a span of days, both ends included. A zero end is open.
type Range struct {
	From Date `json:"from"`
	To   Date `json:"to"`
}

// Contains reports whether the day is in the range.
func (r Range) Contains(d Date) bool {
	return (r.From == 0 || r.From <= d) && (r.To == 0 || d <= r.To)
}

// Covers reports whether the range contains another one entirely.
func (r Range) Covers(o Range) bool { return r.Contains(o.From) && r.Contains(o.To) }

// digits reports whether the text matches the pattern, in which d stands for a
// digit and anything else for itself.
func digits(text, pattern string) bool {
	if len(text) != len(pattern) {
		return false
	}
	for i := range len(text) {
		digit := text[i] >= '0' && text[i] <= '9'
		if pattern[i] == 'd' && !digit || pattern[i] != 'd' && text[i] != pattern[i] {
			return false
		}
	}
	return true
}

// number parses digits.
func number(text string) (n int) {
	for _, c := range []byte(text) {
		n = 10*n + int(c-'0')
	}
	return n
}
