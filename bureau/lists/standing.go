package lists

import (
	"fmt"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/roster"
)

// StandingIn returns a player's standing in the list of a run.
func StandingIn(r bureau.Reader, run int, player uint32) (roster.Standing, error) {
	data, err := r.Get(StateKind, bureau.SeqKey(run))
	if err != nil {
		return roster.Standing{}, err
	}
	some, err := roster.UnpackStandingsOf(data, []uint32{player})
	if err != nil {
		return roster.Standing{}, fmt.Errorf("run %d: %w", run, err)
	}
	return some[0], nil
}

// NewestStanding returns a player's standing in the list published last, with its
// corrections.
func NewestStanding(r bureau.Reader, player uint32) (roster.Standing, error) {
	id, err := LatestRun.Get(r, "")
	if err != nil || id == nil {
		return roster.Standing{}, err
	}
	return StandingIn(r, *id, player)
}
