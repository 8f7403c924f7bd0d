package report

import "github.com/arpadchess/arpad/rating"

// Pairing is what an organiser tells the programs that pair and rank his
// players. No rating depends on it; the formats carry it so that nothing is
// lost.
type Pairing struct {
	InitialColour string         // that the first board has in round 1: "W" or "B"; empty: not stated
	StartingRank  StartingRank   // how the starting list was sorted
	Controller    string         // the program or the person that makes the pairings
	ByRank        bool           // players are known to the program by rank instead of start number
	Absent        []int          // start numbers of those who miss the round that is paired next
	TieBreaks     []string       // FIDE's codes of the tie-breaks, the first decides first
	Standings     []string       // the same for the standings, with PTS for the points
	Accelerations []Acceleration // fictitious points
	Prohibitions  []Prohibition  // who must not meet whom
}

// StartingRank is the rating by which the starting list was sorted. The zero
// value means not stated.
type StartingRank struct {
	Federation string // whose national ratings were used: three letters
	Method     string // FIDE, NRO, FIDON, NIDOF, HBFN, LBFN or OTHER
}

// Acceleration is fictitious points that the program adds while it pairs.
type Acceleration struct {
	MatchPoints           *rating.Score // for teams; nil: not stated
	Points                *rating.Score // for players, game points for teams; nil: not stated
	FirstRound, LastRound int           // both included
	First, Last           int           // start numbers, or team numbers; both included
}

// Prohibition is a group of players, or of teams, none of whom may meet
// another of the group.
type Prohibition struct {
	FirstRound, LastRound int   // both included
	Entrants              []int // start numbers, or team numbers
}
