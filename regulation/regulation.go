// Package regulation defines what a rating regulation is: an Edition with its
// clauses and options, the calculation Period of a report, the checks at
// intake, and the rating of a period, with an optional Trace.
//
// It is the engine's frame. Everything in it and below is a pure function of
// its arguments: no clock, no randomness, no file, no network. There is one
// package per authority (ncs, nscl, chessa, fide); package catalog lists them all.
package regulation

import (
	"slices"

	"cmp"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation/elo"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// Edition is one edition of a regulation. It is immutable.
type Edition interface {
	// About describes the edition, with the current values of its options.
	About() About
	// With returns the edition with another value of an option.
	With(option, value string) (Edition, error)
	// Without returns the edition as if a clause were not there, and false if
	// the clause decides no number. It is for tests and comparisons.
	Without(clause string) (Edition, bool)
	// Period returns the calculation period of a report.
	Period(*report.Report) Period
	// Check returns the findings at intake about a report, and the ruling on
	// each section.
	Check(*report.Report, Facts) Intake
	// Rate rates the games of a period. The trace may be nil.
	Rate(Period, Past, *pack.Batch, *Trace) Outcome
	// Births returns the births at which something in a period changes, the
	// oldest first. All births from one of them up to the next have the same
	// result, and those before the first one the same as unknown births. So
	// these are all that must be known of births to rate the period again.
	Births(Period, *pack.Batch) []civil.Birth
	// Calculator returns the edition's formulas for what-if questions.
	Calculator() Calculator
}

// About describes an edition.
type About struct {
	ID         string // "ncs-2022"
	Authority  string // "ncs"
	Federation string // FIDE's code of the authority; empty for a league
	InForce    civil.Date
	Lists      []rating.Kind // published lists
	Expectancy bool          // it has an expected score
	Qualifying Qualification // which ratings may serve for qualification
	Standings  bool          // its intake asks for players' standings
	LooksBack  bool          // it needs lists before the one from which a period starts
	AgeGroups  bool          // the age groups of sections decide ratings
	Carries    Carried       // what later events of a period start from
	FIDETable  bool          // no clause knows performances: they are those of FIDE's table, in which no points and all points are no number
	OwnGames   bool          // a player's ratings rest on no games but their own, and on the list before
	Clauses    []Clause
	Numbers    map[string]string // numbers that differ from the authority's first text, by clause; empty: the clause is missing
	Readings   []string
	Options    []Option
	FIDENotice Notice      // of a FIDE event
	Fewer      Notice      // of a dispensation to play fewer rounds than required
	Before     *Transition // of a family, before the edition's first list
	Fee        Fee         // due for a report
	Deadline   Deadline    // for reporting a game
	OwnFile    bool        // reports come as a file that the authority provides
	Lowest     Lowest      // lowest published rating
	FirstGiven string      // the reading by which an officer gives first ratings; empty: the text makes them
	FirstGames int         // games needed for a first rating, if results never lapse; zero: otherwise
}

// Number returns the edition's number of a clause of the authority's first
// text, empty if it lacks the clause.
func (a *About) Number(clause string) string { return Number(a.Numbers, clause) }

// FirstNumber returns the number that a clause of the edition has in the authority's first text,
// and false if another clause has that number there and this one none.
func (a *About) FirstNumber(clause string) (string, bool) {
	for first, number := range a.Numbers {
		if number == clause {
			return first, true
		}
	}
	_, moved := a.Numbers[clause]
	return clause, !moved
}

// ReadingsOf returns the readings that interpret a clause, by its number in the
// edition.
func (a *About) ReadingsOf(clause string) []string {
	i := slices.IndexFunc(a.Clauses, func(c Clause) bool { return c.ID == clause })
	if i < 0 {
		return nil
	}
	return a.Clauses[i].Readings
}

// Number returns the number of a clause, given the numbers that differ.
func Number(numbers map[string]string, clause string) string {
	if number, other := numbers[clause]; other {
		return number
	}
	return clause
}

// Carried is which results of an event count for the later events of its period.
type Carried uint8

// What is carried.
const (
	CarriesNothing Carried = iota // all events of a period start from the list
	CarriesFirst                  // first ratings
	CarriesAll                    // all ratings
)

// Qualification says which ratings may serve for qualification. The zero value says
// nothing of it.
type Qualification struct {
	Lists     []rating.Kind
	Games     int32 // more than these
	Inherited bool  // a rating that was not unrated at first does so at once
}

// Decides reports whether the regulation says which ratings may serve for
// qualification.
func (q *Qualification) Decides() bool { return len(q.Lists) > 0 }

// Has reports whether the rating of a player may serve for qualification. enteredUnrated
// reports whether their first rating was one of this regulation.
func (q *Qualification) Has(kind rating.Kind, state *roster.State, enteredUnrated bool) bool {
	return slices.Contains(q.Lists, kind) && state.Rating.Rated() && (state.Games > q.Games || q.Inherited && !enteredUnrated)
}

// Lowest is the lowest rating that is published.
type Lowest struct {
	Rating          rating.Rating
	Clause, Reading string
}

// Notice is how long before an event something must be notified. The zero
// Notice means that no notice is required.
type Notice struct {
	Months, Days int
	Clause       string
}

// Until returns the last day of notice for an event that begins on a day. If
// the month is too short, it is the last day of the month.
func (n Notice) Until(start civil.Date) civil.Date {
	_, _, day := start.Split()
	first, next := start.FirstOfMonth(-n.Months), start.FirstOfMonth(1-n.Months)
	return min(first+civil.Date(day-1), next-1) - civil.Date(n.Days)
}

// Earliest returns the earliest first day of an event that was notified on a
// day.
func (n Notice) Earliest(said civil.Date) civil.Date {
	start := said
	for n.Until(start) < said {
		start++
	}
	return start
}

// Issues reports whether the regulation publishes a list of this kind.
func (a *About) Issues(k rating.Kind) bool { return slices.Contains(a.Lists, k) }

// Clause is one provision of the text.
type Clause struct {
	ID       string // in the text's numbering: "5(4)", "K-Factor 4.1.6"
	Status   Status
	Also     string   // in the numbering of the other versions of the text
	Readings []string // that interpret it
}

// Status is how a clause is implemented.
type Status string

// The statuses.
const (
	Computed    Status = "computed"    // it decides a number
	Checked     Status = "checked"     // by a finding at intake
	ByBureau    Status = "bureau"      // by the bureau, outside the calculation
	Informative Status = "informative" // aims, examples, history, and what others do
)

// Period is a calculation period.
type Period struct {
	Label string      // of its list: "2023-03", or the meet's name
	Days  civil.Range // of receipt, or of play, depending on the regulation
	List  civil.Date  // the day on which that list comes into force
	Meet  bool        // the period is the report itself, even if another one has the same days
}

// Compare orders periods for rating: by the day on which their list comes into
// force, then by their last day.
func (p Period) Compare(o Period) int {
	return cmp.Or(cmp.Compare(p.List, o.List), cmp.Compare(p.Days.To, o.Days.To), cmp.Compare(p.Days.From, o.Days.From), cmp.Compare(p.Label, o.Label))
}

// Past is the list from which a period is rated, with the earlier lists that it
// remembers.
type Past struct {
	Players []roster.Player
	List    *roster.List
}

// Transition is a conversion that a family of editions makes once between two
// lists.
type Transition struct {
	On              civil.Date // the list in force from this day on is the first converted one
	Clause, Reading string
	Rating          func(rating.Rating) rating.Rating // converts a rating
}

// Answer is the answer to a question of fact.
type Answer uint8

// The answers.
const (
	NotKnown Answer = iota
	Yes
	No
)

// Facts answers the intake's questions about facts outside the report.
type Facts interface {
	// Player returns the player of an entry, with their standing in the list
	// from which the report's period starts.
	Player(section, entry int) (*roster.Player, roster.Standing)
	// Known reports whether an entry was registered before the report.
	Known(section, entry int) bool
	// Member answers whether an entry was a member on all these days.
	Member(section, entry int, days civil.Range) Answer
	// AnnualMember answers whether a person, by name, was an annual member.
	AnnualMember(name string, days civil.Range) Answer
	// Registered answers whether an organiser is registered.
	Registered(organizer string) Answer
	// MayReport answers whether a person may submit for the organiser.
	MayReport(name, organizer string) Answer
	// FloorAssigned says whether an officer has assigned the floor of a section in
	// which nobody is rated. Where no officer can be asked it is not known: there
	// the report assigns it.
	FloorAssigned(section int) Answer
}

// Intake is the result of a report's intake.
type Intake struct {
	finding.Collector
	Rulings []pack.Ruling // by section
}

// Tell adds a finding about a report: all errors, and a limited number of
// warnings and infos.
func (i *Intake) Tell(r *report.Report, f finding.Finding) {
	i.File, f.Report = r.File, r.File
	if f.Severity == finding.Error {
		i.Findings = append(i.Findings, f)
		return
	}
	i.Note(f)
}

// Outcome is the result of a period.
type Outcome struct {
	Standings []roster.Standing       // the new list, by player
	Moves     [][rating.Kinds]Move    // the changes, by player and kind
	Refused   map[int]finding.Finding // unrated sections, by index in the batch
	Findings  []finding.Finding
}

// Move is the change of a rating in a period.
type Move struct {
	Previous  rating.Rating // the rating before; for an inherited start, that rating
	Games     int32         // counted in the period
	K         rating.K      // used in the period; zero: none or several
	Qualifies bool          // may serve for qualification, if the regulation decides that
	Inactive  bool          // has been inactive for so long that the list says so
}

// NewOutcome returns an outcome with the standings of the list before and no
// moves.
func NewOutcome(past Past) Outcome {
	o := Outcome{
		Standings: make([]roster.Standing, len(past.Players)),
		Moves:     make([][rating.Kinds]Move, len(past.Players)),
	}
	copy(o.Standings, past.List.Standings)
	for p := range o.Standings {
		o.Moves[p] = Stays(&o.Standings[p])
	}
	return o
}

// Stays returns the moves of a player about whom nothing changes.
func Stays(s *roster.Standing) (moves [rating.Kinds]Move) {
	for k := range rating.Kinds {
		moves[k].Previous = s[k].Rating
	}
	return moves
}

// Refuse records that a section was not rated.
func (o *Outcome) Refuse(section int, f finding.Finding) {
	if o.Refused == nil {
		o.Refused = map[int]finding.Finding{}
	}
	o.Refused[section] = f
}

// Calculator answers what-if questions with the edition's formulas. Each answer
// consists of the steps of a trace.
type Calculator interface {
	// K returns the K of the next game of a rated player who plays it on a day; zero: the
	// edition has no K.
	K(player *roster.Player, standing *roster.Standing, kind rating.Kind, day civil.Date) rating.K
	// Games returns the changes by the games of one event, in order.
	Games(kind rating.Kind, own rating.Rating, k rating.K, played []Played) []Step
	// After returns the rating after a change by games that are all of a period: rounded, and
	// within the limits. Zero: none is published.
	After(own rating.Rating, change rating.Points, games int) rating.Rating
	// First returns the steps to a first rating. The result is the rating of
	// the last step that has one; it is not published if a step without a
	// rating follows.
	First(average rating.Points, score rating.Score, games int) ([]Step, error)
	// Performance returns a performance rating; own is zero if unknown.
	Performance(average rating.Points, score rating.Score, games int, own rating.Rating) (Step, error)
}

// Played is a game in a what-if question.
type Played struct {
	Opponent rating.Rating
	Score    rating.Score
}

// Bound returns, of a performance by FIDE's table without a point, or with all, that with half a point more, or less: it is
// below, or above, that. It returns false if it is a number.
func Bound(performance rating.Rating, score rating.Score, games int) (bound rating.Rating, above, ok bool) {
	switch {
	case games == 0:
		return 0, false, false
	case score == 0:
		return rating.Rating(elo.FirstByTable(int(performance)-elo.Difference(0), 1, games).Rating), false, true
	case int(score) == 2*games:
		return rating.Rating(elo.FirstByTable(int(performance)-elo.Difference(100), score-1, games).Rating), true, true
	}
	return 0, false, false
}

// Performance returns the performance calculated from the opponents' average by
// elo.FirstByTable or elo.First.
func Performance(by func(average int, score rating.Score, games int) elo.Calculated, average int, score rating.Score, games int) Step {
	made := by(average, score, games)
	return Step{
		What: PerformanceRating, Games: int32(games), Score: score, Average: rating.Whole(average),
		Percent: int32(made.Percent), DP: int32(made.DP), To: rating.Rating(made.Rating),
	}
}
