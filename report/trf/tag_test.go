package trf_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/test/trftest"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/trf"
)

// The lines around the tested one.
const (
	above = "012 Test\n"
	below = "001    1      Aoki Ren\n001    2      Baba Mio\n"
)

// Each tag is read from its columns, and written to them.
func TestTagColumns(t *testing.T) {
	for _, c := range []struct {
		line string // input
		want any
		get  func(*report.Report) any
		back string // output; empty: same as input
	}{
		{"152 b", "B", func(r *report.Report) any { return r.Pairing.InitialColour }, "152 B"},
		{"XXC white1", "W", func(r *report.Report) any { return r.Pairing.InitialColour }, "152 W"},
		{"XXC rank", true, func(r *report.Report) any { return r.Pairing.ByRank }, ""},
		{"162  W 3.0    D 1.0    L 0.0", rating.Score(6), func(r *report.Report) any { return r.Scoring.PairingBye },
			"162  W 3.0    D 1.0    L 0.0    A 0.0    P 3.0    X 1.0"},
		{"162  W10.0    A 0.5", rating.Score(1), func(r *report.Report) any { return r.Scoring.ForfeitLoss },
			"162  W10.0    D 0.5    L 0.0    A 0.5    P10.0    X 0.5"},
		{"BBF  0.5", rating.Score(1), func(r *report.Report) any { return r.Scoring.ForfeitLoss }, ""},
		{"XXS W=3 D=1 PAB=1.5 FL=.5", report.Scoring{Win: 6, Draw: 2, PairingBye: 3, ForfeitLoss: 1, Unknown: 2},
			func(r *report.Report) any { return *r.Scoring }, "162  W 3.0    D 1.0    L 0.0    A 0.0    P 1.5    X 1.0"},
		{"172 JPN NIDOF", report.StartingRank{Federation: "JPN", Method: "NIDOF"}, func(r *report.Report) any { return r.Pairing.StartingRank }, ""},
		{"182 aoki@example.jp", "aoki@example.jp", func(r *report.Report) any { return r.Pairing.Controller }, ""},
		{"192 BERGER_ROUNDROBIN_G1", report.RoundRobin, func(r *report.Report) any { return r.System }, ""},
		{"192 FIDE_DUTCH_2026", report.Swiss, func(r *report.Report) any { return r.System }, ""},
		{"192 FIDE_TEAM_DOUBLEROUNDROBIN", report.RoundRobin, func(r *report.Report) any { return r.System }, ""},
		{"192 FIDE_TEAM_BAKU", true, func(r *report.Report) any { return r.Team }, ""},
		{"192 FIDE_SCHILLER", report.OtherSystem, func(r *report.Report) any { return r.System }, ""},
		{"202 BH/C1, SB", []string{"BH/C1", "SB"}, func(r *report.Report) any { return r.Pairing.TieBreaks }, "202 BH/C1,SB"},
		{"212 PTS,BH", []string{"PTS", "BH"}, func(r *report.Report) any { return r.Pairing.Standings }, ""},
		{"222 40/6000+30:900+30", []report.TimeControl{"40/6000+30:900+30"}, func(r *report.Report) any { return r.TimeControl }, ""},
		{"222 W300-B240", []report.TimeControl{"W300-B240"}, func(r *report.Report) any { return r.TimeControl }, ""},
		{"352 WBBW", "WBBW", func(r *report.Report) any { return r.TeamPlay.Colours }, ""},
		{"362 TW 3     TD 1", report.TeamScoring{Win: 6, Draw: 2}, func(r *report.Report) any { return *r.TeamPlay.Scoring },
			"362 TW 3.0   TD 1.0   TL 0.0"},
		{"250       1.0   1   3    1    2", []report.Acceleration{{Points: points(2), FirstRound: 1, LastRound: 3, First: 1, Last: 2}},
			func(r *report.Report) any { return r.Pairing.Accelerations }, ""},
		{"250 02.0 01.0 001 003 0001 0090", []report.Acceleration{{MatchPoints: points(4), Points: points(2), FirstRound: 1, LastRound: 3, First: 1, Last: 90}},
			func(r *report.Report) any { return r.Pairing.Accelerations }, "250  2.0  1.0   1   3    1   90"},
		{"XXA    2  0.5  0.5       1.0", []report.Acceleration{
			{Points: points(1), FirstRound: 1, LastRound: 2, First: 2, Last: 2}, {Points: points(2), FirstRound: 4, LastRound: 4, First: 2, Last: 2}},
			func(r *report.Report) any { return r.Pairing.Accelerations }, "250       1.0   4   4    2    2"},
		{"260   1   2    1    2", []report.Prohibition{{FirstRound: 1, LastRound: 2, Entrants: []int{1, 2}}},
			func(r *report.Report) any { return r.Pairing.Prohibitions }, ""},
		{"XXP 2 1", []report.Prohibition{{FirstRound: 1, LastRound: report.MaxRound, Entrants: []int{2, 1}}},
			func(r *report.Report) any { return r.Pairing.Prohibitions }, "260   1 255    2    1"},
		{"XXZ 1 2", []int{1, 2}, func(r *report.Report) any { return r.Pairing.Absent }, ""},
		{"240 H   3    1    2", []report.Bye{{Round: 3, Player: 1, Kind: report.HalfBye}, {Round: 3, Player: 2, Kind: report.HalfBye}},
			func(r *report.Report) any {
				for i := range r.Sections[0].Byes {
					r.Sections[0].Byes[i].At = finding.At{}
				}
				return r.Sections[0].Byes
			}, ""},
		{"299         -10.0    1    2", []report.Assignment{{Points: points(-20), Round: 1, Entrants: []int{2}}},
			func(r *report.Report) any { return r.Assigned }, ""},
		{"299 +   1.5   2.0         1", []report.Assignment{{For: report.ForDefaultWin, MatchPoints: points(3), Points: points(4), Entrants: []int{1}}},
			func(r *report.Report) any { return r.Assigned }, ""},
		{"300   2   1   3   17 0000   19", []report.LineUp{{Round: 2, Team: 1, Opponent: 3, Players: []int{17, 0, 19}}},
			func(r *report.Report) any { return r.TeamPlay.LineUps }, ""},
		{"320  1.0  2.0  50      46", report.TeamPairingBye{MatchPoints: points(2), GamePoints: points(4), Teams: []int{50, 0, 46}},
			func(r *report.Report) any { return *r.TeamPlay.PairingBye }, "320  1.0  2.0  50 000  46"},
		{"330 --   6  24   2", []report.ForfeitedMatch{{Round: 6, White: 24, Black: 2, Result: report.DoubleForfeit}},
			func(r *report.Report) any { return r.TeamPlay.Forfeits }, ""},
		{"330 -+   6  24   2", []report.ForfeitedMatch{{Round: 6, White: 24, Black: 2, Result: report.BlackByForfeit}},
			func(r *report.Report) any { return r.TeamPlay.Forfeits }, ""},
		{"013 Minato                             1    2", []report.Team{{Name: "Minato", Players: []int{1, 2}}},
			func(r *report.Report) any { return r.Teams }, ""},
		{"310 999 Minato                           MIN   241500   12.0  101.5   3     1    2", []report.Team{{Number: 999, Name: "Minato", Nick: "MIN",
			Strength: "241500", MatchPoints: points(24), GamePoints: points(203), Rank: 3, Players: []int{1, 2}}},
			func(r *report.Report) any { return r.Teams }, ""},
		{"### as it stood  ,", []report.KeptLine{{Code: "###", Text: " as it stood  ,", Before: "001"}},
			func(r *report.Report) any { return r.KeptLines }, ""},
		{"QQ1 unknown", []report.KeptLine{{Code: "QQ1", Text: " unknown", Before: "001"}},
			func(r *report.Report) any { return r.KeptLines }, ""},
	} {
		r, findings := trf.Read(above+c.line+"\n"+below, "test.trf", 0)
		for _, f := range findings {
			if f.Severity > finding.Info {
				t.Error(c.line, f)
			}
		}
		if diff := cmp.Diff(c.want, c.get(r)); diff != "" {
			t.Error(c.line, diff)
		}
		back := c.back
		if back == "" {
			back = c.line
		}
		if text := trftest.Write(t, r, trf.TRF26); !strings.Contains(text, "\r\n"+back+"\r\n") {
			t.Errorf("%q is not in\n%s", back, text)
		}
	}
}

