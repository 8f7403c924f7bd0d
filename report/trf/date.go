package trf

import (
	"regexp"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
)

// nothing is a date that is not stated: blank, or zeros.
var nothing = regexp.MustCompile(`^[0/.\-\s]*$`)

// dated is a date of the file. What it means may depend on the others.
type dated struct {
	text string
	at   finding.At
	civil.Written
}

// openBirth is a birth that may be read in several ways.
type openBirth struct {
	player int // start number
	at     finding.At
	of     entry
	civil.Written
}

// entry is a player's line, or a federation's line about one, by its index.
type entry struct {
	index    int
	national bool
}

// setBirth sets the birth of an entry.
func (r *reader) setBirth(of entry, b civil.Birth) {
	if of.national {
		r.national[of.index].Birth = b
		return
	}
	r.section.Players[of.index].Birth = b
}

// parseBirth parses a date of birth that can be read in one way; without a day, only
// the year counts.
func parseBirth(text string) (b civil.Birth, strict, ok bool) {
	if len(text) == 10 && text[4] == '/' && text[7] == '/' { // the standard form
		year, ok1 := digits(text[:4])
		month, ok2 := digits(text[5:7])
		day, ok3 := digits(text[8:])
		if ok1 && ok2 && ok3 {
			return birthOf(year, month, day)
		}
	}
	if nothing.MatchString(text) {
		return 0, true, true
	}
	w, ok := civil.Read(text)
	births := w.Births()
	if ok && len(births) == 1 {
		return births[0], false, true
	}
	return 0, false, false
}

// birthOf returns the birth in the standard form.
func birthOf(year, month, day int) (civil.Birth, bool, bool) {
	switch {
	case year == 0:
		return 0, true, month == 0 && day == 0
	case month == 0 && day == 0:
		return civil.BirthIn(year), true, true
	case day == 0:
		return civil.BirthIn(year), false, month <= 12
	}
	b, ok := civil.NewBirth(year, month, day)
	return b, true, ok
}

// noBirth is written by programs that must write something.
const noBirth = civil.Birth(19_000_101)

// birth reads a birth. One that may be read in several ways is set when all of the file
// is known.
func (r *reader) birth(row *row, player int, of entry) civil.Birth {
	b, strict, ok := parseBirth(row.field(colBirth))
	if strict && ok && b != noBirth {
		return b
	}
	text, at := row.words(colBirth), r.at(colBirth.first)
	if !ok {
		w, read := civil.Read(text)
		switch births := w.Births(); {
		case read && len(births) > 1:
			r.births = append(r.births, openBirth{player, at, of, w})
			return 0
		case read && len(births) == 1: // in characters that are not ASCII
			b, strict, ok = births[0], false, true
		}
	}
	switch {
	case !ok:
		r.Add(finding.New("birth-unreadable", finding.Warning, at, finding.Int("player", player)))
	case b == noBirth:
		r.Add(finding.New("birth-placeholder", finding.Info, at, finding.Int("player", player), finding.Text("text", text)))
		return 0
	case !strict:
		r.Add(finding.New("birth-form", finding.Info, at, finding.Int("player", player)))
		if w, _ := civil.Read(text); len(w.Orders()) == 1 {
			r.ordered[w.Orders()[0]]++
		}
	}
	return b
}

// pair is a way to read the first and last day of the event; zero is not stated.
type pair struct {
	start, end civil.Date
	order      civil.Order
}

// mostDays is how long an event may take if another way to read its days is shorter.
const mostDays = 366

// finishDates finds out what the dates of the file mean that can be read in several
// ways: by what the calendar has, then by the dates of the rounds, by an event that ends
// after it began, by the other dates of the file, and by the order that the caller
// knows. It never guesses.
func (r *reader) finishDates() {
	pairs := r.pairs()
	if len(pairs) == 0 {
		r.finishRoundDates(0)
		r.finishBirths(0)
		return
	}
	steps := []struct {
		because string
		keep    func(pair) bool
	}{
		{"", func(pair) bool { return true }},
		{"by-rounds", func(p pair) bool { return r.roundsFill(p, civil.YearFirst) }},
		{"by-rounds", func(p pair) bool { return r.roundsFill(p, civil.Orders[:]...) }},
		{"by-rounds", func(p pair) bool { return r.roundsIn(p) }},
		{"by-span", func(p pair) bool { return p.start == 0 || p.end == 0 || p.start <= p.end && p.end-p.start <= mostDays }},
		{"by-dates", func(p pair) bool { return p.order == r.otherOrder() }},
		{"by-option", func(p pair) bool { return p.order == r.order }},
	}
	several := false
	for _, step := range steps {
		if kept := slices.DeleteFunc(slices.Clone(pairs), func(p pair) bool { return !step.keep(p) }); len(kept) > 0 {
			pairs = kept
		}
		if single(pairs) {
			if several {
				r.Add(finding.New("date-order", finding.Info, r.event[0].or(r.event[1]).at, finding.Text("order", pairs[0].order.String()), finding.Text("because", step.because)))
			}
			break
		}
		several = true
	}
	for i := range r.event {
		r.settle(i == 1, &r.event[i], pairs)
	}
	order := civil.Order(0)
	if single(pairs) {
		order = pairs[0].order
	}
	r.finishRoundDates(order)
	r.finishBirths(order)
}

