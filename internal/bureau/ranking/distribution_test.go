package ranking_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/storetest"
	"github.com/arpadchess/arpad/rating"
)

// In the opening list there are the ratings 1150 (1900 - 15 x 50) and 1350, 1400, ...,
// 1900: one in the band from 1100 on, none in 1200, one in 1300 (1350), two in each of
// 1400 to 1800, and one in 1900.
func TestDistributionOfTheOpeningList(t *testing.T) { storetest.InSQL(t, distributionOfTheOpeningList) }

func distributionOfTheOpeningList(t *testing.T, s *store.Store) {
	d := bureautest.SixteenOn(t, s, "ncs")
	d.Look(func(r bureau.Reader) error {
		board, err := ranking.NewBoard(r, "", 0)
		if err != nil {
			return err
		}
		spread, err := board.Distribution(r, ranking.Selection{})
		if err != nil {
			return err
		}
		want := []ranking.Band{
			{From: 1100, To: 1199, Players: 1, Below: 0}, {From: 1200, To: 1299, Players: 0, Below: 1}, {From: 1300, To: 1399, Players: 1, Below: 1},
			{From: 1400, To: 1499, Players: 2, Below: 2}, {From: 1500, To: 1599, Players: 2, Below: 4}, {From: 1600, To: 1699, Players: 2, Below: 6},
			{From: 1700, To: 1799, Players: 2, Below: 8}, {From: 1800, To: 1899, Players: 2, Below: 10}, {From: 1900, To: 1999, Players: 1, Below: 12},
		}
		if !slices.Equal(spread.Bands, want) || spread.Total() != 13 {
			t.Errorf("%d players in %v, want 13 in %v", spread.Total(), spread.Bands, want)
		}
		for r, percent := range map[rating.Rating]string{1: "0", 1150: "0", 1151: "7.6", 1400: "15.3", 1900: "92.3", 1901: "100"} {
			if got := spread.Percent(r); got != percent {
				t.Errorf("%v is above %s %% of the players, want %s", r, got, percent)
			}
		}
		narrow, err := board.Distribution(r, ranking.Selection{Min: 1600, Max: 1750})
		if len(narrow.Bands) != 2 || narrow.Total() != 4 {
			t.Errorf("between 1600 and 1750 there are %v", narrow.Bands)
		}
		none, _ := board.Distribution(r, ranking.Selection{Club: "nowhere"})
		if len(none.Bands) != 0 || none.Percent(1500) != "" {
			t.Errorf("nobody's ratings are %v", none.Bands)
		}
		return err
	})
}

// The movers of a list are those whose numbers in the whole list differ most from those of
// the list before.
func TestMoversAreThoseOfTheWholeList(t *testing.T) { storetest.InSQL(t, moversAreThoseOfTheWholeList) }

func moversAreThoseOfTheWholeList(t *testing.T, s *store.Store) {
	d := bureautest.SixteenOn(t, s, "ncs")
	d.Live(1, 3, nil)
	d.Look(func(r bureau.Reader) error {
		whole, err := bureautest.Published(r, "", 0)
		if err != nil {
			return err
		}
		board, err := ranking.NewBoard(r, "", 0)
		if err != nil {
			return err
		}
		for _, least := range []rating.Rating{0, 1500} {
			var gains, losses []string
			for by := 400; by > 0; by-- { // of equal changes, the first ID first
				for _, line := range whole.Lines {
					now, before := line.Of(rating.Standard).Rating, line.Of(rating.Standard).Before
					switch {
					case !before.Rated() || now < least:
					case int(now)-int(before) == by:
						gains = append(gains, fmt.Sprint(line.ID, " +", by))
					case int(before)-int(now) == by:
						losses = append(losses, fmt.Sprint(line.ID, " -", by))
					}
				}
			}
			if len(gains) < 3 || len(losses) < 3 {
				t.Fatalf("gains %v, losses %v", gains, losses)
			}
			m, err := board.Movers(r, ranking.Selection{Limit: 3, Min: least})
			if err != nil {
				return err
			}
			said := func(lines []rows.Line) (all []string) {
				for i := range lines {
					change, _ := lines[i].Change(rating.Standard)
					all = append(all, fmt.Sprintf("%s %+d", lines[i].ID, change))
				}
				return all
			}
			if !slices.Equal(said(m.Gains), gains[:3]) || !slices.Equal(said(m.Losses), losses[:3]) {
				t.Errorf("from %d on, the movers are %v and %v, want %v and %v", least, said(m.Gains), said(m.Losses), gains[:3], losses[:3])
			}
		}
		return nil
	})
}
