package simulation

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
)

// slipUp makes a mistake now and then, with dice of its own: the life goes on as if there had been none.
func (l *Life) slipUp() {
	const oneIn = 6
	l.dice = rand.New(rand.NewPCG(l.Plan.Seed, 1<<32+uint64(l.step)))
	if l.Failure != nil || l.dice.IntN(oneIn) > 0 {
		return
	}
	if d := l.mistake(); d != nil {
		d.action = "mistake"
		l.carryOut(d)
	}
}

// mistake decides something on a report that is not rated, and takes it back. The report comes to
// what it came to before.
func (l *Life) mistake() *deed {
	r := l.recent(func(r *check.Case) bool { return r.State != check.Rated && r.Current > 0 })
	if r == nil || l.anotherIsOld(r) {
		return nil
	}
	about, wrong, back := l.slipOf(r)
	if wrong == nil {
		return nil
	}
	d := one(r, about, func(ctx context.Context) error {
		if err := desk.Check(ctx, l.desk, r.Ref); err != nil {
			return err
		}
		before := l.outcome(r.Ref)
		if err := wrong(ctx); err != nil {
			return nil //nolint:nilerr // it was refused: nothing is to be taken back
		}
		if err := desk.TakeBack(ctx, l.desk, r.Ref, "mistyped", back); err != nil {
			return err
		}
		if after := l.outcome(r.Ref); after != before {
			l.fail("a decision and its undoing leave a report as it was", "%s %s:\n%s\nwas\n%s", r.Ref, about, after, before)
		}
		return nil
	})
	d.calm, d.matches = true, true
	return d
}

// anotherIsOld reports whether the day alone has another report of the account of one come to
// something else: whatever is decided shows that, and it stays.
func (l *Life) anotherIsOld(r *check.Case) (old bool) {
	l.view(func(rd bureau.Reader) error {
		for _, ref := range l.known.refs {
			other := l.known.reports[ref]
			if r.Charge == nil || other.Charge == nil || other.Charge.Account != r.Charge.Account || ref == r.Ref || other.State == check.Rated {
				continue
			}
			b, err := intake.Bases.Get(rd, bureau.RefKey(ref))
			if err != nil {
				return err
			}
			old = old || b != nil && b.Until != 0 && b.Until < l.today()
		}
		return nil
	})
	return old
}

// slipOf draws what is decided by mistake, and how it is taken back.
func (l *Life) slipOf(r *check.Case) (about string, wrong func(context.Context) error, back desk.Mistake) {
	switch l.dice.IntN(5) {
	case 0:
		word := pick(l.dice, check.Admitted, check.Withheld, check.Returned, check.Closed)
		return string(word), func(ctx context.Context) error { return desk.Decide(ctx, l.desk, r.Ref, word, "mistyped") },
			desk.Mistake{Decision: check.Decision{Ruling: &check.Ruling{To: word}}}
	case 1:
		return "pay", func(ctx context.Context) error {
			_, err := desk.Pay(ctx, l.desk, r.Ref, 0)
			return err
		}, desk.Mistake{Decision: check.Decision{Payment: &check.Payment{}}}
	case 2:
		a, found := l.game(r.Ref)
		if !found {
			return "", nil, back
		}
		return fmt.Sprint("result ", a), func(ctx context.Context) error { return desk.Adjust(ctx, l.desk, r.Ref, "mistyped", a) },
			desk.Mistake{Decision: check.Decision{Adjustment: &a}}
	case 3:
		for _, q := range r.Open() {
			if q.MayAnswer() && q.Officer {
				reply := desk.Reply{Question: q.What, Section: &q.Section, Count: l.dice.IntN(2) > 0}
				return fmt.Sprint(q.What, reply.Count), func(ctx context.Context) error { return desk.Answer(ctx, l.desk, r.Ref, "mistyped", "", reply) },
					desk.Mistake{Answer: &reply}
			}
		}
	default:
		for _, q := range r.Open() {
			if id := l.anybody(); waitsForPlayer(q) {
				return fmt.Sprint(q.Section, "/", q.Start, " is ", id), func(ctx context.Context) error { return desk.Match(ctx, l.desk, r.Ref, q.Section, q.Start, id) },
					desk.Mistake{Decision: check.Decision{Match: &check.Match{Section: q.Section, Start: q.Start}}}
			}
		}
	}
	return "", nil, back
}

// outcome returns what a report comes to, without the numbers of its decisions and records.
func (l *Life) outcome(ref string) (text string) {
	l.view(func(rd bureau.Reader) error {
		r, err := intake.Find(rd, ref)
		if err != nil {
			return err
		}
		record, err := rd.Get(lists.RecordKind, r.RecordID(r.Current).Key())
		r.Heard, r.Current = 0, 0
		for i := range r.Places {
			r.Places[i].Number = 0
		}
		for i := range r.Questions {
			if q := &r.Questions[i]; q.Answer != 0 {
				q.About += fmt.Sprint(r.Decisions[q.Answer-1].Reply)
				q.Answer = 0
			}
		}
		data, _ := json.Marshal(r.Outcome)
		text = fmt.Sprintf("%s %x", data, record)
		return err
	})
	return text
}
