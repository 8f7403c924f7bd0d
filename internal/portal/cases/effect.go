package cases

import (
	"errors"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/trial"
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
	ruling := act.Ruling{Decided: act.Decided{Ref: s.Ref, Reason: "-"}}
	var turned act.Act = &act.AdmitReport{Ruling: ruling}
	if s.c.State == check.Admitted {
		turned = &act.WithholdReport{Ruling: ruling}
	}
	s.Effect = &effect{Holds: max(s.c.Games-s.c.Counting, 0)}
	err := s.v.Bureau.Preview(ctx, func(preview *bureau.Bureau) error {
		preview.Actor = bureau.AtTerminal("preview") // nothing of it is kept, and an auditor may ask, too
		would, err := trial.Of(ctx, preview, func() (*intake.Receipt, error) {
			if _, err := act.Do(ctx, preview, turned, act.With{}); err != nil {
				return nil, err
			}
			return &intake.Receipt{Report: s.c}, nil
		})
		if err != nil {
			return err
		}
		if s.c.State == check.Admitted { // it is in the list, and was taken out
			for i := range would.Changes {
				c := &would.Changes[i]
				c.From, c.To = c.To, c.From
			}
		}
		s.Effect.Changes, s.Effect.More = casefile.Changes(would.Changes)
		return nil
	})
	if why := (*finding.Refused)(nil); errors.As(err, &why) {
		p := s.v.Printer()
		s.Effect.Why, s.Effect.Cure = p.Message(why.Finding), p.CureInWords(why.Finding)
		return nil
	}
	return err
}
