package trf

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

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
		report:    &report.Report{File: file, ExchangeFile: true, NoTime: true},
		text:      text,
		size:      len(text),
		seen:      map[string]bool{},
	}
	r.section.At = finding.At{Line: 1}
	for line := range lines(text) {
		r.number++
		if len(line) > MaxLine {
			r.Add(finding.Refusal("line-too-long", r.at(0), finding.Int("limit", MaxLine)))
			break
		}
		r.line(withoutEnd(line))
		if r.done() {
			break
		}
	}
	r.finish()
	return r.report, r.Findings
}

// withoutEnd returns a line without the blanks at its end, and without the end-of-
// file mark that old programs write.
func withoutEnd(line string) string {
	if n := len(line); n > 0 && line[n-1] > ' ' {
		return line
	}
	return strings.TrimRight(line, blanks)
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
	room    report.Room
	refused bool // there is no room left
	number  int  // of the line
	text    string
	size    int // of the file

	players  []playerLine
	cells    []cell
	stated   []rating.Score // points of the table
	national []nationalLine
	byeLines []byeLine
	teams013 []report.Team
	seen     map[string]bool         // codes of which there may be one line
	counted  map[string]int          // what the file says of its numbers of players and teams
	scored   map[string]rating.Score // points by letter
	coloured map[string]rating.Score // points by colour and letter (XXS)
	index    report.Index

	federations map[string]bool // that the file names; nil: not looked for
	ruled       []ruledLine     // lines that can be read by one ruler only

	adrift    int             // records of which it is not known yet before what they stand
	late      []report.Record // lines that must not come before those that count
	allRounds []int           // the prohibitions for all rounds
}

// at returns a place in the line at hand.
func (r *reader) at(column int) finding.At {
	return finding.At{Line: int32(r.number), Column: int32(column)}
}

// take takes room for n more things, and reports whether there was any.
func (r *reader) take(of report.Thing, n int, at finding.At) bool {
	if full := r.room.Take(of, n, at); full != nil && !r.refused {
		r.refused = true
		r.Add(*full)
	}
	return !r.refused
}

// done reports whether nothing more is to be read.
func (r *reader) done() bool { return r.refused || r.Full() }

// line reads a line.
func (r *reader) line(line string) {
	if strings.HasPrefix(line, "001") && plain(line) {
		r.standing("001")
		row := plainRow(line)
		r.player(&row)
		return
	}
	for more := len(line) > 0; more && !r.done(); { // a file may mix its line ends
		var first string
		first, line, more = strings.Cut(line, "\r")
		r.part(withoutEnd(first))
	}
}

// part reads a line that is not empty.
func (r *reader) part(line string) {
	code := line[:min(3, len(line))]
	p := places[code]
	known := p.tag != nil && p.read != nil
	switch {
	case line == "", known && line == code: // it says nothing
	case code == "001":
		r.standing("001")
		row := r.fitting(line, false)
		r.player(&row)
	case !r.take(report.Entries, 1, r.at(1)):
	case known && !isBlank(line[3]):
		_, size := utf8.DecodeRuneInString(line[3:])
		r.unreadable(code, &misfit{4, "blank", line[3 : 3+size]})
		r.keep(code, line)
	case known && r.seen[code]:
		r.repeats(code)
		r.late = append(r.late, report.Record{Code: code, Text: line[len(code):]})
	case known:
		r.known(p, line)
	case r.nationalLine(line):
		r.standing(national)
	case r.splitCode(line):
	default:
		r.unknown(line)
	}
}

// known reads a line with a code that the format knows. Lines that are kept
// beside others that count stand at the end, so that they never come first.
func (r *reader) known(p place, line string) {
	fate := p.read(r, line)
	switch {
	case fate == taken:
		r.seen[p.code] = !p.many
		r.standing(p.code)
	case fate == unread && p.many:
		r.keep(p.code, line)
	case fate == unread, fate == repeated:
		r.late = append(r.late, report.Record{Code: p.code, Text: line[len(p.code):]})
	}
}

// unknown keeps a line with a code that the format does not know, or that is
// there for people alone.
func (r *reader) unknown(line string) {
	code := line[:min(3, len(line))]
	if len(code) < 3 || !plain(code) {
		code = ""
	}
	if code != ofComment && code != ofMatches && code != ofTeams {
		r.Add(finding.New("line-unknown", finding.Info, r.at(1), finding.Text("code", code)))
	}
	r.keep(code, line)
}

// keep keeps a line as it is.
func (r *reader) keep(code, line string) {
	r.report.Records = append(r.report.Records, report.Record{Code: code, Text: line[len(code):]})
}

