package ranking_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/finder"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/storetest"
	"github.com/arpadchess/arpad/rating"
)

// A page of a list has the lines of the whole list that fit the selection, in the order
// asked for, with the same numbers: the whole list is read from the documents, the page
// from the rows.
func TestPageIsPartOfTheList(t *testing.T) { storetest.InSQL(t, pageIsPartOfTheList) }

func pageIsPartOfTheList(t *testing.T, s *store.Store) {
	d := bureautest.SixteenOn(t, s, "ncs")
	for n, club := range []string{"Minato Chess Club", "Kobe Knights", "", "minato chess club"} {
		_, err := register.Set(t.Context(), d.Bureau, d.ID(n), []string{"club=" + club, "sex=" + []string{"w", "m", "", "w"}[n], "title=FM"}, "")
		d.Must(err)
	}
	_, err := register.AddClub(t.Context(), d.Bureau, []string{"name=Minato Chess Club", "region=Tokyo", "reporters=club"}, "")
	d.Must(err)
	refs := d.Live(1, 4, nil)
	d.Accept(correction.Amendment{Kind: correction.Withdraw, Report: refs[3]}, "")
	d.Live(5, 6, nil)
	rapid.Check(t, func(t *rapid.T) {
		s := ranking.Selection{
			Kind: rating.Standard, Sort: rapid.SampledFrom([]ranking.Sort{ranking.ByID, ranking.ByName, ranking.ByRating, ranking.ByChange, ranking.ByGames}).Draw(t, "sort"),
			Backward: rapid.Bool().Draw(t, "backward"), Club: rapid.SampledFrom([]string{"", "", "Minato Chess Club", "nowhere"}).Draw(t, "club"),
			Region: rapid.SampledFrom([]string{"", "", "tokyo"}).Draw(t, "region"), Sex: rapid.SampledFrom([]string{"", "", "w"}).Draw(t, "sex"),
			Title: rapid.SampledFrom([]string{"", "", "FM"}).Draw(t, "title"), Active: rapid.Bool().Draw(t, "active"),
			Min: rapid.SampledFrom([]rating.Rating{0, 0, 1500}).Draw(t, "min"), Max: rapid.SampledFrom([]rating.Rating{0, 0, 1800}).Draw(t, "max"),
			Offset: rapid.IntRange(0, 5).Draw(t, "offset"), Limit: rapid.IntRange(0, 6).Draw(t, "limit"),
		}
		label := rapid.SampledFrom([]string{"", "2024-03", "2024-05"}).Draw(t, "label")
		d.Look(func(r bureau.Reader) error {
			whole, err := bureautest.Published(r, label, 0)
			if err != nil {
				return err
			}
			board, err := ranking.NewBoard(r, label, 0)
			if err != nil {
				return err
			}
			page, err := board.Page(r, s)
			if err != nil {
				return err
			}
			want := chosen(whole, &s)
			if page.Total != len(want) {
				t.Errorf("%d lines in all, want %d", page.Total, len(want))
			}
			want = want[min(s.Offset, len(want)):]
			if s.Limit > 0 {
				want = want[:min(s.Limit, len(want))]
			}
			if len(page.Lines) != len(want) {
				t.Fatalf("%d lines, want %d", len(page.Lines), len(want))
			}
			for i, line := range want {
				got := page.Lines[i]
				now, is := line.Of(s.Kind), got.Of(s.Kind)
				if got.ID != line.ID || got.Name != line.Name {
					t.Fatalf("line %d is %s, want %s", i, got.ID, line.ID)
				}
				change, known := line.Change(s.Kind)
				if by, has := got.Change(s.Kind); by != change && has || has != known || (now.Rating != is.Rating || now.Games != is.Games || got.Of(s.Kind).K != line.Of(s.Kind).K) {
					t.Errorf("%s has %+v, want %+v", got.ID, got, line)
				}
				if got.Place != 0 && got.Place != place(whole, &s, is.Rating) {
					t.Errorf("%s has place %d, want %d", got.ID, got.Place, place(whole, &s, is.Rating))
				}
			}
			return nil
		})
	})
}

