package shelf

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/projection"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/test/large"
	"github.com/arpadchess/arpad/internal/test/memory"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// shelved is a shelf of a bureau with two lists.
type shelved struct {
	*testing.T
	*Shelf
	players []roster.Player
	label   string // of the newest list
}

func newShelved(t *testing.T) *shelved {
	f := large.New(300, 100)
	b := &bureau.Bureau{Store: &memory.Store{}, Clock: f.Clock, Actor: "officer", Projection: projection.Rows{}}
	l := &shelved{t, New(b), f.Players, ""}
	l.must(f.Found(t.Context(), b))
	var err error
	l.label, err = f.Month(t.Context(), 0)
	l.must(err)
	l.must(f.Publish(t.Context(), l.label))
	return l
}

func (l *shelved) must(err error) {
	l.Helper()
	if err != nil {
		l.Fatal(err)
	}
}

// women returns the women of each list by name, and whether a list was stale.
func (l *shelved) women() (ids []string, stale bool) {
	l.must(l.Bureau.View(l.Context(), func(r bureau.Reader, settings *bureau.Settings) error {
		now, err := l.Look(r, settings)
		if err != nil {
			return err
		}
		all, err := rows.Publications.Select(r, bureau.Range{})
		for _, p := range all {
			board, old, err := l.Board(r, now, p)
			if err != nil {
				return err
			}
			stale = stale || old
			page, err := board.Page(r, ranking.Selection{Kind: rating.Standard, Sort: ranking.ByName, Sex: "w"})
			if err != nil {
				return err
			}
			for i := range page.Lines {
				ids = append(ids, fmt.Sprint(p.Seq, " ", page.Lines[i].Player.ID))
			}
		}
		return err
	}))
	return ids, stale
}

// After a change of the registers lists are sorted and filtered as before, until the directory was
// read again beside the visits.
func TestDirectoryIsReadAgain(t *testing.T) {
	l := newShelved(t)
	l.Prepare(t.Context())
	l.Wait()
	if _, read := l.directory.Registers(); !read || !l.directory.KnowsNames() || l.search == nil || reflect.ValueOf(&l.landmarks).Elem().IsZero() {
		t.Error("nothing was read ahead")
	}
	before, stale := l.women()
	if stale {
		t.Error("lists of a bureau in which nothing changes are stale")
	}
	var man string
	for _, p := range l.players {
		if p.Sex != "w" {
			man = p.ID
		}
	}
	_, err := register.Set(t.Context(), l.Bureau, man, []string{"sex=w"}, "as the passport says")
	l.must(err)
	if _, stale := l.women(); !stale {
		t.Error("lists are those of a moment ago, and not stale")
	}
	l.Wait()
	after, stale := l.women()
	if stale || len(after) != len(before)+2 {
		t.Errorf("%d women in two lists after somebody was registered as one, %d before; the lists are stale: %t", len(after), len(before), stale)
	}
}

// A list whose players came after the directory was read has them all at once.
func TestListHasWhoCameSince(t *testing.T) {
	l := newShelved(t)
	l.Prepare(t.Context())
	l.Wait()
	const id = "N00999999"
	_, err := register.Register(t.Context(), l.Bureau, register.Player{ID: id, Name: "Mori Kei", Sex: "w"}, register.Person{}, "applied")
	l.must(err)
	k, err := correction.Propose(t.Context(), l.Bureau, correction.Proposal{
		What: correction.Amendment{Kind: correction.AmendRating, Label: l.label, Player: id, Type: rating.Standard, Rating: 1500}, Reason: "the score sheet",
	})
	l.must(err)
	_, err = correction.Accept(t.Context(), l.Bureau, k.Number, "seen")
	l.must(err)
	if ids, _ := l.women(); !slices.Contains(ids, "3 "+id) {
		t.Error("the player is missing in the newest list")
	}
	l.Wait()
	if ids, stale := l.women(); stale || !slices.Contains(ids, "3 "+id) {
		t.Error("the player is missing in the newest list later, stale:", stale)
	}
}

// Any number of visits may ask for lists while registers change.
func TestBoardsAtTheSameTime(t *testing.T) {
	l := newShelved(t)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 5 {
				l.women()
			}
		})
	}
	for n := range 5 {
		_, err := register.Set(context.Background(), l.Bureau, l.players[n].ID, []string{"sex=w"}, "as the passport says")
		l.must(err)
	}
	group.Wait()
	l.Wait()
	if ids, _ := l.women(); len(ids) == 0 {
		t.Error("there are no women")
	}
	l.Wait()
	if _, stale := l.women(); stale {
		t.Error("lists are stale although all was read again")
	}
}
