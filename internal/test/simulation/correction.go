package simulation

import (
	"context"
	"fmt"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/rating"
)

// Inquiries and corrections.

// inquire notes an inquiry.
func (l *Life) inquire() *deed {
	q := correction.Inquiry{On: l.today() - civil.Date(l.dice.IntN(200)), Player: l.anybody()}
	who := correction.Inquirer{Name: "Inquiring Canary", Contact: "inquirer@example.jp", Words: "My rating is wrong."}
	return &deed{about: q.Player, do: func(ctx context.Context) error {
		_, err := correction.Inquire(ctx, l.desk, q, who)
		return err
	}}
}

// answer closes an inquiry.
func (l *Life) answer() *deed {
	if len(l.known.inquiries) == 0 {
		return nil
	}
	q := pick(l.dice, l.known.inquiries...)
	words := "it was corrected"
	if l.dice.IntN(5) == 0 {
		words = "written to Inquiring CANARY"
	}
	return &deed{about: q.Number, do: func(ctx context.Context) error { return correction.CloseInquiry(ctx, l.desk, q.Number, words) }}
}

// propose finds out what a correction would do.
func (l *Life) propose(what correction.Amendment) *deed {
	wanted := correction.Proposal{What: what, Reason: "the score sheet"}
	if len(l.known.inquiries) > 0 && l.dice.IntN(2) == 0 {
		wanted.Inquiry = pick(l.dice, l.known.inquiries...).Number
	}
	if l.Plan.Plain && l.Plan.Authority == "chessa" {
		return nil // what the intake has decided by the lists of the day stays when they are corrected; the oracle decides anew
	}
	about := fmt.Sprint(what.Report, what.Label, " ", what.Player)
	for _, a := range what.Adjustments {
		about += adjustment(a)
	}
	return &deed{about: about, do: func(ctx context.Context) error {
		_, err := correction.Propose(ctx, l.desk, wanted)
		return err
	}}
}

// rated draws a rated report, nil if there is none: mostly one of the last.
func (l *Life) rated() *check.Case {
	if n := len(l.known.refs); n > 0 && l.dice.IntN(12) == 0 {
		return l.known.reports[l.known.refs[l.dice.IntN(n)]]
	}
	return l.recent(func(r *check.Case) bool { return r.State == check.Rated && l.dice.IntN(3) > 0 })
}

// proposeResult corrects a result of a rated report, or whether a game of it counts.
func (l *Life) proposeResult() *deed {
	r := l.rated()
	if r == nil {
		return nil
	}
	a, found := l.game(r.Ref)
	if !found {
		return nil
	}
	if l.dice.IntN(4) == 0 {
		a.Result, a.Out = nil, l.out()
	}
	return l.propose(correction.Amendment{Kind: correction.AmendResult, Report: r.Ref, Adjustments: []check.Adjustment{a}})
}

// proposePlayer corrects who an entry of a rated report is.
func (l *Life) proposePlayer() *deed {
	r := l.rated()
	if r == nil {
		return nil
	}
	a, found := l.entry(r.Ref)
	if !found {
		return nil
	}
	return l.propose(correction.Amendment{Kind: correction.AmendPlayer, Report: r.Ref, Adjustments: []check.Adjustment{a}})
}

// proposeWithdrawal takes a rated report out.
func (l *Life) proposeWithdrawal() *deed {
	r := l.rated()
	if r == nil {
		return nil
	}
	return l.propose(correction.Amendment{Kind: correction.Withdraw, Report: r.Ref})
}

// proposeLate puts a report into a list that is out: of its own period, now and
// then of another one.
func (l *Life) proposeLate() *deed {
	r := l.recent(func(r *check.Case) bool { return r.State == check.Admitted || r.State == check.Withheld })
	if r == nil {
		return nil
	}
	what := correction.Amendment{Kind: correction.AddLate, Report: r.Ref}
	if len(l.known.periods) > 0 && l.dice.IntN(3) == 0 && !(l.Plan.Plain && l.Plan.Authority == "nscl") { // for the oracle a meet is a period
		what.Label = pick(l.dice, l.known.periods...).Label
	}
	return l.propose(what)
}

// proposeReport brings in what came of a report after its list.
func (l *Life) proposeReport() *deed {
	r := l.recent(func(r *check.Case) bool { return r.State == check.Rated && (r.Behind || l.dice.IntN(20) == 0) })
	if r == nil {
		return nil
	}
	return l.propose(correction.Amendment{Kind: correction.AmendReport, Report: r.Ref})
}

// proposeRating sets a rating, whatever the games say.
func (l *Life) proposeRating() *deed {
	if l.Plan.Plain {
		return nil // the oracle knows nothing of it
	}
	what := correction.Amendment{
		Kind: correction.AmendRating, Player: l.anybody(), Type: pick(l.dice, rating.Standard, rating.Rapid), Rating: rating.Rating(1000 + l.dice.IntN(1000)),
	}
	if l.Plan.Authority == "nscl" {
		what.Type = rating.Standard
	}
	if l.dice.IntN(10) == 0 {
		what.Rating = 0
	}
	if n := len(l.known.periods); n > 0 && l.dice.IntN(2) == 0 {
		what.Label = l.known.periods[max(0, n-1-l.dice.IntN(8))].Label
	}
	return l.propose(what)
}

// correction draws one of the last corrections in a state, nil if there is none.
func (l *Life) correction(state correction.State) *correction.Correction {
	all := l.known.numbers
	const enough = 10
	for range 3 {
		if len(all) == 0 {
			break
		}
		k := l.known.corrections[all[len(all)-1-l.dice.IntN(min(len(all), enough))]]
		if k.State == state || l.dice.IntN(20) == 0 {
			return k
		}
	}
	return nil
}

// undo proposes to take a correction back.
func (l *Life) undo() *deed {
	k := l.correction(correction.Accepted)
	if k == nil {
		return nil
	}
	return &deed{about: k.Number, do: func(ctx context.Context) error {
		_, err := correction.Undo(ctx, l.desk, k.Number, "", "it was right")
		return err
	}}
}

// accept puts a correction into force.
func (l *Life) accept() *deed {
	k := l.correction(correction.Proposed)
	if k == nil {
		return nil
	}
	kind := string(k.What.Kind)
	if len(k.What.Adjustments) > 0 {
		kind = l.kindOf(k.What.Report, k.What.Adjustments[0])
	}
	return &deed{reach: reachOne, ref: k.What.Report, rates: true, about: fmt.Sprint(k.Number, " ", k.What.Kind, " ", k.Label), do: func(ctx context.Context) error {
		return l.knowingly(func() error {
			_, err := correction.Accept(ctx, l.desk, k.Number, "seen")
			return err
		})
	}, after: func(changed changes, _ error) {
		if changed != nil {
			l.Tally.count(accepted, kind)
		}
	}}
}

// reject puts a correction aside.
func (l *Life) reject() *deed {
	k := l.correction(correction.Proposed)
	if k == nil {
		return nil
	}
	return &deed{about: k.Number, do: func(ctx context.Context) error { return correction.Reject(ctx, l.desk, k.Number, "not so") }}
}
