package desk

import (
	"context"
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
)

// Mistake is a decision on a report that was one, as far as it says which: that which stands on the
// same is taken back. Of payments that is the last one, or the last of an amount, of answers those
// that were given last at once; of who entries are, if it says of none, all that the last act said.
type Mistake struct {
	check.Decision
	Answer *Reply // in place of a decision: to these questions, whatever it was
}

// undone is a decision that was taken back, with how the log calls it.
type undone struct {
	Of string `json:"undoes"`
	*check.Decision
}

// TakeBack takes back decisions on a report, which is then as if they had never been made. What a
// list has of it stays; a payment is no part of a list (Reading J24).
func TakeBack(ctx context.Context, b *bureau.Bureau, ref, reason string, mistakes ...Mistake) error {
	return b.Do(ctx, mistakes[0].action(), reason, func(tx *bureau.Tx) error {
		r, err := intake.Take(tx, ref)
		if err != nil {
			return err
		}
		hear := intake.Recheck
		var back []undone
		for _, m := range mistakes {
			if reason == "" && needsReason(m.action()) {
				return finding.Refuse("reason-needed")
			}
			if m.Payment == nil {
				r.MarkListed()
				hear = intake.Hear
			}
			all, err := m.undo(tx, r, reason)
			if err != nil {
				return err
			}
			for _, d := range all {
				d.Reason, d.Owed = "", nil // the one may be erased, the other follows from the report
				back = append(back, undone{m.action(), d})
			}
		}
		tx.Note(ref, back)
		if err := hear(tx, r); err != nil {
			return err
		}
		return intake.Keep(tx, r)
	})
}

// undo takes back what a mistake is.
func (m *Mistake) undo(tx *bureau.Tx, r *check.Case, reason string) (back []*check.Decision, err error) {
	wrong := []check.Decision{m.Decision}
	if m.Answer != nil {
		wrong = nil
		for _, q := range addressed(r, *m.Answer, func(q *check.Question) bool { return q.Answer != 0 && r.Decisions[q.Answer-1].Reply != nil }) {
			wrong = append(wrong, r.Decisions[q.Answer-1])
		}
		last := 0
		for i := range wrong {
			last = max(last, wrong[i].With)
		}
		wrong = slices.DeleteFunc(wrong, func(d check.Decision) bool { return d.With < last })
	}
	if m.Match != nil && m.Match.Start == 0 {
		wrong = matchedLast(r)
	}
	for i := range wrong {
		d := newest(r, &wrong[i])
		if d == nil {
			continue
		}
		r.TakeBack(tx.Moment, reason, func(other *check.Decision) bool {
			is := other.Number == d.Number || d.Match != nil && (other.With == d.Number || d.With == other.Number)
			if is {
				back = append(back, new(*other))
			}
			return is
		})
	}
	for _, d := range back {
		if d.Payment == nil && r.State == check.Rated && d.Number <= r.Listed.Decisions {
			by := CorrectedBy(m.action())
			if d.Reply != nil {
				by = answerCorrectedBy(d.Reply)
			}
			return nil, intake.AlreadyRated(tx, r, by)
		}
	}
	if len(back) == 0 {
		err = finding.Refuse("not-decided", finding.Text("ref", r.Ref))
	}
	return back, err
}

// matchedLast returns the decisions of the last act that said who entries are.
func matchedLast(r *check.Case) (all []check.Decision) {
	for _, d := range slices.Backward(r.Standing()) {
		switch {
		case d.Match == nil:
		case len(all) > 0 && (!d.At.Equal(all[0].At) || d.Actor != all[0].Actor):
			return all
		default:
			all = append(all, *d)
		}
	}
	return all
}

// newest returns the newest decision that stands about the same as one, nil if there is none.
func newest(r *check.Case, like *check.Decision) *check.Decision {
	for _, d := range slices.Backward(r.Standing()) {
		if like.Replaces(d) && (like.Ruling == nil || like.Ruling.To == d.Ruling.To) ||
			like.Payment != nil && d.Payment != nil && (like.Payment.Amount == 0 || like.Payment.Amount == d.Payment.Amount) {
			return d
		}
	}
	return nil
}

// action returns how the log calls the decision.
func (m *Mistake) action() string {
	switch {
	case m.Answer != nil:
		return "report.answer"
	case m.Match != nil:
		return "report.match"
	case m.Adjustment != nil && m.Adjustment.Result == nil:
		return "report.floor"
	case m.Adjustment != nil:
		return "report.correct"
	case m.Aside != 0:
		return "report.set-aside"
	case m.Ruling != nil:
		return actOf(m.Ruling.To)
	}
	return "fee.paid"
}
