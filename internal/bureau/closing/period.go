package closing

import (
	"context"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/proof"
	"github.com/arpadchess/arpad/regulation"
)

// Close closes a period and rates it: the draft of its list, from the reports
// that are admitted. A draft is made anew by closing again. Periods are closed
// in their order, after their last civil day.
func Close(ctx context.Context, b *bureau.Bureau, label string) (run *lists.Run, err error) {
	err = b.Do(ctx, "period.close", "", func(tx *bureau.Tx) error {
		if err := tx.About((&lists.Period{Label: label}).Subject()); err != nil { // before it is opened: nobody has seen it open
			return err
		}
		if err := openEmpty(tx, label); err != nil {
			return err
		}
		p, err := lists.FindPeriod(tx, label)
		if err != nil {
			return err
		}
		if p.State == lists.Published {
			return lists.DraftNeeded(tx, p)
		}
		all, moved, err := intake.Ready(tx, label, true)
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
		tx.Note(label, map[string]any{"run": run.ID, "digest": run.Digest, "records": len(run.Records), "moved": moved})
		return lists.Periods.Put(tx, label, p)
	})
	return run, err
}

// openEmpty opens a period of the calendar to which no report has come: it has its list, too, 3(3).
func openEmpty(tx *bureau.Tx, label string) error {
	have, err := lists.Periods.Get(tx, label)
	if err != nil || have != nil {
		return err
	}
	newest, err := proof.NewestList(tx)
	if err != nil {
		return err
	}
	rules, err := tx.Settings.Rules()
	if err != nil {
		return err
	}
	ended := lists.Ended(rules, newest.Period(), tx.Today)
	if i := slices.IndexFunc(ended, func(p regulation.Period) bool { return p.Label == label }); i >= 0 {
		return lists.OpenPeriod(tx, ended[i])
	}
	return nil
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
		admitted, err := Admitted(tx, before.Label)
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

// Admitted returns the records of a period's admitted reports.
func Admitted(r bureau.Reader, label string) ([]lists.RecordID, error) {
	all, err := intake.OfPeriod(r, label)
	return admittedOf(all), err
}

func admittedOf(all []*check.Case) []lists.RecordID {
	var records []lists.RecordID
	for _, r := range all {
		if r.State == check.Admitted {
			records = append(records, r.RecordID(r.Current))
		}
	}
	return records
}

// draft rates a period from the newest list.
func draft(tx *bureau.Tx, p *lists.Period, all []*check.Case) (*lists.Run, error) {
	base, err := lists.LatestRun.Get(tx, "")
	if err != nil {
		return nil, err
	}
	run := &lists.Run{
		Label: p.Label, Days: p.Days, List: p.List, Meet: p.Meet, Base: *base, Regulation: tx.Settings.Regulation, Options: tx.Settings.Options,
		At: tx.Now, Actor: tx.Actor, Records: admittedOf(all), Left: omittedOf(all, tx.Today),
	}
	return run, lists.Rate(tx, run)
}

// omittedOf returns the reports that a list leaves out.
func omittedOf(all []*check.Case, today civil.Date) []lists.Omitted {
	var left []lists.Omitted
	for _, r := range all {
		if r.State == check.Admitted || r.State == check.Rated || r.State == check.Closed {
			continue
		}
		out := lists.Omitted{Ref: r.Ref, State: r.State}
		if r.FeeRuns(today) {
			out.Until = r.Fee.Until
		}
		for _, w := range r.Open() {
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
		p, err := lists.FindDrafted(tx, label)
		if err != nil {
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
