package explain

import (
	"slices"

	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report/pack"
)

// Account is the derivation of a rating in the order in which people read it: what
// it starts from, section by section what was played, and what follows from that.
type Account struct {
	Before []*regulation.Step // about the whole period
	Parts  []AccountPart
	After  []*regulation.Step // about the whole period
}

// AccountPart is a section of an account, with the sums of its games.
type AccountPart struct {
	Number    int32 // in the batch, counted from 1
	Section   *pack.Section
	Event     *pack.Event
	Before    []*regulation.Step
	Games     []*regulation.Step // that count, by round
	Uncounted []*regulation.Step // rounds
	After     []*regulation.Step
	Pooled    bool // all games go to the pool of an unrated player, and none changes a rating
	Score     rating.Score
	Expected  rating.Expected
	Change    rating.Points
}

// The kinds of steps about the whole period before and after its sections.
var (
	beforeSections = []regulation.What{regulation.Start, regulation.KFactor}
	afterSections  = []regulation.What{
		regulation.Disregarded, regulation.PoolState, regulation.Earlier, regulation.Mean, regulation.FirstRating, regulation.PeriodSum, regulation.PeriodChange, regulation.Bonus,
		regulation.Rounding, regulation.Floor, regulation.Ceiling, regulation.Result, regulation.Conversion,
	}
)

// Account returns the account of a list.
func (l *List) Account() *Account {
	a := &Account{Before: l.period(beforeSections), After: l.period(afterSections)}
	for i := range l.Steps {
		s := &l.Steps[i]
		if s.Section == 0 || s.Player == regulation.NoPlayer || slices.ContainsFunc(a.Parts, func(p AccountPart) bool { return p.Number == s.Section }) {
			continue
		}
		a.Parts = append(a.Parts, l.part(s.Section))
	}
	return a
}

// Earlier returns the games of earlier periods that entered a first rating, by event, and the steps after them.
func (a *Account) Earlier() (events [][]*regulation.Step, after []*regulation.Step) {
	for _, s := range a.After {
		switch n := len(events) - 1; {
		case s.What != regulation.Earlier:
			after = append(after, s)
		case n >= 0 && events[n][0].Day == s.Day:
			events[n] = append(events[n], s)
		default:
			events = append(events, []*regulation.Step{s})
		}
	}
	return events, after
}

// silent reports whether a step rounds a whole number, or one that is whole as it is shown.
func silent(s *regulation.Step) bool {
	return s.What == regulation.Rounding && s.Exact == s.Change || s.What == regulation.Mean && s.Exact == s.Average
}

// period returns the steps about the whole period that are of the given kinds.
func (l *List) period(kinds []regulation.What) []*regulation.Step {
	var steps []*regulation.Step
	for i := range l.Steps {
		if s := &l.Steps[i]; (s.Section == 0 || s.What == regulation.Bonus) && slices.Contains(kinds, s.What) && !silent(s) {
			steps = append(steps, s)
		}
	}
	return steps
}

// part returns the account of a section.
func (l *List) part(number int32) AccountPart {
	section := &l.Batch.Sections[number-1]
	p := AccountPart{Number: number, Section: section, Event: &l.Batch.Events[section.Event], Pooled: true}
	for i := range l.Steps {
		s := &l.Steps[i]
		if s.Section != number {
			continue
		}
		switch s.What {
		case regulation.Game, regulation.Default, regulation.Pooled:
			p.add(s)
		case regulation.Uncounted:
			p.Uncounted = append(p.Uncounted, s)
		case regulation.Entry, regulation.Bonus, regulation.SectionChange:
		case regulation.PerformanceRating:
			if s.Clause != "" { // else the regulation knows none
				p.After = append(p.After, s)
			}
		case regulation.Definition, regulation.FloorFound, regulation.InForce:
			p.Before = append(p.Before, s)
		default:
			p.After = append(p.After, s)
		}
	}
	slices.SortStableFunc(p.Games, func(a, b *regulation.Step) int { return int(a.Round - b.Round) })
	return p
}

// Counted returns the number of games that count, without those lost by default.
func (p *AccountPart) Counted() (games int) {
	for _, s := range p.Games {
		if s.What != regulation.Default {
			games++
		}
	}
	return games
}

// add adds a game.
func (p *AccountPart) add(s *regulation.Step) {
	p.Games = append(p.Games, s)
	p.Score += s.Score
	if s.What != regulation.Pooled {
		p.Pooled = false
		p.Expected += s.Expected
		p.Change += s.Change
	}
}
