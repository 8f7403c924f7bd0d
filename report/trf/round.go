package trf

import (
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
)

// roundDates reads the dates of the rounds (132): in their columns, else wherever
// they stand. What they mean is found out when all of the file is known.
func (r *reader) roundDates(line string) fate {
	if len(line) > longestDates {
		r.unreadable("132", &misfit{tagText, "date", line[len("132"):longestDates]})
		return unread
	}
	dates, ok := r.datesInColumns(line)
	if !ok {
		dates = tokens(line[len("132"):])
		for i := range dates {
			dates[i].at = r.at(1)
		}
	}
	if !slices.ContainsFunc(dates, func(d dated) bool { return len(d.Orders()) > 0 }) && len(dates) > 0 && dates[0].text != "" {
		r.unreadable("132", &misfit{tagText, "date", dates[0].text})
		return unread
	}
	r.rounds132 = dates[:min(len(dates), report.MaxRound)]
	return taken
}

// longestDates is the length of a line of dates with room for those of all rounds.
const longestDates = 8 << 10

// datesInColumns reads the dates of the rounds in the standard's columns; false if
// there is something else in the line.
func (r *reader) datesInColumns(line string) (dates []dated, ok bool) {
	row := r.row(line)
	past := len("132") + 1
	for c := firstRoundDate; c.first <= len(row.flat); c.first, c.last = c.first+roundWidth, c.last+roundWidth {
		d := token(row.words(c))
		if row.between(past, c.first) != nil || d.text != "" && len(d.Orders()) == 0 {
			return nil, false
		}
		past = c.last + 1
		d.at = r.at(c.first)
		dates = append(dates, d)
	}
	return dates, row.between(past, len(row.flat)+1) == nil && len(dates) > 0
}

// rounds reads the number of rounds (142, XXR).
func (r *reader) rounds(line string) fate {
	text := r.words(line)
	n, err := strconv.Atoi(text)
	switch {
	case err != nil || n < 1 || n > report.MaxRound:
		r.Add(finding.Refusal("cell-unreadable", r.at(tagText), finding.Text("field", "rounds"), finding.Text("text", text)))
		return taken
	case r.section.Rounds != 0 && r.section.Rounds != n:
		r.repeats(line[:3])
		return repeated
	}
	r.section.Rounds = n
	return taken
}

// initialColour reads the colour of the first board in round 1 (152).
func (r *reader) initialColour(line string) fate { return r.setInitialColour(line, r.words(line)) }

func (r *reader) setInitialColour(line, text string) fate {
	colour := strings.ToUpper(text)
	switch was := r.report.Pairing.InitialColour; {
	case colour != "W" && colour != "B":
		r.unreadable(line[:3], &misfit{tagText, "colour", text})
		return unread
	case was != "" && was != colour:
		r.repeats(line[:3])
		return repeated
	}
	r.report.Pairing.InitialColour = colour
	return taken
}

// configuration reads the settings for JaVaFo (XXC).
func (r *reader) configuration(line string) fate {
	words := strings.Fields(line[3:])
	for _, word := range words {
		if word != "rank" && word != "white1" && word != "black1" {
			r.unreadable("XXC", &misfit{tagText, "configuration", word})
			return unread
		}
	}
	r.report.Pairing.ByRank = r.report.Pairing.ByRank || slices.Contains(words, "rank")
	for _, colour := range []string{"white1", "black1"} {
		if slices.Contains(words, colour) {
			if fate := r.setInitialColour(line, colour[:1]); fate != taken {
				return fate
			}
		}
	}
	return taken
}

func (w *writer) roundDates() {
	dates := w.datesOfRounds()
	if len(dates) == 0 {
		return
	}
	line := newLine("132")
	c := firstRoundDate
	for _, d := range dates {
		text := "00/00/00" // unknown
		if d != 0 {
			text = slashed(d)[len("20"):]
		}
		line.left(c, text)
		c.first, c.last = c.first+roundWidth, c.last+roundWidth
	}
	w.end(line.String())
}

// datesOfRounds returns the dates of the rounds: as the report has them,
// otherwise those of the games if each round was played on one day.
func (w *writer) datesOfRounds() []civil.Date {
	if len(w.r.RoundDates) > 0 {
		return w.r.RoundDates
	}
	dates := make([]civil.Date, w.plannedRounds())
	for _, g := range w.s.Games {
		if g.Round < 1 || g.Round > len(dates) {
			return nil
		}
		d := &dates[g.Round-1]
		if g.Date == 0 || *d != 0 && *d != g.Date {
			return nil
		}
		*d = g.Date
	}
	if slices.Contains(dates, 0) {
		return nil
	}
	return dates
}

// plannedRounds returns the number of rounds, within the limits.
func (w *writer) plannedRounds() int { return max(0, min(w.s.PlannedRounds(), report.MaxRound)) }

func (w *writer) rounds() {
	code := "142"
	if w.version == TRF16 {
		code = "XXR"
	}
	w.tag(code, unless(w.s.Rounds))
}

func (w *writer) initialColour() {
	p := &w.r.Pairing
	var extension []string
	if p.ByRank {
		extension = append(extension, "rank")
	}
	switch {
	case w.version == TRF26:
		w.tag("152", p.InitialColour)
	case p.InitialColour == "W":
		extension = append(extension, "white1")
	case p.InitialColour == "B":
		extension = append(extension, "black1")
	}
	w.tag("XXC", strings.Join(extension, " "))
}
