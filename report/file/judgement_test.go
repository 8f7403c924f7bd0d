package file_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/test/specimen"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/file"
	"github.com/arpadchess/arpad/report/json"
	"github.com/arpadchess/arpad/report/template"
	"github.com/arpadchess/arpad/report/trf"
	"github.com/arpadchess/arpad/season"
)

// meeting is a sound event without byes, which lists of games can hold, too.
func meeting() *report.Report {
	r := &report.Report{
		Name: "Spring Open", Start: civil.Of(2026, 3, 7), End: civil.Of(2026, 3, 9), Type: rating.Standard, TimeControlText: "5400+30", Received: civil.Of(2026, 3, 10),
		Sections: []report.Section{{Rounds: 3}},
	}
	s := &r.Sections[0]
	for i, name := range []string{"Adams, Ann", "Baker, Bob", "Cox, Cat", "Dunn, Dan", "Ellis, Eve", "Frost, Flo"} {
		s.Players = append(s.Players, report.Player{
			StartNumber: i + 1, Name: name, Federation: "ENG", ID: fmt.Sprint(12345600 + i), FideID: fmt.Sprint(90000011 + 8*i), Rating: rating.Rating(1900 - 50*i),
			Sex: "w", Birth: civil.BirthIn(1980 + i), Rank: i + 1,
		})
	}
	for i, g := range [][2]int{{1, 2}, {3, 4}, {5, 6}, {3, 2}, {5, 4}, {1, 6}, {1, 4}, {5, 2}, {3, 6}} {
		round := i/3 + 1
		s.Games = append(s.Games, report.Game{Round: round, White: g[0], Black: g[1], Result: []report.Result{report.WhiteWon, report.Drawn, report.BlackWon}[i%3], Date: r.Start + civil.Date(round) - 1})
	}
	report.FillPoints(r)
	return r
}

// sample is an event as a program writes it: sheets, or bytes.
type sample struct {
	report *report.Report
	sheets func(...specimen.Sheet) []specimen.Sheet // a change of what is written
	bytes  func(string) string
}

// judged is a column of the table: a format, and how an event comes in it.
type judged struct {
	name  string
	write func(*testing.T, sample) map[string][]byte // by what of it
}

// columns are the formats in which faults are sought.
func columns() []judged {
	one := func(name string, write func(*report.Report) ([]byte, error)) judged {
		return judged{name, func(t *testing.T, s sample) map[string][]byte {
			t.Helper()
			data, err := write(s.report)
			must(t, err)
			if s.bytes != nil {
				changed := s.bytes(string(data))
				if changed == string(data) {
					t.Errorf("%s: the fault is not in the file", name)
				}
				data = []byte(changed)
			}
			return map[string][]byte{name: data}
		}}
	}
	pages := func(name string, sheets func(*report.Report) []specimen.Sheet) judged {
		return judged{name, func(t *testing.T, s sample) map[string][]byte {
			t.Helper()
			all := sheets(s.report)
			if s.sheets != nil {
				all = s.sheets(all...)
			}
			xlsx, err := specimen.XLSX(all...)
			must(t, err)
			parts := map[string][]byte{}
			for i, sheet := range all {
				csv, err := specimen.CSV(sheet)
				must(t, err)
				parts[fmt.Sprint(i, ".csv")] = csv
			}
			packed, err := specimen.ZIP(parts)
			must(t, err)
			return map[string][]byte{name + ", page": specimen.HTML(s.report, all...), name + ", workbook": xlsx, name + ", CSV": packed}
		}}
	}
	buffered := func(write func(*bytes.Buffer, *report.Report) error) func(*report.Report) ([]byte, error) {
		return func(r *report.Report) ([]byte, error) {
			var b bytes.Buffer
			err := write(&b, r)
			return b.Bytes(), err
		}
	}
	english := specimen.Languages["en"]
	return []judged{
		one("json", buffered(func(b *bytes.Buffer, r *report.Report) error { return json.Write(b, r) })),
		one("trf16", buffered(func(b *bytes.Buffer, r *report.Report) error { return trf.Write(b, r, 0, trf.TRF16) })),
		one("trf26", buffered(func(b *bytes.Buffer, r *report.Report) error { return trf.Write(b, r, 0, trf.TRF26) })),
		one("template", buffered(func(b *bytes.Buffer, r *report.Report) error {
			return template.Write(b, func(key string) string { return key }, &template.Form{Report: r})
		})),
		pages("pairings", func(r *report.Report) []specimen.Sheet {
			return []specimen.Sheet{specimen.StartingList(r, english), specimen.Pairings(r, english), specimen.Ranking(r, english)}
		}),
		pages("crosstable", func(r *report.Report) []specimen.Sheet {
			return []specimen.Sheet{specimen.Crosstable(r, english, false)}
		}),
		one("chess-results-xml", func(r *report.Report) ([]byte, error) { return specimen.Upload(r), nil }),
		one("swissperfect", specimen.SwissPerfect),
		one("games", func(r *report.Report) ([]byte, error) { return specimen.CSV(specimen.Games(r)) }),
		one("database", func(r *report.Report) ([]byte, error) { return specimen.Database(r), nil }),
		one("pgn", func(r *report.Report) ([]byte, error) { return specimen.Broadcast(r), nil }),
	}
}

