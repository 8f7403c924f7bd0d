package report

import "github.com/arpadchess/arpad/rating"

// TeamPlay is the data about the matches of a team event. Ratings depend only
// on the players' games.
type TeamPlay struct {
	Scoring    *TeamScoring     // nil: 2, 1, 0
	Colours    string           // of the first team, by board: "WBWB"
	Byes       []TeamBye        // full, half and zero-point byes
	PairingBye *TeamPairingBye  // nil: not stated
	LineUps    []LineUp         // only those that differ from the team's order of players
	Forfeits   []ForfeitedMatch // forfeited by a whole team
}

// Team is a team and its players, by start number.
type Team struct {
	Number      int // 1 to 999; 0: not stated
	Name        string
	Nick        string // up to five letters
	Strength    string // the number used to rank the teams
	MatchPoints *rating.Score
	GamePoints  *rating.Score
	Rank        int // 0: not stated
	Players     []int
}

// TeamScoring is the match points for a match.
type TeamScoring struct{ Win, Draw, Loss rating.Score }

// UsualTeamScoring is 2, 1, 0.
var UsualTeamScoring = TeamScoring{Win: 4, Draw: 2}

// TeamBye is a round without an opponent for a team, at its request.
type TeamBye struct {
	Round int
	Team  int
	Kind  ByeKind // ZeroBye, HalfBye or FullBye
}

// TeamPairingBye is the pairing-allocated bye: its value, and the team that had
// it in each round, 0 for none.
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

// ForfeitedMatch is a match forfeited by one or both teams.
type ForfeitedMatch struct {
	Round        int
	White, Black int    // team numbers
	Result       Result // WhiteByForfeit, BlackByForfeit or DoubleForfeit
}
