package explain

import (
	"slices"

	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
)

// Summary is a list in short: what the games were worth, which of them did not
// count, and what is still missing. It selects steps and adds up their values;
// nothing is calculated a second time.
type Summary struct {
	Case    Case
	Played  int // games over the board in the period
	Counted int // those of them that changed the rating

	Start       *regulation.Step   // the rating that the period starts from; nil: there is no game
	Factors     []*regulation.Step // the K that were used, and why
	Defaults    []*regulation.Step // games lost by default that change the rating
	Terms       []Term             // how the games changed the rating; empty under rules without an expected score
	Sum         rating.Points      // of the games, before bonuses and rounding
	Bonuses     []*regulation.Step // those that are not zero
	Rounding    *regulation.Step
	First       *regulation.Step   // how the first rating was made
	FirstHere   int                // games of the first rating that are of this period
	Pool        []*regulation.Step // what became of the results of an unrated player
	Floor       *regulation.Step   // also where it changed nothing
	Ceiling     *regulation.Step
	Result      *regulation.Step
	Conversions []*regulation.Step
	Before      int // how many of the conversions come before the games
	Idle        []NotCounted
}

// Case is what happened to a rating.
type Case string

// The cases.
const (
	Changed   Case = "changed"   // games counted for a rating, which may have stayed the same
	FirstMade Case = "first"     // a first rating was made
	Uncounted Case = "uncounted" // a rated player has games or byes, of which none counted
	Unrated   Case = "unrated"   // an unrated player stays unrated
	NoGames   Case = "none"      // no game and no bye
)

// Term is what games with the same K were worth: (Score - Expected) x K =
// Change.
type Term struct {
	Section  int32 // in the batch, counted from 1; 0: several
	Games    int
	Score    rating.Score
	Expected rating.Expected
	K        rating.K
	Change   rating.Points
	// The step that cancelled the change of the section, nil if it counts.
	Cancelled *regulation.Step
}

// NotCounted is games of a section that did not count, for one reason; of an
// unrated player also pooled games that are not among those required.
type NotCounted struct {
	Section int32 // in the batch, counted from 1
	Note    regulation.Note
	Why     []string // ids of the questions that hold the games; empty: unknown
	Left    bool     // an officer left the games out
	Games   []*regulation.Step
}

// Summary returns the list in short.
func (l *List) Summary() *Summary {
	s := &Summary{Case: NoGames}
	before := true
	for i := range l.Steps {
		step := &l.Steps[i]
		if step.Player == regulation.NoPlayer || l.notRated(step.Section) {
			continue
		}
		if step.What == regulation.Conversion {
			s.Conversions = append(s.Conversions, step)
			if before {
				s.Before++
			}
			continue
		}
		before = false
		s.take(l, step)
	}
	for _, g := range l.Unknown {
		s.play(g.Outcome)
	}
	s.Terms = l.terms()
	for _, t := range s.Terms {
		if t.Cancelled == nil {
			s.Sum += t.Change
		}
	}
	switch {
	case s.First != nil && s.Result != nil:
		s.Case = FirstMade
	case s.Result != nil:
		s.Case = Changed
	case s.Start != nil && s.Start.Note == noteOwn:
		s.Case = Uncounted
	case s.Start != nil:
		s.Case = Unrated
	}
	if s.Case != Unrated {
		s.Idle = slices.DeleteFunc(s.Idle, func(o NotCounted) bool { return o.Games[0].What == regulation.Pooled })
	}
	return s
}

// notRated reports whether a section, counted from 1, was not rated.
func (l *List) notRated(section int32) bool {
	_, refused := l.NotRated[int(section)-1]
	return refused
}

// take adds a step.
func (s *Summary) take(l *List, step *regulation.Step) {
	switch step.What {
	case regulation.Start:
		s.Start = step
	case regulation.KFactor:
		s.Factors = append(s.Factors, step)
	case regulation.Default:
		s.Defaults = append(s.Defaults, step)
	case regulation.Game:
		s.Played++
		s.Counted++
		if !l.Regulation.Expectancy {
			s.Sum += step.Change
		}
	case regulation.Pooled:
		s.Played++
		s.FirstHere++
		if step.Note == noteNotRequired {
			s.leaveOut(l, step)
		}
	case regulation.Uncounted:
		if step.Opponent != regulation.NoPlayer {
			s.play(l.Outcome(step))
			s.leaveOut(l, step)
		}
	case regulation.FirstRating:
		s.First = step
	case regulation.PoolState:
		s.Pool = append(s.Pool, step)
	case regulation.Bonus:
		if step.Change != 0 {
			s.Bonuses = append(s.Bonuses, step)
		}
	case regulation.Rounding:
		s.Rounding = step
	case regulation.Floor:
		s.Floor = step
	case regulation.Ceiling:
		s.Ceiling = step
	case regulation.Result:
		s.Result = step
	}
}

