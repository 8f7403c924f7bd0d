package closing

import (
	"bytes"
	"context"
	"fmt"
	"slices"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/intake"
	"github.com/arpadchess/arpad/bureau/lists"
	"github.com/arpadchess/arpad/bureau/proof"
	"github.com/arpadchess/arpad/finding"
)

// Close closes a period and rates it: the draft of its list, from the reports
// that are admitted. A draft is made anew by closing again. Periods are closed
// in their order, after their last civil day.
func Close(ctx context.Context, b *bureau.Bureau, label string) (run *lists.Run, err error) {
	err = b.Do(ctx, "period.close", "", func(tx *bureau.Tx) error {
		p, err := lists.FindPeriod(tx, label)
		if err != nil {
			return err
		}
		if p.State == lists.Published {
			return lists.DraftNeeded(tx, p)
		}
		all, err := intake.Ready(tx, label, true)
		if err != nil {
			return err
		}
		if p, err = lists.FindPeriod(tx, label); err != nil { // a meet may have other days now
			return err
		}
		if tx.Today <= p.Days.To {
			return finding.Refuse("period-runs", finding.Text("label", label), finding.Text("until", p.Days.To.String()))
		}
		if err := itsTurn(tx, p); err != nil {
			return err
		}
		if run, err = draft(tx, p, all); err != nil {
			return err
		}
		p.State, p.Run = lists.Drafted, run.ID
		tx.Note(label, map[string]any{"run": run.ID, "digest": run.Digest, "records": len(run.Records)})
		return lists.Periods.Put(tx, label, p)
	})
	return run, err
}

// itsTurn refuses a period while one before it is to be rated, and one that
// comes before a list which is out.
func itsTurn(tx *bureau.Tx, p *lists.Period) error {
	all, err := lists.AllPeriods(tx)
	if err != nil {
		return err
	}
	zero, err := lists.FindRun(tx, 1)
	if err != nil {
		return err
	}
	if p.Before(zero) {
		return lists.BeforeZero(p, zero)
	}
	for _, before := range all {
		if before.State == lists.Published || before.Before(zero) || before.Period().Compare(p.Period()) >= 0 {
			continue
		}
		admitted, err := admitted(tx, before.Label)
		if err != nil {
			return err
		}
		if before.State == lists.Drafted || len(admitted) > 0 {
			return finding.Refuse("period-order", finding.Text("label", p.Label), finding.Text("before", before.Label), finding.Int("reports", len(admitted)), before.Due())
		}
	}
	last, err := proof.NewestList(tx)
	if err != nil {
		return err
	}
	if p.Before(last) {
		return lists.ListOut(tx, p, finding.Refuse("period-behind", finding.Text("label", p.Label), finding.Text("last", last.Label)))
	}
	return nil
}

// admitted returns the records of a period's admitted reports.
func admitted(tx *bureau.Tx, label string) ([]lists.RecordID, error) {
	all, err := intake.OfPeriod(tx, label)
	return admittedOf(all), err
}

func admittedOf(all []*intake.Case) []lists.RecordID {
	var records []lists.RecordID
	for _, r := range all {
		if r.State == intake.Admitted {
			records = append(records, r.RecordID(r.Current))
		}
	}
	return records
}

// draft rates a period from the newest list.
func draft(tx *bureau.Tx, p *lists.Period, all []*intake.Case) (*lists.Run, error) {
	base, err := lists.LatestRun.Get(tx, "")
	if err != nil {
		return nil, err
	}
	run := &lists.Run{
		Label: p.Label, Days: p.Days, List: p.List, Meet: p.Meet, Base: *base, Regulation: tx.Settings.Regulation, Options: tx.Settings.Options,
		At: tx.Now, Actor: tx.Actor, Records: admittedOf(all), Left: omittedOf(all),
	}
	return run, lists.Rate(tx, run)
}

// omittedOf returns the reports that a list leaves out.
func omittedOf(all []*intake.Case) []lists.Omitted {
	var left []lists.Omitted
	for _, r := range all {
		if r.State == intake.Admitted || r.State == intake.Rated {
			continue
		}
		out := lists.Omitted{Ref: r.Ref, State: r.State}
		for _, w := range r.Waits {
			out.Waits = append(out.Waits, w.What)
		}
		slices.Sort(out.Waits)
		out.Waits = slices.Compact(out.Waits)
		left = append(left, out)
	}
	return left
}

