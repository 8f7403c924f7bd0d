package trf

import (
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
)

func (r *reader) start(line string) fate { return r.date("start", line, &r.report.Start) }

func (r *reader) end(line string) fate { return r.date("end", line, &r.report.End) }

// date reads the first or last day (042, 052).
func (r *reader) date(field, line string, to *civil.Date) fate {
	text := r.words(line)
	d, strict, ok := parseDate(text)
	switch {
	case !ok:
		r.Add(finding.Refusal("date-unreadable", r.at(tagText), finding.Text("field", field), finding.Text("text", text)))
	case !strict:
		r.Add(finding.New("date-form", finding.Info, r.at(tagText), finding.Text("text", text), finding.Text("date", d.String())))
	}
	*to = d
	return said(d != 0)
}

// deputy reads a deputy chief arbiter (112).
func (r *reader) deputy(line string) fate {
	name := r.words(line)
	if name == "" {
		return silent
	}
	r.report.Deputies = append(r.report.Deputies, name)
	return taken
}

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

// configuration reads how JaVaFo is to pair (XXC).
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

// startingRank reads by which ratings the starting list was sorted (172).
func (r *reader) startingRank(line string) fate {
	value, ok := take(r, &startingRank172, line)
	if !ok {
		return unread
	}
	r.report.Pairing.StartingRank = value
	return taken
}

// boardColours reads the colours of the boards (352).
func (r *reader) boardColours(line string) fate {
	text := strings.ToUpper(r.words(line))
	if strings.Trim(text, "WB") != "" {
		r.unreadable("352", &misfit{tagText, "colour", text})
		return unread
	}
	r.report.TeamPlay.Colours = text
	return taken
}

// count keeps what the file says of its numbers (062 players, 072 rated
// players, 082 teams), as "88" or "88 (85)".
func (r *reader) count(line string) fate {
	if r.counted == nil {
		r.counted = map[string]int{}
	}
	number, _, _ := strings.Cut(r.words(line), " ")
	if n, err := strconv.Atoi(number); err == nil {
		r.counted[line[:3]] = n
	}
	return taken
}

// finishCounts compares the numbers that the file states with its lines.
func (r *reader) finishCounts() {
	if n, ok := r.counted["062"]; ok && n != len(r.section.Players) {
		r.Add(finding.New("count-differs", finding.Warning, finding.At{}, finding.Int("stated", n), finding.Int("counted", len(r.section.Players))))
	}
	if n, ok := r.counted["082"]; ok && n != len(r.report.Teams) {
		r.Add(finding.New("team-count-differs", finding.Warning, finding.At{}, finding.Int("stated", n), finding.Int("counted", len(r.report.Teams))))
	}
}

// timeControl reads a coded time control (222).
func (r *reader) timeControl(line string) fate {
	text := r.words(line)
	t, err := report.ParseTimeControl(text)
	if err != nil {
		r.Add(finding.New("time-control-unclear", finding.Warning, r.at(tagText), finding.Text("text", text)))
		return unread
	}
	r.report.TimeControl = append(r.report.TimeControl, t)
	return taken
}

// timeControlFromWords understands the words of 122 where there is no code.
func (r *reader) timeControlFromWords() {
	text := r.report.TimeControlText
	if len(r.report.TimeControl) > 0 || text == "" {
		return
	}
	t, ok := report.UnderstandTimeControl(text)
	if !ok {
		r.Add(finding.New("time-control-unclear", finding.Warning, finding.At{}, finding.Text("text", text)))
		return
	}
	r.report.TimeControl = []report.TimeControl{t}
	if string(t) != text {
		r.Add(finding.New("time-control-understood", finding.Info, finding.At{}, finding.Text("text", text), finding.Text("code", string(t))))
	}
}

// finishSystem finds the pairing system: by the coded type (192), else by the
// words of 092.
func (r *reader) finishSystem() {
	if code := strings.ToUpper(r.report.TypeCode); code != "" {
		r.report.System = systemOf(code)
		return
	}
	text := strings.ToLower(r.report.TypeText)
	if strings.Contains(text, "robin") || strings.Contains(text, "berger") {
		r.report.System = report.RoundRobin
	}
}

// systemOf gives the pairing system of a coded type.
func systemOf(code string) report.System {
	switch {
	case strings.Contains(code, "ROUNDROBIN"):
		return report.RoundRobin
	case strings.HasPrefix(code, "FIDE_TEAM"), slices.ContainsFunc(
		[]string{"SWISS", "DUTCH", "BURSTEIN", "DUBOV", "FIDE_LIM"}, func(swiss string) bool { return strings.Contains(code, swiss) }):
		return report.Swiss
	}
	return report.OtherSystem
}

// teamEvent says whether a report, as a file with so many teams tells it, is of
// a team event: by its teams, lines about them that could not be read, or its
// coded type.
func teamEvent(r *report.Report, teams int) bool {
	return teams > 0 || strings.HasPrefix(strings.ToUpper(r.TypeCode), "FIDE_TEAM") ||
		slices.ContainsFunc(r.Records, func(record report.Record) bool { return record.Code == "310" || record.Code == "013" })
}

// listed divides codes at their commas.
func listed(text string) []string {
	var codes []string
	for code := range strings.SplitSeq(text, ",") {
		if code = trim(code); code != "" {
			codes = append(codes, code)
		}
	}
	return codes
}

func joined(codes []string) string { return strings.Join(codes, ",") }

func slashed(d civil.Date) string { return strings.ReplaceAll(d.String(), "-", "/") }

func (w *writer) players062() { w.tag("062", strconv.Itoa(len(w.s.Players))) }

func (w *writer) rated072() {
	n := 0
	for i := range w.s.Players {
		if w.s.Players[i].Rating.Rated() {
			n++
		}
	}
	w.tag("072", strconv.Itoa(n))
}

// typeText writes the type in words, for which a coded one is enough.
func (w *writer) typeText() {
	text := w.r.TypeText
	if text == "" && w.r.System == report.RoundRobin && (w.version == TRF16 || w.r.TypeCode == "") {
		text = "Round-Robin"
	}
	w.tag("092", text)
}

func (w *writer) deputies() {
	for _, name := range w.r.Deputies {
		w.tag("112", name)
	}
}

// timeControlText writes the words of the time control; where there are none,
// TRF16 has no other place for the code.
func (w *writer) timeControlText() {
	text := w.r.TimeControlText
	if text == "" && w.version == TRF16 && len(w.r.TimeControl) > 0 {
		text = string(w.r.TimeControl[0])
	}
	w.tag("122", text)
}

// timeControl writes the coded time control, and each where rounds differ.
func (w *writer) timeControl() {
	for _, t := range w.r.TimeControl {
		w.tag("222", string(t))
	}
}

func (w *writer) roundDates() {
	dates := w.datesOfRounds()
	if len(dates) == 0 {
		return
	}
	line := newLine("132")
	c := firstRoundDate
	for _, d := range dates {
		text := "00/00/00" // not known
		if d != 0 {
			text = slashed(d)[len("20"):]
		}
		line.left(c, text)
		c.first, c.last = c.first+roundWidth, c.last+roundWidth
	}
	w.end(line.String())
}

// datesOfRounds gives the dates of the rounds: as the report has them, else
// those of the games if each round was played on one day.
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

// plannedRounds gives the number of rounds, if that is possible.
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

func (w *writer) startingRank() {
	if w.version == TRF26 {
		laid(w, &startingRank172, &w.r.Pairing.StartingRank)
	}
}
