package trf

import (
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
)

func (r *reader) start(line string) fate { return r.date(false, line) }

func (r *reader) end(line string) fate { return r.date(true, line) }

// date reads the first or last day (042, 052). What it means is found out when all of
// the file is known.
func (r *reader) date(end bool, line string) fate {
	text := r.words(line)
	if nothing.MatchString(text) {
		return silent
	}
	d := dated{text: text, at: r.at(tagText)}
	if text = civil.WithoutTime(text); !isDate(text) {
		r.unclear(report.Unclear{End: end, Text: text, At: d.at})
		return silent
	}
	d.Written, _ = civil.Read(text)
	r.report.Unclear = slices.DeleteFunc(r.report.Unclear, func(u report.Unclear) bool { return u.End == end })
	if end {
		r.event[1] = d
	} else {
		r.event[0] = d
	}
	return taken
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

// startingRank reads the rating by which the starting list was sorted (172).
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

// count records the stated numbers (062 players, 072 rated players, 082 teams),
// as "88" or "88 (85)".
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

// finishCounts compares the stated numbers with the lines.
func (r *reader) finishCounts() {
	if n, ok := r.counted["062"]; ok && n != len(r.section.Players) && n != len(r.section.Players)+r.nobodies {
		r.Add(finding.New("count-differs", finding.Warning, finding.At{}, finding.Int("stated", n), finding.Int("counted", len(r.section.Players))))
	}
	if n, ok := r.counted["082"]; ok && n != len(r.report.Teams) {
		r.Add(finding.New("team-count-differs", finding.Warning, finding.At{}, finding.Int("stated", n), finding.Int("counted", len(r.report.Teams))))
	}
}

// listed splits codes at commas.
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

func (w *writer) deputies() {
	for _, name := range w.r.Deputies {
		w.tag("112", name)
	}
}

func (w *writer) startingRank() {
	if w.version == TRF26 {
		writeLaid(w, &startingRank172, &w.r.Pairing.StartingRank)
	}
}