// or returns a date, or another one if it is not stated.
func (d dated) or(other dated) dated {
	if d.text == "" {
		return other
	}
	return d
}

// single reports whether all ways to read the days are the same.
func single(pairs []pair) bool {
	return !slices.ContainsFunc(pairs, func(p pair) bool { return p.start != pairs[0].start || p.end != pairs[0].end })
}

// pairs returns the ways to read the first and last day: both in one order, unless
// there is none for both.
func (r *reader) pairs() (pairs []pair) {
	day := func(d *dated, o civil.Order) (civil.Date, bool) {
		if len(d.Orders()) == 0 {
			return 0, true
		}
		return d.Day(o)
	}
	if len(r.event[0].Orders()) == 0 && len(r.event[1].Orders()) == 0 {
		return nil
	}
	for _, o := range civil.Orders {
		start, ok := day(&r.event[0], o)
		end, also := day(&r.event[1], o)
		if ok && also {
			pairs = append(pairs, pair{start, end, o})
		}
	}
	if len(pairs) > 0 {
		return pairs
	}
	for _, o := range r.event[0].Orders() {
		for _, p := range r.event[1].Orders() {
			start, _ := r.event[0].Day(o)
			end, _ := r.event[1].Day(p)
			pairs = append(pairs, pair{start, end, p})
		}
	}
	return pairs
}

// settle sets the first or last day of the event, or says what it may be.
func (r *reader) settle(end bool, d *dated, pairs []pair) {
	if len(d.Orders()) == 0 {
		return
	}
	var days []civil.Date
	for _, p := range pairs {
		day := p.start
		if end {
			day = p.end
		}
		if !slices.Contains(days, day) {
			days = append(days, day)
		}
	}
	if len(days) > 1 {
		r.unclear(report.Unclear{End: end, Text: d.text, Days: days, At: d.at})
		return
	}
	to := &r.report.Start
	if end {
		to = &r.report.End
	}
	if *to = days[0]; d.text != slashed(*to) {
		r.Add(finding.New("date-form", finding.Info, d.at, finding.Text("text", d.text), finding.Text("date", to.String())))
	}
}

// unclear notes a day that the file does not say clearly.
func (r *reader) unclear(u report.Unclear) {
	r.report.Unclear = slices.DeleteFunc(r.report.Unclear, func(other report.Unclear) bool { return other.End == u.End })
	r.report.Unclear = append(r.report.Unclear, u)
}

// otherOrder returns the order of the other dates of the file, if they have one that
// can be told: of births, and of rounds with a year of four digits.
func (r *reader) otherOrder() (order civil.Order) {
	count := r.ordered
	for i := range r.rounds132 {
		if orders := r.rounds132[i].Orders(); len(orders) == 1 && orders[0] != civil.YearFirst {
			count[orders[0]]++
		}
	}
	for o, n := range count {
		switch {
		case n > 0 && order > 0:
			return 0
		case n > 0:
			order = civil.Order(o)
		}
	}
	return order
}

// roundsFill reports whether the dates of the rounds, in one of some orders, begin and
// end with the event.
func (r *reader) roundsFill(p pair, orders ...civil.Order) bool {
	return slices.ContainsFunc(orders, func(o civil.Order) bool {
		days, ok := r.roundsAs(o, p)
		days = slices.DeleteFunc(days, func(d civil.Date) bool { return d == 0 })
		return ok && len(days) > 0 && (p.start == 0 || slices.Min(days) == p.start) && (p.end == 0 || slices.Max(days) == p.end)
	})
}

// roundsIn reports whether the dates of the rounds can be read so that all are within
// the event.
func (r *reader) roundsIn(p pair) bool {
	return len(r.rounds132) > 0 && slices.ContainsFunc(civil.Orders[:], func(o civil.Order) bool { _, ok := r.roundsAs(o, p); return ok })
}

// roundsAs returns the dates of the rounds in an order, zero for those that are not
// stated; false if one cannot be read so, or is not within the days of the event.
func (r *reader) roundsAs(o civil.Order, within pair) ([]civil.Date, bool) {
	days := make([]civil.Date, len(r.rounds132))
	for i := range r.rounds132 {
		d := &r.rounds132[i]
		if len(d.Orders()) == 0 {
			continue // not stated, or no date
		}
		day, ok := d.Day(o)
		if !ok || !(civil.Range{From: within.start, To: within.end}).Contains(day) || !shortened(day) {
			return nil, false
		}
		days[i] = day
	}
	return days, true
}

