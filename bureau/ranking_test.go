package bureau_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/correction"
	"github.com/arpadchess/arpad/bureau/projection"
	"github.com/arpadchess/arpad/bureau/ranking"
	"github.com/arpadchess/arpad/bureau/rows"
	"github.com/arpadchess/arpad/internal/large"
	"github.com/arpadchess/arpad/rating"
)

// Pages in the order of the ratings are the same, and so is the distribution, whether they are
// read from the order that is stored with each list or sorted: also where players with the same
// rating stand on two pages, and their numbers are not in the order of their IDs; and in lists
// that are kept as what they changed, as well as in those that are kept whole.
func TestStoredOrder(t *testing.T) {
	ctx := context.Background()
	f := large.New(3500, 300)
	for n := range f.Players {
		if hundred := n / 100; hundred%2 == 1 { // backwards
			f.Players[n].ID = fmt.Sprintf("N%08d", hundred*100+99-n%100+1)
		}
		for k := range f.List.Standings[n] { // many share a rating
			f.List.Standings[n][k].Rating -= f.List.Standings[n][k].Rating % 40
			if n == 5 { // has won more than anybody can
				f.List.Standings[n][k].Rating = rating.Max + 120
			}
		}
	}
	b := &bureau.Bureau{Store: &bureau.Memory{}, Clock: f.Clock, Actor: "officer", Rows: projection.Rows{}}
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
	shared, whole, kept, best := 0, 0, 0, map[string]int{}
	err = b.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
		published, err := rows.Publications.Select(r, bureau.Range{})
		if err != nil {
			return err
		}
		for _, p := range published {
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
				err = sameBest(t, r, p, read, best)
			}
			if err != nil {
				return err
			}
			shares, err := ranking.SharesOf(r, p.Seq)
			if err != nil {
				return err
			}
			loaded, err := ranking.NewBoard(r, p.Label, p.Revision)
			if err == nil {
				err = loaded.Load(r)
			}
			if err != nil {
				return err
			}
			for _, kind := range loaded.About.Lists {
				if _, err := loaded.Whole(r, ranking.Selection{Kind: kind, Sort: ranking.ByRating}); err != nil { // from now on its lines are sorted
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
					if stored.Loaded() || !loaded.IsSorted(ranking.ByRating, kind) {
						t.Fatalf("%+v: one reads the whole list, the other does not", s)
					}
					want, err := loaded.Page(r, s)
					if err != nil {
						return err
					}
					if diff := cmp.Diff(want, got, cmpopts.IgnoreFields(ranking.Page{}, "Board"), cmpopts.IgnoreUnexported(ranking.Page{}), cmpopts.EquateEmpty()); diff != "" {
						t.Errorf("list %s, %+v: %s", p.Label, s, diff)
					}
					if lines := got.Lines; len(lines) > 1 && lines[0].Place < part[0]+1 {
						shared++
					}
				}
				if err := readInParts(t, r, loaded, ranking.Selection{Kind: kind, Sort: ranking.ByRating, Offset: 7}); err != nil {
					return err
				}
				stored, err := ranking.NewBoard(r, p.Label, p.Revision)
				if err != nil {
					return err
				}
				got, err := stored.Distribution(r, ranking.Selection{Kind: kind})
				if err != nil {
					return err
				}
				want, err := loaded.Distribution(r, ranking.Selection{Kind: kind})
				if err != nil {
					return err
				}
				for _, now := range []rating.Rating{1, 1000, 1199, 1200, 1225, 1501, rating.Max} {
					share, total, err := shares.Percent(r, kind, now)
					if err != nil || share != want.Percent(now) || total != want.Total() {
						t.Errorf("list %s: %s of %d players are below %d, want %s of %d (%v)", p.Label, share, total, now, want.Percent(now), want.Total(), err)
					}
				}
				if diff := cmp.Diff(want.Bands, got.Bands); diff != "" || stored.Loaded() {
					t.Errorf("list %s, distribution of %s: %s", p.Label, kind, diff)
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
	if best["loaded"] != 2 || best["gain"] == 0 || best["active"] == 0 {
		t.Errorf("the best of the lists: %v", best)
	}
	if shared < 10 {
		t.Errorf("only %d pages begin amid players with the same rating", shared)
	}
}

// readInParts compares the lines of a selection that are read in parts with those that are
// read at once.
func readInParts(t *testing.T, r bureau.Reader, board *ranking.Board, s ranking.Selection) error {
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
	if diff := cmp.Diff(want.Lines, got, cmpopts.EquateEmpty()); diff != "" || whole.Lines != nil || len(got) < 2000 {
		t.Errorf("%d lines in parts of list %s: %s", len(got), board.Publication.Label, diff)
	}
	return nil
}

// What a publication changed in a band comes back as it was packed; what cannot be is damaged.
func TestRankingsComeBack(t *testing.T) {
	for _, places := range [][]rows.Place{
		nil,
		{{Player: 0, Rating: 1200}},
		{{Player: 0}, {Player: 1, Rating: 1224}, {Player: 300000, Rating: 1210}, {Player: 300001}},
	} {
		row := rows.Ranking{First: 1200}
		row.Pack(places)
		got, err := row.Changed()
		if err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(places, got); diff != "" {
			t.Error(diff)
		}
	}
	for _, text := range []string{"?", "AA", "ABs", "gAE", "gICAgIABAQ", "gICAgICAgICAgAEB"} {
		if got, err := (&rows.Ranking{First: 1200, Players: text}).Changed(); err == nil {
			t.Errorf("%q is %v", text, got)
		}
	}
}