// Reopen throws the draft of a period away: reports go in again.
func Reopen(ctx context.Context, b *bureau.Bureau, label, reason string) error {
	return b.Do(ctx, "period.reopen", reason, func(tx *bureau.Tx) error {
		p, err := lists.FindPeriod(tx, label)
		if err != nil {
			return err
		}
		if err := lists.DraftNeeded(tx, p); err != nil {
			return err
		}
		if reason == "" {
			return finding.Refuse("reason-needed")
		}
		p.State, p.Run = lists.Open, 0
		tx.Note(label, nil)
		return lists.Periods.Put(tx, label, p)
	})
}

// Publish publishes the draft of a period. It is refused if the draft is no
// longer what the period came to, or if its review asks something that nobody
// has answered.
func Publish(ctx context.Context, b *bureau.Bureau, label string) (p *lists.Publication, err error) {
	err = b.Do(ctx, "list.publish", "", func(tx *bureau.Tx) error {
		period, err := lists.FindPeriod(tx, label)
		if err != nil {
			return err
		}
		if err := lists.DraftNeeded(tx, period); err != nil {
			return err
		}
		run, err := lists.Runs.Get(tx, bureau.SeqKey(period.Run))
		if err != nil {
			return err
		}
		if err := mayPublish(tx, period, run); err != nil {
			return err
		}
		if p, err = PublishRun(tx, run, lists.CausePeriod); err != nil {
			return err
		}
		if err := lists.Follow(tx, run); err != nil {
			return err
		}
		period.State = lists.Published
		if err := lists.Periods.Put(tx, label, period); err != nil {
			return err
		}
		tx.Note(label, map[string]any{"revision": p.Revision, "digest": p.Digest})
		return markRated(tx, run)
	})
	return p, err
}

// mayPublish says why a draft cannot be published, if it cannot.
func mayPublish(tx *bureau.Tx, p *lists.Period, run *lists.Run) error {
	latest, err := proof.NewestList(tx)
	if err != nil {
		return err
	}
	if run.Base != latest.ID {
		return finding.Refuse("draft-outdated", finding.Text("label", p.Label), p.Due())
	}
	all, err := intake.Ready(tx, p.Label, false)
	if err != nil {
		return err
	}
	if !slices.Equal(admittedOf(all), run.Records) {
		return finding.Refuse("draft-reports", finding.Text("label", p.Label), p.Due())
	}
	same, err := comesOut(tx, run)
	if err == nil && !same {
		err = finding.Refuse("draft-registers", finding.Text("label", p.Label), p.Due())
	}
	if err != nil {
		return err
	}
	open, err := openChecks(tx, p, run)
	if err == nil && len(open) > 0 {
		err = finding.Refuse("review-open", finding.Text("label", p.Label), finding.Int("checks", len(open)), finding.Text("check", open[0]), p.Due())
	}
	return err
}

// comesOut reports whether the list of a run comes out the same by what the register
// knows of its players now.
func comesOut(tx *bureau.Tx, run *lists.Run) (bool, error) {
	kept, err := tx.Get(lists.FactsOfRun, bureau.SeqKey(run.ID))
	if err != nil {
		return false, err
	}
	now, err := lists.Gather(tx, run)
	if err != nil {
		return false, err
	}
	if _, now.Players, err = lists.UnpackFacts(kept); err != nil || bytes.Equal(kept, lists.PackFacts(now.Facts, now.Players)) {
		return true, err
	}
	m, err := run.Make(now, nil)
	if err != nil {
		return false, err
	}
	_, digest := lists.PackStandings(m.Outcome.Standings)
	return digest == run.Digest, nil
}

// markRated says of the reports of a run that they are in a list.
func markRated(tx *bureau.Tx, run *lists.Run) error {
	for _, id := range run.Records {
		r, err := intake.Find(tx, id.Ref)
		if err != nil {
			return err
		}
		intake.MoveTo(tx, r, intake.Rated, fmt.Sprintf("list %s", run.Label))
		if err := intake.Keep(tx, r); err != nil {
			return err
		}
	}
	return nil
}
