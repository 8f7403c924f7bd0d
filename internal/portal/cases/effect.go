package cases

import (
	"errors"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/portal/casefile"
)

// effect is what a report does to ratings.
type effect struct {
	Changes []casefile.Change
	More    int    // that are not shown
	Holds   int    // games that open questions hold
	Why     string // it cannot be admitted; empty: it can
	Cure    string // what to do about that
}

// effects are what reports do to ratings that are found at once, each with memory in proportion to the players.
var effects = make(chan struct{}, 2)

// affects finds what the report does to ratings: the unofficial list with it beside that without it.
func (s *caseShown) affects() error {
	ctx := s.v.R.Context()
	select {
	case effects <- struct{}{}:
		defer func() { <-effects }()
	case <-ctx.Done():
		return ctx.Err()
	}
	changes, err := act.Effect(ctx, s.v.Bureau, s.c)
	s.Effect = &effect{Holds: max(s.c.Games-s.c.Counting, 0)}
	s.Effect.Changes, s.Effect.More = casefile.Changes(changes)
	if why := (*finding.Refused)(nil); errors.As(err, &why) {
		p := s.v.Printer()
		s.Effect.Why, s.Effect.Cure = p.Message(why.Finding), p.CureInWords(why.Finding)
		return nil
	}
	return err
}
