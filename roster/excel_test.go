package roster_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/roster"
)

// Lists come as spreadsheets write them: with other separators, names of columns and
// dates, and without IDs.
func TestListsAsSpreadsheetsWriteThem(t *testing.T) {
	for name, c := range map[string]struct {
		text, id, local string
		birth           civil.Birth
		found           string
	}{
		"capitals":             {"ID,Name,Birth\nN1,Aoki Ren,1984/05/02\n", "N1", "", 19840502, "cell-adjusted"},
		"semicolons":           {"id;NAME;birth;standard\nN1;Aoki Ren;1984;1500\n", "N1", "", civil.BirthIn(1984), ""},
		"tabs":                 {"Id\tName\tRapid\nN1\tAoki Ren\t1500\n", "N1", "", 0, ""},
		"Japanese":             {"会員番号,氏名,生年月日\nN1,青木 蓮,H2.5.2\n", "N1", "", 19900502, "cell-adjusted"},
		"two names":            {"ID,Name,氏名,Blitz\nN1,Aoki Ren,青木 蓮,1500\n", "N1", "青木 蓮", 0, ""},
		"Japanese dates":       {"id,name,birth\nN1,Aoki Ren,昭和59年5月2日\n", "N1", "", 19840502, "cell-adjusted"},
		"no IDs":               {"name,standard\nAoki Ren,1800\n", "0001", "", 0, "ids-given"},
		"full-width headers":   {"ＩＤ,Ｎａｍｅ,Ｓｔａｎｄａｒｄ\nN1,Aoki Ren,1500\n", "N1", "", 0, ""},
		"Japan's list":         {"ID,Name,Kanji,ST-K,ST,ST-G,RP-K,RP,RP-G\nN1,Aoki Ren,青木 蓮,20,1742,40,40,1689,12\n", "N1", "青木 蓮", 0, ""},
		"South Africa's list":  {"UNIQUE_NO,SURNAME,FIRSTNAME,BDATE,SEX,TITLE,RATING,FED\n1001,Aoki,Ren,1984/05/02,M,,1500,RSA\n", "1001", "", 19840502, "cell-adjusted"},
		"South Africa's blank": {"UNIQUE_NO,SURNAME,FIRSTNAME,BDATE\n1001,Aoki,Ren,1900/01/01\n", "1001", "", 0, "birth-placeholder-in-list"},
		"nobody is rated":      {"id,name,Elo\nN1,Aoki Ren,1500\n", "N1", "", 0, "list-without-ratings"},
		"a title above":        {"会員名簿 2026年3月,,\n,,\n会員番号,ローマ字,スタンダード\nN1,Aoki Ren,1500\n", "N1", "", 0, ""},
		"a title with a comma": {"Our members, as of March\n\nid;name;rating\nN1;Aoki Ren;1500\n", "N1", "", 0, ""},
		"a damaged FIDE ID":    {"id,name,standard,fide_id\nN1,Aoki Ren,1500,1.23457E+06\n", "", "", 0, "cell-impossible"},
		"an ambiguous date":    {"id,name,birth\nN1,Aoki Ren,02/01/1990\n", "", "", 0, "cell-impossible"},
	} {
		players, _, found := roster.Read(strings.NewReader(c.text), "list.csv")
		told := c.found == "" && len(found) == 0 || slices.ContainsFunc(found, func(f finding.Finding) bool { return f.ID == c.found })
		switch {
		case !told || (c.id == "") != (len(players.Players) == 0):
			t.Errorf("%s: %v", name, found)
		case c.id != "":
			if p := players.Players[0]; p.ID != c.id || p.Birth != c.birth || p.NameLocal != c.local {
				t.Errorf("%s: %+v", name, p)
			}
		}
	}
}

