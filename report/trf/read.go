package trf

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// MaxLine is the longest line of a file, in bytes.
const MaxLine = 64 << 10

// Read reads a file of either version, in UTF-8 with any line endings. All
// texts of the report are substrings of it. The findings say what was adjusted
// and what could not be read; the caller must still call report.Check. order is
// that of the dates in the file where nothing in it tells; zero: unknown.
func Read(text, file string, order civil.Order) (*report.Report, []finding.Finding) {
	r := &reader{
		order:     order,
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

// withoutEnd returns a line without trailing blanks and the end-of-file mark of
// old programs.
func withoutEnd(line string) string {
	if n := len(line); n > 0 && line[n-1] > ' ' {
		return line
	}
	return strings.TrimRight(line, blanks)
}

// lines yields the lines of a text with lines ending in CR, LF or both.
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

// reader is the state of reading a file.
type reader struct {
	finding.Collector
	report  *report.Report
	section report.Section
	room    report.Room
	refused bool // there is no room left
	number  int  // of the line
	text    string
	size    int // of the file

	plain     row // the line of a player, if it is plain
	players   []playerLine
	cells     []cell
	stated    []rating.Score // points of the table
	national  []nationalLine
	byeLines  []byeLine
	teams013  []report.Team
	seen      map[string]bool         // codes that may occur only once
	counted   map[string]int          // numbers of players and teams stated in the file
	scored    map[string]rating.Score // points by letter
	coloured  map[string]rating.Score // points by colour and letter (XXS)
	index     report.Index
	contested []contested

	nobodies  int                        // entries that are no persons
	order     civil.Order                // of dates, if the caller knows it
	event     [2]dated                   // first and last day
	rounds132 []dated                    // the days of the rounds
	births    []openBirth                // that may be read in several ways
	ordered   [len(civil.Orders) + 1]int // births by their order, if they have only one

	federations map[string]bool // named in the file; nil: not collected yet
	ruled       []ruledLine     // lines that are valid with one ruler only

	adrift    int               // index of the first record whose position is not known yet
	late      []report.KeptLine // records that must follow the lines that count
	allRounds []int             // the prohibitions for all rounds
}

// at returns a place in the current line.
func (r *reader) at(column int) finding.At {
	return finding.At{Line: int32(r.number), Column: int32(column)}
}

// take reserves room for n more things, and reports whether there was any.
func (r *reader) take(of report.Thing, n int, at finding.At) bool {
	if full := r.room.Take(of, n, at); full != nil && !r.refused {
		r.refused = true
		r.Add(*full)
	}
	return !r.refused
}

// done reports whether reading must stop.
func (r *reader) done() bool { return r.refused || r.Full() }

// line reads a line.
func (r *reader) line(line string) {
	if strings.HasPrefix(line, "001") {
		if ink, ok := plainInk(line); ok {
			r.standing("001")
			r.plain = row{text: line, flat: line, ink: ink}
			r.player(&r.plain)
			return
		}
	}
	for more := len(line) > 0; more && !r.done(); { // a file may mix line endings
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
	case line == "", known && line == code: // it is empty
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
		r.late = append(r.late, report.KeptLine{Code: code, Text: line[len(code):]})
	case known:
		r.known(p, line)
	case r.nationalLine(line):
		r.standing(national)
	case r.splitCode(line):
	default:
		r.unknown(line)
	}
}

// known reads a line with a known code. Lines that are kept in addition to
// others are put at the end, so that they never come first.
func (r *reader) known(p place, line string) {
	fate := p.read(r, line)
	switch {
	case fate == taken:
		r.seen[p.code] = !p.many
		r.standing(p.code)
	case fate == unread && p.many:
		r.keep(p.code, line)
	case fate == unread, fate == repeated:
		r.late = append(r.late, report.KeptLine{Code: p.code, Text: line[len(p.code):]})
	}
}

// unknown keeps a line with an unknown code, or one for human readers.
func (r *reader) unknown(line string) {
	code := line[:min(3, len(line))]
	if len(code) < 3 || !plain(code) {
		code = ""
	}
	if r.wasPlayer(line, code) {
		r.Add(finding.Refusal("line-was-player", r.at(1), finding.Text("code", code)))
		r.keep(code, line)
		return
	}
	if code != ofComment && code != ofMatches && code != ofTeams {
		r.Add(finding.New("line-unknown", finding.Info, r.at(1), finding.Text("code", code)))
	}
	r.keep(code, line)
}

// wasPlayer reports whether a line with an unknown code has everything else of a player's
// line: somebody has changed its code.
func (r *reader) wasPlayer(line, code string) bool {
	if len(line) < colPoints.last || strings.Trim(code, "0123456789") != "" || len(line) > MaxLine || code == ofMatches || code == ofTeams {
		return false
	}
	row := r.row("001" + line[3:])
	if _, ok := tableOf(&row, false).crooked(); !ok || row.field(colStart) == "" || row.words(colName) == "" {
		return false
	}
	return row.field(colPoints) != "" && (row.field(colRank) != "" || len(row.flat) >= firstRound)
}

// keep keeps a line unchanged.
func (r *reader) keep(code, line string) {
	r.report.KeptLines = append(r.report.KeptLines, report.KeptLine{Code: code, Text: line[len(code):]})
}

// standing records that the lines kept since the last line that was read
// precede those of a code.
func (r *reader) standing(code string) {
	for ; r.adrift < len(r.report.KeptLines); r.adrift++ {
		r.report.KeptLines[r.adrift].Before = code
	}
}

// unreadable adds the finding for a line that can only be kept.
func (r *reader) unreadable(code string, wrong *misfit) {
	r.Add(finding.New("line-unreadable", finding.Warning, r.at(wrong.column),
		finding.Text("code", code), finding.Text("field", wrong.name), finding.Text("text", wrong.text)))
}

// repeats adds the finding that an earlier line counts instead.
func (r *reader) repeats(code string) {
	r.Add(finding.New("line-repeated", finding.Warning, r.at(1), finding.Text("code", code)))
}

// row measures a line in characters.
func (r *reader) row(line string) row {
	return newRow(line, characters)
}

// words returns the text of a line about the tournament.
func (r *reader) words(line string) string {
	row := r.row(line)
	return row.rest(tagText)
}

// take reads a line by its layout, with the first ruler by which it is valid.
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

// counts records a ruler other than characters for the current line.
func (r *reader) counts(ruler ruler) {
	if ruler != characters {
		r.Add(finding.New("columns-counted", finding.Info, r.at(colName.first), finding.Text("ruler", rulerNames[ruler])))
	}
}

// ruledLine is a line that is valid with one ruler only.
type ruledLine struct {
	number int
	ruler
}

// finishRulers warns if the lines of a file need different rulers, or a single
// one needs another than characters: it may be shifted instead.
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

// finish combines data from different lines.
func (r *reader) finish() {
	if len(r.players) == 0 && r.report.Name == "" {
		r.Add(finding.Refusal("format-unknown", finding.At{Line: 1}))
	}
	r.finishDates()
	r.dropNobodies()
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
	r.section.Settle()
	r.finishProhibitions()
	r.finishCounts()
	r.finishRulers()
	r.report.Sections = []report.Section{r.section}
	r.finishRecords()
}

// finishRecords orders the kept lines for writing: each precedes the first
// later line that is written at all.
func (r *reader) finishRecords() {
	records := slices.Concat(r.report.KeptLines, r.late)
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
	slices.SortStableFunc(records, func(a, b report.KeptLine) int { return cmp.Compare(placeOf(a.Before), placeOf(b.Before)) })
	r.report.KeptLines = records
}

// written returns for each place the code of the first line from there on that
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
