package view_test

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/agenda"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/finder"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/crowd"
	"github.com/arpadchess/arpad/internal/test/pgtest"
	"github.com/arpadchess/arpad/internal/test/storetest"
	"github.com/arpadchess/arpad/rating"
)

// BenchmarkView reads what pages need from bureaus of different sizes, in a process that
// is already running: the 95th percentile of 200 readings of each kind.
func BenchmarkView(b *testing.B) {
	for _, players := range []int{10_000, 100_000, 345_000} {
		b.Run(fmt.Sprint(players, "/SQLite"), func(b *testing.B) {
			file := storetest.File(b)
			views(b, file, players)
			info, err := os.Stat(file)
			bureautest.Must(b, err)
			fmt.Fprintf(os.Stderr, "%d players: %d MB, of them rows %d MB\n", players, info.Size()>>20, rowBytes(b, file)>>20)
		})
		b.Run(fmt.Sprint(players, "/PostgreSQL"), func(b *testing.B) { views(b, pgtest.Database(b), players) })
	}
}

// rowBytes returns the size of the tables of rows and of their indexes.
func rowBytes(b *testing.B, file string) (size int64) {
	db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Opaque: (&url.URL{Path: file}).EscapedPath()}).String())
	bureautest.Must(b, err)
	defer func() { bureautest.Must(b, db.Close()) }()
	for _, t := range rows.All {
		var of int64
		bureautest.Must(b, db.QueryRow("SELECT COALESCE(SUM(s.pgsize), 0) FROM dbstat s JOIN sqlite_schema t ON t.name = s.name WHERE t.tbl_name = ?", t.Name).Scan(&of))
		fmt.Fprintf(os.Stderr, "  %s %d kB\n", t.Name, of>>10)
		size += of
	}
	return size
}

func views(b *testing.B, address string, players int) {
	const published, mostGames, evenings = 24, 20_000, 760
	ctx := context.Background()
	begun := time.Now()
	c := crowd.Of(b, address, players, min(players/5, mostGames))
	fmt.Fprintf(os.Stderr, "%d players: taken over in %v\n", players, time.Since(begun))
	c.Meet(evenings)
	var took []time.Duration
	for n := range published {
		label := c.Month(b, n)
		bureautest.Must(b, c.Close(ctx, label))
		begun := time.Now()
		_, err := closing.Publish(ctx, c.Bureau, label, "a benchmark")
		bureautest.Must(b, err)
		took = append(took, time.Since(begun))
	}
	fmt.Fprintf(os.Stderr, "%d players: lists come out in %v\n", players, took)
	look := func(f func(bureau.Reader) error) {
		bureautest.Must(b, c.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error { return f(r) }))
	}
	var board *ranking.Board
	var search *finder.Search
	var active []*rows.Entry
	look(func(r bureau.Reader) (err error) {
		begun := time.Now()
		if board, err = ranking.NewBoard(r, "", 0); err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "%d players: the list is read in %v\n", players, time.Since(begun))
		begun = time.Now()
		if search, err = finder.New(r); err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "%d players: the ratings are read for searches in %v\n", players, time.Since(begun))
		begun = time.Now()
		if err = search.Prepare(r); err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "%d players: searches are prepared in %v\n", players, time.Since(begun))
		if err == nil {
			active, err = rows.Entries.Select(r, bureau.Range{Limit: 5000})
		}
		return err
	})
	// A month whose list is not out, and the list as it would be now after one more report.
	label := c.Month(b, published)
	refused := ""
	bureautest.Must(b, c.Do(ctx, "report.park", "", func(tx *bureau.Tx) error {
		all, err := intake.OfPeriod(tx, label)
		if err != nil {
			return err
		}
		one := all[0]
		refused, one.State = one.Ref, check.Withheld
		return intake.Keep(tx, one)
	}))
	unofficial := &view.Unofficial{}
	look(func(r bureau.Reader) error {
		begun := time.Now()
		_, err := unofficial.List(ctx, c.Bureau, r, new(int))
		fmt.Fprintf(os.Stderr, "%d players: the unofficial list is made in %v\n", players, time.Since(begun))
		return err
	})
	bureautest.Must(b, c.Do(ctx, "report.admit", "", func(tx *bureau.Tx) error {
		one, err := intake.Find(tx, refused)
		if err != nil {
			return err
		}
		one.State = check.Admitted
		return intake.Keep(tx, one)
	}))
	look(func(r bureau.Reader) error {
		begun := time.Now()
		_, err := unofficial.List(ctx, c.Bureau, r, new(int))
		fmt.Fprintf(os.Stderr, "%d players: and after one more report in %v\n", players, time.Since(begun))
		return err
	})
	dice := rand.New(rand.NewPCG(1, 2))
	id := func() string { return c.Players[active[dice.IntN(len(active))].Player].ID }
	sorts := []ranking.Sort{ranking.ByID, ranking.ByName, ranking.ByRating, ranking.ByChange, ranking.ByGames}
	for _, one := range []struct {
		name string
		read func(bureau.Reader) error
	}{
		{"history", func(r bureau.Reader) error { _, err := view.PlayerHistory(r, id()); return err }},
		{"page of 100", func(r bureau.Reader) error {
			_, err := board.Page(r, ranking.Selection{
				Sort: sorts[dice.IntN(len(sorts))], Kind: rating.Standard, Active: dice.IntN(2) == 0, Min: rating.Rating(1000 * dice.IntN(2)), Limit: 100, Offset: dice.IntN(1000),
			})
			return err
		}},
		{"games", func(r bureau.Reader) error { _, err := view.PlayerGames(r, id(), ""); return err }},
		{"head to head", func(r bureau.Reader) error { _, err := view.PlayerGames(r, id(), id()); return err }},
		{"distribution", func(r bureau.Reader) error {
			_, err := board.Distribution(r, ranking.Selection{Kind: rating.Standard, Active: dice.IntN(2) == 0})
			return err
		}},
		{"movers", func(r bureau.Reader) error {
			_, err := board.Movers(r, ranking.Selection{Kind: rating.Standard, Active: dice.IntN(2) == 0, Limit: 20})
			return err
		}},
		{"event", func(r bureau.Reader) error {
			_, err := view.FindEvent(r, active[dice.IntN(len(active))].Ref)
			return err
		}},
		{"search by 4 letters", func(r bureau.Reader) error {
			name := []rune(c.Players[dice.IntN(len(c.Players))].Name)
			_, err := search.Find(r, string(name[:min(4, len(name))]), 10)
			return err
		}},
		{"search by a name and a letter", func(r bureau.Reader) error {
			words := strings.Fields(c.Players[dice.IntN(len(c.Players))].Name)
			_, err := search.Find(r, words[0]+" "+words[len(words)-1][:1], 10)
			return err
		}},
		{"search by 2 letters", func(r bureau.Reader) error {
			_, err := search.Find(r, string([]rune(c.Players[dice.IntN(len(c.Players))].Name)[:2]), 10)
			return err
		}},
		{"explanation", func(r bureau.Reader) error { _, err := view.Explain(nil, r, id(), "", 0); return err }},
		{"today", func(r bureau.Reader) error {
			s, err := bureau.ReadSettings(r)
			if err == nil {
				_, err = agenda.TodayOf(c.Bureau, r, s, 0)
			}
			return err
		}},
	} {
		took = nil
		for range 200 {
			begun := time.Now()
			look(one.read)
			took = append(took, time.Since(begun))
		}
		slices.Sort(took)
		fmt.Fprintf(os.Stderr, "%d players, %s: %v (95 of 100)\n", players, one.name, took[len(took)*95/100])
	}
}
