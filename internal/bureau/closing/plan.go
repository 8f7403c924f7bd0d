package closing

import (
	"context"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
)

// Plan notes the day on which the draft of a period is published by itself; zero: the first on which that needs no reason.
// What could not be published on that day as things stand is refused now. It takes the place of an earlier plan.
func Plan(ctx context.Context, b *bureau.Bureau, label string, on civil.Date) (p *lists.Period, err error) {
	err = b.Do(ctx, "period.plan", "", func(tx *bureau.Tx) error {
		if p, err = lists.FindDrafted(tx, label); err != nil {
			return err
		}
		run, err := lists.FindRun(tx, p.Run)
		if err != nil {
			return err
		}
		day := on
		if day == 0 {
			all, _, err := intake.Ready(tx, label, false)
			if err != nil {
				return err
			}
			last, _ := lastEarly(p, all, tx.Today)
			day = max(last, tx.Today) + 1
		}
		if day <= tx.Today {
			return finding.Refuse("plan-past", finding.Text("label", label), finding.Text("day", day.String()))
		}
		if _, err := mayPublish(tx, p, run, day, "", false); err != nil {
			return err
		}
		p.Plan = &lists.Plan{On: day, Run: run.ID, At: tx.Now}
		tx.Note(label, map[string]any{"on": day.String(), "run": run.ID, "digest": run.Digest})
		return lists.Periods.Put(tx, label, p)
	})
	return p, err
}

// Stop takes the day of publication of a period back.
func Stop(ctx context.Context, b *bureau.Bureau, label, reason string) error {
	return b.Do(ctx, "period.stop", reason, func(tx *bureau.Tx) error {
		p, err := lists.FindPeriod(tx, label)
		if err == nil {
			err = tx.About(p.Subject())
		}
		switch {
		case err != nil:
			return err
		case p.Plan == nil:
			return finding.Refuse("no-plan", finding.Text("label", label))
		case reason == "":
			return finding.Refuse("reason-needed")
		}
		tx.Note(label, map[string]any{"on": p.Plan.On.String()})
		p.Plan = nil
		return lists.Periods.Put(tx, label, p)
	})
}

// PublishPlanned publishes the draft of a period whose day of publication has come, if it is still the one that was seen.
func PublishPlanned(ctx context.Context, b *bureau.Bureau, label string) (*lists.Publication, error) {
	return publish(ctx, b, label, "", false, func(tx *bureau.Tx, p *lists.Period) error {
		switch {
		case p.Plan == nil || tx.Today < p.Plan.On:
			return finding.Refuse("no-plan", finding.Text("label", label))
		case p.Stale():
			return Stale(p)
		}
		return nil
	})
}

// Stale returns the refusal of a plan whose draft has become another one.
func Stale(p *lists.Period) *finding.Refused {
	return finding.Refuse("plan-stale", finding.Text("label", p.Label), finding.Text("day", p.Plan.On.String()), finding.Int("run", p.Plan.Run), p.Due())
}
