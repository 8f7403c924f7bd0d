package trf

import (
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// date reads the first or last day (042, 052).
func (r *reader) date(field, text string) {
	d, strict, ok := parseDate(text)
	switch {
	case !ok:
		r.Add(finding.Refusal("date-unreadable", r.at(tagText), finding.Text("field", field), finding.Text("text", text)))
	case !strict:
		r.Add(finding.New("date-form", finding.Info, r.at(tagText), finding.Text("text", text), finding.Text("date", d.String())))
	}
	if field == "start" {
		r.report.Start = d
	} else {
		r.report.End = d
	}
}

// roundDates reads the dates of the rounds (132).
func (r *reader) roundDates(line string) {
	row := r.row(line)
	r.report.RoundDates = nil
	for c := firstRoundDate; c.first <= len(row.flat); c.first, c.last = c.first+roundWidth, c.last+roundWidth {
		text := row.words(c)
		if text == "" {
			break
		}
		d, ok := parseRoundDate(text)
		if !ok {
			r.Add(finding.Refusal("date-unreadable", r.at(c.first), finding.Text("field", "date"), finding.Text("text", text)))
			return
		}
		r.report.RoundDates = append(r.report.RoundDates, d)
	}
}

// rounds reads the number of rounds (XXR, 142).
func (r *reader) rounds(line string) {
	text := strings.TrimSpace(line[3:])
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > report.MaxRound {
		r.Add(finding.Refusal("cell-unreadable", r.at(tagText), finding.Text("field", "rounds"), finding.Text("text", text)))
		return
	}
	r.section.Rounds = n
}

// count keeps what the file says of its numbers (062 players, 072 rated
// players, 082 teams), as "88" or "88 (85)".
func (r *reader) count(code, text string) {
	if r.counted == nil {
		r.counted = map[string]int{}
	}
	number, _, _ := strings.Cut(text, " ")
	if n, err := strconv.Atoi(number); err == nil {
		r.counted[code] = n
	}
}

// finishCounts compares the numbers that the file states with its lines.
func (r *reader) finishCounts() {
	if n, ok := r.counted["062"]; ok && n != len(r.section.Players) {
		r.Add(finding.New("count-differs", finding.Warning, finding.At{}, finding.Int("stated", n), finding.Int("counted", len(r.section.Players))))
	}
}

// scoring reads the points that are given for results: pairs of a letter and a
// number (162), or a line for each (BB).
func (r *reader) scoring(code string, line string) {
	words := strings.Fields(line[3:])
	if code != "162" {
		words = append([]string{bbLetters[code]}, words...)
	}
	if r.scored == nil {
		r.scored = map[string]rating.Score{}
	}
	for ; len(words) >= 2; words = words[2:] {
		points, err := rating.ParseScore(words[1])
		if err != nil || !scoreLetters[words[0]] {
			r.Add(finding.Refusal("cell-unreadable", r.at(tagText), finding.Text("field", "scoring"), finding.Text("text", strings.Join(words[:2], " "))))
			return
		}
		r.scored[words[0]] = points
	}
}

// scoreLetters are the letters for which points can be given.
var scoreLetters = map[string]bool{"W": true, "D": true, "L": true, "A": true, "P": true, "X": true, "F": true}

// bbLetters gives the letter of 162 for a BB line: A is absence, P the
// pairing-allocated bye; F, a loss by forfeit, has none of its own there.
var bbLetters = map[string]string{"BBW": "W", "BBD": "D", "BBL": "L", "BBZ": "A", "BBF": "F", "BBU": "P"}

// finishScoring makes the scoring of the letters; what is not said is usual,
// and the pairing-allocated bye is worth a win.
func (r *reader) finishScoring() {
	if r.scored == nil {
		return
	}
	given := func(letter string, otherwise rating.Score) rating.Score {
		if points, ok := r.scored[letter]; ok {
			return points
		}
		return otherwise
	}
	s := report.Scoring{Win: given("W", rating.Win), Draw: given("D", rating.Draw), Loss: given("L", rating.Loss)}
	s.PairingBye, s.ZeroBye = given("P", s.Win), given("A", rating.Loss)
	s.ForfeitLoss, s.Unknown = given("F", s.ZeroBye), given("X", s.Draw)
	r.report.Scoring = &s
}

// timeControl reads the coded time control (222).
func (r *reader) timeControl(text string) {
	t, err := report.ParseTimeControl(text)
	if err != nil {
		r.Add(finding.New("time-control-unclear", finding.Warning, r.at(tagText), finding.Text("text", text)))
		return
	}
	r.report.TimeControl = append(r.report.TimeControl, t)
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

// code192 gives the coded type of tournament.
func code192(line string) string { return strings.ToUpper(strings.TrimSpace(line[3:])) }

// systemOf gives the pairing system of a coded type.
func systemOf(code string) report.System {
	switch {
	case strings.Contains(code, "ROUNDROBIN"), strings.HasPrefix(code, "BERGER"):
		return report.RoundRobin
	case strings.Contains(code, "DUTCH"), strings.Contains(code, "BURSTEIN"), strings.HasPrefix(code, "FIDE_TEAM"),
		strings.Contains(code, "DUBOV"), strings.Contains(code, "LIM"):
		return report.Swiss
	}
	return report.OtherSystem
}

// systemFromWords reads the pairing system from the words of 092.
func (r *reader) systemFromWords() {
	for _, record := range r.report.Records {
		if record.Code == "192" {
			return
		}
	}
	text := strings.ToLower(r.report.TypeText)
	if strings.Contains(text, "robin") || strings.Contains(text, "berger") {
		r.report.System = report.RoundRobin
	}
}
