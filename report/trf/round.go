package trf

import (
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
)

// roundDates reads the dates of the rounds (132).
func (r *reader) roundDates(line string) fate {
	row := r.row(line)
	if wrong := row.between(len("132")+1, firstRoundDate.first); wrong != nil {
		r.Add(finding.Refusal("date-unreadable", r.at(wrong.column), finding.Text("field", "date"), finding.Text("text", wrong.text)))
		return taken
	}
	for c := firstRoundDate; c.first <= len(row.flat); c.first, c.last = c.first+roundWidth, c.last+roundWidth {
		d, ok := parseRoundDate(row.words(c))
		if !ok {
			r.Add(finding.Refusal("date-unreadable", r.at(c.first), finding.Text("field", "date"), finding.Text("text", row.words(c))))
			return taken
		}
		r.report.RoundDates = append(r.report.RoundDates, d)
	}
	return taken
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
