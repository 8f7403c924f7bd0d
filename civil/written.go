package civil

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// Order is the order of the numbers in a date.
type Order uint8

// The orders. The zero Order is not known.
const (
	YearFirst Order = 1 + iota
	DayFirst
	MonthFirst
)

// Orders are all orders that are known.
var Orders = [...]Order{YearFirst, DayFirst, MonthFirst}

var orderNames = [...]string{"", "ymd", "dmy", "mdy"}

// String returns "ymd", "dmy" or "mdy".
func (o Order) String() string { return orderNames[o] }

// ParseOrder parses what String writes; an empty text is no order.
func ParseOrder(text string) (Order, error) {
	n := slices.Index(orderNames[:], text)
	if n < 0 {
		return 0, fmt.Errorf("%q is none of %s", text, strings.Join(orderNames[1:], ", "))
	}
	return Order(n), nil
}

// MarshalText writes what String returns.
func (o Order) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// UnmarshalText parses like ParseOrder.
func (o *Order) UnmarshalText(text []byte) (err error) {
	*o, err = ParseOrder(string(text))
	return err
}

// Written is a date as people and programs write it. Where its numbers may stand
// in several orders, it has a meaning for each.
type Written struct {
	means [len(orderNames)]numbers
}

// numbers are those of a date; a month or day of zero is not stated, and a year of
// zero means that the order is impossible.
type numbers struct{ year, month, day int }

// Read reads a date in any of the forms in use, and returns false for a text that is
// none. It does not guess: a text that may be read in several orders keeps them all.
func Read(text string) (w Written, ok bool) {
	const longest = 64 // bytes, of any form
	if len(text) > longest {
		return w, false
	}
	text = strings.Join(strings.Fields(strings.Map(narrow, text)), " ")
	for _, form := range forms() {
		if m := form.is.FindStringSubmatch(text); m != nil {
			w, ok = form.read(m[1:]), true
			break
		}
	}
	return w, ok && len(w.Orders()) > 0
}

// timed matches the time of day behind a date, in no zone.
var timed = regexp.MustCompile(`[ T]\d{1,2}:\d{2}(?::\d{2})?$`)

// WithoutTime returns the text of a day without a time of day behind it. A time in a stated zone stays:
// the day may be another one elsewhere.
func WithoutTime(text string) string { return timed.ReplaceAllString(strings.TrimSpace(text), "") }

// form is a form of dates, and how the parts that it matches are read.
type form struct {
	is   *regexp.Regexp
	read func([]string) Written
}

// forms are the forms of dates.
var forms = sync.OnceValue(func() []form {
	return []form{
		{regexp.MustCompile(`^(\d{4}) ?[/.\-] ?(\d{1,2}) ?[/.\-] ?(\d{1,2})\.?$`), sure(0, 2)},
		{regexp.MustCompile(`^(\d{4})[/.\- ]*$`), func(m []string) Written { return always(numbers{number(m[0]), 0, 0}) }},
		{regexp.MustCompile(`^(\d{4})(\d{2})(\d{2})$`), sure(0, 2)},
		{regexp.MustCompile(`^(\d{1,2}) ?\. ?(\d{1,2}) ?\. ?(\d{4})\.?$`), sure(2, 0)},
		{regexp.MustCompile(`^(\d{1,2}) ?[/\-] ?(\d{1,2}) ?[/\-] ?(\d{4})$`), yearLast},
		{regexp.MustCompile(`^(\d{2}) ?(\.) ?(\d{1,2}) ?\. ?(\d{2})\.?$`), shortYear},
		{regexp.MustCompile(`^(\d{2}) ?([/\-]) ?(\d{1,2}) ?[/\-] ?(\d{2})$`), shortYear},
		{regexp.MustCompile(`^([A-Za-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$`), named(2, 0, 1)},
		{regexp.MustCompile(`^(\d{1,2})(?:st|nd|rd|th)?[. \-]+(?:of )?([A-Za-z]{3,9})[.,]?[ \-]?(\d{4})$`), named(2, 1, 0)},
		{regexp.MustCompile(`^(\d{4})[ \-]([A-Za-z]{3,9})[ \-](\d{1,2})$`), named(0, 1, 2)},
		{regexp.MustCompile(`^(\d{4}) ?年(?: ?(\d{1,2}) ?月 ?(\d{1,2}) ?日)?(?: ?\(.\))?$`), sure(0, 2)},
		{regexp.MustCompile(`^(明治|大正|昭和|平成|令和|[MTSHR]) ?(\d{1,2}|元) ?年(?: ?(\d{1,2}) ?月 ?(\d{1,2}) ?日)?(?: ?\(.\))?$`), ofEra},
		{regexp.MustCompile(`^(明治|大正|昭和|平成|令和|[MTSHRmtshr]) ?(\d{1,2}|元)[./\-](\d{1,2})[./\-](\d{1,2})$`), ofEra},
	}
})

// sure reads a form with one order: the places of year and day in it, on either side of
// the month.
func sure(year, day int) func([]string) Written {
	return func(m []string) Written { return always(numbers{number(m[year]), number(m[1]), number(m[day])}) }
}

