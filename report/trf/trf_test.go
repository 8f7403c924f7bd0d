package trf_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/file"
	"github.com/arpadchess/arpad/report/trf"
)

// read reads a test file by file.Read, including its encoding.
func read(t *testing.T, name string) (*report.Report, []finding.Finding) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	r, findings := file.Read(data, name, "")
	if r == nil {
		t.Fatal(findings)
	}
	return r, findings
}

func ids(findings []finding.Finding) []string {
	var ids []string
	for _, f := range findings {
		ids = append(ids, f.ID)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

func points(s rating.Score) *rating.Score { return &s }

// The words of 092 and 122 state the type and the time control (Reading G6).
func TestTypeAndTimeInWords(t *testing.T) {
	for _, c := range []struct {
		lines   string
		kind    rating.Kind
		control []report.TimeControl
		found   string
	}{
		{"092 Individual: Swiss-System (Rapid)", rating.Rapid, nil, ""},
		{"092 Individual: Swiss-System (Standard)\n122 90'+30\"", rating.Standard, []report.TimeControl{"5400+30"}, "time-control-understood"},
		{"122 Rapid", rating.Rapid, nil, ""},
		{"122 blitz 5+3", rating.Blitz, []report.TimeControl{"300+3"}, "time-control-understood"},
		{"122 120", 0, []report.TimeControl{"7200"}, "time-control-minutes"},
		{"122 G45 d5", 0, []report.TimeControl{"2700d5"}, "time-control-understood"},
		{"122 90 min + 30", 0, nil, "time-control-unclear"},
		{"122 5 min", 0, []report.TimeControl{"300+0"}, "time-control-understood"}, // in 222 a bare 300 is minutes
		{"222 60", 0, []report.TimeControl{"3600"}, "time-control-minutes"},
		{"222 300", 0, []report.TimeControl{"18000"}, "time-control-minutes"},
		{"222 90+30", 0, []report.TimeControl{"90+30"}, ""},
		{"222 301", 0, []report.TimeControl{"301"}, ""},
	} {
		text := "012 Open\n042 2023/02/01\n052 2023/02/01\n" + c.lines + "\n001    1      Aoki Ren                          1700 JPN    90000001 1984        0.0    1\n"
		r, found := trf.Read(text, "open.trf", 0)
		if r.Type != c.kind || !slices.Equal(r.TimeControl, c.control) || c.found != "" && !slices.Contains(ids(found), c.found) {
			t.Errorf("%q: %v %v %v, want %v %v %s", c.lines, r.Type, r.TimeControl, ids(found), c.kind, c.control, c.found)
		}
		for _, version := range []trf.Version{trf.TRF16, trf.TRF26} {
			var written bytes.Buffer
			if err := trf.Write(&written, r, 0, version); err != nil {
				t.Fatal(err)
			}
			again, _ := trf.Read(written.String(), "open.trf", 0)
			if again.Type != c.kind || !slices.Equal(again.TimeControl, c.control) {
				t.Errorf("%q, written as %v: %v %v, want %v %v", c.lines, version, again.Type, again.TimeControl, c.kind, c.control)
			}
		}
	}
}

// All fields of a file are read.
func TestReadSwiss(t *testing.T) {
	day, second := civil.Of(2023, 2, 1), civil.Of(2023, 2, 2)
	want := &report.Report{
		File: "swiss.trf", ExchangeFile: true, NoTime: true, Name: "Minato Open", City: "Minato", Federation: "JPN", Start: day, End: second,
		TypeText: "Individual: Swiss-System", ChiefArbiter: "Aoki Ren", Deputies: []string{"Baba Mio", "Chiba Ai"},
		TimeControlText: `90'+30"`, TimeControl: []report.TimeControl{"5400+30"}, RoundDates: []civil.Date{day, day, second},
		Sections: []report.Section{{
			Rounds: 3,
			Players: []report.Player{
				{StartNumber: 1, Sex: "m", Title: "GM", Name: "Aoki Ren", Rating: 1700, Federation: "JPN", FideID: "90000001", Birth: 19840502, Points: points(5), Rank: 1},
				{StartNumber: 2, Sex: "w", Name: "Baba Mio", Rating: 1650, Federation: "JPN", Birth: civil.BirthIn(1991), Points: points(2), Rank: 3},
				{StartNumber: 3, Sex: "m", Name: "Chiba Ai", Rating: 1600, Federation: "JPN", Points: points(3), Rank: 2},
				{StartNumber: 4, Sex: "m", Name: "Doi Haruka", Federation: "JPN", Points: points(2), Rank: 4},
			},
			Games: []report.Game{
				{Round: 1, Date: day, White: 1, Black: 2, Result: report.WhiteWon},
				{Round: 2, Date: day, White: 3, Black: 1, Result: report.Drawn},
				{Round: 2, Date: day, White: 2, Black: 4, Result: report.WhiteByForfeit},
				{Round: 3, Date: second, White: 4, Black: 3, Result: report.WhiteByForfeit},
			},
			Byes: []report.Bye{
				{Round: 3, Player: 1, Kind: report.PairingBye}, {Round: 3, Player: 2, Kind: report.ZeroBye},
				{Round: 1, Player: 3, Kind: report.FullBye}, {Round: 1, Player: 4, Kind: report.ZeroBye},
			},
		}},
	}
	for _, name := range []string{"swiss.trf", "cr.trf", "crlf.trf", "bom.trf"} {
		got, findings := read(t, name)
		want.File = name
		if diff := cmp.Diff(want, got, cmpopts.IgnoreTypes(finding.At{})); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
		if found := ids(append(findings, report.Check(got)...)); !slices.Equal(found, []string{"time-control-understood"}) {
			t.Errorf("%s: %v", name, found)
		}
	}
}

// Names are read in common encodings, with columns counted as the program does.
func TestReadEncodings(t *testing.T) {
	for _, c := range []struct {
		file, name, encoding, ruler string
	}{
		{"latin1.trf", "Müller Jürgen", "windows-1252", ""},
		{"cp1252.trf", "Šimák Žofie", "windows-1252", ""},
		{"shift-jis-widths.trf", "青木 蓮", "shift_jis", "widths"},
		{"utf8-widths.trf", "青木 蓮", "", "widths"},
		{"utf8-bytes.trf", "青木 蓮", "", "bytes"},
		{"utf8-characters.trf", "青木 蓮", "", ""},
	} {
		r, findings := read(t, c.file)
		s := r.Sections[0]
		if s.Players[0].Name != c.name || s.Players[0].Rating != 1700 || len(s.Games) != 1 || s.Games[0].Result != report.WhiteWon {
			t.Errorf("%s: %+v %+v", c.file, s.Players[0], s.Games)
		}
		var encoding, ruler string
		for _, f := range findings {
			encoding += f.Value("encoding")
			if f.ID == "columns-counted" && ruler == "" {
				ruler = f.Value("ruler")
			}
		}
		if encoding != c.encoding || ruler != c.ruler {
			t.Errorf("%s: encoding %q, columns in %q; want %q, %q", c.file, encoding, ruler, c.encoding, c.ruler)
		}
	}
}

// Deviations of programs from the standard are understood and reported.
func TestReadTolerantly(t *testing.T) {
	r, findings := read(t, "tolerant.trf")
	want := []string{"birth-form", "date-form", "line-unknown", "points-form", "time-control-understood"}
	if got := ids(findings); !slices.Equal(got, want) {
		t.Errorf("the findings are %v", got)
	}
	if r.Start != civil.Of(2005, 7, 28) || r.End != civil.Of(2005, 7, 29) || r.TimeControl[0] != "480+3" {
		t.Errorf("%v to %v, %v", r.Start, r.End, r.TimeControl)
	}
	p := r.Sections[0].Players
	if p[0].Birth != 19691206 || p[1].Birth != civil.BirthIn(1987) || p[2].Birth != 19900728 || p[0].Sex != "m" || p[1].Sex != "w" {
		t.Errorf("%+v", p)
	}
	if found := report.Check(r); len(found) != 1 { // the rounds are assumed
		t.Error(found)
	}
}

// The teams and the data about their matches, and the federation's lines.
func TestReadTeams(t *testing.T) {
	r, findings := read(t, "trf26-teams.trf")
	if got := ids(findings); len(got) > 0 {
		t.Error(got)
	}
	teams := []report.Team{
		{Number: 1, Name: "Minato A", Nick: "MIN", Strength: "1650", MatchPoints: points(4), GamePoints: points(3), Rank: 1, Players: []int{1, 2}},
		{Number: 2, Name: "Hakodate", Nick: "HAK", Strength: "1550", MatchPoints: points(0), GamePoints: points(1), Rank: 2, Players: []int{3, 4}},
	}
	play := report.TeamPlay{
		Scoring: &report.TeamScoring{Win: 4, Draw: 2}, Colours: "WB", Byes: []report.TeamBye{{Round: 1, Team: 2, Kind: report.ZeroBye}},
		PairingBye: &report.TeamPairingBye{MatchPoints: points(4), GamePoints: points(2), Teams: []int{0, 1}},
		LineUps:    []report.LineUp{{Round: 1, Team: 2, Opponent: 1, Players: []int{4, 0}}},
		Forfeits:   []report.ForfeitedMatch{{Round: 1, White: 1, Black: 2, Result: report.WhiteByForfeit}},
	}
	pairing := report.Pairing{
		InitialColour: "W", StartingRank: report.StartingRank{Federation: "JPN", Method: "FIDON"}, Controller: "Minato Pairings 2",
		TieBreaks: []string{"EDET/P", "EMGSB/C1/P"}, Standings: []string{"PTS", "EDET/P"},
		Accelerations: []report.Acceleration{{MatchPoints: points(4), FirstRound: 1, LastRound: 1, First: 1, Last: 2}},
		Prohibitions:  []report.Prohibition{{FirstRound: 1, LastRound: 1, Entrants: []int{1, 2}}},
	}
	assigned := []report.Assignment{{For: report.ForWin, MatchPoints: points(6), Points: points(-1), Round: 1, Entrants: []int{1, 2}}}
	kept := []report.KeptLine{
		{Code: "###", Text: " a comment", Before: "001"}, {Code: "###", Text: " byes", Before: "240"},
		{Code: "801", Text: "  1 MIN    2.0  1.5   2 w 1= 12"}, {Code: "802", Text: "   1 MIN      2.0    1.5    2 w  1.5"},
	}
	national := []report.National{{Federation: "JPN", Sex: "m", Name: "青木 蓮", Rating: 1710, Origin: "TKO", Number: "N00000001", Birth: 19840502}}
	for _, c := range []struct{ want, got any }{
		{teams, r.Teams}, {play, r.TeamPlay}, {pairing, r.Pairing}, {assigned, r.Assigned}, {kept, r.KeptLines},
		{national, r.Sections[0].Players[0].National}, {"FIDE_TEAM_MP_GP", r.TypeCode}, {true, r.Team},
		{[]report.TimeControl{"40/6000+30:900+30"}, r.TimeControl}, {1, r.Sections[0].Rounds}, {report.Swiss, r.System},
	} {
		if diff := cmp.Diff(c.want, c.got); diff != "" {
			t.Error(diff)
		}
	}
	r, _ = read(t, "teams013.trf")
	if len(r.Teams) != 2 || r.Teams[0].Name != "Minato A" || !slices.Equal(r.Teams[0].Players, []int{1}) {
		t.Errorf("%+v", r.Teams)
	}
}

// Games that count for points only, and a system of three points per win.
func TestReadScoring(t *testing.T) {
	r, findings := read(t, "unrated-games.trf")
	if len(findings) > 0 || len(report.Check(r)) > 0 {
		t.Error(findings, report.Check(r))
	}
	if g := r.Sections[0].Games[0]; !g.Unrated || g.Result != report.WhiteWon {
		t.Errorf("%+v", g)
	}
	if s := r.PointSystem(); s.Win != 6 || s.Draw != 2 || s.PairingBye != 4 {
		t.Errorf("%+v", s)
	}
}

// Byes of line 240 are used if the player's own line lacks them.
func TestReadByes(t *testing.T) {
	r, findings := read(t, "trf26-byes.trf")
	want := []report.Bye{
		{Round: 3, Player: 1, Kind: report.ZeroBye}, {Round: 2, Player: 2, Kind: report.HalfBye}, {Round: 3, Player: 2, Kind: report.ZeroBye},
	}
	if diff := cmp.Diff(want, r.Sections[0].Byes, cmpopts.IgnoreTypes(finding.At{})); diff != "" || len(findings) > 0 {
		t.Error(diff, findings)
	}
}

// Inconsistencies are found at their place.
func TestReadContradictions(t *testing.T) {
	line := func(number, points, rest string) string {
		return "001 " + number + " m    Name                              1600                            " + points + "    1  " + rest + "\n"
	}
	for _, c := range []struct {
		name, text, id string
		line, column   int32
	}{
		{"results", line("   1", " 1.0", "   2 w 1") + line("   2", " 1.0", "   1 b 1"), "sides-disagree", 3, 92},
		{"opponents", line("   1", " 1.0", "   2 w 1") + line("   2", " 0.0", "   3 b 0") + line("   3", " 0.0", "        "), "two-opponents", 3, 92},
		{"colours", line("   1", " 1.0", "   2 w 1") + line("   2", " 0.0", "   1 w 0"), "sides-disagree", 3, 92},
		{"second round", line("   1", " 1.0", "   2 w 1     2 b 1") + line("   2", " 0.0", "   1 b 0     1 w 1"), "sides-disagree", 3, 102},
		{"no opponent", line("   1", " 1.0", "0000 w 1"), "result-without-opponent", 2, 92},
		{"bye with opponent", line("   1", " 1.0", "   2 - H") + line("   2", " 1.0", "   1 - H"), "bye-with-opponent", 2, 92},
		{"no result", line("   1", " 0.0", "   2 w  ") + line("   2", " 0.0", "   1 b  "), "result-missing", 2, 92},
		{"an adjourned game", line("   1", " 0.0", "   2 w ?") + line("   2", " 0.0", "   1 b ?"), "result-missing", 2, 92},
		{"a code that is none", line("   1", " 0.0", "   2 w !"), "cell-unreadable", 2, 92},
		{"a blank lost in a round", line("   1", " 0.0", "   2w 1 "), "cell-unreadable", 2, 92},
		{"points", line("   1", "  .x", ""), "cell-unreadable", 2, 81},
		{"start number", line("  1x", " 0.0", ""), "cell-unreadable", 2, 5},
	} {
		r, findings := trf.Read("012 Test\n"+c.text, "test.trf", 0)
		found := slices.ContainsFunc(append(findings, report.Check(r)...), func(f finding.Finding) bool {
			return f.ID == c.id && f.At == finding.At{Line: c.line, Column: c.column} && (f.Refuses || report.Contradicts(&f))
		})
		if !found {
			t.Errorf("%s: %v", c.name, findings)
		}
	}
}

// Output is strict: fields are in the standard's columns, and lines end with CR
// and LF.
func TestWriteStrictly(t *testing.T) {
	r, _ := read(t, "swiss.trf")
	var out bytes.Buffer
	if err := trf.Write(&out, r, 0, trf.TRF16); err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(out.String(), "\r\n")
	if strings.Count(out.String(), "\n") != len(lines)-1 {
		t.Error("a line does not end with CR and LF")
	}
	want := "001    1 m GM Aoki Ren                          1700 JPN    90000001 1984/05/02  2.5    1     2 w 1     3 b =  0000 - U\r\n"
	if !slices.Contains(lines, want) {
		t.Errorf("there is no line\n%sin\n%s", want, out.String())
	}
}

// An unreadable round is reported once, with its place in the file; the
// opponents' lines cause no further findings.
func TestUnreadableRoundIsNamedOnce(t *testing.T) {
	text := "012 Open\n042 2023/02/01\n"
	for i, round := range []string{"   2 x ~", "   1 b 0", "0000 - ~"} {
		text += fmt.Sprintf("001 %4d      %-33s%44s%s\n", i+1, "Aoki Ren", "", round)
	}
	_, findings := trf.Read(text, "x.trf", 0)
	var unreadable []string
	for _, f := range findings {
		if f.Severity == finding.Error {
			unreadable = append(unreadable, f.ID+" "+f.Value("text"))
		}
		for _, v := range f.Values {
			if !utf8.ValidString(v.Text) || strings.ContainsRune(v.Text, 0xFF) {
				t.Errorf("%s says %s: %q", f.ID, v.Name, v.Text)
			}
		}
	}
	if want := []string{"cell-unreadable 2 x ~", "cell-unreadable 0000 - ~"}; !slices.Equal(unreadable, want) {
		t.Errorf("got %q, want %q", unreadable, want)
	}
}

// Many teams in both formats are matched without comparing all pairs.
func TestTeamsOfBothFormatsAreCompared(t *testing.T) {
	text := "012 Open\n042 2023/02/01\n310   1 Red\n013 Red\n013 Blue\n"
	_, findings := trf.Read(text, "x.trf", 0)
	var disagree []string
	for _, f := range findings {
		if f.ID == "team-disagrees" {
			disagree = append(disagree, f.Value("team"))
		}
	}
	if !slices.Equal(disagree, []string{"Blue"}) {
		t.Errorf("got %q", disagree)
	}
}
