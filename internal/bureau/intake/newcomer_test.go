package intake_test

import (
	"slices"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/storetest"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// The data of 4(5) are asked of registered players who have not played: who has a rating of any kind, or games
// towards one, has.
func TestNewPlayersHaveNotPlayed(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s bureau.Store) {
		f := synth.New(3, synth.Size{Players: 60, Clubs: 3})
		standings := []roster.Standing{{}, {}, {}, {}, {}}
		standings[1][rating.Standard-1].Rating = 1400
		standings[2][rating.Blitz-1].Rating = 1300
		standings[3][rating.Rapid-1].Games = 2
		for i := range standings {
			p := &f.People[i]
			p.EnteredUnrated, p.NameLocal, p.Email, p.Standing = i != 4, "", "", standings[i]
		}
		d := bureautest.JapanOf(t, s, f, nil)
		receipt := d.Send(bureautest.Event(f, "Open", "", 0, 1, 2, 3, 4, 5))
		var asked []string
		for i := range receipt.Findings {
			if found := &receipt.Findings[i]; found.ID == "first-timer-lacks" {
				asked = append(asked, found.Value("player"))
			}
		}
		if want := []string{"1"}; !slices.Equal(asked, want) {
			t.Errorf("asked for the data of %v, not of %v", asked, want)
		}
	})
}
