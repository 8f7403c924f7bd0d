package catalog_test

import (
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// A game on hold is explained as such to both players, not as one that was not
// played.
func TestHeldGamesAreExplainedAsHeld(t *testing.T) {
	day := civil.Of(2024, 3, 2)
	for _, e := range catalog.Editions() {
		played := &pack.Batch{
			Events: []pack.Event{{Name: "Open", Start: day, End: day, Received: day}},
			Sections: []pack.Section{{
				Kind: rating.Standard, Rounds: 1, Entries: []pack.Entry{{Player: 0, Start: 1}, {Player: 1, Start: 2}},
			}},
			Games: []pack.Game{{White: 0, Black: 1, Date: day, Round: 1, Result: report.WhiteWon, Kind: rating.Standard, Out: pack.Held}},
		}
		list := &roster.List{From: day, Standings: make([]roster.Standing, 2)}
		for n := range list.Standings {
			list.Standings[n].Of(rating.Standard).Rating = 1600
		}
		trace := &regulation.Trace{}
		month := regulation.Period{Label: "2024-04", Days: civil.Range{From: day, To: day}, List: day + 30}
		e.Rate(month, regulation.Past{Players: make([]roster.Player, 2), List: list}, played, trace)
		notes := map[uint32]regulation.Note{}
		for _, s := range trace.Steps {
			if s.What == regulation.Uncounted {
				notes[s.Player] = s.Note
			}
		}
		if len(notes) != 2 || notes[0] != "held" || notes[1] != "held" {
			t.Errorf("%s: the notes are %v, want held for both", e.About().ID, notes)
		}
	}
}
