package ranking_test

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/projection"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/large"
	"github.com/arpadchess/arpad/rating"
)

// BenchmarkLists reads pages of the newest list and of an old one, without any cache.
// PLAYERS is the size of the federation, of which 15 % move each month.
func BenchmarkLists(b *testing.B) {
	players, _ := strconv.Atoi(os.Getenv("PLAYERS"))
	players = max(players, 30_000)
	ctx := context.Background()
	f := large.New(players, players*15/100)
	s, err := store.Create(ctx, os.Getenv("LISTDB"))
	if err != nil {
		b.Fatal(err)
	}
	office := &bureau.Bureau{Store: s, Clock: f.Clock, Actor: bureau.AtTerminal("officer"), Projection: projection.Rows{}}
	if err := f.Found(ctx, office); err != nil {
		b.Fatal(err)
	}
	for n := range 13 {
		label, err := f.Month(ctx, n)
		if err == nil {
			err = f.Publish(ctx, label)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	var all []*rows.Publication
	must(b, office.View(ctx, func(r bureau.Reader, _ *bureau.Settings) (err error) {
		all, err = rows.Publications.Select(r, bureau.Range{})
		return err
	}))
	for name, p := range map[string]*rows.Publication{"newest": all[len(all)-1], "old": all[1]} {
		read := func(what string, f func(r bureau.Reader, l *ranking.Board) error) {
			b.Run(name+"/"+what, func(b *testing.B) {
				b.ReportAllocs()
				begun := processor()
				defer func() { b.ReportMetric(float64((processor()-begun).Microseconds())/1000/float64(b.N), "cpu-ms/op") }()
				for b.Loop() {
					must(b, office.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
						l, err := ranking.NewBoard(r, p.Label, p.Revision)
						if err != nil {
							return err
						}
						return f(r, l)
					}))
				}
			})
		}
		for _, s := range []ranking.Selection{
			{Sort: ranking.ByRating}, {Sort: ranking.ByName, Rated: true}, {Sort: ranking.ByReading, Rated: true}, {Sort: ranking.ByChange}, {Sort: ranking.ByGames}, {Sort: ranking.ByID, Rated: true}, {Sort: ranking.ByID},
			{Sort: ranking.ByGain}, {Sort: ranking.ByRating, Sex: "w"}, {Sort: ranking.ByRating, Active: true}, {Sort: ranking.ByRating, Backward: true},
		} {
			for _, page := range []int{1, 50, players / 120} {
				s.Kind, s.Offset, s.Limit = rating.Standard, (page-1)*100, 100
				read(fmt.Sprintf("by=%s,sex=%s,active=%v,rated=%v,back=%v,page=%d", s.Sort, s.Sex, s.Active, s.Rated, s.Backward, page), func(r bureau.Reader, l *ranking.Board) error {
					_, err := l.Page(r, s)
					return err
				})
			}
		}
		read("board", func(bureau.Reader, *ranking.Board) error { return nil })
		read("distribution", func(r bureau.Reader, l *ranking.Board) error {
			_, err := l.Distribution(r, ranking.Selection{Kind: rating.Standard})
			return err
		})
		read("movers", func(r bureau.Reader, l *ranking.Board) error {
			_, err := l.Movers(r, ranking.Selection{Kind: rating.Standard, Limit: 20})
			return err
		})
		read("changes", func(r bureau.Reader, l *ranking.Board) error { _, err := l.Changes(r, rating.Standard, 20); return err })
		read("best", func(r bureau.Reader, l *ranking.Board) error {
			_, err := l.Best(r, rating.Standard, 10, 10)
			return err
		})
		read("place", func(r bureau.Reader, l *ranking.Board) error { _, err := l.Place(r, rating.Standard, 1500); return err })
		read("club", func(r bureau.Reader, l *ranking.Board) error {
			_, err := l.Page(r, ranking.Selection{Sort: ranking.ByRating, Club: f.Players[0].Club})
			return err
		})
		read("whole", func(r bureau.Reader, l *ranking.Board) error {
			page, err := l.Whole(r, ranking.Selection{Sort: ranking.ByRating})
			if err != nil {
				return err
			}
			for _, err := range page.All() {
				if err != nil {
					return err
				}
			}
			return nil
		})
	}
}

// processor returns the processor time of the process.
func processor() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // never fails
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
