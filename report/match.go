package report

import "github.com/arpadchess/arpad/rating"

// TeamPlay is what is said of the matches of a team event. Ratings come from
// the games of the players alone.
type TeamPlay struct {
	Scoring    *TeamScoring     // nil: 2, 1, 0
	Colours    string           // of the first team by board: "WBWB"
	Byes       []TeamBye        // full, half and zero
	PairingBye *TeamPairingBye  // nil: not stated
	LineUps    []LineUp         // that differ from the order in which the team lists its players
	Forfeits   []ForfeitedMatch // whole matches
}

// Team is a team and its players, by start number.
type Team struct {
	Number      int // 1 to 999; 0: not stated
	Name        string
	Nick        string // up to five letters
	Strength    string // the number by which the teams were ranked
	MatchPoints *rating.Score
	GamePoints  *rating.Score
	Rank        int // 0: not stated
	Players     []int
}

// TeamScoring is the match points for a match.
type TeamScoring struct{ Win, Draw, Loss rating.Score }

// UsualTeamScoring is 2, 1, 0.
var UsualTeamScoring = TeamScoring{Win: 4, Draw: 2}

// TeamBye is a round in which a team has no opponent because it asked for none.
type TeamBye struct {
	Round int
	Team  int
	Kind  ByeKind // ZeroBye, HalfBye or FullBye
}

// TeamPairingBye is the pairing-allocated bye: what it is worth, and the team
// that had it in each round, 0 for none.
type TeamPairingBye struct {
	MatchPoints *rating.Score
	GamePoints  *rating.Score
	Teams       []int
}

// LineUp is the players of a team in one match by board, 0 for an empty board.
type LineUp struct {
	Round    int
	Team     int
	Opponent int
	Players  []int
}

// ForfeitedMatch is a match that one team, or both, lost by forfeit.
type ForfeitedMatch struct {
	Round        int
	White, Black int    // team numbers
	Result       Result // WhiteByForfeit, BlackByForfeit or DoubleForfeit
}
