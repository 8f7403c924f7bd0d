package intake

import (
	"errors"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
)

// check checks a report and keeps what that comes to. It returns what was found.
func check(tx *bureau.Tx, r *Case, fresh *Reading) ([]finding.Finding, error) {
	k, err := Read(tx, tx.Moment, r, fresh)
	if err != nil || k == nil {
		return nil, err
	}
	o := Check(k)
	return o.Findings, apply(tx, r, k, o)
}

// apply keeps what the check of a report came to.
func apply(tx *bureau.Tx, r *Case, k *Known, o *Outcome) error {
	if o.err != nil {
		return o.err
	}
	if err := enter(tx, r, o.period); err != nil {
		return err
	}
	*r = *o.Case
	r.Period = o.period.Label
	if o.batch != nil {
		if err := lists.PutRecord(tx, r.RecordID(r.Current), o.batch, o.record); err != nil {
			return err
		}
	}
	err := errors.Join(register.KeepStated(tx, r.Ref, o.packed, o.reading.Reports()...), keepReading(tx, r, o.reading))
	if err != nil {
		return err
	}
	owed, err := keepBearer(tx, r.Ref, k.borne(), o.bears, func(id string) string { return chargeKey(o.account, r.Club, id) })
	if err != nil || !owed && !o.others {
		return err
	}
	n, err := tx.Count(bureau.RegistersCounter)
	if r.Checked.Registers == n-1 { // it was checked itself
		r.Checked.Registers = n
	}
	return err
}
