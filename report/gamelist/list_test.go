package gamelist_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/gamelist"
	"github.com/arpadchess/arpad/report/table"
)

// said is what was read, in short.
func said(r *report.Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s %s", r.Name, r.Start, r.End)
	for i := range r.Sections {
		s := &r.Sections[i]
		fmt.Fprintf(&b, "; %s", s.Name)
		for _, p := range s.Players {
			fmt.Fprintf(&b, " %d=%s %s", p.StartNumber, p.ID, p.Name)
		}
		for _, g := range s.Games {
			fmt.Fprintf(&b, ", %d: %d-%d %s", g.Round, g.White, g.Black, g.Result)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func TestListsOfGames(t *testing.T) {
	const database = "White Point,White ID,White Name,White Kanji,White K,White Rating,Black ID,Black Name,Black Kanji,Black K,Black Rating,Date,Time,Source,PGN Moves\n"
	for name, c := range map[string]struct {
		text  string
		told  map[string]string
		want  string
		finds string
	}{
		"plain":            {"White,Result,Black\nAoki Ren,1-0,Baba Mio\nBaba Mio,½,Chiba Ai\n", nil, "; 1= Aoki Ren 2= Baba Mio 3= Chiba Ai, 1: 1-2 1-0, 2: 2-3 1/2-1/2", "rounds-counted"},
		"Japanese":         {"回戦\t白\t結果\t黒\n1\t青木 蓮\t1-0\t馬場 みお\n", nil, "; 1= 青木 蓮 2= 馬場 みお, 1: 1-2 1-0", ""},
		"a title above":    {"Club night\nRound;White;Result;Black\n1;Aoki;0,5:0,5;Baba\n", nil, "; 1= Aoki 2= Baba, 1: 1-2 1/2-1/2", ""},
		"the database":     {database + "0.5,N00000001,Aoki Ren,青木 蓮,20,1900,N00000002,Baba Mio,馬場 みお,20,0,2026-03-07,ST,Spring Cup,\n", nil, "Spring Cup 2026-03-07 2026-03-07; 1=N00000001 Aoki Ren 2=N00000002 Baba Mio, 1: 1-2 1/2-1/2", "rounds-counted"},
		"two types":        {database + "1,N1,A,,,,N2,B,,,,2026-03-07,ST,Cup,\n0,N1,A,,,,N2,B,,,,2026-03-08,RP,Cup,\n", nil, "Cup 2026-03-07 2026-03-08; Standard 1=N1 A 2=N2 B, 1: 1-2 1-0; Rapid 1=N1 A 2=N2 B, 1: 1-2 0-1", "rounds-counted"},
		"two events":       {database + "1,N1,A,,,,N2,B,,,,2026-03-07,ST,Cup,\n0,N1,A,,,,N2,B,,,,2026-03-08,ST,Open,\n", nil, "", "list-several-events"},
		"an ID of two":     {"White ID,White,Result,Black\nN1,Aoki,1,Baba\nN1,Chiba,1,Baba\n", nil, "", "list-id-of-two"},
		"namesakes":        {"White ID,White,Result,Black\nN1,Aoki,1,Baba\nN2,Aoki,1,Baba\n,Aoki,1,Baba\n", nil, "", "list-name-of-two"},
		"told what it is":  {"Player One,Result,Player Two\nAoki,1-0,Baba\n", map[string]string{"playerone": "white", "playertwo": "black"}, "; 1= Aoki 2= Baba, 1: 1-2 1-0", "table-column-told"},
		"told a wrong one": {"White,Result,Black\nAoki,1-0,Baba\n", map[string]string{"white": "yellow"}, "", "list-column-name"},
	} {
		var found finding.Collector
		tables := table.CSV(c.text, &found)
		if !gamelist.Is(tables, c.told) {
			t.Errorf("%s is no list", name)
		}
		r, findings := gamelist.Read(tables, "", c.told, 0)
		finds, refused := c.finds == "", false
		for _, f := range findings {
			finds, refused = finds || f.ID == c.finds, refused || f.Refuses
		}
		if !finds || refused != (c.want == "") || !refused && said(r) != c.want {
			t.Errorf("%s: got %q, %v", name, said(r), findings)
		}
	}
}

func TestPGN(t *testing.T) {
	const text = "[Event \"Spring Cup\"]\r\n[Site \"Minato\"]\r\n[Date \"2026.03.07\"]\r\n[Round \"1.1\"]\r\n[White \"Aoki, Ren\"]\r\n[Black \"Baba, Mio\"]\r\n[WhiteElo \"1900\"]\r\n[WhiteFideId \"90000011\"]\r\n[Result \"1-0\"]\r\n\r\n" +
		"1. e4 { [%clk 1:00:00] a comment } e5 1-0\r\n\r\n" +
		"[Event \"Spring Cup\"]\r\n[Date \"2026.03.08\"]\r\n[Round \"2\"]\r\n[White \"Baba, Mio\"]\r\n[Black \"Aoki, Ren\"]\r\n[Result \"0-1\"]\r\n[Termination \"rules infraction: forfeit\"]\r\n" +
		"[Event \"Spring Cup\"]\r\n[Date \"2026.03.??\"]\r\n[Round \"3\"]\r\n[White \"Chiba, Ai\"]\r\n[Black \"Aoki, Ren\"]\r\n[Result \"1/2-1/2\"]\r\n"
	if !gamelist.IsPGN(text) {
		t.Error("it is no PGN")
	}
	r, found := gamelist.ReadPGN(text, "", 0)
	const want = "Spring Cup 2026-03-07 2026-03-08; 1= Aoki, Ren 2= Baba, Mio 3= Chiba, Ai, 1: 1-2 1-0, 2: 2-1 -/+, 3: 3-1 1/2-1/2"
	if len(found) != 1 || found[0].ID != "list-date-missing" || said(r) != want || r.City != "Minato" || r.Sections[0].Players[0].Rating != 1900 {
		t.Errorf("got %q, %v", said(r), found)
	}
	for text, id := range map[string]string{
		"[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n":                                                                                        "pgn-result-missing",
		"[White \"A\"]\n[Black \"?\"]\n[Result \"1-0\"]\n":                                                                                      "pgn-name-missing",
		"[White \"A\"]\n[Black \"B\"]\n[Date \"now\"]\n[Result \"1-0\"]\n":                                                                      "value-impossible",
		"[Event \"X\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n*\n\n[Event \"Y\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n": "list-several-events",
	} {
		if _, found := gamelist.ReadPGN(text, "", 0); len(found) == 0 || found[0].ID != id {
			t.Errorf("%q: got %v, want %s", text, found, id)
		}
	}
}

// Days are read in the one order that fits all rows, or that the caller knows; else both ends of the
// event keep what they may be, and nobody guesses.
func TestDaysOfLists(t *testing.T) {
	for _, c := range []struct {
		days          []string
		order         civil.Order
		start, unsure string // the first day, or what the two ends may be
		finds         string
	}{
		{[]string{"2026/03/07", "2026/03/08"}, 0, "2026-03-07", "", ""},
		{[]string{"03/07/2026", "03/25/2026"}, 0, "2026-03-07", "", "date-order"},
		{[]string{"03/04/2026", "05/04/2026"}, civil.DayFirst, "2026-04-03", "", "date-order"},
		{[]string{"03/04/2026", "03/04/2026"}, 0, "", "03/04/2026: 2026-04-03 2026-03-04; 03/04/2026: 2026-04-03 2026-03-04", ""},
		{[]string{"03/04/2026", "04/03/2026"}, 0, "", "04/03/2026: 2026-03-04 2026-04-03; 03/04/2026: 2026-04-03 2026-03-04; 03/04/2026: 2026-04-03 2026-03-04; 04/03/2026: 2026-03-04 2026-04-03", ""},
		{[]string{"25/03/2026", "03/25/2026", "03/04/2026"}, 0, "2026-03-25", "", "value-impossible"},
	} {
		csv, pgn := "White,Result,Black,Date\n", ""
		for i, day := range c.days {
			csv += fmt.Sprintf("P%d,1-0,Q%d,%s\n", i, i, day)
			pgn += fmt.Sprintf("[Event \"Cup\"]\n[White \"P%d\"]\n[Black \"Q%d\"]\n[Date \"%s\"]\n[Result \"1-0\"]\n\n1-0\n", i, i, day)
		}
		var none finding.Collector
		sheet, found := gamelist.Read(table.CSV(csv, &none), "", nil, c.order)
		games, also := gamelist.ReadPGN(pgn, "", c.order)
		for r, found := range map[*report.Report][]finding.Finding{sheet: found, games: also} {
			var unsure []string
			for _, u := range r.Unclear {
				unsure = append(unsure, strings.Trim(fmt.Sprint(u.Text, ": ", u.Days), "[]"))
			}
			finds := c.finds == ""
			for _, f := range found {
				finds = finds || f.ID == c.finds
			}
			if got := strings.ReplaceAll(strings.Join(unsure, "; "), "[", ""); r.Start.String() != c.start || strings.ReplaceAll(got, "]", "") != c.unsure || !finds {
				t.Errorf("%v: from %s, unsure %q, %v", c.days, r.Start, got, found)
			}
		}
	}
}
