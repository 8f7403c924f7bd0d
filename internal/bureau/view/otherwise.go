package view

import (
	"maps"

	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
)

// Otherwise is what another reading of the text would make of a rating.
type Otherwise struct {
	Option, Value, Reading string        // the option that is set to the value, and the reading that it is about
	Rating                 rating.Rating // that the same games would lead to from the same list
}

// Otherwise returns the other values of the edition's options under which the same games
// lead to another rating of a kind. A reading that lowers K is left out. It does so for
// adults only: those for whom no other number is shown would be the minors.
func (x *Explanation) Otherwise(kind rating.Kind) ([]Otherwise, error) {
	if len(x.Batch.Games) == 0 || len(x.About.Options) == 0 {
		return nil, nil
	}
	now, err := x.part.under("", "", kind)
	if err != nil {
		return nil, err
	}
	var all []Otherwise
	for _, o := range x.About.Options {
		for _, value := range o.Allowed {
			if value == o.Value {
				continue
			}
			other, err := x.part.under(o.Name, value, kind)
			if err != nil {
				return nil, err
			}
			if other.rating != now.rating && other.lowest >= now.lowest {
				all = append(all, Otherwise{o.Name, value, o.Reading, other.rating})
			}
		}
	}
	return all, nil
}

// result is what a part leads to, and the lowest K of its games.
type result struct {
	rating rating.Rating
	lowest rating.K
}

// under rates the part, with another value of an option if it is not empty.
func (p *part) under(option, value string, kind rating.Kind) (result, error) {
	other := *p.run
	if option != "" {
		if other.Options = maps.Clone(other.Options); other.Options == nil {
			other.Options = map[string]string{}
		}
		other.Options[option] = value
	}
	trace := regulation.TraceAbout(uint32(p.own))
	m, err := other.Make(p.in, trace)
	if err != nil {
		return result{}, err
	}
	return result{m.Outcome.Standings[p.own].Of(kind).Rating, lowestK(trace.Of(uint32(p.own), kind))}, nil
}

// lowestK returns the lowest K with which a game changed the rating, zero if none did.
func lowestK(steps []regulation.Step) (lowest rating.K) {
	for i := range steps {
		if s := &steps[i]; s.What == regulation.Game && (lowest == 0 || s.K < lowest) {
			lowest = s.K
		}
	}
	return lowest
}
