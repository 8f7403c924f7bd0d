package ranking_test

import (
	"context"
	"fmt"
	"reflect"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/projection"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/test/large"
	"github.com/arpadchess/arpad/internal/test/memory"
	"github.com/arpadchess/arpad/internal/test/soak"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// Pages in the order of the ratings are the same, and so is the distribution, whether they are
// read from the order that is stored with each list or sorted: also where players with the same
// rating stand on two pages, and their numbers are not in the order of their IDs; and in lists
// that are kept as what they changed, as well as in those that are kept whole.
func TestStoredOrder(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	f := large.New(3500, 300)
	for n := range f.Players {
		if hundred := n / 100; hundred%2 == 1 { // backwards
			f.Players[n].ID = fmt.Sprintf("N%08d", hundred*100+99-n%100+1)
		}
		for k := range f.List.Standings[n] { // many share a rating
			f.List.Standings[n][k].Rating -= f.List.Standings[n][k].Rating % 40
			if n%50 == 7 && k == 0 { // is rated in other kinds only
				f.List.Standings[n][k] = roster.State{}
			}
			if n == 5 { // has won more than anybody can
				f.List.Standings[n][k].Rating = rating.Max + 120
			}
		}
	}
	b := &bureau.Bureau{Store: &memory.Store{}, Clock: f.Clock, Actor: "officer", Projection: projection.Rows{}}
	if err := f.Found(ctx, b); err != nil {
		t.Fatal(err)
	}
	var labels []string
	for n := range 14 {
		label, err := f.Month(ctx, n)
		labels = append(labels, label)
		if err == nil {
			err = f.Publish(ctx, label)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	// The list 12 lists before the newest, and before its correction, was never published as it
	// is then.
	k, err := correction.Propose(ctx, b, correction.Proposal{What: correction.Amendment{Kind: correction.AmendRating, Label: labels[1], Player: f.Players[7].ID, Type: rating.Standard, Rating: 1900}, Reason: "the score sheet"})
	if err == nil {
		_, err = correction.Accept(ctx, b, k.Number, "seen")
	}
	if err != nil {
		t.Fatal(err)
	}
	shared, whole, kept, unpublished, best := 0, 0, 0, 0, map[string]int{}
	err = b.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
		published, err := rows.Publications.Select(r, bureau.Range{})
		if err != nil {
			return err
		}
		current, err := rows.Lists.Select(r, bureau.Range{Order: 1})
		if err != nil {
			return err
		}
		for _, l := range current {
			if !slices.ContainsFunc(published, func(p *rows.Publication) bool { return p.Run == l.Run }) {
				unpublished++
			}
		}
		for i, p := range published {
			if i%4 != 0 && i < len(published)-2 && !soak.Full() {
				continue
			}
			bands, err := rows.Bands.Select(r, bureau.Range{Is: []any{int64(p.Seq)}, Limit: 1})
			switch {
			case err != nil:
				return err
			case bands[0].Since == p.Seq:
				whole++
			default:
				kept++
			}
			read, err := ranking.NewBoard(r, p.Label, p.Revision)
			if err == nil {
				err = sameChoices(t, r, p, read, best)
			}
			if err != nil {
				return err
			}
			shares, err := ranking.SharesOf(r, p.Seq)
			if err != nil {
				return err
			}
			sorted, err := ranking.NewBoard(r, p.Label, p.Revision)
			if err != nil {
				return err
			}
			list, err := lists.ListOf(r, p.Run)
			if err != nil {
				return err
			}
			for _, kind := range sorted.About.Lists {
				if err := sameOrder(t, r, p, sorted, list, kind, shares); err != nil {
					return err
				}
				for _, part := range [][2]int{{0, 1}, {0, 10}, {7, 93}, {900, 100}, {950, 100}, {999, 1}, {1000, 1000}, {1, 1000}, {3400, 200}, {5000, 10}} {
					s := ranking.Selection{Kind: kind, Sort: ranking.ByRating, Offset: part[0], Limit: part[1]}
					stored, err := ranking.NewBoard(r, p.Label, p.Revision)
					if err != nil {
						return err
					}
					got, err := stored.Page(r, s)
					if err != nil {
						return err
					}
					if stored.Size() > 0 || sorted.Size() == 0 {
						t.Fatalf("%+v: one sorts the list, the other does not", s)
					}
					s.Max = rating.Max + 1000 // everybody
					want, err := sorted.Page(r, s)
					if err != nil {
						return err
					}
					if want.Total != got.Total || !slices.EqualFunc(want.Lines, got.Lines, sameLine) {
						t.Errorf("list %s, %+v: %s", p.Label, s, cmp.Diff(want.Lines, got.Lines))
					}
					if lines := got.Lines; len(lines) > 1 && lines[0].Place < part[0]+1 {
						shared++
					}
				}
				if err := readInParts(t, r, sorted, ranking.Selection{Kind: kind, Sort: ranking.ByRating, Offset: 7}); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if whole < 2 || kept < 2 {
		t.Errorf("%d lists are kept whole, and %d as what they changed", whole, kept)
	}
	if unpublished < 2 {
		t.Errorf("only %d lists were not published as they are now", unpublished)
	}
	if best["gain"] == 0 || best["active"] == 0 || best["women sorted"] == 0 || best["sorted"] > 0 {
		t.Errorf("the best of the lists: %v", best)
	}
	if shared < 10 {
		t.Errorf("only %d pages begin amid players with the same rating", shared)
	}
}

// sameOrder compares the order of a board, its distribution and the shares with the list itself.
func sameOrder(t testing.TB, r bureau.Reader, p *rows.Publication, sorted *ranking.Board, list *roster.List, kind rating.Kind, shares *ranking.Shares) error {
	t.Helper()
	whole, err := sorted.Whole(r, ranking.Selection{Kind: kind, Sort: ranking.ByRating})
	if err != nil {
		return err
	}
	var ratings []rating.Rating // the highest first
	for n := range list.Standings {
		if now := list.Standings[n].Of(kind).Rating; now.Rated() {
			ratings = append(ratings, now)
		}
	}
	slices.SortFunc(ratings, func(x, y rating.Rating) int { return int(y - x) })
	n, before := 0, ""
	for line, err := range whole.All() {
		if err != nil {
			return err
		}
		place := slices.Index(ratings, line.Standing.Of(kind).Rating) + 1
		of := list.Standing(line.Player.Number)
		if now, shown := of.Of(kind), line.Standing.Of(kind); now.Rating != shown.Rating || now.Games != shown.Games || ratings[n] != now.Rating || line.Place != place || place <= n && line.Player.ID <= before {
			t.Fatalf("list %s, %s, line %d: %+v", p.Label, kind, n+1, line)
		}
		n, before = n+1, line.Player.ID
	}
	if n != len(ratings) || whole.Total != n {
		t.Errorf("list %s: %d lines and %d players in %s, want %d", p.Label, n, whole.Total, kind, len(ratings))
	}
	for _, s := range []ranking.Selection{{Kind: kind}, {Kind: kind, Max: rating.Max + 1000}} { // from the stored order, and from the sorted list
		d, err := sorted.Distribution(r, s)
		if err != nil {
			return err
		}
		for _, now := range []rating.Rating{1, 1000, 1199, 1200, 1225, 1501, rating.Max} {
			below := len(ratings) - slices.IndexFunc(append(ratings, 0), func(r rating.Rating) bool { return r < now })
			below = max(0, below)
			share, total, err := shares.Percent(r, kind, now)
			if err != nil || share != d.Percent(now) || total != len(ratings) || d.Total() != total || d.Below(now) != below {
				t.Errorf("list %s: %s of %d players are below %d, in the distribution %d of %d, want %d (%v)", p.Label, share, total, now, d.Below(now), d.Total(), below, err)
			}
		}
		for _, band := range d.Bands {
			in := 0
			for _, now := range ratings {
				if band.From <= now && now <= band.To {
					in++
				}
			}
			if in != band.Players {
				t.Errorf("list %s, %s: %+v has %d players", p.Label, kind, band, in)
			}
		}
	}
	return nil
}

// readInParts compares the lines of a selection that are read in parts with those that are
// read at once.
func readInParts(t testing.TB, r bureau.Reader, board *ranking.Board, s ranking.Selection) error {
	t.Helper()
	want, err := board.Page(r, s)
	if err != nil {
		return err
	}
	whole, err := board.Whole(r, s)
	if err != nil {
		return err
	}
	var got []ranking.PageLine
	for line, err := range whole.All() {
		if err != nil {
			return err
		}
		got = append(got, *line)
	}
	if !slices.EqualFunc(want.Lines, got, sameLine) || whole.Lines != nil || len(got) < 2000 {
		t.Errorf("%d lines in parts of list %s: %s", len(got), board.Publication.Label, cmp.Diff(want.Lines, got))
	}
	return nil
}

// sameLine reports whether two lines are equal. It is faster than a comparison that says how they differ.
func sameLine(x, y ranking.PageLine) bool { return reflect.DeepEqual(x, y) }

// A number of games that nobody can have does not decide how much memory the order by games takes.
func TestGamesWithoutBound(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	f := large.New(300, 100)
	f.List.Standings[7].Of(rating.Standard).Games = 1 << 30
	b := &bureau.Bureau{Store: &memory.Store{}, Clock: f.Clock, Actor: "officer", Projection: projection.Rows{}}
	if err := f.Found(ctx, b); err != nil {
		t.Fatal(err)
	}
	err := b.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
		board, err := ranking.NewBoard(r, "", 0)
		if err != nil {
			return err
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		page, err := board.Page(r, ranking.Selection{Kind: rating.Standard, Sort: ranking.ByGames, Limit: 2})
		runtime.ReadMemStats(&after)
		const most = 64 << 20
		if took := after.TotalAlloc - before.TotalAlloc; took > most {
			t.Errorf("two lines took %d MB", took>>20)
		}
		if err == nil && (page.Lines[0].Player.Number != 7 || page.Lines[0].Standing.Of(rating.Standard).Games != 1<<30) {
			t.Errorf("the first by games is %+v", page.Lines[0])
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
