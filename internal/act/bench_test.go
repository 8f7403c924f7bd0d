package act_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/crowd"
	"github.com/arpadchess/arpad/internal/test/storetest"
)

// unseen keeps no looks.
type unseen struct{}

func (unseen) Looked(context.Context, bureau.Look) error { return nil }

// BenchmarkDryRun has an organiser try reports of 300 players and 9 rounds, with a month of reports in the open period, one alone and
// eight at once, and see what one of them would do to ratings.
func BenchmarkDryRun(b *testing.B) {
	for _, players := range []int{10_000, 345_000} {
		b.Run(fmt.Sprint(players), func(b *testing.B) {
			const mostGames = 20_000
			c := crowd.Of(b, storetest.File(b), players, mostGames)
			c.Month(b, 0)
			c.Now = time.Date(2024, 1, 18, 0, 0, 0, 0, time.UTC)
			club, err := act.Do(context.Background(), c.Bureau, &act.AddClub{Because: act.Because{Reason: "a benchmark"}, Fields: []string{"name=Minato Chess Club", "representative=" + c.Players[0].ID}}, act.With{})
			bureautest.Must(b, err)
			organiser := *c.Bureau
			organiser.Actor = bureau.Actor{Account: "7", Name: "Organiser", Roles: bureau.Organiser, Clubs: []string{club.Subject}}
			files := make([]*act.SubmitReport, 40)
			for n := range files {
				files[n] = &act.SubmitReport{File: act.File{Name: "open.json", Data: bureautest.JSON(b, c.Open(n, "Minato Chess Club"))}}
			}
			for _, way := range []struct {
				name string
				at   int
				try  func(*act.Organizer, *act.SubmitReport) error
			}{
				{"tried", 1, tried(&organiser)}, {"tried", 8, tried(&organiser)}, {"effect", 1, effect(&organiser)},
			} {
				const rounds = 40
				took := make([]time.Duration, rounds)
				before := crowd.Processor()
				var all sync.WaitGroup
				for first := range way.at {
					all.Go(func() {
						for n := first; n < rounds; n += way.at {
							begun := time.Now()
							bureautest.Must(b, way.try(&act.Organizer{Looks: unseen{}}, files[n]))
							took[n] = time.Since(begun)
						}
					})
				}
				all.Wait()
				slices.Sort(took)
				fmt.Fprintf(os.Stderr, "%d players, %s, %d at once: %v, %v (50 and 95 of 100), %v of processor time each\n", players, way.name, way.at, took[rounds/2], took[rounds*95/100], (crowd.Processor()-before)/rounds)
			}
		})
	}
}

// tried returns how a file is tried by somebody.
func tried(as *bureau.Bureau) func(*act.Organizer, *act.SubmitReport) error {
	return func(o *act.Organizer, file *act.SubmitReport) error {
		told, err := o.Try(context.Background(), as, file)
		if err == nil && told.Case == nil {
			err = fmt.Errorf("not read: %v", told.Findings)
		}
		return err
	}
}

// effect returns how somebody sees what a file would do to ratings.
func effect(as *bureau.Bureau) func(*act.Organizer, *act.SubmitReport) error {
	return func(o *act.Organizer, file *act.SubmitReport) error {
		_, changes, admits, err := o.Effect(context.Background(), as, file)
		if err == nil && (!admits || len(changes) == 0) {
			err = fmt.Errorf("no rating changes: %v", admits)
		}
		return err
	}
}
