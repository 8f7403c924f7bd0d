package report

import "github.com/arpadchess/arpad/rating"

// Assignment is points assigned by the arbiter that differ from the scoring:
// for a round, or as a bonus or penalty.
type Assignment struct {
	For         Occasion
	MatchPoints *rating.Score // for teams; nil: not stated
	Points      *rating.Score // for players, game points for teams; negative: a penalty; nil: not stated
	Round       int           // 0: in every round
	Entrants    []int         // start numbers, or team numbers
}

// Occasion is the event in a round for which points were assigned.
type Occasion uint8

// The occasions. A bonus or penalty is added to the points; all others replace
// them.
const (
	ForBonus Occasion = iota
	ForWin
	ForDraw
	ForLoss
	ForFullBye
	ForHalfBye
	ForZeroBye
	ForDefaultWin
	ForDefaultLoss
	forPairingBye // has no assignments
)

var occasionNames = [...]string{"bonus", "win", "draw", "loss", "full", "half", "zero", "default-win", "default-loss"}

// Occasions returns all occasions on which points are assigned.
func Occasions() []Occasion { return all[Occasion](occasionNames[:]) }

// String returns the term of the JSON report.
func (o Occasion) String() string { return occasionNames[o] }

// ParseOccasion parses the term of the JSON report.
func ParseOccasion(text string) (Occasion, error) { return word[Occasion](occasionNames[:], text) }

// ofResult maps a result to the occasions of White and Black.
var ofResult = [DoubleForfeit + 1][2]Occasion{
	WhiteWon: {ForWin, ForLoss}, Drawn: {ForDraw, ForDraw}, BlackWon: {ForLoss, ForWin},
	WhiteByForfeit: {ForDefaultWin, ForDefaultLoss}, BlackByForfeit: {ForDefaultLoss, ForDefaultWin},
	DoubleForfeit: {ForDefaultLoss, ForDefaultLoss},
}

var ofBye = [...]Occasion{
	ZeroBye: ForZeroBye, HalfBye: ForHalfBye, FullBye: ForFullBye, PairingBye: forPairingBye,
	DefaultWin: ForDefaultWin, DefaultLoss: ForDefaultLoss,
}

// assigned adds the assigned points to the players of a section. In a team
// event the assignments are the teams'.
func (r *Report) assigned(s *Section, index Index, points []rating.Score) {
	if len(r.Assigned) == 0 || r.Team {
		return
	}
	special := r.assignments()
	scoring := r.PointSystem()
	instead := func(player, round int, what Occasion, usual rating.Score) {
		given, ok := special[occurrence{player, round, what}]
		if !ok {
			given, ok = special[occurrence{player, 0, what}]
		}
		if entry := index.Of(player); ok && entry >= 0 {
			points[entry] += given - usual
		}
	}
	for i := range s.Games {
		g := &s.Games[i]
		what := ofResult[g.Result]
		white, black := scoring.Game(g.Result)
		instead(g.White, g.Round, what[0], white)
		instead(g.Black, g.Round, what[1], black)
	}
	for i := range s.Byes {
		b := &s.Byes[i]
		instead(b.Player, b.Round, ofBye[b.Kind], scoring.Bye(b.Kind))
	}
	for _, a := range r.Assigned {
		for _, player := range a.Entrants {
			if entry := index.Of(player); a.For == ForBonus && a.Points != nil && entry >= 0 {
				points[entry] += *a.Points
			}
		}
	}
}

// occurrence identifies an occasion of a player in a round; round 0 means every
// round.
type occurrence struct {
	player, round int
	what          Occasion
}

// assignments returns the points that replace the usual ones; the first of
// several for an occurrence counts.
func (r *Report) assignments() map[occurrence]rating.Score {
	special := map[occurrence]rating.Score{}
	for i := range r.Assigned {
		a := &r.Assigned[i]
		for _, player := range a.Entrants {
			key := occurrence{player, a.Round, a.For}
			if _, taken := special[key]; !taken && a.Points != nil && a.For != ForBonus {
				special[key] = *a.Points
			}
		}
	}
	return special
}