// fault is a row of the table: what is wrong, how it comes into a file, and by format which finding
// shows it (an id), or why it cannot occur.
type fault struct {
	name   string
	change func(*report.Report)
	sheets func(...specimen.Sheet) []specimen.Sheet
	bytes  map[string]func(string) string // by format, beside change
	cells  map[string]string
	pages  bool // saved pages have it, and neither workbooks nor CSV
}

// cell returns a cell of a fault: that of the format, else the one for all.
func (f *fault) cell(format string) string {
	if cell, ok := f.cells[format]; ok {
		return cell
	}
	return f.cells[""]
}

// isFinding reports whether a cell is the id of a finding.
func isFinding(cell string) bool { return cell != "" && !strings.Contains(cell, " ") }

// judge reads a file as `arpad rate` and `arpad check` do, and returns what they find.
func judge(t *testing.T, by season.Identity, files ...[]byte) []finding.Finding {
	t.Helper()
	regulation, err := catalog.Find("fide-2025")
	must(t, err)
	var found []finding.Finding
	var sources []season.Source
	for i, data := range files {
		r, told := file.Read(data, fmt.Sprint("event", i), "")
		found = append(found, told...)
		if r == nil {
			continue
		}
		if r.Start == 0 && len(r.Unclear) == 0 { // as somebody says it beside the file
			r.Start, r.End = civil.Of(2026, 3, 7), civil.Of(2026, 3, 9)
		}
		if r.Type == 0 {
			r.Type = rating.Standard
		}
		sources = append(sources, season.Source{Report: r, Digest: sha256.Sum256(data)})
	}
	in := season.Input{Regulation: regulation, Reports: sources, IDs: by}
	roster, opening, told := season.OwnList(regulation.Latest(), sources)
	in.Roster, in.Opening, found = roster, opening, append(found, told...)
	told, err = season.Rate(in, func(*season.Period) error { return nil })
	must(t, err)
	return append(found, told...)
}

// Each fault is found in each format by the finding that the table of docs/formats/README.md names, or
// cannot occur there. UPDATE=1 writes the table.
func TestFaultsAreFoundInEveryFormat(t *testing.T) {
	all := faults()
	formats := columns()
	for _, format := range formats {
		shown := map[string]bool{}
		for i := range all {
			shown[all[i].cell(format.name)] = true
		}
		for name, data := range format.write(t, sample{report: meeting()}) {
			for _, f := range judge(t, season.Reported, data) {
				if shown[f.ID] || f.Severity > finding.Warning {
					t.Errorf("a sound file, %s: %v", name, f)
				}
			}
		}
	}
	for i := range all {
		fault := &all[i]
		for _, format := range formats {
			cell := fault.cell(format.name)
			if cell == "" {
				t.Errorf("%s in %s: the cell is empty", fault.name, format.name)
			}
			if !isFinding(cell) {
				continue
			}
			r := meeting()
			if fault.change != nil && fault.bytes[format.name] == nil {
				fault.change(r)
			}
			for name, data := range format.write(t, sample{r, fault.sheets, fault.bytes[format.name]}) {
				if fault.pages && (strings.HasSuffix(name, "workbook") || strings.HasSuffix(name, "CSV")) {
					continue
				}
				found := judge(t, season.Reported, data)
				if !slices.ContainsFunc(found, func(f finding.Finding) bool { return f.ID == cell }) {
					t.Errorf("%s in %s: want %s, got %v", fault.name, name, cell, found)
				}
			}
		}
	}
	writeJudgement(t, all, formats)
}

