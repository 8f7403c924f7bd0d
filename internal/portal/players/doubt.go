package players

import "github.com/arpadchess/arpad/internal/portal"

// doubtShown is what the page shows on which a player is asked which result a game of theirs had.
type doubtShown struct{ *portal.DoubtShown }

func showDoubt(v *portal.Visit) (any, error) {
	s, err := v.Doubt(v.R.PathValue("q"))
	return doubtShown{s}, err
}

func sendDoubt(v *portal.Visit) error { return v.SayResult(v.R.PathValue("q")) }