// chosen returns the lines of a selection, one condition after the other.
func chosen(l *ranking.List, s *ranking.Selection) []rows.Line {
	lines := slices.Clone(l.Lines)
	drop := func(without bool, is func(rows.Line) bool) {
		if without {
			lines = slices.DeleteFunc(lines, func(line rows.Line) bool { return !is(line) })
		}
	}
	minato := func(line rows.Line) bool { return strings.EqualFold(line.Club, "Minato Chess Club") }
	drop(s.Club == "nowhere", func(rows.Line) bool { return false })
	drop(s.Club == "Minato Chess Club" || s.Region != "", minato)
	drop(s.Sex != "", func(line rows.Line) bool { return line.Sex == s.Sex })
	drop(s.Title != "", func(line rows.Line) bool { return line.Title == s.Title })
	drop(s.Active, func(line rows.Line) bool { return line.Of(s.Kind).Games > int(zeroGames(line.ID)) })
	drop(s.Min != 0, func(line rows.Line) bool { return line.Of(s.Kind).Rating >= s.Min })
	drop(s.Max != 0, func(line rows.Line) bool { return line.Of(s.Kind).Rating <= s.Max })
	drop(s.Sort != ranking.ByID && s.Sort != ranking.ByName || s.Min != 0 || s.Max != 0, func(line rows.Line) bool { return line.Of(s.Kind).Rating.Rated() })
	slices.SortStableFunc(lines, func(a, b rows.Line) int {
		return cmp.Or(cmp.Compare(sortValue(a, s), sortValue(b, s)), unmoved(a, b, s), strings.Compare(sortName(a, s), sortName(b, s)))
	})
	if s.Backward {
		slices.Reverse(lines)
	}
	return lines
}

// zeroGames returns the games of a player in the opening list of settle.
func zeroGames(id string) int32 {
	if n := strings.TrimLeft(id, "N0"); len(n) == 1 || n <= "12" || n == "16" {
		return 60
	}
	return 0
}

func sortValue(line rows.Line, s *ranking.Selection) int {
	state := line.Of(s.Kind)
	switch s.Sort {
	case ranking.ByRating:
		return -int(state.Rating)
	case ranking.ByGames:
		return -state.Games
	case ranking.ByChange:
		if before := line.Of(s.Kind).Before; before.Rated() {
			return int(before) - int(state.Rating)
		}
	}
	return 0
}

// unmoved compares players who did not move, who are sorted by rating in the order by change.
func unmoved(a, b rows.Line, s *ranking.Selection) int {
	if s.Sort != ranking.ByChange || sortValue(a, s) != 0 {
		return 0
	}
	return cmp.Compare(b.Of(s.Kind).Rating, a.Of(s.Kind).Rating)
}

func sortName(line rows.Line, s *ranking.Selection) string {
	if s.Sort == ranking.ByName {
		return strings.ToLower(line.Name)
	}
	return ""
}

// place returns the place of a rating among the lines of a selection.
func place(l *ranking.List, s *ranking.Selection, of rating.Rating) int {
	higher := 1
	for _, line := range chosen(l, s) {
		if line.Of(s.Kind).Rating > of {
			higher++
		}
	}
	return higher
}

// In 2024, U48 are those born in 1976 or later: players G (1976) to P. In 2025, G is
// too old. Nobody but an officer learns who they are.
func TestAgeGroupIsForOfficers(t *testing.T) { storetest.InSQL(t, ageGroupIsForOfficers) }

