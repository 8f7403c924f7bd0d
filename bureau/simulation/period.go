package simulation

import (
	"context"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/civil"
)

// What officers do with periods.

// bureauDay is the day of the bureau's clock; the zone may make it another one.
func (l *Life) bureauDay() civil.Date {
	year, month, day := l.now.Add(l.off).Date()
	return civil.Of(year, month, day)
}

// ofPeriod is a deed about a period.
func ofPeriod(p *bureau.Period, do func(context.Context) error) *deed {
	return &deed{reach: reachPeriod, ref: p.Label, about: p.Label, do: do}
}

// periodAs draws a period: mostly the first one as wanted, now and then any.
func (l *Life) periodAs(wanted func(*bureau.Period) bool) *bureau.Period {
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
	p := l.periodAs(func(p *bureau.Period) bool {
		return p.State == bureau.Open && p.Days.To < l.bureauDay() && !l.chain.passed(p) && l.waited(p)
	})
	if p == nil {
		return nil
	}
	return ofPeriod(p, func(ctx context.Context) error {
		_, err := l.desk.Close(ctx, p.Label)
		return err
	})
}

// waited says whether an officer closes a period by now: the sooner the more
// days it is over.
func (l *Life) waited(p *bureau.Period) bool { return l.dice.IntN(8) < int(l.bureauDay()-p.Days.To) }

func (l *Life) drafted() *bureau.Period {
	return l.periodAs(func(p *bureau.Period) bool { return p.State == bureau.Drafted })
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
			now, err := l.desk.Period(r, p.Label)
			if err != nil || now.Run == 0 {
				return err
			}
			review, err := l.desk.Review(r, p.Label)
			if err == nil && len(review.Open()) > 0 {
				check = pick(l.dice, review.Open()...).Key
			}
			return err
		})
	}
	d := ofPeriod(p, func(ctx context.Context) error {
		_, err := l.desk.Tick(ctx, p.Label, check, "seen on the score sheets")
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
	d := ofPeriod(p, func(ctx context.Context) error {
		return l.knowingly(func() error {
			_, err := l.desk.Publish(ctx, p.Label)
			return err
		})
	})
	d.rates = true
	return d
}

// reopen throws a draft away.
func (l *Life) reopen() *deed {
	p := l.drafted()
	if p == nil {
		return nil
	}
	return ofPeriod(p, func(ctx context.Context) error { return l.desk.Reopen(ctx, p.Label, "a report is missing") })
}

// recheck checks the reports of a period anew.
func (l *Life) recheck() *deed {
	p := l.periodAs(func(p *bureau.Period) bool { return p.State != bureau.Published })
	if p == nil {
		return nil
	}
	return ofPeriod(p, func(ctx context.Context) error { return l.desk.Recheck(ctx, p.Label) })
}
