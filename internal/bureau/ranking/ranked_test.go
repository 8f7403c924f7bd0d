package ranking_test

import (
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/projection"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/large"
	"github.com/arpadchess/arpad/internal/test/storetest"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// Lists by rating are those of the documents, with their distributions and shares, also where
// players with the same rating stand on two pages, and parts are those of the whole.
func TestOrderIsThatOfTheList(t *testing.T) { storetest.InSQL(t, orderIsThatOfTheList) }

func orderIsThatOfTheList(t *testing.T, s *store.Store) {
	ctx := t.Context()
	f := large.New(2000, 300)
	for n := range f.Players {
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
	b := &bureau.Bureau{Store: s, Clock: f.Clock, Actor: bureau.AtTerminal("officer"), Projection: projection.Rows{}}
	must(t, f.Found(ctx, b))
	for n := range 3 {
		label, err := f.Month(ctx, n)
		must(t, err)
		must(t, f.Publish(ctx, label))
	}
	must(t, b.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
		published, err := rows.Publications.Select(r, bureau.Range{})
		if err != nil {
			return err
		}
		for _, p := range published {
			board, err := ranking.NewBoard(r, p.Label, p.Revision)
			if err != nil {
				return err
			}
			list, err := lists.ListOf(r, p.Run)
			if err != nil {
				return err
			}
			for _, kind := range board.About.Lists {
				if err := sameOrder(t, r, p, board, list, kind); err != nil {
					return err
				}
				if err := readInParts(t, r, board, ranking.Selection{Kind: kind, Sort: ranking.ByRating, Offset: 7}); err != nil {
					return err
				}
			}
		}
		return nil
	}))
}

// sameOrder compares the order of a board, its distribution and the shares with the list itself.
func sameOrder(t testing.TB, r bureau.Reader, p *rows.Publication, sorted *ranking.Board, list *roster.List, kind rating.Kind) error {
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
	lister, err := rows.ListerOf(r)
	if err != nil {
		return err
	}
	n, before := 0, uint32(0)
	for line, err := range whole.All() {
		if err != nil {
			return err
		}
		place := slices.Index(ratings, line.Of(kind).Rating) + 1
		of := list.Standing(line.Number)
		if now, shown := of.Of(kind), line.Of(kind); now.Rating != shown.Rating || int(now.Games) != shown.Games || ratings[n] != now.Rating || line.Place != place || place <= n && line.Number <= before {
			t.Fatalf("list %s, %s, line %d: %+v", p.Label, kind, n+1, line)
		}
		n, before = n+1, line.Number
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
			lower, _, total, err := lister.Compare(p.Seq, kind, now)
			if err != nil || lower != below || total != len(ratings) || d.Total() != total || d.Below(now) != below {
				t.Errorf("list %s: %d of %d players are below %d, in the distribution %d of %d, want %d (%v)", p.Label, lower, total, now, d.Below(now), d.Total(), below, err)
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
	for s := s; s.Offset < len(want.Lines); s.Offset += 450 {
		s.Limit = 100
		page, err := board.Page(r, s)
		if err != nil {
			return err
		}
		if of := want.Lines[s.Offset-7:][:min(100, len(want.Lines)-s.Offset+7)]; !slices.EqualFunc(of, page.Lines, sameLine) {
			t.Errorf("from %d of list %s on: %s", s.Offset, board.Publication.Label, cmp.Diff(of, page.Lines))
		}
	}
	whole, err := board.Whole(r, s)
	if err != nil {
		return err
	}
	var got []rows.Line
	for line, err := range whole.All() {
		if err != nil {
			return err
		}
		got = append(got, *line)
	}
	if !slices.EqualFunc(want.Lines, got, sameLine) || whole.Lines != nil || len(got) <= 1000 {
		t.Errorf("%d lines in parts of list %s: %s", len(got), board.Publication.Label, cmp.Diff(want.Lines, got))
	}
	return nil
}

// sameLine reports whether two lines are equal. It is faster than a comparison that says how they differ.
func sameLine(x, y rows.Line) bool { return reflect.DeepEqual(x, y) }
