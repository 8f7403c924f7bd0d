package trf

import (
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// MaxLine is the longest line of a file, in bytes.
const MaxLine = 64 << 10

// Read reads a file of either version, in UTF-8 with any line ends; all texts of
// the report are parts of it. The
// findings say what was adjusted and what cannot be read; the checks of package
// report are still to be made.
func Read(text, file string) (*report.Report, []finding.Finding) {
	r := &reader{
		Collector: finding.Collector{File: file},
		report:    &report.Report{File: file, ExchangeFile: true},
		size:      len(text),
	}
	r.section.At = finding.At{Line: 1}
	for line := range lines(text) {
		r.number++
		if len(line) > MaxLine {
			r.Add(finding.Refusal("line-too-long", r.at(0), finding.Int("limit", MaxLine)))
			break
		}
		r.line(withoutEnd(line))
		if r.Full() {
			break
		}
	}
	r.finish()
	return r.report, r.Findings
}

// withoutEnd gives a line without the blanks at its end, and without the end-of-
// file mark that old programs write.
func withoutEnd(line string) string {
	if n := len(line); n > 0 && line[n-1] > ' ' {
		return line
	}
	return strings.TrimRight(line, " \t\x1a")
}

// lines goes through the lines of a text whose lines end with CR, LF or both.
func lines(text string) func(yield func(string) bool) {
	ending := byte('\n')
	if strings.IndexByte(text, ending) < 0 {
		ending = '\r'
	}
	return func(yield func(string) bool) {
		for len(text) > 0 {
			end := strings.IndexByte(text, ending)
			if end < 0 {
				end = len(text)
			}
			line := text[:end]
			text = text[min(end+1, len(text)):]
			if !yield(strings.TrimSuffix(line, "\r")) {
				return
			}
		}
	}
}

// reader is a file while it is read.
type reader struct {
	finding.Collector
	report  *report.Report
	section report.Section
	number  int // of the line
	size    int // of the file

	players  []playerLine
	cells    []cell
	stated   []rating.Score // points of the table
	national []nationalLine
	byes     []byeLine
	teams013 []report.Team
	counted  map[string]int          // what the file says of its numbers of players
	scored   map[string]rating.Score // points by letter
	index    report.Index
}

// at gives a place in the line at hand.
func (r *reader) at(column int) finding.At {
	return finding.At{Line: int32(r.number), Column: int32(column)}
}

// line reads a line.
func (r *reader) line(line string) {
	if len(line) == 0 {
		return
	}
	code := line[:min(3, len(line))]
	if len(code) < 3 || !isASCII(code) {
		r.record("", line)
		return
	}
	switch code {
	case "001":
		r.player(line)
	case "013", "310":
		r.team(code, line)
	case "XXR", "142":
		r.rounds(line)
	case "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU", "162":
		r.scoring(code, line)
	case "132":
		r.roundDates(line)
	case "240":
		r.byeLine(line)
	default:
		r.tag(code, line)
	}
}

// tag reads a line about the tournament, a federation's line about a player,
// or one that is kept as it is.
func (r *reader) tag(code string, line string) {
	row := r.row(line)
	text := row.rest(tagText)
	switch {
	case code == "012":
		r.report.Name = text
	case code == "022":
		r.report.City = text
	case code == "032":
		r.report.Federation = text
	case code == "092":
		r.report.TypeText = text
	case code == "102":
		r.report.ChiefArbiter = text
	case code == "122":
		r.report.TimeControlText = text
	case code == "042":
		r.date("start", text)
	case code == "052":
		r.date("end", text)
	case code == "062", code == "072", code == "082":
		r.count(code, text)
	case code == "112":
		r.report.Deputies = append(r.report.Deputies, text)
	case code == "222":
		r.timeControl(text)
	case isNational(&row):
		r.nationalLine(code, &row)
	default:
		r.record(code, line)
	}
}

// row measures a line whose columns are counted in characters.
func (r *reader) row(line string) row {
	return newRow(line, characters)
}

// known are the codes of lines that do not bear on ratings and are kept.
var known = map[string]bool{
	"152": true, "172": true, "182": true, "192": true, "202": true, "212": true, "250": true, "260": true, "299": true,
	"300": true, "320": true, "330": true, "352": true, "362": true, "801": true, "802": true, "###": true,
	"XXC": true, "XXZ": true, "XXP": true, "XXA": true, "XXS": true,
}

// record keeps a line that does not bear on ratings.
func (r *reader) record(code string, line string) {
	if !known[code] {
		r.Add(finding.New("line-unknown", finding.Info, r.at(1), finding.Text("code", code)))
	}
	if code == "192" {
		r.report.System = systemOf(code192(line))
	}
	r.report.Records = append(r.report.Records, report.Record{Code: code, Text: line[len(code):]})
}

// finish puts together what stands in different lines.
func (r *reader) finish() {
	if len(r.players) == 0 && r.report.Name == "" {
		r.Add(finding.Refusal("format-unknown", finding.At{Line: 1}))
	}
	r.index = report.NewIndex(&r.section)
	r.systemFromWords()
	r.finishScoring()
	r.timeControlFromWords()
	r.finishTeams()
	r.finishNational()
	r.finishCells()
	r.finishByes()
	r.finishCounts()
	r.report.Sections = []report.Section{r.section}
}