// shortened reports whether a day can be written with a year of two digits.
func shortened(d civil.Date) bool { return d.Year() >= 1970 && d.Year() < 2070 }

// finishRoundDates finds out what the dates of the rounds mean: as the standard has
// them, else as the event's, else in the only order that there is for them.
func (r *reader) finishRoundDates(order civil.Order) {
	if len(r.rounds132) == 0 {
		return
	}
	orders := []civil.Order{civil.YearFirst, order, civil.DayFirst, civil.MonthFirst}
	for _, within := range []pair{{start: r.report.Start, end: r.report.End}, {}} {
		for _, o := range orders {
			if days, ok := r.roundsAs(o, within); ok && o != 0 && (within != pair{} || r.onlyOrder(o, order)) {
				r.setRoundDates(days)
				return
			}
		}
	}
	days := make([]civil.Date, len(r.rounds132))
	for i := range r.rounds132 {
		if all := r.rounds132[i].Days(); len(all) == 1 && shortened(all[0]) {
			days[i] = all[0]
		}
	}
	r.setRoundDates(days)
}

// onlyOrder reports whether the rounds, none of which need be within the event, can be
// taken to be in an order: that of the standard, that of the event, or the only one.
func (r *reader) onlyOrder(o, event civil.Order) bool {
	if o == civil.YearFirst || o == event || o == r.order {
		return true
	}
	for _, other := range civil.Orders {
		if _, ok := r.roundsAs(other, pair{}); ok && other != o {
			return false
		}
	}
	return true
}

// setRoundDates sets the dates of the rounds, and says which cannot be read. Games
// without a day have those of the event.
func (r *reader) setRoundDates(days []civil.Date) {
	var unread, forms int
	for i := range r.rounds132 {
		switch d := &r.rounds132[i]; {
		case days[i] == 0 && d.text != "":
			if unread++; unread == 1 {
				r.Add(finding.New("round-date-unclear", finding.Warning, d.at, finding.Int("round", i+1), finding.Text("text", d.text)))
			}
		case days[i] != 0 && d.text != slashed(days[i])[len("20"):]:
			if forms++; forms == 1 {
				r.Add(finding.New("date-form", finding.Info, d.at, finding.Text("text", d.text), finding.Text("date", days[i].String())))
			}
		}
	}
	r.report.RoundDates = days
}

// finishBirths finds out what the births mean that can be read in several ways: as the
// other dates of the file, else only the year counts.
func (r *reader) finishBirths(order civil.Order) {
	if other := r.otherOrder(); other != 0 {
		order = other
	}
	if order == 0 {
		order = r.order
	}
	for i := range r.births {
		open := &r.births[i]
		b, ok := open.Birth(order)
		if ok {
			r.Add(finding.New("birth-form", finding.Info, open.at, finding.Int("player", open.player)))
		} else {
			b = civil.BirthIn(open.Births()[0].Year())
			r.Add(finding.New("birth-ambiguous", finding.Warning, open.at, finding.Int("player", open.player)))
		}
		r.setBirth(open.of, b)
	}
}

// tokens splits a text into dates, which may have blanks within them. What is no date
// is one without a meaning.
func tokens(text string) []dated {
	for _, split := range []func(string) []string{fieldsApart, strings.Fields} {
		parts := split(text)
		all := make([]dated, len(parts))
		if !slices.ContainsFunc(parts, func(part string) bool { return !nothing.MatchString(part) && !isDate(part) }) {
			for i, part := range parts {
				all[i] = token(part)
			}
			return all
		}
	}
	var all []dated
	words := strings.Fields(text)
	for len(words) > 0 {
		n := min(len(words), 3)
		for n > 1 && !isDate(strings.Join(words[:n], " ")) {
			n--
		}
		all = append(all, token(strings.Join(words[:n], " ")))
		words = words[n:]
	}
	return all
}

func isDate(text string) bool {
	w, ok := civil.Read(text)
	return ok && len(w.Days()) > 0
}

// token is a part of a line that may be a date.
func token(text string) dated {
	if nothing.MatchString(text) {
		return dated{}
	}
	d := dated{text: text}
	if isDate(text) {
		d.Written, _ = civil.Read(text)
	}
	return d
}

// fieldsApart splits a text at tabs and at two blanks or more.
func fieldsApart(text string) []string {
	var parts []string
	for _, part := range strings.Split(strings.ReplaceAll(text, "\t", "  "), "  ") {
		if part = trim(part); part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}