// Invalid lines are named, with line and column, and kept unchanged.
func TestTagWrong(t *testing.T) {
	for _, c := range []struct {
		line, id, field string
		column          int32
	}{
		{"152 white", "line-unreadable", "colour", 5},
		{"172 JPN BEST", "line-unreadable", "starting_rank", 9},
		{"222 90 minutes", "time-control-unclear", "", 5},
		{"352 WXW", "line-unreadable", "colour", 5},
		{"362 TW two", "line-unreadable", "scoring", 5},
		{"012Name", "line-unreadable", "blank", 4},
		{"250  2.0        1   1   x1    2", "line-unreadable", "player", 23},
		{"250  2.0 x      1   1    1    2", "line-unreadable", "game_points", 10},
		{"250  2.0             1    1    2", "line-unreadable", "round_number", 15},
		{"250  2 1.0   1   1    1    2", "line-unreadable", "match_points", 5},
		{"260   1   1    1", "line-unreadable", "player", 13},
		{"299 Q         1.0   1    1", "line-unreadable", "occasion", 5},
		{"300   1       1    1    2", "line-unreadable", "team", 9},
		{"310   0 Minato", "line-unreadable", "team", 5},
		{"310   1 Minato                          xMIN", "line-unreadable", "blank", 41},
		{"320  2.0  1.0   1   x", "line-unreadable", "team", 19},
		{"330 +-   1   1", "line-unreadable", "team", 16},
		{"330 ==   1   1   2", "line-unreadable", "forfeit", 5},
		{"330 F   1    3", "trf25-draft", "", 1},
		{"340 +-   1   1   2", "trf25-draft", "", 1},
		{"012 Another", "line-repeated", "", 1},
		{"XXC backwards", "line-unreadable", "configuration", 5},
		{"XXP 1", "line-unreadable", "player", 5},
		{"XXA    x  1.0", "line-unreadable", "player", 5},
		{"022青森", "line-unreadable", "blank", 4},
		{"JPN    9      Nobody", "national-line-without-player", "", 1},
		{"JPN    9      Nobody", "national-line-without-player", "", 1},
	} {
		r, findings := trf.Read(above+c.line+"\n"+below, "test.trf", 0)
		found := false
		for _, f := range findings {
			found = found || f.ID == c.id && f.Value("field") == c.field && f.At == finding.At{Line: 2, Column: c.column} && f.Severity == finding.Warning
		}
		if !found {
			t.Error(c.line, findings)
		}
		if text := trftest.Write(t, r, trf.TRF26); !strings.Contains(text, "\r\n"+c.line+"\r\n") {
			t.Errorf("%q is not in\n%s", c.line, text)
		}
	}
	for _, line := range []string{"240 X   1    1", "240 H        1", "162 Q 1.0", "XXS WW=1 BW=2", "BBW many", "142 none"} {
		_, findings := trf.Read(above+line+"\n"+below, "test.trf", 0)
		if len(findings) != 1 || !findings[0].Refuses {
			t.Error(line, findings)
		}
	}
}

