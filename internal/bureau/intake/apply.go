package intake

import (
	"bytes"
	"errors"
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// checkNow checks a report and keeps what that comes to. It returns what was found.
func checkNow(tx *bureau.Tx, r *check.Case, fresh *check.Reading) ([]finding.Finding, error) {
	if r.State == check.Rated {
		return hearLate(tx, r, fresh)
	}
	return checkAnew(tx, r, fresh)
}

// CheckListed checks a report that is in a list with all that has come since.
func CheckListed(tx *bureau.Tx, r *check.Case) error {
	_, err := checkAnew(tx, r, nil)
	return err
}

// hearLate looks at what came of a report after its list. The list stays as it is, until a
// correction brings that in.
func hearLate(tx *bureau.Tx, r *check.Case, fresh *check.Reading) ([]finding.Finding, error) {
	k, err := Read(tx, tx.Moment, r, fresh)
	if err != nil {
		return nil, err
	}
	now := check.Check(k)
	if fresh != nil && now.Reading != nil {
		if err := keepReading(tx, r, now.Reading); err != nil {
			return nil, err
		}
	}
	if k, err = Read(tx, tx.Moment, r.AsListed(), nil); err != nil {
		return nil, err
	}
	was := check.Check(k)
	record, err := tx.Get(lists.RecordKind, r.RecordID(r.Current).Key())
	if err != nil {
		return nil, err
	}
	confirmed := slices.ContainsFunc(r.Decisions[r.Listed.Decisions:], func(d check.Decision) bool { // an answer, by the registers, too
		return d.Reply != nil && d.Reply.Count && !slices.ContainsFunc(now.Case.Questions, func(q check.Question) bool { return d.Reply.Answers(&q) })
	})
	r.Behind = r.TakenOut() || now.Record != nil && (confirmed || !bytes.Equal(now.Record, was.Record)) && !bytes.Equal(now.Record, record)
	if r.Since = nil; r.Behind {
		r.Since = now.Case.Questions
		for i := range r.Questions { // the list stays as it is, whatever was answered since
			if q := &r.Questions[i]; q.Answer > r.Listed.Decisions {
				q.Answer = 0
			}
		}
	}
	after := finding.New("after-list", finding.Info, finding.At{}, finding.Text("ref", r.Ref), finding.Text("label", r.Period))
	if r.Behind { // 3(7), Reading J33
		after = finding.New("list-behind", finding.Warning, finding.At{}, finding.Text("ref", r.Ref), finding.Text("label", r.Period))
	}
	return finding.InCase(r.Ref, append(now.Findings, tx.Cite(after))), nil
}

// TakeListed takes a report for what it was when a list was made of it, by its record.
func TakeListed(tx *bureau.Tx, r *check.Case, of *check.Extent, record lists.RecordID, label string) error {
	state := check.Admitted // it goes in
	if r.State == check.Rated {
		state = check.Rated
	}
	since := r.Questions
	r.State, r.Period, r.Listed = check.Rated, label, of
	k, err := Read(tx, tx.Moment, r.AsListed(), nil)
	if err != nil {
		return err
	}
	r.Outcome = check.Check(k).Case.Outcome
	r.State, r.Period, r.Current, r.Listed, r.Behind = state, label, record.Revision, of, true
	r.Since = since
	return lists.PutInForce(tx, record)
}

// checkAnew checks a report and keeps what that comes to.
func checkAnew(tx *bureau.Tx, r *check.Case, fresh *check.Reading) ([]finding.Finding, error) {
	k, err := read(tx, tx.Moment, r, fresh)
	if err != nil {
		return nil, err
	}
	o := check.Check(k.Known)
	if fresh != nil && k.Event != nil && slices.Contains(k.Event.Unused, fresh.Revision) { // its faults are its own
		o.Findings = slices.Concat(fresh.Read, report.Check(fresh.Report), o.Findings)
	}
	return finding.InCase(r.Ref, o.Findings), apply(tx, r, k.reads, o)
}

// apply keeps what the check of a report came to.
func apply(tx *bureau.Tx, r *check.Case, reads Subjects, o *check.Result) error {
	if o.Err != nil {
		return o.Err
	}
	if o.Period.Label != "" && r.State != check.Rated {
		if err := enter(tx, r, o.Period); err != nil {
			return err
		}
		o.Case.Period = o.Period.Label
	}
	was := r.Current
	*r = *o.Case
	if o.Reading == nil {
		return nil
	}
	var kept error
	switch {
	case o.Batch != nil:
		kept = lists.PutRecord(tx, r.RecordID(r.Current), o.Batch, o.Record)
	case r.Current != was && r.Current != 0:
		kept = lists.PutInForce(tx, r.RecordID(r.Current))
	}
	if kept != nil {
		return kept
	}
	err := errors.Join(followFIDE(tx, r, o.FIDE), register.KeepStated(tx, r.Ref, o.Packed, o.About, o.Stated, o.Reading.Reports()...), keepReading(tx, r, o.Reading))
	if err != nil {
		return err
	}
	if err := keepBasis(tx, r.Ref, reads.Basis(o.Until)); err != nil {
		return err
	}
	return forgetBases(tx, o.Others...)
}

// settleOwn finds out what is due for a report in a list: it is not checked any more.
func settleOwn(tx *bureau.Tx, r *check.Case) error {
	if r.Charge == nil || r.State != check.Rated {
		return nil
	}
	all, err := inAccount(tx, r.Charge.Account, r.Ref)
	r.Fee = check.Settle(append(all, r), tx.Today)[r.Ref]
	return err
}

// EnterList notes that a list has a report, as the reason says.
func EnterList(tx *bureau.Tx, r *check.Case, label, reason string) error {
	r.Period = label
	r.MoveTo(check.Move{To: check.Rated, At: tx.Now, Actor: tx.Actor, Reason: reason})
	return Keep(tx, r)
}

// LeaveList holds a report back that a list had. It stays out until an officer admits it again.
func LeaveList(tx *bureau.Tx, r *check.Case, reason string) error {
	r.Listed, r.Behind, r.Since = nil, false, nil
	ruling := &check.Ruling{To: check.Withheld, Options: r.Options()}
	r.Decide(tx.Moment, check.Decision{Ruling: ruling, Reason: reason})
	r.Obey()
	return Keep(tx, r)
}

// Revise keeps another record of a report, as a new revision.
func Revise(tx *bureau.Tx, r *check.Case, batch *pack.Batch, reason string) error {
	r.Current = check.Revise(tx.Moment, r, reason)
	data, err := batch.AppendBinary(nil)
	if err != nil {
		return err
	}
	return lists.PutRecord(tx, r.RecordID(r.Current), batch, data)
}

// PackLate keeps the packed record of a report for a late list, and what of it is refused there.
func PackLate(tx *bureau.Tx, r *check.Case, p *report.Report, k *check.CaseFacts, rulings []pack.Ruling, refused ...string) error {
	r.Refuse(refused...)
	batch, _ := check.Pack(r, p, k, rulings)
	data, err := batch.AppendBinary(nil)
	if err != nil {
		return err
	}
	have, err := tx.Get(lists.RecordKind, r.Newest().Key())
	if err != nil {
		return err
	}
	if have != nil && !bytes.Equal(have, data) {
		return Revise(tx, r, batch, "")
	}
	r.Current = len(r.Revisions)
	if have != nil {
		return lists.PutInForce(tx, r.Newest())
	}
	return lists.PutRecord(tx, r.Newest(), batch, data)
}
