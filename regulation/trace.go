package regulation

import (
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report/pack"
)

// Trace is how a period's numbers came about, step by step. It is filled in
// the order of the calculation; a Step names its player and section.
type Trace struct {
	Steps []Step
	about *uint32 // the one player of whom it tells; nil: of all
	rows  *rows   // instead of the steps; nil: the steps are kept
}

// TraceAbout returns a trace that tells of one player, and of sections as a
// whole.
func TraceAbout(player uint32) *Trace { return &Trace{about: &player} }

// TraceRows returns a trace that keeps no steps, but the rows of the event
// tables.
func TraceRows() *Trace { return &Trace{rows: &rows{}} }

// Tell has a trace that tells of one player tell of another from here on.
func (t *Trace) Tell(about uint32) { t.about = &about }

// NewTrace returns a trace with room for what is usually told of a period: two
// steps of a game, and some for each entry. The zero value is a trace, too.
func NewTrace(played *pack.Batch) *Trace {
	const perEntry = 8
	room := 2 * len(played.Games)
	for i := range played.Sections {
		room += perEntry * len(played.Sections[i].Entries)
	}
	return &Trace{Steps: make([]Step, 0, room)}
}

// Add appends a step. It is called behind "if trace != nil", so that without a
// trace the same code runs and nothing is built.
func (t *Trace) Add(s Step) {
	switch {
	case t.rows != nil:
		t.rows.add(&s)
	case t.about == nil || s.Player == *t.about || s.Player == NoPlayer:
		t.Steps = append(t.Steps, s)
	}
}

// Of returns the steps of one player in one kind of list, with those of the
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

// NoPlayer stands in a step that is about a section as a whole.
const NoPlayer = ^uint32(0)

// Step is one step of a calculation: what was done, under which clause and
// reading, and the values that it took and gave. Which of the values it has
// depends on What; see Values.
type Step struct {
	What    What
	Note    Note   // which case of it
	Clause  string // of the edition
	Reading string // that decided, or empty

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
	Expected       rating.Expected
	Change         rating.Points
	Exact          rating.Points
	Difference     int32
	CountsAs       int32 // the difference as the regulation counts it
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

// The kinds of step. The comment says whom a step is about.
const (
	Entry             What = iota // a player enters a section with a rating
	Start                         // the rating from which the period starts
	KFactor                       // which K, and why
	Game                          // a game that changes the rating
	Default                       // a game lost by default that changes the rating
	Uncounted                     // a round that does not change the rating, and why
	Pooled                        // a game that goes to the pool of an unrated player
	Disregarded                   // an event that leaves nothing in the pool
	PoolState                     // how far the pool is
	FirstRating                   // the first rating
	Definition                    // what a section is by definition
	FloorFound                    // a step of the search for a section's floor
	TemporaryRating               // the temporary rating of an unrated player
	PerformanceRating             // a performance
	NoPerformance                 // why there is none
	Activity                      // rounds that count as activity
	SectionSum                    // the games of a section added up
	HalfRule                      // the 50 % rule
	JointFirst                    // the winners rule
	SectionChange                 // what the section contributes
	Bonus                         // bonus points
	PeriodSum                     // the period added up
	Rounding                      // the rounding of the sum
	Floor                         // the lowest rating
	Result                        // the new rating
	Conversion                    // a step between two lists, by rule and not by games
	InForce                       // the list under which a section is rated, if it is not the latest
	PeriodChange                  // the period's scores, expected scores and K
	Ceiling                       // the highest first rating
)

var whatNames = [...]string{
	"entry", "start", "k", "game", "default", "uncounted", "pooled", "disregarded", "pool", "first-rating",
	"definition", "section-floor", "temporary", "performance", "no-performance", "activity", "section-sum",
	"half-rule", "joint-first", "section-change", "bonus", "period-sum", "rounding", "floor", "result", "conversion", "in-force",
	"period-change", "ceiling",
}

// String returns the word that files and locale keys use.
func (w What) String() string { return whatNames[w] }

// Note says which case of a step it is: a word for files and locale keys.
type Note string

// Value is a named value of a step, written as a JSON number.
type Value struct {
	Name    string
	Text    string
	Private bool // tells about a person: never in a public explanation
}

// Values returns the values that a step of its kind has, in their order.
func (s *Step) Values() []Value {
	var values []Value
	for _, f := range whatFields[s.What] {
		values = append(values, Value{f.name, f.text(s), f.private})
	}
	return values
}

type field struct {
	name    string
	text    func(*Step) string
	private bool
}
