package regulation

import (
	"strconv"

	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation/elo"
	"github.com/arpadchess/arpad/report/pack"
)

func whole[T ~int16 | ~int32 | ~uint8](n T) string { return strconv.Itoa(int(n)) }

// surplus is a value only where there is a surplus.
func surplus(s *Step) string {
	if s.Surplus == 0 {
		return ""
	}
	return s.Surplus.String()
}

// The values of steps, by name.
var (
	fFrom           = field{name: "from", text: func(s *Step) string { return whole(s.From) }}
	fTo             = field{name: "to", text: func(s *Step) string { return whole(s.To) }}
	fK              = field{name: "k", text: func(s *Step) string { return whole(s.K) }}
	fRound          = field{name: "round", text: func(s *Step) string { return whole(s.Round) }}
	fOpponentRating = field{name: "opponent_rating", text: func(s *Step) string { return whole(s.OpponentRating) }}
	fDifference     = field{name: "difference", text: func(s *Step) string { return whole(s.Difference) }}
	fCountsAs       = field{name: "counts_as", text: func(s *Step) string { return whole(s.CountsAs) }}
	fExpected       = field{name: "expected", text: func(s *Step) string { return s.Expected.String() }}
	fScore          = field{name: "score", text: func(s *Step) string { return s.Score.String() }}
	fLeader         = field{name: "leader", text: func(s *Step) string { return s.Leader.String() }}
	fSurplus        = field{name: "surplus", text: surplus}
	fChange         = field{name: "change", text: func(s *Step) string { return s.Change.String() }}
	fExact          = field{name: "exact", text: func(s *Step) string { return s.Exact.String() }}
	fGames          = field{name: "games", text: func(s *Step) string { return whole(s.Games) }}
	fLimit          = field{name: "limit", text: func(s *Step) string { return whole(s.Limit) }}
	fAverage        = field{name: "average", text: func(s *Step) string { return s.Average.String() }}
	fPercent        = field{name: "percent", text: func(s *Step) string { return whole(s.Percent) }}
	fDP             = field{name: "dp", text: func(s *Step) string { return whole(s.DP) }}
	fAge            = field{name: "age", text: func(s *Step) string { return whole(s.Age) }, private: true}
)

var whatFields = [...][]field{
	Entry:             {fFrom},
	Start:             {fTo},
	KFactor:           {fK, fFrom, fGames, fLimit, fAge},
	Game:              {fRound, fFrom, fOpponentRating, fDifference, fCountsAs, fExpected, fScore, fK, fChange},
	Default:           {fRound, fFrom, fOpponentRating, fDifference, fCountsAs, fExpected, fScore, fK, fChange},
	Uncounted:         {fRound},
	Pooled:            {fRound, fOpponentRating, fScore},
	Disregarded:       {fGames},
	PoolState:         {fGames, fLimit, fScore},
	FirstRating:       {fGames, fScore, fAverage, fPercent, fDP, fTo},
	Definition:        {fGames, fPercent, fLimit},
	FloorFound:        {fGames, fExact, fTo},
	TemporaryRating:   {fGames, fScore, fAverage, fPercent, fDP, fTo},
	PerformanceRating: {fGames, fScore, fAverage, fPercent, fDP, fTo},
	NoPerformance:     {fGames, fLimit},
	Activity:          {fGames},
	SectionSum:        {fGames, fScore, fExpected, fK, fChange},
	HalfRule:          {fGames, fLimit, fChange},
	JointFirst:        {fScore, fSurplus, fLeader, fChange},
	SectionChange:     {fChange},
	Bonus:             {fGames, fExact, fLimit, fChange},
	PeriodSum:         {fGames, fChange},
	Rounding:          {fExact, fChange},
	Floor:             {fFrom, fLimit, fTo},
	Result:            {fFrom, fTo, fChange},
	Conversion:        {fFrom, fTo, fChange},
	InForce:           {fFrom, fTo},
	PeriodChange:      {fGames, fExact, fK, fChange},
	Ceiling:           {fFrom, fLimit, fTo},
	Earlier:           {fOpponentRating, fScore},
	Mean:              {fGames, fExact, fAverage},
}

// Row is a player's line in an event table. It is read from the trace, not
// calculated again.
type Row struct {
	Section     int // index in Batch.Sections
	Player      uint32
	Rating      rating.Rating // the rating used; zero: unrated
	K           rating.K      // used in the section; zero: none or several
	Games       int
	Score       rating.Score
	Expected    rating.Expected
	Change      rating.Points
	Bonus       rating.Points
	Performance rating.Rating // zero: none
	Temporary   rating.Rating // zero: none
	Activity    int           // -1: the regulation has none
	opponents   int           // sum of their ratings
	severalK    bool
}

// AverageOpponent returns the opponents' average rating, rounded half up, and
// false if there was no game.
func (r *Row) AverageOpponent() (int, bool) {
	if r.Games == 0 {
		return 0, false
	}
	return rating.HalfUp(r.opponents, r.Games), true
}

// Rows returns the lines of all sections, in the order of the entries.
func (t *Trace) Rows() []Row {
	if t.rows != nil {
		return t.rows.all
	}
	var made rows
	for i := range t.Steps {
		made.add(&t.Steps[i])
	}
	return made.all
}

// rows is the lines of the event tables while reading the steps.
type rows struct {
	all []Row
	at  map[seat]int
}

type seat struct {
	section int32
	player  uint32
}

func (r *rows) add(s *Step) {
	if s.Section == 0 || s.Player == NoPlayer {
		return
	}
	if r.at == nil {
		r.at = map[seat]int{}
	}
	own := seat{s.Section, s.Player}
	if s.What == Entry {
		r.at[own] = len(r.all)
		r.all = append(r.all, Row{Section: int(s.Section) - 1, Player: s.Player, Rating: s.From, Activity: -1})
		return
	}
	if n, ok := r.at[own]; ok {
		r.all[n].take(s)
	}
}

// Performances adds the performance to each line of the event tables.
func (t *Trace) Performances(by func(average int, score rating.Score, games int) elo.Calculated, played *pack.Batch, clause, reading string) {
	for _, row := range t.Rows() {
		if average, ok := row.AverageOpponent(); ok {
			s := Performance(by, average, row.Score, row.Games)
			s.Clause, s.Reading = clause, reading
			s.List, s.Player, s.Section = played.Sections[row.Section].Kind, row.Player, int32(row.Section+1)
			t.Add(s)
		}
	}
}

func (r *Row) take(s *Step) {
	switch s.What {
	case Game:
		r.opponents += int(s.OpponentRating)
		r.Games++
		r.Score += s.Score
		fallthrough
	case Default:
		r.Expected += s.Expected
		r.Change += s.Change
		if r.K != 0 && r.K != s.K {
			r.severalK = true
		}
		r.K = s.K
		if r.severalK {
			r.K = 0
		}
	case Pooled:
		r.opponents += int(s.OpponentRating)
		r.Games++
		r.Score += s.Score
	case PerformanceRating:
		r.Performance = s.To
	case TemporaryRating:
		r.Temporary = s.To
	case Activity:
		r.Activity = max(r.Activity, 0) + int(s.Games)
	case SectionChange:
		r.Change = s.Change
	case Bonus:
		r.Bonus += s.Change
	}
}
