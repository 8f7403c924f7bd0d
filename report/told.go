package report

import (
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
)

// Told is a day as a file states it: of a game, of a round, or of the event. The zero Told is none.
type Told struct {
	Text string // as written, without a time of day
	civil.Written
	finding.At
}

// Tell reads a day; what it means may depend on the other days of the file.
func Tell(text string, at finding.At) Told {
	text = civil.WithoutTime(text)
	w, _ := civil.Read(text)
	return Told{text, w, at}
}

// SettleDays returns what the days of a report mean that one program wrote, zero where that is not known, and sets the first and
// the last day of the event. Days that have one meaning only decide about the others, then the order that the
// caller knows. It never guesses: what the event's first and last day may be becomes Unclear.
func SettleDays(r *Report, told []Told, known civil.Order) (days []civil.Date, found []finding.Finding) {
	days, written := make([]civil.Date, len(told)), make([]civil.Written, len(told))
	open := -1
	for i := range told {
		written[i] = told[i].Written
		switch all := told[i].Days(); {
		case len(all) == 1:
			days[i] = all[0]
		case len(all) > 1 && open < 0:
			open = i
		}
	}
	ways, because := civil.Ways(written), "by-dates"
	if n := slices.IndexFunc(ways, func(w civil.Way) bool { return w.Order == known }); n >= 0 && len(ways) > 1 {
		ways, because = ways[n:n+1], "by-option"
	}
	switch {
	case open < 0:
	case len(ways) == 0:
		at := told[open].At
		found = append(found, finding.Refusal("value-impossible", at, finding.Quoted("text", told[open].Text), finding.Text("form", "date")))
	case len(ways) == 1:
		days = ways[0].Days
		found = append(found, finding.New("date-order", finding.Info, told[open].At, finding.Text("order", ways[0].Order.String()), finding.Text("because", because)))
	default:
		unclear(r, told, ways, false)
		unclear(r, told, ways, true)
		return make([]civil.Date, len(told)), found
	}
	for _, day := range days {
		if day != 0 && (r.Start == 0 || day < r.Start) {
			r.Start = day
		}
		r.End = max(r.End, day)
	}
	return days, found
}

// unclear notes what the first or last day may be.
func unclear(r *Report, told []Told, ways []civil.Way, end bool) {
	for _, way := range ways {
		n := -1
		for i, day := range way.Days {
			if day != 0 && (n < 0 || !end && day < way.Days[n] || end && day > way.Days[n]) {
				n = i
			}
		}
		u := Unclear{End: end, Text: told[n].Text, At: told[n].At}
		for _, other := range ways {
			if !slices.Contains(u.Days, other.Days[n]) {
				u.Days = append(u.Days, other.Days[n])
			}
		}
		if !slices.ContainsFunc(r.Unclear, func(o Unclear) bool { return o.End == end && o.Text == u.Text }) {
			r.Unclear = append(r.Unclear, u)
		}
	}
}
