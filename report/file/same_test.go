package file_test

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/test/specimen"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/file"
	"github.com/arpadchess/arpad/report/join"
	"github.com/arpadchess/arpad/report/template"
	"github.com/arpadchess/arpad/report/trf"
)

// cup is an event in which everything happens: byes of each kind, forfeits on either side
// and on both, draws, names in kanji.
func cup() *report.Report {
	r := &report.Report{
		Name: "港区オープン", Organizer: "Minato Chess Club", Start: civil.Of(2026, 3, 7), End: civil.Of(2026, 3, 8), TimeControlText: "5400+30",
		Sections: []report.Section{{Rounds: 3}},
	}
	s := &r.Sections[0]
	for i, name := range []string{"青木 蓮", "馬場 みお", "Chiba, Ai", "土井 遥", "Endo, Sora", "藤井 快", "後藤 結"} {
		p := report.Player{StartNumber: i + 1, Name: name, Federation: "JPN", Club: "Minato Chess Club", FideID: fmt.Sprint(90000011 + 8*i), Rating: rating.Rating(1900 - 50*i), Sex: "m"}
		s.Players = append(s.Players, p)
	}
	s.Games = []report.Game{
		{Round: 1, White: 4, Black: 1, Result: report.BlackWon}, {Round: 1, White: 2, Black: 5, Result: report.Drawn}, {Round: 1, White: 6, Black: 3, Result: report.WhiteByForfeit},
		{Round: 2, White: 1, Black: 2, Result: report.WhiteWon}, {Round: 2, White: 3, Black: 4, Result: report.BlackByForfeit}, {Round: 2, White: 5, Black: 7, Result: report.DoubleForfeit},
		{Round: 3, White: 7, Black: 1, Result: report.Drawn}, {Round: 3, White: 4, Black: 6, Result: report.WhiteWon},
	}
	s.Byes = []report.Bye{{Round: 1, Player: 7, Kind: report.PairingBye}, {Round: 2, Player: 6, Kind: report.HalfBye}, {Round: 3, Player: 2, Kind: report.ZeroBye},
		{Round: 3, Player: 3, Kind: report.ZeroBye}, {Round: 3, Player: 5, Kind: report.PairingBye}}
	report.FillPoints(r)
	order := s.ByStartNumber()
	slices.SortStableFunc(order, func(i, j int) int { return -cmp.Compare(*s.Players[i].Points, *s.Players[j].Points) })
	for rank, i := range order {
		s.Players[i].Rank = rank + 1
	}
	return r
}

// common is what each format says of an event: who played whom, and how it ended.
func common(r *report.Report) string {
	var b strings.Builder
	s := &r.Sections[0]
	report.FillPoints(r)
	fmt.Fprintf(&b, "%d section, %d rounds\n", len(r.Sections), s.PlannedRounds())
	for _, i := range s.ByStartNumber() {
		p := &s.Players[i]
		fmt.Fprintf(&b, "%d %s %s %d %s\n", p.StartNumber, strings.ReplaceAll(p.Name, ",", ""), p.Federation, p.Rating, p.Points)
	}
	var lines []string
	for _, g := range s.Games {
		lines = append(lines, fmt.Sprintf("%d: %d-%d %s %v", g.Round, g.White, g.Black, g.Result, g.Unrated))
	}
	for _, y := range s.Byes {
		lines = append(lines, fmt.Sprintf("%d: %d %s", y.Round, y.Player, y.Kind))
	}
	slices.Sort(lines)
	return b.String() + strings.Join(lines, "\n")
}

