package closing_test

import (
	"context"
	"runtime"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/large"
	"github.com/arpadchess/arpad/internal/test/memory"
)

// reviews returns how many players the review of a month asks about and reads, and how many
// bytes it allocates.
func reviews(t *testing.T, players, games int) (asks, reads int, allocated uint64) {
	t.Helper()
	ctx := context.Background()
	f := large.New(players, games)
	counting := &bureautest.Counting{Store: &memory.Store{}}
	bureautest.Must(t, f.Found(ctx, &bureau.Bureau{Store: counting.Store, Clock: f.Clock, Actor: bureau.AtTerminal("officer")}))
	label, err := f.Month(ctx, 0)
	bureautest.Must(t, err)
	_, err = closing.Close(ctx, f.Bureau, label)
	bureautest.Must(t, err)
	f.Store = counting
	counting.Read = map[string]int{}
	bureautest.Must(t, f.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		v, err := closing.ReviewOf(f.Bureau, r, label)
		runtime.ReadMemStats(&after)
		allocated = after.TotalAlloc - before.TotalAlloc
		about := map[string]bool{}
		for _, c := range v.Checks {
			if who := c.Finding.Value("player"); who != "" {
				about[who] = true
			}
		}
		for _, k := range v.Kinds {
			for _, m := range k.Movers {
				about[m.Player+" "+m.Name] = true
			}
		}
		asks = len(about)
		return err
	}))
	return asks, counting.Read[register.Players.Kind], allocated
}

// A review reads each player it asks about once, and keeps neither games nor steps of the
// calculation: a game of a packed record has 24 bytes, which are sorted twice.
func TestReviewsOfManyGames(t *testing.T) { // alone: it counts what the program allocates
	const players, few, many, most = 3000, 3000, 30_000, 600
	_, _, a := reviews(t, players, few)
	asks, reads, b := reviews(t, players, many)
	if asks < 500 || reads != asks {
		t.Errorf("%d players are read, want the %d asked about", reads, asks)
	}
	if game := int(b-a) / (many - few); game > most {
		t.Errorf("a game allocates %d bytes, want at most %d", game, most)
	}
}
