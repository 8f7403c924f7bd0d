package explain

import (
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
)

// Outcome is the result of a game for one of its players.
type Outcome string

// The outcomes. The first three were played.
const (
	Win         Outcome = "win"
	Draw        Outcome = "draw"
	Loss        Outcome = "loss"
	ForfeitWin  Outcome = "forfeit-win"
	ForfeitLoss Outcome = "forfeit-loss"
	Forfeit     Outcome = "forfeit" // by both players
)

// Outcome returns the outcome of a game for the player of a step.
func (l *List) Outcome(s *regulation.Step) Outcome {
	g := &l.Batch.Games[s.Game-1]
	return OutcomeOf(g.Result, g.White == s.Player)
}

// OutcomeOf returns the outcome of a result for White or Black.
func OutcomeOf(r report.Result, white bool) Outcome {
	switch r {
	case report.Drawn:
		return Draw
	case report.WhiteWon, report.BlackWon:
		if white == (r == report.WhiteWon) {
			return Win
		}
		return Loss
	case report.DoubleForfeit:
		return Forfeit
	}
	if white == (r == report.WhiteByForfeit) {
		return ForfeitWin
	}
	return ForfeitLoss
}

// Colour is the colour of a player's pieces in a game.
type Colour string

// The colours.
const (
	White Colour = "white"
	Black Colour = "black"
)

// Colours returns both colours, White first.
func Colours() []Colour { return []Colour{White, Black} }

// ColourOf returns the colour of one of the players of a game.
func ColourOf(black bool) Colour {
	if black {
		return Black
	}
	return White
}

// Colour returns the colour of the player of a step in its game, empty if it is about no
// game.
func (l *List) Colour(s *regulation.Step) Colour {
	if s.Game == 0 {
		return ""
	}
	return ColourOf(l.Batch.Games[s.Game-1].White != s.Player)
}
