package ranking_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/storetest"
	"github.com/arpadchess/arpad/rating"
)

// The records are the greatest figures of all lists in their last revisions, one of each
// player, in the list that they name.
func TestRecordsAreThoseOfAllLists(t *testing.T) { storetest.InSQL(t, recordsAreThoseOfAllLists) }

func recordsAreThoseOfAllLists(t *testing.T, s *store.Store) {
	d := bureautest.SixteenOn(t, s, "ncs")
	refs, reports := d.Lived(1, 4)
	d.Accept(bureautest.Turn(refs[2], reports[2], 3), "")
	d.Look(func(r bureau.Reader) error {
		board, err := ranking.NewBoard(r, "", 0)
		if err != nil {
			return err
		}
		published, err := rows.Publications.Select(r, bureau.Range{})
		if err != nil {
			return err
		}
		ratings, rises := map[string]int{}, map[string]int{} // the greatest of each player
		in := map[string]bool{}                              // what each list has
		for _, p := range published {
			list, err := bureautest.Published(r, p.Label, 0)
			if err != nil {
				return err
			}
			for _, line := range list.Lines {
				f := line.Of(rating.Standard)
				ratings[line.ID] = max(ratings[line.ID], int(f.Rating))
				in[fmt.Sprint("rating ", line.ID, f.Rating, p.Label)] = true
				if rise := int(f.Rating) - int(f.Before); f.Before.Rated() && f.Played > 0 && rise > 0 {
					rises[line.ID] = max(rises[line.ID], rise)
					in[fmt.Sprint("rise ", line.ID, rise, p.Label)] = true
				}
			}
		}
		found, err := board.Records(r, rating.Standard, 5)
		if err != nil {
			return err
		}
		for what, of := range map[string]struct {
			got  []ranking.Record
			want map[string]int
		}{"rating": {found.Ratings, ratings}, "rise": {found.Rises, rises}} {
			var want, got []int
			for _, figure := range of.want {
				want = append(want, figure)
			}
			slices.Sort(want)
			slices.Reverse(want)
			for i := range of.got {
				got = append(got, of.got[i].Figure)
				if one := fmt.Sprint(what, " ", of.got[i].ID, of.got[i].Figure, of.got[i].List.Label); !in[one] {
					t.Errorf("no list has %s", one)
				}
			}
			if len(want) < 5 || !slices.Equal(got, want[:5]) {
				t.Errorf("%s: got %v, want %v", what, got, want)
			}
		}
		for i, p := range found.Performances {
			if p.Event == nil || i > 0 && p.Figure > found.Performances[i-1].Figure {
				t.Errorf("performance %d is %+v", i, p)
			}
		}
		return nil
	})
}