func ageGroupIsForOfficers(t *testing.T, s *store.Store) {
	d := bureautest.SixteenOn(t, s, "ncs")
	_, err := register.Set(t.Context(), d.Bureau, d.ID(9), []string{"birth="}, "")
	d.Must(err)
	d.Look(func(r bureau.Reader) error {
		board, err := ranking.NewBoard(r, "", 0)
		if err != nil {
			return err
		}
		_, err = board.Page(r, ranking.Selection{Under: 48})
		bureautest.Refused(t, err, "age-group-private")
		_, err = board.Distribution(r, ranking.Selection{Under: 48})
		bureautest.Refused(t, err, "age-group-private")
		_, err = board.Movers(r, ranking.Selection{Under: 48, Limit: 3})
		bureautest.Refused(t, err, "age-group-private")
		page, err := board.Page(r, ranking.Selection{Under: 48, Officer: true})
		if err != nil {
			return err
		}
		var ids []string
		for _, line := range page.Lines {
			ids = append(ids, line.ID)
		}
		// Of J (9) the birth is not known, M to O (12 to 14) have no rating.
		if want := []string{d.ID(6), d.ID(7), d.ID(8), d.ID(10), d.ID(11), d.ID(15)}; !slices.Equal(ids, want) {
			t.Errorf("U48 are %v, want %v", ids, want)
		}
		return nil
	})
	d.Live(1, 12, nil) // the list of December's event is of January 2025
	d.Look(func(r bureau.Reader) error {
		board, err := ranking.NewBoard(r, "", 0)
		if err != nil {
			return err
		}
		page, err := board.Page(r, ranking.Selection{Under: 48, Officer: true, Sort: ranking.ByRating})
		if err == nil && slices.ContainsFunc(page.Lines, func(line rows.Line) bool { return line.ID == d.ID(6) }) {
			t.Errorf("in list %s, somebody born in 1976 is in U48", board.Publication.Label)
		}
		return err
	})
}

// Pages, movers, distributions and searches that were begun with one list show that list,
// also after another one came out.
func TestAnswersDoNotMixLists(t *testing.T) { storetest.InSQL(t, answersDoNotMixLists) }

func answersDoNotMixLists(t *testing.T, s *store.Store) {
	d := bureautest.SixteenOn(t, s, "ncs")
	d.Live(1, 3, nil)
	var board *ranking.Board
	var search *finder.Search
	d.Look(func(r bureau.Reader) (err error) {
		if board, err = ranking.NewBoard(r, "", 0); err == nil {
			search, err = finder.New(r)
		}
		return err
	})
	ratings := func(board *ranking.Board, search *finder.Search) (all []string) {
		d.Look(func(r bureau.Reader) error {
			page, err := board.Page(r, ranking.Selection{Sort: ranking.ByRating})
			if err != nil {
				return err
			}
			for _, line := range page.Lines {
				all = append(all, fmt.Sprint(line.ID, line.Of(rating.Standard).Rating, line.Of(rating.Standard).Before, line.Of(rating.Standard).K, line.Place))
				found, err := search.Find(r, line.ID, 1)
				if err != nil {
					return err
				}
				if got := found.Players[0].Ratings; got[0] != line.Of(rating.Standard).Rating {
					t.Errorf("%s: the search has %v, the page %v", line.ID, got, line.Figures)
				}
			}
			distribution, err := board.Distribution(r, ranking.Selection{})
			if err != nil {
				return err
			}
			movers, err := board.Movers(r, ranking.Selection{Limit: 3})
			for _, line := range append(movers.Gains, movers.Losses...) {
				all = append(all, fmt.Sprint(line.ID, line.Of(rating.Standard).Before))
			}
			all = append(all, fmt.Sprint(distribution.Bands))
			return err
		})
		return all
	}
	before := ratings(board, search)
	d.Live(4, 5, nil)
	if after := ratings(board, search); !slices.Equal(after, before) {
		t.Errorf("what was begun with a list shows\n%v\nafter another one came out, before\n%v", after, before)
	}
	d.Look(func(r bureau.Reader) (err error) {
		if board, err = ranking.NewBoard(r, "", 0); err == nil {
			search, err = finder.New(r)
		}
		return err
	})
	if now := ratings(board, search); slices.Equal(now, before) {
		t.Error("the next list is the same: nothing was tested")
	}
}
