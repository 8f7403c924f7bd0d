package store_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/finder"
	"github.com/arpadchess/arpad/internal/bureau/projection"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/storetest"
	"github.com/arpadchess/arpad/roster"
)

// registered is the number of players in the benchmark's register, as in a
// large FIDE list.
const registered = 345_000

// bigRegister returns a bureau with that many players.
func bigRegister(b *testing.B) (*bureau.Bureau, *roster.Roster) {
	b.Helper()
	ctx := context.Background()
	players, list := synth.New(1, synth.Size{Players: registered}).Opening()
	for i := range players.Players {
		players.Players[i].ID = fmt.Sprintf("N%08d", i+1)
	}
	officer := &bureau.Bureau{Store: storetest.Create(b, storetest.File(b)), Clock: func() time.Time { return time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC) }, Actor: bureau.AtTerminal("officer"), Projection: projection.Rows{}}
	if err := closing.Init(ctx, officer, bureau.Settings{Authority: "ncs", ListZero: "2024-01", Options: map[string]string{"late": "count", "non_members": "count"}, Reason: "as the board has decided"}, players.Players, list); err != nil {
		b.Fatal(err)
	}
	return officer, players
}

// BenchmarkLookup looks up 1,000 players, half of them by ID and half by the
// first letters of the name, as someone types them, with up to ten hits: with a search
// that knows all names, as serve has, and with one that reads them, as arpad find.
func BenchmarkLookup(b *testing.B) {
	officer, players := bigRegister(b)
	const lookups = 1000
	queries := make([]string, lookups)
	for i := range queries {
		p := &players.Players[(i*7919)%len(players.Players)]
		if queries[i] = p.ID; i%2 == 1 {
			queries[i] = string([]rune(p.Name)[:min(6, len([]rune(p.Name)))])
		}
	}
	for _, name := range []string{"known", "read"} {
		b.Run(name, func(b *testing.B) {
			err := officer.View(context.Background(), func(r bureau.Reader, _ *bureau.Settings) error {
				search, err := finder.New(r)
				if err == nil && name == "known" {
					err = search.Prepare(r)
				}
				for found := 0; err == nil && b.Loop(); found = 0 {
					for _, q := range queries {
						hits, err := search.Find(r, q, 10)
						if err != nil {
							return err
						}
						if len(hits.Players) == 0 {
							return fmt.Errorf("nobody is found for %q", q)
						}
						found += len(hits.Players)
					}
					b.ReportMetric(float64(found)/lookups, "hits/lookup")
				}
				return err
			})
			if err != nil {
				b.Fatal(err)
			}
		})
	}
}
