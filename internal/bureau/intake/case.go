package intake

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
)

// Cases are the reports, by reference.
var Cases = bureau.Table[check.Case]{Kind: "report"}

// Keep keeps a report and the keys by which it is found. One that is as before is not written:
// nobody has to be checked again for it.
func Keep(tx *bureau.Tx, r *check.Case) error {
	key := bureau.RefKey(r.Ref)
	if err := settleOwn(tx, r); err != nil {
		return err
	}
	stored, err := tx.Get(Cases.Kind, key)
	if err != nil {
		return err
	}
	data, err := json.Marshal(r)
	if err != nil || bytes.Equal(stored, data) {
		return err
	}
	var before *check.Case
	was := ""
	if stored != nil {
		if before, err = Cases.Read(key, stored); err != nil {
			return err
		}
		was = string(before.State)
	}
	if to := string(r.State); to != was {
		tx.Moved(r.Ref, was, to)
	}
	if r.State == check.Rated {
		if err := forgetBases(tx, r.Ref); err != nil {
			return err
		}
	}
	if err := KeepKeys(tx, before, r); err != nil {
		return err
	}
	if r.FIDE != nil { // kept with the report until now
		if err := KeepFIDE(tx, r, r.FIDE); err != nil {
			return err
		}
	}
	if r.Charge != nil {
		err = accounts.Put(tx, r.Charge.Account+"\x00"+key, &r.Ref)
	}
	return errors.Join(err, tx.Put(Cases.Kind, key, data), settleOthers(tx, before, r))
}

// Find returns a report by its reference; one that is not there is refused.
func Find(r bureau.Reader, ref string) (*check.Case, error) {
	return Cases.Find(r, bureau.RefKey(ref), finding.Refuse("no-report", finding.Text("ref", ref)))
}

// Take returns a report for an act on it.
func Take(tx *bureau.Tx, ref string) (*check.Case, error) {
	r, err := Find(tx, ref)
	if err != nil { // whether there is one is no business of who may act on their own only
		return nil, cmp.Or(tx.About(bureau.Subject{ID: ref}), err)
	}
	s := Subject(r)
	if own := tx.Own(); own != nil && own.Player != "" {
		if s.Player, err = inReport(tx, r, own.Player); err != nil {
			return nil, err
		}
	}
	return r, tx.About(s)
}

// inReport returns a player who played in a report, else nobody: to them, it is their own.
func inReport(tx *bureau.Tx, r *check.Case, id string) (string, error) {
	p, err := register.Find(tx, id)
	if err != nil {
		return "", err
	}
	entries, err := rows.Entries.Select(tx, bureau.Range{Order: 1, Is: []any{int64(p.Number)}})
	if slices.ContainsFunc(entries, func(e *rows.Entry) bool { return e.Ref == r.Ref }) {
		return id, err
	}
	return "", err
}

// Subject returns a report as something is done with it.
func Subject(r *check.Case) bureau.Subject {
	return bureau.Subject{ID: r.Ref, Club: r.For.Club, Seen: []bureau.Document{Cases.Of(bureau.RefKey(r.Ref))}}
}

// All returns the reports of a period, all if it is empty.
func All(r bureau.Reader, label string) ([]*check.Case, error) {
	if label == "" {
		return Cases.All(r, "")
	}
	return OfPeriod(r, label)
}

// begin begins a report under the next reference number of the month.
func begin(tx *bureau.Tx) (*check.Case, error) {
	month := tx.Today.String()[:len("2006-01")]
	n, err := tx.Count("report-" + month)
	if err != nil {
		return nil, err
	}
	r := check.New(tx.Moment, bureau.RefOf(month, n))
	r.Received = tx.Came
	return r, nil
}

// AnyCorrection is the action to propose a correction, where it depends of which kind.
const AnyCorrection = "correct"

// AlreadyRated is the refusal to change a report that is in a list. correct is the action that
// proposes the correction.
func AlreadyRated(tx *bureau.Tx, r *check.Case, correct string) error {
	p, err := lists.FindPeriod(tx, r.Period)
	if err != nil {
		return err
	}
	return lists.ListOut(tx, p, finding.Refuse("report-already-rated", finding.Text("ref", r.Ref), finding.Text("label", r.Period), finding.Text("correct", correct)))
}
