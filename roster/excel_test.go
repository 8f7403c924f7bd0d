package roster_test

import (
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
		"semicolons":           {"id;NAME;birth\nN1;Aoki Ren;1984\n", "N1", "", civil.BirthIn(1984), ""},
		"tabs":                 {"Id\tName\nN1\tAoki Ren\n", "N1", "", 0, ""},
		"Japanese":             {"会員番号,氏名,生年月日\nN1,青木 蓮,H2.5.2\n", "N1", "", 19900502, "cell-adjusted"},
		"two names":            {"ID,Name,氏名\nN1,Aoki Ren,青木 蓮\n", "N1", "青木 蓮", 0, ""},
		"Japanese dates":       {"id,name,birth\nN1,Aoki Ren,昭和59年5月2日\n", "N1", "", 19840502, "cell-adjusted"},
		"no IDs":               {"name,standard\nAoki Ren,1800\n", "0001", "", 0, "ids-given"},
		"full-width headers":   {"ＩＤ,Ｎａｍｅ\nN1,Aoki Ren\n", "N1", "", 0, ""},
		"Japan's list":         {"ID,Name,Kanji,ST-K,ST,ST-G,RP-K,RP,RP-G\nN1,Aoki Ren,青木 蓮,20,1742,40,40,1689,12\n", "N1", "青木 蓮", 0, ""},
		"South Africa's list":  {"UNIQUE_NO,SURNAME,FIRSTNAME,BDATE,SEX,TITLE,RATING,FED\n1001,Aoki,Ren,1984/05/02,M,,1500,RSA\n", "1001", "", 19840502, "cell-adjusted"},
		"South Africa's blank": {"UNIQUE_NO,SURNAME,FIRSTNAME,BDATE\n1001,Aoki,Ren,1900/01/01\n", "1001", "", 0, "birth-placeholder-in-list"},
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
