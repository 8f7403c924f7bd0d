package simulation

import (
	"context"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/lists"
)

// What officers do with periods.

// bureauDay is the day of the bureau's clock; the zone may make it another one.
func (l *Life) bureauDay() civil.Date {
	year, month, day := l.now.Add(l.off).Date()
	return civil.Of(year, month, day)
}

// ofPeriod is a deed about a period.
func ofPeriod(p *lists.Period, do func(context.Context) error) *deed {
	return &deed{reach: reachPeriod, ref: p.Label, about: p.Label, do: do}
}

// periodAs draws a period: mostly the first one as wanted, now and then any.
func (l *Life) periodAs(wanted func(*lists.Period) bool) *lists.Period {
	all := l.known.periods
	if len(all) == 0 {
		return nil
	}
	if l.dice.IntN(100) == 0 {
		return all[l.dice.IntN(len(all))]
	}
	for _, p := range all {
		if wanted(p) {
			return p
		}
	}
	return nil
}

// close closes a period that is over, and rates it.
func (l *Life) close() *deed {
	p := l.periodAs(func(p *lists.Period) bool {
		return p.State == lists.Open && p.Days.To < l.bureauDay() && !l.chain.passed(p) && l.waited(p)
	})
	if p == nil {
		return nil
	}
	return ofPeriod(p, func(ctx context.Context) error {
		_, err := closing.Close(ctx, l.desk, p.Label)
		return err
	})
}

// waited reports whether an officer closes a period by now: the sooner the more
// days it is over.
func (l *Life) waited(p *lists.Period) bool { return l.dice.IntN(8) < int(l.bureauDay()-p.Days.To) }

func (l *Life) drafted() *lists.Period {
	return l.periodAs(func(p *lists.Period) bool { return p.State == lists.Drafted })
}

// tick answers what the review of a draft asks: all of it, or one check.
func (l *Life) tick() *deed {
	p := l.drafted()
	if p == nil {
		return nil
	}
	check := "all"
	if l.dice.IntN(3) == 0 {
		l.view(func(r bureau.Reader) error {
			now, err := lists.FindPeriod(r, p.Label)
			if err != nil || now.Run == 0 {
				return err
			}
			review, err := closing.ReviewOf(l.desk, r, p.Label)
			if err == nil && len(review.Open()) > 0 {
				check = pick(l.dice, review.Open()...).Key
			}
			return err
		})
	}
	d := ofPeriod(p, func(ctx context.Context) error {
		_, err := closing.Tick(ctx, l.desk, p.Label, check, "seen on the score sheets")
		return err
	})
	d.about += " " + check
	return d
}

// publish publishes a draft.
func (l *Life) publish() *deed {
	p := l.drafted()
	if p == nil {
		return nil
	}
	reason := ""
	if l.dice.IntN(4) == 0 {
		reason = "the national team is chosen by it"
	}
	publish := closing.Publish
	drafted := ""
	if reason != "" && l.dice.IntN(2) == 0 {
		publish, drafted = closing.PublishAsDrafted, p.Label
	}
	d := ofPeriod(p, func(ctx context.Context) error {
		l.chain.drafted = drafted
		return l.knowingly(func() error {
			_, err := publish(ctx, l.desk, p.Label, reason)
			return err
		})
	})
	d.rates = true
	d.after = func(_ changes, err error) { l.warned(p.Label, err) }
	return d
}

// reopen throws a draft away.
func (l *Life) reopen() *deed {
	p := l.drafted()
	if p == nil {
		return nil
	}
	return ofPeriod(p, func(ctx context.Context) error { return closing.Reopen(ctx, l.desk, p.Label, "a report is missing") })
}