// Headings say which figure is meant: a number of games is that of the rating before it.
func TestHeadingsOfOpeningLists(t *testing.T) {
	for head, want := range map[string]roster.Standing{
		"Rating,Games":              {{Rating: 1500, Games: 12}},
		"Standard,Games,K":          {{Rating: 1500, Games: 12, K: 20}},
		"スタンダード,局数":                 {{Rating: 1500, Games: 12}},
		"ラピッド,局数,変動係数":              {1: {Rating: 1500, Games: 12, K: 20}},
		"Rapid,games,k":             {1: {Rating: 1500, Games: 12, K: 20}},
		"Blitz,Games,K":             {2: {Rating: 1500, Games: 12, K: 20}},
		"standard,standard_games,X": {{Rating: 1500, Games: 12}},
	} {
		cells := []string{"1500", "12", "20"}[:strings.Count(head, ",")+1]
		text := "id,name," + head + "\nN1,Aoki Ren," + strings.Join(cells, ",") + "\n"
		_, list, found := roster.Read(strings.NewReader(text), "list.csv")
		if len(list.Standings) != 1 || list.Standings[0] != want {
			t.Errorf("%s: %+v %v", head, list.Standings, found)
		}
	}
}

// What headings stand for can be said: then it counts, and not what they say.
func TestColumnsAsChosen(t *testing.T) {
	const list = "number,who,Elo,Elo old,note\nN1,Aoki Ren,1800,1700,x\n"
	for as, want := range map[string]string{
		"id,name,standard,,":         "",
		"id,name,standard":           "column-unknown 16", // nothing was said about it
		"id,name,standard,standard,": "column-repeated 16",
		"id,,standard,,":             "column-missing 0",
		"id,name,club,standard,":     "",
		"standard,name,,,":           "cell-impossible 1",
	} {
		players, got, found := roster.ReadAs(strings.Split(as, ","), 10, strings.NewReader(list), "list.csv")
		said := ""
		for _, f := range found {
			if said == "" {
				said = fmt.Sprint(f.ID, " ", f.Column)
			}
		}
		if said != want {
			t.Errorf("%s: %v, want %s", as, found, want)
		}
		if want == "" && (players.Players[0].ID != "N1" || players.Players[0].Name != "Aoki Ren" || !got.Standings[0].Rated()) {
			t.Errorf("%s: %+v %+v", as, players.Players, got.Standings)
		}
	}
}

// A heading that is not known is said, with the column that may be meant.
func TestUnknownHeadings(t *testing.T) {
	for heading, want := range map[string]string{
		"standart": "standard", "Standard rating": "standard", "Clubs": "club", "Nothing": "", "会員番号(旧)": "id", "fide_title": "title", "備考": "",
	} {
		_, _, found := roster.Read(strings.NewReader("id,name,rapid,"+heading+"\nN1,Aoki Ren,1500,x\n"), "list.csv")
		if len(found) != 1 || found[0].ID != "column-unknown" || found[0].Value("proposal") != want {
			t.Errorf("%s: %v, want %s", heading, found, want)
		}
	}
}

// Zeros at the beginning of a number make no other number.
func TestZerosOfNumbers(t *testing.T) {
	players, _, found := roster.Read(strings.NewReader("id,name,standard,fide_id\n0012,Aoki Ren,1500,01234567\n34,Baba Mio,1500,\n056,Chiba Ai,1500,\n0056,Doi Jun,1500,\n"), "list.csv")
	if len(found) != 0 || players.Players[0].FideID != "1234567" {
		t.Fatal(found, players.Players)
	}
	for id, want := range map[string]int{"0012": 0, "12": 0, "012": 0, "34": 1, "034": 1, "056": 2, "0056": 3, "56": -1, "120": -1, "N12": -1} {
		n, ok := players.ByNumber(id)
		if ok != (want >= 0) || ok && int(n) != want {
			t.Errorf("%s is %d %v, want %d", id, n, ok, want)
		}
	}
	for id, want := range map[string]int{"N0100": 4, "N100": 4, "M100": -1, "0012": 0, "12": 0} {
		copied := players.Clone()
		copied.Add(roster.Player{ID: "N00100"})
		if n, ok := copied.ByNumber(id); ok != (want >= 0) || ok && int(n) != want {
			t.Errorf("in a copy %s is %d %v, want %d", id, n, ok, want)
		}
	}
	for id, want := range map[string]bool{"1234567": true, "01234567": true, "12345670": false} {
		if n, ok := players.ByFideID(id); ok != want || n != 0 {
			t.Errorf("%s is %d %v", id, n, ok)
		}
	}
}
