package season_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/report/file"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/season"
)

// crosstable is a TRF of four players in three rounds, with cells in place of others and
// stated points by start number.
func crosstable(points map[int]string, replaced map[string]string) string {
	rows := [][]string{{"2 w 1", "3 b =", "4 w 1"}, {"1 b 0", "4 w 1", "3 b ="}, {"4 b 0", "1 w =", "2 w ="}, {"3 w 1", "2 b 0", "1 b 0"}}
	usual := []string{"2.5", "1.5", "1.0", "1.0"}
	text := "012 Open\n042 2023/02/04\n052 2023/02/05\n122 90 min + 30 sec\n"
	for i, row := range rows {
		cells := ""
		for round, cell := range row {
			if other, is := replaced[fmt.Sprintf("%d/%d", i+1, round+1)]; is {
				cell = other
			}
			cells += fmt.Sprintf("   %-7s", cell)
		}
		stated := usual[i]
		if points[i+1] != "" {
			stated = points[i+1]
		}
		text += fmt.Sprintf("001 %4d      %-33s %4d JPN    %11s             %s    1  %s\n", i+1, fmt.Sprint("Aoki ", i+1), 1500, fmt.Sprint("N", i+1), stated, cells)
	}
	return text
}

// A file that contradicts itself about a game is rated without it: two lines of a game, a game
// and another opponent, points of two players that differ by opposite amounts; else the
// games of the entry. Many contradictions refuse the section.
func TestContradictions(t *testing.T) {
	for name, c := range map[string]struct {
		points map[int]string
		cells  map[string]string
		want   string // finding, games that count of the four players
		refuse bool
	}{
		"sound":            {nil, nil, " 3 3 3 3", false},
		"two lines":        {nil, map[string]string{"2/1": "1 b ="}, "sides-disagree 2 2 3 3", false},
		"colours":          {nil, map[string]string{"2/1": "1 w 0"}, "sides-disagree 2 2 3 3", false},
		"no result":        {nil, map[string]string{"2/1": "1 b  "}, "sides-disagree 2 2 3 3", false},
		"blank":            {nil, map[string]string{"2/1": "     "}, "sides-disagree 2 2 3 3", false},
		"other opponent":   {nil, map[string]string{"1/1": "3 w 1"}, "two-opponents,two-opponents 2 2 2 2", false},
		"points of a game": {map[int]string{1: "2.0", 2: "2.0"}, nil, "points-differ,points-differ 2 2 3 3", false},
		"points":           {map[int]string{4: "2.0"}, nil, "points-differ 2 2 2 0", false},
		"many":             {map[int]string{1: "0.0", 2: "0.0", 3: "0.0"}, nil, "points-differ,points-differ,points-differ 0 0 0 0", true},
	} {
		r, found := file.Read([]byte(crosstable(c.points, c.cells)), "open.trf", "")
		if r == nil {
			t.Errorf("%s: refused as a whole, %v", name, found)
			continue
		}
		players := roster.New()
		list := &roster.List{}
		for i := range 4 {
			n := players.Add(roster.Player{ID: fmt.Sprint("N", i+1), Name: fmt.Sprint("Aoki ", i+1)})
			for len(list.Standings) <= int(n) {
				list.Standings = append(list.Standings, roster.Standing{})
			}
			list.Standings[n].Of(1).Rating = 1500
		}
		regulation, err := catalog.Find("ncs-2022")
		if err != nil {
			t.Fatal(err)
		}
		var games []string
		found, err = season.Rate(season.Input{Regulation: regulation, Roster: players, Opening: list, Reports: []season.Source{{Report: r}}, IDs: season.AutoID}, func(p *season.Period) error {
			for i := range 4 {
				player := slices.IndexFunc(p.Players, func(q roster.Player) bool { return q.ID == fmt.Sprint("N", i+1) })
				games = append(games, fmt.Sprint(p.Row(uint32(player), 1).Move.Games))
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, f := range found {
			if f.Severity == finding.Error {
				ids = append(ids, f.ID)
				if f.Line == 0 || f.Refuses != c.refuse {
					t.Errorf("%s: %+v", name, f)
				}
			}
		}
		slices.Sort(ids)
		if got := strings.Join(ids, ",") + " " + strings.Join(games, " "); got != c.want {
			t.Errorf("%s: got %s, want %s", name, got, c.want)
		}
	}
}
