package chessresults_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/chessresults"
	"github.com/arpadchess/arpad/report/table"
)

// list is a starting list of four players.
const list = `<h2>Open</h2><h2>Starting rank</h2><table><tr><th>No.<th></th><th>Name<th>Rtg<th>FED</tr>
<tr><td>1<td><td>Aoki Ren<td>1900<td>JPN</tr><tr><td>2<td><td>Baba Mio<td>1800<td>JPN</tr><tr><td>3<td><td>Chiba Ai<td>1700<td>JPN</tr><tr><td>4<td><td>Doi Haruka<td>1600<td>JPN</tr></table>`

// games are the games and byes of a report, in short.
func games(r *report.Report) string {
	var all []string
	for _, g := range r.Sections[0].Games {
		all = append(all, fmt.Sprintf("%d: %d-%d %s", g.Round, g.White, g.Black, g.Result))
	}
	for _, b := range r.Sections[0].Byes {
		all = append(all, fmt.Sprintf("%d: %d %s", b.Round, b.Player, b.Kind))
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}

// The card of a player has the colour as a drawing, and K for a forfeit.
func TestCards(t *testing.T) {
	drawn := func(colour, result string) string {
		return `<table><tr><td><div class="Farbe` + colour + `T"></div></td><td>` + result + `</td></tr></table>`
	}
	for rows, want := range map[string]string{
		"<tr><td>1<td>1<td>2<td>Baba Mio<td>" + drawn("w", "1") + "</tr><tr><td>2<td>1<td>3<td>Chiba Ai<td>" + drawn("s", "½") + "</tr>":  "1: 1-2 1-0, 2: 3-1 1/2-1/2",
		"<tr><td>1<td>1<td>4<td>Doi Haruka<td>" + drawn("w", "1K") + "</tr><tr><td>2<td>1<td><td>bye<td>1</tr>":                           "1: 1-4 +/-, 2: 1 pairing",
		"<tr><td>1<td>1<td>2<td>Baba Mio<td>w 0</tr><tr><td>2<td>1<td><td>not paired<td>½</tr><tr><td>3<td>1<td><td>not paired<td>0</tr>": "1: 1-2 0-1, 2: 1 half, 3: 1 zero",
	} {
		page := list + `<h2>Player info</h2><table><tr><td>Name<td>Aoki Ren</tr><tr><td>Starting rank<td>1</tr><tr><td>Points<td>1,5</tr></table>
<table><tr><th>Rd.<th>Bo.<th>SNo<th>Name<th>Res.</tr>` + rows + "</table>"
		var c finding.Collector
		r, found := chessresults.Read(table.Page(page, &c), "", 0)
		if got := games(r); got != want || len(found) > 0 || r.Name != "Open" {
			t.Errorf("got %s, want %s; %v", got, want, found)
		}
	}
}

// What pages contradict is refused with its cell; what they do not tell is not guessed.
func TestPagesThatDoNotFit(t *testing.T) {
	const cross = "Open\nNo.,,Name,Rtg,FED,1.Rd,Pts.\n"
	for text, want := range map[string]string{
		cross + "1,,Aoki,1900,JPN,9w1,1\n":                                                                               "table-player-unknown F3",
		cross + "1,,Aoki,1900,JPN,2w?,1\n2,,Baba,1800,JPN,1b0,0\n":                                                       "table-cell-impossible F3",
		cross + "1,,Aoki,1900,JPN,2w,0\n2,,Baba,1800,JPN,1b,0\n":                                                         "result-missing F3",
		cross + "1,,Aoki,1900,JPN,2w1,1\n2,,Baba,1800,JPN,1b0,0\nNo.,,Name,Rtg,FED,1.Rd,Pts.\n1,,Chiba,1900,JPN,2w1,1\n": "pages-differ C6",
		"Open\nBo.,No.,White,Result,Black,No.\n1,1,Aoki,1 - 0,Baba,2\n":                                                  "pairings-without-round A3",
	} {
		var c finding.Collector
		_, found := chessresults.Read(table.CSV(text, &c), "", 0)
		if len(found) == 0 || found[0].ID+" "+found[0].Value("cell") != want {
			t.Errorf("%s: got %v, want %s", text, found, want)
		}
	}
}

// Of a game of which the two sides, or two pages, say different things both are kept, and it is an error.
func TestSidesThatDisagree(t *testing.T) {
	const cross = "Open\nNo.,,Name,Rtg,FED,1.Rd,Pts.\n"
	for text, want := range map[string]string{
		cross + "1,,Aoki,1900,JPN,2w1,1\n2,,Baba,1800,JPN,1b1,1\n":                                                                              "1–2 0-1, line 4",
		cross + "1,,Aoki,1900,JPN,2w1,1\n2,,Baba,1800,JPN,1w0,0\n":                                                                              "2–1 0-1, line 4",
		cross + "1,,Aoki,1900,JPN,2w1,1\n2,,Baba,1800,JPN,1b0,0\nNo.,,Name,Rtg,FED,1.Rd,Pts.\n1,,Aoki,1900,JPN,2w0,0\n2,,Baba,1800,JPN,1b1,1\n": "1–2 0-1, line 6",
	} {
		var c finding.Collector
		r, found := chessresults.Read(table.CSV(text, &c), "", 0)
		if s := &r.Sections[0]; len(found) > 0 || len(s.Games) != 1 || len(s.Disputed) != 1 || s.Games[0].Result != report.WhiteWon {
			t.Errorf("%s: %v %v %v", text, s.Games, s.Disputed, found)
		}
		said := report.Check(r)
		at := slices.IndexFunc(said, func(f finding.Finding) bool { return f.ID == "sides-disagree" && report.Contradicts(&f) })
		if at < 0 || fmt.Sprint(said[at].Value("theirs"), ", line ", said[at].Line) != want || report.Contests(&said[at], &r.Sections[0].Games[0]) != true {
			t.Errorf("%s: %v", text, said)
		}
	}
}

// A day that may be read in several ways is the only one that the other days allow, or that of a known order, or is asked; it is
// never lost.
func TestDaysInSeveralWays(t *testing.T) {
	const pairings = `<table><tr><th>Bo.<th>No.<th>White<th>Result<th>Black<th>No.</tr><tr><td>1<td>1<td>Aoki Ren<td>1 - 0<td>Baba Mio<td>2</tr></table>`
	page := func(date, first, second string) string {
		return list + `<table><tr><td>Date<td>` + date + `</tr></table><h2>Round 1 on ` + first + ` at 09:30</h2>` + pairings + `<h2>Round 2 on ` + second + `</h2>` + pairings
	}
	for _, c := range []struct {
		page, days, games string
		known             civil.Order
		unclear           int
	}{
		{page("2024/03/04 to 2024/03/05", "2024/03/04", "2024/03/05"), "2024-03-04..2024-03-05", "2024-03-04 2024-03-05", 0, 0},
		{page("03/04/2024 to 04/04/2024", "03/04/2024", "04/04/2024"), "", " ", 0, 2},
		{page("03/04/2024 to 04/04/2024", "03/04/2024", "04/04/2024"), "2024-04-03..2024-04-04", "2024-04-03 2024-04-04", civil.DayFirst, 0},
		{page("03/04/2024 to 13/04/2024", "03/04/2024", "04/04/2024"), "2024-04-03..2024-04-13", "2024-04-03 2024-04-04", 0, 0},
		{page("04/04/2024", "04/04/2024", "04/05/2024"), "2024-04-04..2024-04-05", "2024-04-04 2024-04-05", civil.MonthFirst, 0},
		{page("soon", "2024/03/04", "2024/03/04"), "2024-03-04..2024-03-04", "2024-03-04 2024-03-04", 0, 0},
	} {
		var collected finding.Collector
		r, found := chessresults.Read(table.Page(c.page, &collected), "", c.known)
		days, games := "", make([]string, 0, len(r.Sections[0].Games))
		if r.Start != 0 {
			days = r.Start.String() + ".." + r.End.String()
		}
		for _, g := range r.Sections[0].Games {
			text := ""
			if g.Date != 0 {
				text = g.Date.String()
			}
			games = append(games, text)
		}
		if days != c.days || strings.Join(games, " ") != c.games || len(r.StillUnclear()) != c.unclear {
			t.Errorf("%s: %q, %q, %+v; %v", c.page, days, games, r.Unclear, found)
		}
	}
	for dates, want := range map[string]string{
		`datestart="03.04.2024" dateend="04.04.2024"`: "2024-04-03",
		`datestart="03/04/2024" dateend="04/04/2024"`: "",
		`datestart="03/04/2024" dateend="14/04/2024"`: "2024-04-03",
	} {
		r, found := chessresults.ReadUpload(`<ChessResults><Tournament name="Open" rounds="1" `+dates+`/></ChessResults>`, "", 0)
		if day := r.Start; want == "" && (day != 0 || len(r.StillUnclear()) != 2) || want != "" && day.String() != want {
			t.Errorf("%s: %v, %+v; %v", dates, day, r.Unclear, found)
		}
	}
}