// writeJudgement compares the table with that of docs/formats/README.md.
func writeJudgement(t *testing.T, all []fault, formats []judged) {
	t.Helper()
	const page, mark = "../../docs/formats/README.md", "| fault | "
	var b strings.Builder
	b.WriteString("| fault |")
	for _, format := range formats {
		b.WriteString(" " + format.name + " |")
	}
	b.WriteString("\n|" + strings.Repeat("---|", len(formats)+1) + "\n")
	for i := range all {
		fmt.Fprintf(&b, "| %s |", all[i].name)
		for _, format := range formats {
			if cell := all[i].cell(format.name); isFinding(cell) {
				fmt.Fprintf(&b, " `%s` |", cell)
			} else {
				fmt.Fprintf(&b, " *%s* |", cell)
			}
		}
		b.WriteString("\n")
	}
	text, err := os.ReadFile(page)
	must(t, err)
	before, rest, found := strings.Cut(string(text), mark)
	if !found {
		t.Fatal("the page has no table of faults")
	}
	_, after, _ := strings.Cut(rest, "\n\n")
	want := before + b.String() + "\n" + after
	if os.Getenv("UPDATE") != "" {
		must(t, os.WriteFile(page, []byte(want), 0o644))
	} else if string(text) != want {
		t.Error("docs/formats/README.md is not what the code says; UPDATE=1 writes it again")
	}
}

// Two files that state different births for one ID say so, whatever the format.
func TestBirthsOfSeveralFilesAreCompared(t *testing.T) {
	for _, format := range columns()[:4] {
		other := meeting()
		other.Name, other.Start, other.End, other.Received = "Autumn Open", other.Start+30, other.End+30, other.Received+30
		for i := range other.Sections[0].Games {
			other.Sections[0].Games[i].Date += 30
		}
		other.Sections[0].Players[0].Birth = civil.BirthIn(2013)
		first, second := format.write(t, sample{report: meeting()}), format.write(t, sample{report: other})
		found := judge(t, season.AutoID, first[format.name], second[format.name])
		if !slices.ContainsFunc(found, func(f finding.Finding) bool { return f.ID == "birth-differs" }) {
			t.Errorf("%s: %v", format.name, found)
		}
	}
}

// The same games under another name count once, whatever the format. Nobody is identified by name: where
// there are no IDs, each entry is named.
func TestRenamedCopiesAreFoundInEveryFormat(t *testing.T) {
	for _, format := range columns() {
		renamed := meeting()
		renamed.Name = "Spring  Open (A)"
		first, second := format.write(t, sample{report: meeting()}), format.write(t, sample{report: renamed})
		for name := range first {
			if bytes.Equal(first[name], second[name]) {
				second[name] = append(slices.Clone(second[name]), '\n')
			}
			found := slices.Concat(judge(t, season.Reported, first[name], second[name]), judge(t, season.AutoID, first[name], second[name]))
			want := "games-twice"
			switch format.name {
			case "crosstable":
				want = "player-without-id"
			case "games":
				want = "report-repeated" // the table has no name for the event
			}
			shown := slices.DeleteFunc(slices.Clone(found), func(f finding.Finding) bool { return f.ID != want })
			if len(shown) == 0 || want == "games-twice" && len(shown) != 2 {
				t.Errorf("%s: want %s, got %v", name, want, found)
			}
		}
	}
}
