package file_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/test/specimen"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/file"
	"github.com/arpadchess/arpad/report/join"
)

// lists writes lists of Chess-Results as its pages, as pages in a ZIP and as a workbook.
func lists(t *testing.T, r *report.Report, sheets ...specimen.Sheet) map[string][]byte {
	t.Helper()
	pages := map[string][]byte{}
	for i, s := range sheets {
		pages[fmt.Sprintf("%d.html", i)] = specimen.HTML(r, s)
		sheets[i].Name = fmt.Sprint(i, " ", strings.ReplaceAll(s.Name, "/", " "))
	}
	packed, err := specimen.ZIP(pages)
	must(t, err)
	workbook, err := specimen.XLSX(sheets...)
	must(t, err)
	made := map[string][]byte{"pages": packed, "workbook": workbook}
	if len(sheets) == 1 {
		made["page"] = pages["0.html"]
	}
	return made
}

// all are what is said of a file, by severity: worse than an info.
func worse(data []byte) (*report.Report, []finding.Finding) {
	r, found := file.Read(data, "event", "")
	if r != nil {
		found = append(found, report.Check(r)...)
	}
	return r, slices.DeleteFunc(found, func(f finding.Finding) bool { return f.Severity <= finding.Info || f.ID == "no-date" })
}

// An event is the same from pages of single rounds, from the cards of its players, and from a
// crosstable whose points are a tie-break.
func TestKindsOfPages(t *testing.T) {
	r := cup()
	for name, l := range specimen.Languages {
		kinds := map[string][]specimen.Sheet{
			"rounds":          {specimen.StartingList(r, l)},
			"rounds by names": {specimen.StartingList(r, l)},
			"cards":           {specimen.Ranking(r, l)},
			"tie-break":       {specimen.WithoutPoints(specimen.Crosstable(r, l, false), l)},
			"ranks":           {specimen.StartingList(r, l), specimen.WithoutPoints(specimen.Crosstable(r, l, true), l)},
		}
		for round := 1; round <= r.Sections[0].Rounds; round++ {
			kinds["rounds"] = append(kinds["rounds"], specimen.Round(r, l, round, true))
			kinds["rounds by names"] = append(kinds["rounds by names"], specimen.Round(r, l, round, false))
		}
		for i := range r.Sections[0].Players {
			kinds["cards"] = append(kinds["cards"], specimen.Card(r, l, i+1))
		}
		for kind, sheets := range kinds {
			for way, data := range lists(t, r, sheets...) {
				got, found := worse(data)
				if got == nil || len(found) > 0 || got.Name != r.Name {
					t.Errorf("%s, %s as %s: %v", name, kind, way, found)
					continue
				}
				if diff := gocmp.Diff(common(cup()), common(got)); diff != "" {
					t.Errorf("%s, %s as %s:\n%s", name, kind, way, diff)
				}
			}
		}
	}
}

// roundRobin is an event in which everybody plays everybody, once or twice.
func roundRobin(times int) *report.Report {
	r := cup()
	s := &r.Sections[0]
	s.Rounds, s.NoRounds, s.Games, s.Byes = 0, true, nil, nil
	n := len(s.Players)
	for again := range times {
		for i := 1; i <= n; i++ {
			for j := i + 1; j <= n; j++ {
				s.Games = append(s.Games, report.Game{Round: i + j - 2 + again*(2*n-3), White: i, Black: j, NoColour: true, Result: report.Result((i + 2*j + again) % 3)})
			}
		}
	}
	s.Games[1].Result = report.BlackByForfeit
	for i := range s.Players {
		s.Players[i].Points, s.Players[i].Federation = nil, ""
	}
	report.FillPoints(r)
	return r
}

// The games of a round robin's table stand in the order of the opponents.
func TestRoundRobin(t *testing.T) {
	for times := 1; times <= 2; times++ {
		for name, l := range specimen.Languages {
			r := roundRobin(times)
			table := specimen.RoundRobin(r, l)
			for way, data := range lists(t, r, table) {
				got, found := worse(data)
				if got == nil || len(found) > 0 || !got.Sections[0].NoRounds || !got.Sections[0].Games[0].NoColour {
					t.Errorf("%s as %s: %v", name, way, found)
					continue
				}
				if diff := gocmp.Diff(common(r), common(got)); diff != "" {
					t.Errorf("%s as %s:\n%s", name, way, diff)
				}
			}
		}
	}
}