// ways writes an event in each format.
func ways(t *testing.T, r *report.Report) map[string][]byte {
	t.Helper()
	made := map[string][]byte{}
	keep := func(name string) func([]byte, error) {
		return func(data []byte, err error) {
			if err != nil {
				t.Fatal(name, err)
			}
			made[name] = data
		}
	}
	for name, version := range map[string]trf.Version{"TRF16": trf.TRF16, "TRF26": trf.TRF26} {
		var b bytes.Buffer
		keep(name)(b.Bytes(), trf.Write(&b, r, 0, version))
		made[name] = b.Bytes()
	}
	var b bytes.Buffer
	err := template.Write(&b, func(key string) string { return key }, &template.Form{Report: r})
	keep("template")(b.Bytes(), err)
	for name, l := range specimen.Languages {
		list, byStart, byRank, rounds, ranking := specimen.StartingList(r, l), specimen.Crosstable(r, l, false), specimen.Crosstable(r, l, true), specimen.Pairings(r, l), specimen.Ranking(r, l)
		keep("xlsx, starting list and crosstable, " + name)(specimen.XLSX(list, byStart))
		keep("xlsx, crosstable by rank and starting list, " + name)(specimen.XLSX(byRank, list))
		keep("xlsx, pairings and ranking, " + name)(specimen.XLSX(rounds, ranking))
		keep("xlsx, all, " + name)(specimen.XLSX(list, ranking, byStart, byRank, rounds))
		keep("csv, crosstable, " + name)(specimen.CSV(byStart))
		made["page, "+name] = specimen.HTML(r, list, byRank)
		made["page of pairings, "+name] = specimen.HTML(r, ranking, rounds)
		csv, err := specimen.CSV(rounds)
		keep("zip of pages, "+name)(csv, err)
		keep("zip of pages, " + name)(specimen.ZIP(map[string][]byte{"rounds.csv": csv, "list.html": specimen.HTML(r, ranking)}))
	}
	crosstable := made["csv, crosstable, ja"]
	for name, e := range map[string]interface {
		Bytes([]byte) ([]byte, error)
	}{"UTF-16": unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder(), "CP932": japanese.ShiftJIS.NewEncoder()} {
		keep("csv in " + name)(e.Bytes(bytes.ReplaceAll(crosstable, []byte("½"), []byte("1/2"))))
	}
	made["upload XML"] = specimen.Upload(r)
	keep("SwissPerfect")(specimen.SwissPerfect(r))
	keep("zipped TRF")(specimen.ZIP(map[string][]byte{"a.trf": made["TRF16"]}))
	return made
}

// The same event says the same in whatever format it comes.
func TestSameEventInEveryFormat(t *testing.T) {
	r := cup()
	want := common(r)
	all := ways(t, r)
	if len(all) < 30 {
		t.Errorf("there are %d ways", len(all))
	}
	for name, data := range all {
		got, found := file.Read(data, "event", "")
		if got == nil {
			t.Errorf("%s is refused: %v", name, found)
			continue
		}
		for _, f := range append(found, report.Check(got)...) {
			if f.Severity > finding.Info && f.ID != "no-date" {
				t.Errorf("%s: %v", name, f)
			}
		}
		if diff := gocmp.Diff(want, common(got)); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
		if got.Name != r.Name && name != "SwissPerfect" || got.OwnFile != (name == "template") {
			t.Errorf("%s is called %q, the federation's own: %v", name, got.Name, got.OwnFile)
		}
		if days := name == "template" || strings.Contains(name, "page,") || name == "upload XML"; days && (got.Start != r.Start || got.End != r.End) {
			t.Errorf("%s is from %v to %v", name, got.Start, got.End)
		}
	}
}

// The pages of an event may come one by one: what they say together is the event.
func TestPagesAreFilesOfOneEvent(t *testing.T) {
	r := cup()
	want := common(r)
	for name, l := range specimen.Languages {
		pages := map[string]specimen.Sheet{
			"list": specimen.StartingList(r, l), "rounds": specimen.Pairings(r, l), "ranking": specimen.Ranking(r, l), "crosstable": specimen.Crosstable(r, l, false),
		}
		for _, come := range [][]string{{"list", "rounds"}, {"rounds", "list", "ranking"}, {"ranking", "crosstable"}, {"list", "ranking", "rounds", "crosstable"}} {
			var files []join.File
			for i, page := range come {
				data, err := specimen.XLSX(pages[page])
				must(t, err)
				got, found := file.Read(data, page, "")
				if got == nil {
					t.Fatalf("%s, %s: %v", name, page, found)
				}
				files = append(files, join.File{Number: i + 1, Digest: page, Report: got, Found: found})
			}
			e := join.Join(files, nil, "")
			for _, f := range append(e.Found, report.Check(e.Report)...) {
				if f.Severity > finding.Info && f.ID != "no-date" {
					t.Errorf("%s, %v: %v", name, come, f)
				}
			}
			if diff := gocmp.Diff(want, common(e.Report)); diff != "" {
				t.Errorf("%s, %v:\n%s", name, come, diff)
			}
		}
	}
}
