package intake

import (
	"errors"
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/report"
)

// checkNow checks a report and keeps what that comes to. It returns what was found.
func checkNow(tx *bureau.Tx, r *check.Case, fresh *check.Reading) ([]finding.Finding, error) {
	k, err := Read(tx, tx.Moment, r, fresh)
	if err != nil || k == nil {
		return nil, err
	}
	o := check.Check(k)
	if fresh != nil && slices.Contains(k.Event.Unused, fresh.Revision) { // its faults are its own
		o.Findings = slices.Concat(fresh.Read, report.Check(fresh.Report), o.Findings)
	}
	return o.Findings, apply(tx, r, k, o)
}

// apply keeps what the check of a report came to.
func apply(tx *bureau.Tx, r *check.Case, k *check.Known, o *check.Outcome) error {
	if o.Err != nil {
		return o.Err
	}
	if err := enter(tx, r, o.Period); err != nil {
		return err
	}
	*r = *o.Case
	r.Period = o.Period.Label
	if o.Batch != nil {
		if err := lists.PutRecord(tx, r.RecordID(r.Current), o.Batch, o.Record); err != nil {
			return err
		}
	}
	err := errors.Join(register.KeepStated(tx, r.Ref, o.Packed, o.About, o.Stated, o.Reading.Reports()...), keepReading(tx, r, o.Reading))
	if err != nil {
		return err
	}
	owed, err := keepBearer(tx, r.Ref, k.Borne(), o.Bears, func(id string) string { return chargeKey(o.Account, r.Club, id) })
	if err != nil || !owed && !o.Others {
		return err
	}
	n, err := tx.Count(bureau.RegistersCounter)
	if r.Checked.Registers == n-1 { // it was checked itself
		r.Checked.Registers = n
	}
	return err
}
