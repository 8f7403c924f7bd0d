package view_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/projection"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/memory"
	"github.com/arpadchess/arpad/internal/test/soak"
	"github.com/arpadchess/arpad/internal/test/workload"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/roster"
)

// What an explanation rests on is the same whether the reports are rated on which the
// player's ratings depend, or all of the list: under each edition, and so under all that rate a
// player's own games only.
func TestDerivedFromFewReports(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	rated := map[string]bool{} // editions; guarded by mu
	t.Run("all", func(t *testing.T) {
		for _, c := range []struct {
			authority string
			year      int    // in which the period begins
			id        string // of a player
			options   map[string]string
			most      float64 // of the reports, on average
		}{
			{"ncs", 2022, "N%08d", nil, 0.5},
			{"ncs", 2023, "N%08d", map[string]string{"late": "count", "non_members": "count"}, 0.5},
			{"nscl", 2023, "S%06d", nil, 1},
			{"chessa", 2023, "%09d", nil, 0.9},
		} {
			t.Run(fmt.Sprint(c.authority, c.year), func(t *testing.T) {
				t.Parallel()
				ctx := context.Background()
				now := time.Date(c.year, 12, 21, 0, 0, 0, 0, time.UTC)
				b := &bureau.Bureau{Store: &memory.Store{}, Clock: func() time.Time { return now }, Actor: bureau.AtTerminal("officer"), Projection: projection.Rows{}}
				players, list, batch := workload.Period(5, 400, 3000)
				for n := range list.Standings {
					if n%3 == 0 { // many first ratings
						list.Standings[n] = roster.Standing{}
					}
				}
				for n := range players {
					players[n].ID = fmt.Sprintf(c.id, n+1)
				}
				list.From = civil.Of(c.year+1, 1, 1)
				settings := bureau.Settings{Authority: c.authority, ListZero: list.From.String()[:7], Options: c.options, Reason: "a test"}
				if err := closing.Init(ctx, b, settings, players, list); err != nil {
					t.Fatal(err)
				}
				p := regulation.Period{Label: civil.Of(c.year+1, 2, 1).String()[:7], Days: civil.Range{From: civil.Of(c.year, 12, 21), To: civil.Of(c.year+1, 1, 20)}, List: civil.Of(c.year+1, 2, 1), Meet: c.authority == "nscl"}
				if err := bureautest.Plant(ctx, b, p, bureautest.Shift(batch, civil.Of(c.year, 12, 21)-civil.Of(2023, 12, 21))); err != nil {
					t.Fatal(err)
				}
				now = time.Date(c.year+1, 2, 1, 0, 0, 0, 0, time.UTC)
				run, err := closing.Close(ctx, b, p.Label)
				if err != nil {
					t.Fatal(err)
				}
				mu.Lock()
				rated[run.Edition] = true
				mu.Unlock()
				if _, err := closing.Tick(ctx, b, p.Label, "all", "a test"); err != nil {
					t.Fatal(err)
				}
				if _, err := closing.Publish(ctx, b, p.Label, "a test"); err != nil {
					t.Fatal(err)
				}
				asked, reports, first := 0, 0, 0
				err = b.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
					for n := 0; n < len(players); n += soak.Of(19, 4) {
						want, _, err := view.Derived(r, run, uint32(n), true)
						if err != nil {
							return err
						}
						got, some, err := view.Derived(r, run, uint32(n), false)
						if err != nil {
							return err
						}
						if got != want {
							return fmt.Errorf("player %d, from %d reports:\n%s\nfrom all:\n%s", n, some, got, want)
						}
						asked++
						reports += some
						if made, err := lists.ListOf(r, run.ID); err == nil && !list.Standings[n].Rated() && made.Standings[n].Rated() {
							first++
						}
					}
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
				share := float64(reports) / float64(asked*len(batch.Events))
				t.Logf("%d events, %.2f of them for a player, %d first ratings", len(batch.Events), share, first)
				if share > c.most || c.authority != "nscl" && first == 0 {
					t.Errorf("%.2f of the reports were rated for a player, want at most %.2f; %d first ratings", share, c.most, first)
				}
			})
		}
	})
	for _, e := range catalog.Editions() {
		if about := e.About(); about.OwnGames && !rated[about.ID] {
			t.Errorf("nothing was rated under %s, which rates a player's own games only", about.ID)
		}
	}
}
