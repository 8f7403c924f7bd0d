package trial_test

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/trial"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/crowd"
	"github.com/arpadchess/arpad/internal/test/storetest"
)

// BenchmarkDryRun makes dry runs of reports of 300 players and 9 rounds in a process that is already running,
// with a month of reports in the open period: one alone, and eight at once.
func BenchmarkDryRun(b *testing.B) {
	for _, players := range []int{10_000, 345_000} {
		b.Run(fmt.Sprint(players), func(b *testing.B) {
			const mostGames = 20_000
			c := crowd.Of(b, storetest.File(b), players, mostGames)
			c.Month(b, 0)
			c.Now = time.Date(2024, 1, 18, 0, 0, 0, 0, time.UTC)
			files := make([][]byte, 40)
			for n := range files {
				files[n] = bureautest.JSON(b, c.Open(n, "Minato Chess Club"))
			}
			ctx, trials := context.Background(), trial.New(&view.Unofficial{}, runtime.GOMAXPROCS(0))
			dry := func(n int) time.Duration {
				begun := time.Now()
				bureautest.Must(b, c.Store.View(ctx, func(r bureau.Reader) error {
					shown, err := trials.Of(ctx, c.Bureau, r, 1, func(preview *bureau.Bureau) (*intake.Receipt, error) {
						return intake.Submit(ctx, preview, bureautest.Submission(files[n]))
					})
					if err == nil && len(shown.Changes) == 0 {
						err = fmt.Errorf("no rating changes: %s", shown.Receipt.Report.State)
					}
					return err
				}))
				return time.Since(begun)
			}
			for _, at := range []int{1, 8} {
				const rounds = 40
				took := make([]time.Duration, rounds)
				dry(0)
				before := crowd.Processor()
				var all sync.WaitGroup
				for first := range at {
					all.Go(func() {
						for n := first; n < rounds; n += at {
							took[n] = dry(n)
						}
					})
				}
				all.Wait()
				slices.Sort(took)
				fmt.Fprintf(os.Stderr, "%d players, %d at once: %v, %v (50 and 95 of 100), %v of processor time each\n", players, at, took[rounds/2], took[rounds*95/100], (crowd.Processor()-before)/rounds)
			}
		})
	}
}