// always is a date with the same meaning in any order.
func always(n numbers) (w Written) {
	if n.valid() {
		for _, o := range Orders {
			w.means[o] = n
		}
	}
	return w
}

// add sets what a date means in an order, unless there is no such day.
func (w *Written) add(o Order, n numbers) {
	if n.valid() {
		w.means[o] = n
	}
}

// yearLast reads 02/01/1990.
func yearLast(m []string) (w Written) {
	first, second, year := number(m[0]), number(m[1]), number(m[2])
	w.add(DayFirst, numbers{year, second, first})
	w.add(MonthFirst, numbers{year, first, second})
	return w
}

// shortYear reads 11.09.26. Nobody writes the month first and dots.
func shortYear(m []string) (w Written) {
	first, second, third := number(m[0]), number(m[2]), number(m[3])
	w.add(YearFirst, numbers{longYear(first), second, third})
	w.add(DayFirst, numbers{longYear(third), second, first})
	if m[1] != "." {
		w.add(MonthFirst, numbers{longYear(third), first, second})
	}
	return w
}

// longYear returns a year of two digits in full: from 1970 to 2069.
func longYear(short int) int {
	if short < 70 {
		return 2000 + short
	}
	return 1900 + short
}

// named reads a form with the name of the month.
func named(year, month, day int) func([]string) Written {
	return func(m []string) Written {
		for n := time.January; n <= time.December; n++ {
			name, given := strings.ToLower(n.String()), strings.ToLower(m[month])
			if given == name || given == name[:3] || given == "sept" && n == time.September {
				return always(numbers{number(m[year]), int(n), number(m[day])})
			}
		}
		return Written{}
	}
}

// eras are Japan's: the year before the first one, and the number of the last.
var eras = map[string]struct{ before, last int }{
	"M": {1867, 45}, "T": {1911, 15}, "S": {1925, 64}, "H": {1988, 31}, "R": {2018, 99},
	"明治": {1867, 45}, "大正": {1911, 15}, "昭和": {1925, 64}, "平成": {1988, 31}, "令和": {2018, 99},
}

// ofEra reads 令和5年9月3日 and H2.5.2.
func ofEra(m []string) Written {
	era, year := eras[strings.ToUpper(m[0])], 1 // 元年
	if m[1] != "元" {
		year = number(m[1])
	}
	if year < 1 || year > era.last {
		return Written{}
	}
	return always(numbers{era.before + year, number(m[2]), number(m[3])})
}

// valid reports whether there is such a day, or year.
func (n numbers) valid() bool {
	switch {
	case n.year < 1 || n.year > 9999:
		return false
	case n.month == 0 || n.day == 0:
		return n.day == 0 && n.month <= 12 || n.month == 0 && n.day == 0
	}
	_, ok := NewDate(n.year, time.Month(n.month), n.day)
	return ok
}

// Orders returns the orders in which a date has a meaning.
func (w *Written) Orders() (orders []Order) {
	for _, o := range Orders {
		if w.means[o].year > 0 {
			orders = append(orders, o)
		}
	}
	return orders
}

// Day returns the day that a date means in an order, and false if it means none.
func (w *Written) Day(o Order) (Date, bool) {
	n := w.means[o]
	return NewDate(n.year, time.Month(n.month), n.day)
}

// Days returns the days that a date may mean, each once.
func (w *Written) Days() []Date { return each(w.Day) }

// Birth returns the birth that a date means in an order, of which only the year may
// be stated; false if it means none.
func (w *Written) Birth(o Order) (Birth, bool) {
	n := w.means[o]
	switch {
	case n.year == 0:
		return 0, false
	case n.day == 0:
		return BirthIn(n.year), true
	}
	return NewBirth(n.year, n.month, n.day)
}

// Births returns the births that a date may mean, each once.
func (w *Written) Births() []Birth { return each(w.Birth) }

// each returns what something is in the orders in which it is something, each once.
func each[T comparable](in func(Order) (T, bool)) (all []T) {
	for _, o := range Orders {
		if one, ok := in(o); ok && !slices.Contains(all, one) {
			all = append(all, one)
		}
	}
	return all
}

// narrow maps full-width ASCII, and the full-width blank, to ASCII.
func narrow(c rune) rune {
	switch {
	case c >= '！' && c <= '～':
		return c - '！' + '!'
	case c == '\u3000', c == '\u00a0':
		return ' '
	}
	return c
}

// Way is a way to read days that are all written in one order.
type Way struct {
	Order Order
	Days  []Date // zero for a text that is no day
}

// Ways returns the ways to read days, those that mean the same once; none if no order fits all.
func Ways(all []Written) (ways []Way) {
	for _, o := range Orders {
		w, fits := Way{Order: o, Days: make([]Date, len(all))}, true
		for i := range all {
			if len(all[i].Orders()) > 0 {
				day, ok := all[i].Day(o)
				w.Days[i], fits = day, fits && ok
			}
		}
		if fits && !slices.ContainsFunc(ways, func(other Way) bool { return slices.Equal(other.Days, w.Days) }) {
			ways = append(ways, w)
		}
	}
	return ways
}
