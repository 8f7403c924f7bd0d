package report

import "github.com/arpadchess/arpad/rating"

// Pairing is what an organiser tells programs that pair and rank the players.
// No rating depends on it; the formats carry it so that nothing is lost.
type Pairing struct {
	InitialColour string         // colour of the first board in round 1: "W" or "B"; empty: not stated
	StartingRank  StartingRank   // how the starting list was sorted
	Controller    string         // the program or person responsible for the pairings
	ByRank        bool           // the program identifies players by rank instead of start number
	Absent        []int          // start numbers of the players absent from the next round
	TieBreaks     []string       // FIDE's codes of the tie-breaks, in order
	Standings     []string       // the same for the standings, with PTS for the points
	Accelerations []Acceleration // fictitious points
	Prohibitions  []Prohibition  // groups that must not meet each other
}

// StartingRank is the rating by which the starting list was sorted. The zero
// value means not stated.
type StartingRank struct {
	Federation string // federation of the national ratings: three letters
	Method     string // FIDE, NRO, FIDON, NIDOF, HBFN, LBFN or OTHER
}

// Acceleration is fictitious points added while pairing.
type Acceleration struct {
	MatchPoints           *rating.Score // for teams; nil: not stated
	Points                *rating.Score // for players, game points for teams; nil: not stated
	FirstRound, LastRound int           // both included
	First, Last           int           // start numbers, or team numbers; both included
}

// Prohibition is a group of players, or of teams, who must not meet each other.
type Prohibition struct {
	FirstRound, LastRound int   // both included
	Entrants              []int // start numbers, or team numbers
}