// standing says that the lines kept since the last one that was understood
// stand before those of a code.
func (r *reader) standing(code string) {
	for ; r.adrift < len(r.report.Records); r.adrift++ {
		r.report.Records[r.adrift].Before = code
	}
}

// unreadable says what in a line cannot be read, so that it is only kept.
func (r *reader) unreadable(code string, wrong *misfit) {
	r.Add(finding.New("line-unreadable", finding.Warning, r.at(wrong.column),
		finding.Text("code", code), finding.Text("field", wrong.name), finding.Text("text", wrong.text)))
}

// repeats says that another line before this one counts.
func (r *reader) repeats(code string) {
	r.Add(finding.New("line-repeated", finding.Warning, r.at(1), finding.Text("code", code)))
}

// row measures a line whose columns are counted in characters.
func (r *reader) row(line string) row {
	return newRow(line, characters)
}

// words returns the text of a line about the tournament.
func (r *reader) words(line string) string {
	row := r.row(line)
	return row.rest(tagText)
}

// take reads a line by its layout, with the first ruler under which it can be
// read.
func take[T any](r *reader, l *layout[T], line string) (value T, ok bool) {
	var first *misfit
	for _, ruler := range rulers {
		row := newRow(line, ruler)
		value, wrong := l.read(&row)
		if wrong == nil {
			r.counts(ruler)
			return value, l.list == nil || r.take(report.Entries, len(*l.list.of(&value)), r.at(l.list.first))
		}
		if first == nil {
			first = wrong
		}
		if row.at == nil {
			break
		}
	}
	r.unreadable(l.code, first)
	return value, false
}

// counts says how the columns of the line at hand are counted, if not in
// characters.
func (r *reader) counts(ruler ruler) {
	if ruler != characters {
		r.Add(finding.New("columns-counted", finding.Info, r.at(colName.first), finding.Text("ruler", rulerNames[ruler])))
	}
}

// ruledLine is a line that can be read by one ruler only.
type ruledLine struct {
	number int
	ruler
}

// finishRulers warns where the lines of a file ask for different rulers, or only
// one asks for another than characters: it may be shifted instead.
func (r *reader) finishRulers() {
	var lines [len(rulers)]int
	for _, l := range r.ruled {
		lines[l.ruler]++
	}
	usual := ruler(slices.Index(lines[:], slices.Max(lines[:])))
	for _, l := range r.ruled {
		if l.ruler != usual || len(r.ruled) == 1 && l.ruler != characters {
			r.Add(finding.New("columns-mixed", finding.Warning, finding.At{Line: int32(l.number), Column: int32(colName.first)},
				finding.Text("ruler", rulerNames[l.ruler])))
		}
	}
}

// finish puts together what stands in different lines.
func (r *reader) finish() {
	if len(r.players) == 0 && r.report.Name == "" {
		r.Add(finding.Refusal("format-unknown", finding.At{Line: 1}))
	}
	r.index = report.NewIndex(&r.section)
	r.finishSystem()
	r.finishScoring()
	for _, f := range r.report.ReadWords() {
		r.Add(f)
	}
	r.finishTeams()
	r.finishNational()
	r.finishCells()
	r.finishByes()
	r.finishProhibitions()
	r.finishCounts()
	r.finishRulers()
	r.report.Sections = []report.Section{r.section}
	r.finishRecords()
}

// finishRecords puts the lines that were kept into the order in which they are
// written: each before the first line behind it that is written at all.
func (r *reader) finishRecords() {
	records := slices.Concat(r.report.Records, r.late)
	if len(records) == 0 {
		return
	}
	next := written(r.report)
	for i := range records {
		if records[i].Before == "013" && len(r.teams013) > 0 { // these are not written
			records[i].Before = ""
		}
		records[i].Before = next[placeOf(records[i].Before)]
	}
	slices.SortStableFunc(records, func(a, b report.Record) int { return cmp.Compare(placeOf(a.Before), placeOf(b.Before)) })
	r.report.Records = records
}

// written returns for each place the code of the first lines from there on that
// a report has.
func written(of *report.Report) []string {
	next := make([]string, len(tags)+1)
	for i := len(tags) - 1; i >= 0; i-- {
		w := writer{r: of, s: &of.Sections[0], version: TRF26}
		next[i] = next[i+1]
		if tags[i].code == "001" {
			if len(w.s.Players) > 0 {
				next[i] = "001"
			}
			continue
		}
		if tags[i].write(&w); w.Len() > 0 {
			next[i] = tags[i].code
		}
	}
	return next
}
