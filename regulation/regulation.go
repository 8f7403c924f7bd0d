// Package regulation says what any rating regulation is: an Edition with its
// clauses and options, the calculation Period of a report, the checks at
// intake, and the rating of a period, which leaves a Trace if one is wanted.
//
// It is the engine's frame. Everything in it and below is a pure function of
// its arguments: no clock, no randomness, no file, no network. One package per
// authority (ncs, nscl, chessa) fills it in; package catalog knows them all.
package regulation

import (
	"cmp"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation/elo"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// Edition is one edition of a regulation: a value that is not changed.
type Edition interface {
	// About says which edition it is, with its options as they are set.
	About() About
	// With gives the edition with an option set to another value.
	With(option, value string) (Edition, error)
	// Without gives the edition as if a clause were not there, and false if
	// the clause decides no number. Tests and comparisons ask for it.
	Without(clause string) (Edition, bool)
	// Period gives the calculation period to which a report belongs.
	Period(*report.Report) Period
	// Check says what the intake finds in a report, and what it decides about
	// each section.
	Check(*report.Report, Facts) Intake
	// Rate rates what was played in a period. The trace may be nil.
	Rate(Period, Past, *pack.Batch, *Trace) Outcome
	// Births gives the births at which something in a period changes, the oldest
	// first: the period is rated alike for each of them and for all up to the
	// next, and for those before the first alike as if they were not known. So
	// much of a birth has to be told for the period to be rated again.
	Births(Period, *pack.Batch) []civil.Birth
	// Calculator gives the edition's formulas for what-if questions.
	Calculator() Calculator
}

// About says which edition it is.
type About struct {
	ID         string // "ncs-2022"
	Authority  string // "ncs"
	Federation string // of the authority, as FIDE codes it; empty for a league
	InForce    civil.Date
	Lists      []rating.Kind // that are published
	Expectancy bool          // whether there is an expected score
	Qualifying bool          // whether it says which ratings may serve for qualification
	LooksBack  bool          // whether it asks for lists before the one from which a period starts
	Clauses    []Clause
	Numbers    map[string]string // of clauses of the authority's first text that this one counts otherwise; empty: it lacks the clause
	Readings   []string
	Options    []Option
	FIDENotice Notice      // of a FIDE event
	Fewer      Notice      // of a dispensation for fewer rounds than the text asks for
	Before     *Transition // that a family takes before the edition's first list
	Fee        Fee         // that is due for a report
	Deadline   Deadline    // by which a game has to be reported
	Lowest     Lowest      // rating that is published
}

// Number returns the number that the edition's text has for a clause of the
// authority's first text, empty if it lacks the clause.
func (a *About) Number(clause string) string { return Number(a.Numbers, clause) }

// Number returns the number of a clause by those that are counted otherwise.
func Number(numbers map[string]string, clause string) string {
	if number, other := numbers[clause]; other {
		return number
	}
	return clause
}

// Lowest is the lowest rating that is published.
type Lowest struct {
	Rating          rating.Rating
	Clause, Reading string
}

// Notice is how long before the first day of an event something is to be said.
// The zero Notice means that the text asks for nothing.
type Notice struct {
	Months, Days int
	Clause       string
}

// Until returns the last day for an event that begins on a day; the 31st of a
// month is the last day of a shorter one.
func (n Notice) Until(start civil.Date) civil.Date {
	_, _, day := start.Split()
	first, next := start.FirstOfMonth(-n.Months), start.FirstOfMonth(1-n.Months)
	return min(first+civil.Date(day-1), next-1) - civil.Date(n.Days)
}

// Earliest returns the first day of an event about which was said on a day what is
// to be said.
func (n Notice) Earliest(said civil.Date) civil.Date {
	start := said
	for n.Until(start) < said {
		start++
	}
	return start
}

// Issues reports whether the regulation publishes a list of this kind.
func (a *About) Issues(k rating.Kind) bool {
	for _, l := range a.Lists {
		if l == k {
			return true
		}
	}
	return false
}

// Clause is one provision of the text.
type Clause struct {
	ID     string // as the text counts: "5(4)", "K-Factor 4.1.6"
	Status Status
	Also   string // how the other versions of the text count it
}

// Status is who sees to a clause.
type Status string

// The statuses.
const (
	Computed    Status = "computed"    // it decides a number
	Checked     Status = "checked"     // at intake, by a finding
	ByBureau    Status = "bureau"      // done by the bureau around the calculation
	Recorded    Status = "recorded"    // kept and shown, decides nothing
	Informative Status = "informative" // aims, examples, history
)

// Period is a calculation period.
type Period struct {
	Label string      // of the list that it makes: "2023-03", or the meet's name
	Days  civil.Range // of receipt, or of play, as the regulation has it
	List  civil.Date  // the day from which that list is in force
	Meet  bool        // the period is the report itself, even if another has the same days
}

// Compare orders periods as they are rated: the one whose list is in force first,
// else the one that ended first.
func (p Period) Compare(o Period) int {
	return cmp.Or(cmp.Compare(p.List, o.List), cmp.Compare(p.Days.To, o.Days.To), cmp.Compare(p.Days.From, o.Days.From), cmp.Compare(p.Label, o.Label))
}

// Past is what a period is rated from: the list before it, which remembers
// those before it.
type Past struct {
	Players []roster.Player
	List    *roster.List
}

// Transition is a step that a family of editions takes once between two lists.
type Transition struct {
	On              civil.Date // the list in force from this day on is the first after it
	Clause, Reading string
	Rating          func(rating.Rating) rating.Rating // what becomes of a rating
}

// Answer is what is known of a fact.
type Answer uint8

// The answers.
const (
	NotKnown Answer = iota
	Yes
	No
)

// Facts is what the checks at intake ask about the world beyond the report.
type Facts interface {
	// Player gives who an entry is, and his standing in the list from which
	// the report's period starts.
	Player(section, entry int) (*roster.Player, roster.Standing)
	// Known says whether an entry was in the register before the report.
	Known(section, entry int) bool
	// Member says whether an entry was a member on all these days.
	Member(section, entry int, days civil.Range) Answer
	// AnnualMember says whether a person, by name, was an annual member.
	AnnualMember(name string, days civil.Range) Answer
	// Registered says whether an organiser is registered.
	Registered(organizer string) Answer
	// MayReport says whether a person may submit for the organiser.
	MayReport(name, organizer string) Answer
	// FeePaid says whether the report's fee was paid, and the last day to pay
	// it; zero: there is none.
	FeePaid() (Answer, civil.Date)
	// FloorAssigned says whether an officer has assigned the floor of a section in
	// which nobody is rated. Where no officer can be asked it is not known: there
	// the report assigns it.
	FloorAssigned(section int) Answer
}

// Intake is what the intake makes of a report.
type Intake struct {
	finding.Collector
	Rulings []pack.Ruling // by section
}

// Tell adds a finding about a report: each error, and of warnings and infos so
// many.
func (i *Intake) Tell(r *report.Report, f finding.Finding) {
	i.File, f.Report = r.File, r.File
	if f.Severity == finding.Error {
		i.Findings = append(i.Findings, f)
		return
	}
	i.Note(f)
}

// Outcome is what a period made.
type Outcome struct {
	Standings []roster.Standing       // the new list, by player
	Moves     [][rating.Kinds]Move    // what the period did, by player and kind
	Refused   map[int]finding.Finding // sections that could not be rated, by number in the batch
	Findings  []finding.Finding
}

// Move is what a period did to one rating.
type Move struct {
	Previous  rating.Rating // the rating before; for an inherited start that rating
	Games     int32         // counted in the period
	K         rating.K      // used in the period; zero: none or several
	Qualifies bool          // may serve for qualification, where the regulation says so
	Inactive  bool          // has not played for so long that the list says so
}

// NewOutcome starts from the list before: nothing moved yet.
func NewOutcome(past Past) Outcome {
	o := Outcome{
		Standings: make([]roster.Standing, len(past.Players)),
		Moves:     make([][rating.Kinds]Move, len(past.Players)),
	}
	copy(o.Standings, past.List.Standings)
	for p := range o.Standings {
		for k := range rating.Kinds {
			o.Moves[p][k].Previous = o.Standings[p][k].Rating
		}
	}
	return o
}

// Refuse records that a section could not be rated.
func (o *Outcome) Refuse(section int, f finding.Finding) {
	if o.Refused == nil {
		o.Refused = map[int]finding.Finding{}
	}
	o.Refused[section] = f
}

// Calculator answers what-if questions by the edition's formulas. Each answer
// is the steps that a trace would hold.
type Calculator interface {
	// K gives the K of a rating where nothing else is known of the player.
	K(rating.Kind, rating.Rating) (rating.K, error)
	// Games gives the changes by the games of one event, in their order.
	Games(kind rating.Kind, own rating.Rating, k rating.K, played []Played) []Step
	// First gives the steps to a first rating: it is what the last one that has a
	// rating leads to, and is not published if one without follows.
	First(average rating.Points, score rating.Score, games int) ([]Step, error)
	// Performance gives a performance rating; own is zero where it is not
	// known.
	Performance(average rating.Points, score rating.Score, games int, own rating.Rating) (Step, error)
}

// Played is a game as a what-if question has it.
type Played struct {
	Opponent rating.Rating
	Score    rating.Score
}

// Performance returns the performance that is calculated from the average of the
// opponents: elo.FirstByTable or elo.First.
func Performance(by func(average int, score rating.Score, games int) elo.Calculated, average int, score rating.Score, games int) Step {
	made := by(average, score, games)
	return Step{
		What: PerformanceRating, Games: int32(games), Score: score, Average: rating.Whole(average),
		Percent: int32(made.Percent), DP: int32(made.DP), To: rating.Rating(made.Rating),
	}
}