// play adds a game that did not count, if it was played.
func (s *Summary) play(o Outcome) {
	if o == Win || o == Draw || o == Loss {
		s.Played++
	}
}

// Notes of steps.
const (
	noteOwn         regulation.Note = "own"              // a start from the player's rating in the list before
	noteTooFew      regulation.Note = "too-few"          // games for a first rating
	noteLapsed      regulation.Note = "lapsed"           // the player starts from another rating, and the results no longer matter
	noteNotRequired regulation.Note = "unrated-opponent" // a pooled game that is not one of those required
)

// terms returns how the games changed the rating, nil under rules without an expected score.
func (l *List) terms() []Term {
	if !l.Regulation.Expectancy {
		return nil
	}
	var all terms
	for i := range l.Steps {
		step := &l.Steps[i]
		switch what := step.What; {
		case step.Player == regulation.NoPlayer || l.notRated(step.Section):
		case what == regulation.Game || what == regulation.Default:
			all.add(step)
		case (what == regulation.HalfRule || what == regulation.JointFirst) && step.Exact != step.Change:
			all.cancel(step)
		}
	}
	return merged(all)
}

type terms []Term

// add adds a game to the term of its section and K.
func (s *terms) add(step *regulation.Step) {
	n := slices.IndexFunc(*s, func(t Term) bool { return t.Section == step.Section && t.K == step.K })
	if n < 0 {
		n = len(*s)
		*s = append(*s, Term{Section: step.Section, K: step.K})
	}
	t := &(*s)[n]
	if step.What == regulation.Game {
		t.Games++
	}
	t.Score += step.Score
	t.Expected += step.Expected
	t.Change += step.Change
}

// cancel records that the change of a section does not count.
func (s terms) cancel(step *regulation.Step) {
	for i := range s {
		if s[i].Section == step.Section {
			s[i].Cancelled = step
		}
	}
}

// merged returns the terms with those of several sections added up by K, unless
// one of them is cancelled.
func merged(terms []Term) []Term {
	if slices.ContainsFunc(terms, func(t Term) bool { return t.Cancelled != nil }) {
		return terms
	}
	var all []Term
	for _, t := range terms {
		n := slices.IndexFunc(all, func(a Term) bool { return a.K == t.K })
		if n < 0 {
			all = append(all, t)
			continue
		}
		a := &all[n]
		a.Games += t.Games
		a.Score += t.Score
		a.Expected += t.Expected
		a.Change += t.Change
		if a.Section != t.Section {
			a.Section = 0
		}
	}
	return all
}

// leaveOut adds a game that does not count.
func (s *Summary) leaveOut(l *List, step *regulation.Step) {
	out := NotCounted{Section: step.Section, Note: step.Note}
	if l.Held != nil {
		out.Why, out.Left = l.Held(step)
	}
	n := slices.IndexFunc(s.Idle, func(o NotCounted) bool {
		return o.Section == out.Section && o.Note == out.Note && o.Left == out.Left && slices.Equal(o.Why, out.Why)
	})
	if n < 0 {
		n = len(s.Idle)
		s.Idle = append(s.Idle, out)
	}
	s.Idle[n].Games = append(s.Idle[n].Games, step)
}

// Needs returns the results of a player who stays unrated because of too few
// games, nil if the number is unknown or not the reason.
func (s *Summary) Needs(l *List) *Pool {
	if s.lapsed() {
		return nil
	}
	for _, step := range s.Pool {
		if step.Note == noteTooFew {
			return &Pool{int(step.Games), int(step.Limit)}
		}
	}
	unplayed := s.Case == NoGames && !l.New.Rated() || s.Case == Unrated && len(s.Pool) == 0 && !s.Start.To.Rated()
	if unplayed {
		return l.Pool
	}
	return nil
}

// lapsed reports whether an unrated player starts from another rating, so that
// their results no longer matter.
func (s *Summary) lapsed() bool {
	return slices.ContainsFunc(s.Pool, func(step *regulation.Step) bool { return step.Note == noteLapsed })
}