// Pairings tell the rounds of a round robin, in the file of its table or in another one.
func TestRoundsOfARoundRobin(t *testing.T) {
	r, l := roundRobin(1), specimen.Languages["en"]
	table := specimen.RoundRobin(r, l)
	s := &r.Sections[0]
	s.NoRounds = false
	n := len(s.Players) // odd: one has a bye in each round
	for i := range s.Games {
		g := &s.Games[i]
		g.Round, g.NoColour = (g.White+g.Black)%n+1, false
	}
	rounds := specimen.Pairings(r, l)
	var files []join.File
	for i, sheet := range []specimen.Sheet{table, rounds} {
		data, err := specimen.XLSX(sheet)
		must(t, err)
		got, found := file.Read(data, sheet.Name, "")
		files = append(files, join.File{Number: i + 1, Digest: sheet.Name, Report: got, Found: found})
	}
	both, err := specimen.XLSX(table, rounds)
	must(t, err)
	together, _ := file.Read(both, "both", "")
	for name, got := range map[string]*report.Report{"one file": together, "two files": join.Join(files, nil, "").Report} {
		if diff := gocmp.Diff(common(r), common(got)); diff != "" || got.Sections[0].NoRounds {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
}

// A round that is paired and not played is to come; a game without a result among others is missing.
func TestUnfinishedRounds(t *testing.T) {
	r, l := cup(), specimen.Languages["en"]
	for name, c := range map[string]struct {
		open []string // results that the last round does not have yet
		want string
	}{
		"to come": {[]string{"½ - ½", "1 - 0"}, "rounds-unplayed"},
		"running": {[]string{"½ - ½"}, "result-missing"},
	} {
		last := specimen.Round(r, l, 3, true)
		for i := range last.Rows {
			for j, text := range last.Rows[i] {
				if slices.Contains(c.open, text) {
					last.Rows[i][j] = ""
				}
			}
		}
		for way, data := range lists(t, r, specimen.StartingList(r, l), specimen.Round(r, l, 1, true), specimen.Round(r, l, 2, true), last) {
			got, found := worse(data)
			if len(found) == 0 || found[0].ID != c.want || c.want == "rounds-unplayed" && (len(got.Sections[0].Games) != 6 || len(found) > 1) {
				t.Errorf("%s as %s: %v", name, way, found)
			}
		}
	}
}

// What is no list of players and games is named.
func TestPagesThatAreNotRead(t *testing.T) {
	r := cup()
	above := [][]string{{"From the Tournament-Database of Chess-Results https://chess-results.com"}, {r.Name}, {"Last update 10.03.2026"}, {"Teams"}}
	spanish := [][]string{{"No.Ini.", "Nombre", "Elo", "Club/Ciudad"}, {"1", "Aoki, Ren", "1900", "Minato"}, {"2", "Baba, Mio", "1800", "Minato"}}
	teams := [][]string{{"No.", "Team", "Team", "Res.", ":", "Res."}, {"1", "Minato A", "Minato B", "2", ":", "2"}}
	for want, rows := range map[string][][]string{"chess-results-language": spanish, "chess-results-teams": teams, "chess-results-empty": nil} {
		s := specimen.Sheet{Name: "List", Rows: append(slices.Clone(above), rows...)}
		data, err := specimen.CSV(s)
		must(t, err)
		made := lists(t, r, s)
		for way := range made {
			if strings.HasPrefix(way, "page") {
				made[way] = []byte(strings.ReplaceAll(string(specimen.HTML(r, s)), "lan=1", "lan=2"))
			}
		}
		if rows != nil {
			made["text"] = data
		}
		for way, data := range made {
			if _, found := worse(data); len(found) == 0 || found[0].ID != want || !found[0].Refuses {
				t.Errorf("%s as %s: %v", want, way, found)
			}
		}
	}
	if _, found := worse([]byte("Results: https://chess-results.com/tnr1234567.aspx,\nsee there,\n")); len(found) != 1 || found[0].ID != "chess-results-empty" {
		t.Errorf("a link: %v", found)
	}
}
