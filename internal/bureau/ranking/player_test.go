package ranking_test

import (
	"slices"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/storetest"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// What is shown of a player as of a list: nothing of it is of an older list, also where somebody has not played for
// months, and K is that of the next game.
func TestPlayerAsOfAList(t *testing.T) { storetest.InSQL(t, playerAsOfAList) }

func playerAsOfAList(t *testing.T, s *store.Store) {
	players, list := make([]roster.Player, 4), &roster.List{From: civil.Of(2024, 2, 1), Standings: make([]roster.Standing, 4)}
	for n, of := range []struct {
		name  string
		birth civil.Birth
		is    rating.Rating
	}{{"Aoki Ren", 20100105, 1500}, {"Baba Mio", 19750203, 1500}, {"Chiba Sota", 19750204, 1520}, {"Doi Aya", 20100305, 1400}} {
		players[n] = roster.Player{ID: []string{"N00000001", "N00000002", "N00000003", "N00000004"}[n], Name: of.name, Birth: of.birth}
		*list.Standings[n].Of(rating.Standard) = roster.State{Rating: of.is, Peak: of.is, Games: 60}
	}
	d := bureautest.New(t, s)
	d.On("2024-02-01")
	d.Init("ncs", "2024-02", nil, players, list)
	month := func(label string, played civil.Date, winner, loser int) {
		r := bureautest.Meeting("Cup "+label, played, players[winner].ID, players[loser].ID)
		r.Sections[0].Games[0].Result = report.WhiteWon
		d.On(played.String())
		d.Send(r)
		d.On(label[:5] + played.String()[5:8] + "25")
		d.Publish(label)
	}
	month("2024-03", civil.Of(2024, 2, 4), 1, 2) // 1500 beats 1520: 1511 and 1509
	month("2024-04", civil.Of(2024, 3, 4), 0, 1) // the junior beats 1511: 1521 and 1500
	type want struct {
		is, peak     rating.Rating
		change       int
		k            rating.K
		place, below int
		since, at    string
	}
	d.Look(func(r bureau.Reader) error {
		for label, of := range map[string][]want{
			"2024-03": {{1500, 1500, 0, 40, 3, 1, "2024-02", "2024-02"}, {1511, 1511, 11, 20, 1, 3, "2024-03", "2024-03"}, {1509, 1520, -11, 20, 2, 2, "2024-03", "2024-02"}, {1400, 1400, 0, 40, 4, 0, "2024-02", "2024-02"}},
			"2024-04": {{1521, 1521, 21, 40, 1, 3, "2024-04", "2024-04"}, {1501, 1511, -10, 20, 3, 1, "2024-04", "2024-03"}, {1509, 1520, 0, 20, 2, 2, "2024-03", "2024-02"}, {1400, 1400, 0, 40, 4, 0, "2024-02", "2024-02"}},
		} {
			board, err := ranking.NewBoard(r, label, 0)
			if err != nil {
				return err
			}
			for n, w := range of {
				p, err := board.Player(r, uint32(n))
				if err != nil {
					return err
				}
				s := p.Of(rating.Standard)
				change, _ := p.Change(rating.Standard)
				got := want{s.Rating, s.Highest, change, s.NextK, s.Place, s.Below, s.Unchanged.Label, s.HighestIn.Label}
				if got != w || s.Total != 4 {
					t.Errorf("%s in %s of %d: got %+v, want %+v", players[n].Name, label, s.Total, got, w)
				}
			}
			page, err := board.Page(r, ranking.Selection{Kind: rating.Standard, Sort: ranking.ByID})
			if err != nil {
				return err
			}
			var ks []rating.K
			for i := range page.Lines {
				ks = append(ks, page.Lines[i].Of(rating.Standard).NextK)
			}
			if !slices.Equal(ks, []rating.K{40, 20, 20, 40}) {
				t.Errorf("the list %s has the next K %v", label, ks)
			}
		}
		made, err := ranking.Current(r, "")
		if err == nil && made.Lines[3].Of(rating.Standard).NextK != 40 {
			t.Errorf("the list as it is now has the next K %d", made.Lines[3].Of(rating.Standard).NextK)
		}
		return err
	})
}
