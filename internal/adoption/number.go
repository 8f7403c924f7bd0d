package adoption

import (
	"strconv"

	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/season"
)

// number is a rating that a span made, with the last steps of its calculation.
type number struct {
	player       *roster.Player
	n            uint32
	kind         rating.Kind
	before, ours rating.Rating
	from         rating.Rating // what the change is added to
	exact        rating.Points // the change
	changed      rating.Rating // the sum, before the lowest rating is applied
	floor        rating.Rating
	each         int           // the changes by games, each rounded
	byK          rating.Points // the changes by games with a K of one
	games        int
}

// numbers returns the ratings that the last period of a span with games made from a
// rating before it.
func (s *span) numbers() []*number {
	var all []*number
	at := map[uint32]map[rating.Kind]*number{}
	of := func(step *regulation.Step) *number {
		if at[step.Player] == nil {
			at[step.Player] = map[rating.Kind]*number{}
		}
		o := at[step.Player][step.List]
		if o == nil {
			o = &number{player: &s.players[step.Player], n: step.Player, kind: step.List,
				before: s.before(step.Player, step.List), ours: s.rating(step.Player, step.List)}
			at[step.Player][step.List] = o
			all = append(all, o)
		}
		return o
	}
	if len(s.periods) != 1 {
		return nil
	}
	trace := s.trace(0)
	for i := range trace.Steps {
		step := &trace.Steps[i]
		if step.Player == regulation.NoPlayer {
			continue
		}
		switch step.What {
		case regulation.Game, regulation.Default:
			o := of(step)
			o.games++
			o.each += step.Change.Round()
			if step.K > 0 {
				o.byK += step.Change / rating.Points(step.K)
			}
		case regulation.Rounding:
			o := of(step)
			o.exact = step.Exact
			o.from = -rating.Rating(step.Change / rating.Point)
		case regulation.Floor:
			o := of(step)
			o.changed, o.floor = step.From, rating.Rating(step.Limit)
			o.from += step.From
		}
	}
	return all
}

// trace calculates a period again, with its steps.
func (s *span) trace(period int) *regulation.Trace {
	p := s.periods[period]
	trace := regulation.NewTrace(p.Batch)
	p.Edition.Rate(p.Period, regulation.Past{Players: p.Players, List: p.Before}, p.Batch, trace)
	return trace
}

// written is a number as another bureau may write it.
type written struct {
	Cause
	rating rating.Rating
}

// The values of OtherRounding.
const (
	towardsZero = "towards-zero"
	down        = "down"
	up          = "up"
	eachGame    = "each-game"
)

// written returns the number as it may be written elsewhere.
func (o *number) written() []written {
	if !o.changed.Rated() || o.games == 0 {
		return nil
	}
	all := []written{{plain(ByReport, season.NotRated), o.before}}
	whole := int(o.exact / rating.Point)
	below, above := whole, whole
	switch {
	case o.exact%rating.Point < 0:
		below--
	case o.exact%rating.Point > 0:
		above++
	}
	for _, w := range []struct {
		how    string
		change int
	}{{towardsZero, whole}, {down, below}, {up, above}, {eachGame, o.each}} {
		all = append(all, written{Cause{Group: ByRounding, Change: season.Change{What: OtherRounding, Value: w.how}}, o.with(w.change)})
	}
	return append(all, written{plain(ByFloor, NoFloor), o.changed})
}

// with returns the rating with another change, not below the lowest.
func (o *number) with(change int) rating.Rating {
	return max(o.from+rating.Rating(change), o.floor)
}

// usualK is the Ks that federations use.
var usualK = []rating.K{10, 15, 16, 20, 24, 25, 30, 32, 40}

// withK returns the number with each usual K for all games.
func (o *number) withK() []written {
	if !o.changed.Rated() || o.byK == 0 {
		return nil
	}
	var all []written
	for _, k := range usualK {
		r := o.with((o.byK * rating.Points(k)).Round())
		all = append(all, written{causeOfK(k), r})
	}
	return all
}

// causeOfK returns the cause of another K, of several if it is zero.
func causeOfK(k rating.K) Cause {
	if k == 0 {
		return plain(ByK, OtherK)
	}
	return Cause{Group: ByK, Change: season.Change{What: OtherK, Value: strconv.Itoa(int(k))}}
}

// differs returns the group of the first step that differs in two calculations of a
// number, empty if none does.
func differs(usual, changed []regulation.Step) Group {
	for i := range min(len(usual), len(changed)) {
		a, b := &usual[i], &changed[i]
		switch {
		case a.What != b.What:
			return ByRule
		case a.What == regulation.Start && a.To != b.To:
			return ByStart
		case a.K != b.K:
			return ByK
		case a.Expected != b.Expected:
			return ByTable
		case a.What == regulation.Rounding && a.Exact == b.Exact && a.Change != b.Change:
			return ByRounding
		case a.What == regulation.Floor && a.From == b.From && a.To != b.To:
			return ByFloor
		}
	}
	return ""
}

// steps returns the calculation of a player's number.
func (s *span) steps(n uint32, kind rating.Kind) []regulation.Step {
	var steps []regulation.Step
	for _, p := range s.periods {
		trace := regulation.TraceAbout(n)
		p.Edition.Rate(p.Period, regulation.Past{Players: p.Players, List: p.Before}, p.Batch, trace)
		steps = append(steps, trace.Of(n, kind)...)
	}
	return steps
}

// number returns the number of a player.
func (s *span) number(id string) (uint32, bool) {
	for n := range s.players {
		if s.players[n].ID == id {
			return uint32(n), true
		}
	}
	return 0, false
}