// Assigned points replace the usual ones or are added to them.
func TestAssignedPointsCount(t *testing.T) {
	player := func(start, points, rounds string) string {
		return fmt.Sprintf("%-80s%4s       %s\n", "001    "+start, points, rounds)
	}
	file := above + "042 2026/02/01\n142 2\n" +
		player("1", "1.5", "   2 w 1  0000 - H") + player("2", "-0.5", "   1 b 0  0000 - Z") +
		"299 H         1.0    2    1\n299          -0.5         1    2\n"
	r, findings := trf.Read(file, "test.trf", 0)
	if !trftest.Holds(r, findings) {
		t.Error(findings, report.Check(r))
	}
	r.Assigned = nil
	if trftest.Holds(r, nil) {
		t.Error("without the assignments the points hold as well")
	}
}

// Missing returns what TRF26 requires and the report lacks.
func TestMissing(t *testing.T) {
	r, _ := trf.Read(above+"102 Doi Haruka\n"+below+"JPN    1      Aoki Ren\n", "test.trf", 0)
	if got := strings.Join(trf.Missing(r, 0), " "); got != "022 032 042 052 132 172" {
		t.Error(got)
	}
}

// Score lines in the two forms of pairing programs are combined if they agree;
// otherwise the first counts.
func TestScoringLinesAgree(t *testing.T) {
	for _, c := range []struct {
		lines string
		ids   []string
		win   rating.Score
		draw  rating.Score
	}{
		{"BBW 1.0\nXXS W=1", nil, 2, 1},
		{"XXS W=1\nBBW 1.0", nil, 2, 1},
		{"BBW 3.0\nXXS W=3 D=1", nil, 6, 2},
		{"XXS W=3 D=1\nBBW 3.0\nBBD 1.0", nil, 6, 2},
		{"BBW 1.0\nXXS W=3", []string{"line-repeated"}, 2, 1},
		{"XXS W=3\nBBW 1.0", []string{"line-repeated"}, 6, 1},
	} {
		r, findings := trf.Read(above+c.lines+"\n"+below, "test.trf", 0)
		var ids []string
		for _, f := range findings {
			ids = append(ids, f.ID)
		}
		if r.Scoring == nil || !slices.Equal(ids, c.ids) || r.Scoring.Win != c.win || r.Scoring.Draw != c.draw {
			t.Errorf("%q: %v, %+v", c.lines, ids, r.Scoring)
		}
	}
}
