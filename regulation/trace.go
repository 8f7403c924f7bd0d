package regulation

import (
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// Trace is the derivation of a period's numbers, step by step, in the order of
// the calculation. Each Step names its player and section.
type Trace struct {
	Steps []Step
	about *uint32 // the only player to trace; nil: all
	rows  *rows   // replaces the steps; nil: the steps are kept
}

// TraceAbout returns a trace of one player, and of sections as a whole.
func TraceAbout(player uint32) *Trace { return &Trace{about: &player} }

// TraceRows returns a trace that keeps only the rows of the event tables.
func TraceRows() *Trace { return &Trace{rows: &rows{}} }

// Tell changes the player of a trace of one player.
func (t *Trace) Tell(about uint32) { t.about = &about }

// NewTrace returns a trace with room for the usual number of steps: two per
// game, and some per entry. The zero value is also valid.
func NewTrace(played *pack.Batch) *Trace {
	const perEntry = 8
	room := 2 * len(played.Games)
	for i := range played.Sections {
		room += perEntry * len(played.Sections[i].Entries)
	}
	return &Trace{Steps: make([]Step, 0, room)}
}

// Keeps reports whether the steps are kept, not only the rows of the event tables.
func (t *Trace) Keeps() bool { return t != nil && t.rows == nil }

// Add appends a step. It is called inside "if trace != nil", so that the same
// code rates without a trace, and builds nothing.
func (t *Trace) Add(s Step) {
	switch {
	case t.rows != nil:
		t.rows.add(&s)
	case t.about == nil || s.Player == *t.about || s.Player == NoPlayer:
		t.Steps = append(t.Steps, s)
	}
}

// Earlier adds the games of a first rating that were played before the period. The pool has
// them all, now are its events that belong to the period.
func (t *Trace) Earlier(pool *roster.Pool, now []roster.PoolEvent, is func(roster.PoolGame) Step) {
	if !t.Keeps() {
		return
	}
	for _, e := range pool.Without(now) {
		for _, g := range e.Games {
			s := is(g)
			s.What, s.Day, s.OpponentRating, s.Score = Earlier, e.End, g.Opponent, g.Score
			t.Add(s)
		}
	}
}

// Of returns the steps about one player in one kind of list, and those about
// sections as a whole.
func (t *Trace) Of(player uint32, list rating.Kind) []Step {
	var steps []Step
	for _, s := range t.Steps {
		if (s.Player == player || s.Player == NoPlayer) && s.List == list {
			steps = append(steps, s)
		}
	}
	return steps
}

// NoPlayer is the player of a step about a section as a whole.
const NoPlayer = ^uint32(0)

// Step is one step of a calculation: what was done, under which clause and
// reading, with its input and output values. Which values it has depends on
// What; see Values.
type Step struct {
	What    What
	Note    Note   // the case
	Clause  string // of the edition
	Reading string // the reading that decided, or empty

	List    rating.Kind
	Player  uint32
	Section int32 // in Batch.Sections, counted from 1; 0: the whole period
	Game    int32 // in Batch.Games, counted from 1; 0: none
	Round   int32

	Opponent       uint32
	OpponentRating rating.Rating
	From, To       rating.Rating
	K              rating.K
	Score          rating.Score // half points
	Leader         rating.Score // points of the first of the section
	Surplus        rating.Score // of Score, in rounds without a game or bye
	Expected       rating.Expected
	Change         rating.Points
	Exact          rating.Points
	Difference     int32
	CountsAs       int32 // the difference after applying limits
	Games          int32
	Limit          int32
	Average        rating.Points
	Percent        int32
	DP             int32
	Age            int32 // private
	Day            civil.Date
}

// What is the kind of a step.
type What uint8

// The kinds of step.
const (
	Entry             What = iota // a player enters a section with a rating
	Start                         // the rating from which the period starts
	KFactor                       // a player's K, and why
	Game                          // a game that changes the rating
	Default                       // a game lost by default that changes the rating
	Uncounted                     // a round that does not change the rating, and why
	Pooled                        // a game that goes to the pool of an unrated player
	Disregarded                   // an event without a point, dropped from the pool
	PoolState                     // the number of games in the pool
	FirstRating                   // the first rating
	Definition                    // the classification of a section
	FloorFound                    // a step towards a section's floor
	TemporaryRating               // the temporary rating of an unrated player
	PerformanceRating             // a performance
	NoPerformance                 // why there is no performance
	Activity                      // rounds that count as activity
	SectionSum                    // total of the games of a section
	HalfRule                      // the 50 % rule
	JointFirst                    // the winners rule
	SectionChange                 // contribution of a section
	Bonus                         // bonus points
	PeriodSum                     // total of the period
	Rounding                      // the rounding of the sum
	Floor                         // application of the lowest rating
	Result                        // the new rating
	Conversion                    // a conversion between two lists, without games
	InForce                       // the list used for a section, if not the latest
	PeriodChange                  // total scores, expected scores and K of the period
	Ceiling                       // application of the highest first rating
	Earlier                       // a game of an earlier period in the pool of a first rating
	Mean                          // the rounding of the opponents' average
)

var whatNames = [...]string{
	"entry", "start", "k", "game", "default", "uncounted", "pooled", "disregarded", "pool", "first-rating",
	"definition", "section-floor", "temporary", "performance", "no-performance", "activity", "section-sum",
	"half-rule", "joint-first", "section-change", "bonus", "period-sum", "rounding", "floor", "result", "conversion", "in-force",
	"period-change", "ceiling", "earlier", "mean",
}

// String returns the word used in files and locale keys.
func (w What) String() string { return whatNames[w] }

// Note is the case of a step: a word used in files and locale keys.
type Note string

// Value is a named value of a step, written as a JSON number.
type Value struct {
	Name    string
	Text    string
	Private bool // personal: never in a public explanation
}

// Values returns the values that a step of its kind has, in order.
func (s *Step) Values() []Value {
	var values []Value
	for _, f := range whatFields[s.What] {
		if text := f.text(s); text != "" {
			values = append(values, Value{f.name, text, f.private})
		}
	}
	return values
}

type field struct {
	name    string
	text    func(*Step) string // empty: the step has no such value
	private bool
}
