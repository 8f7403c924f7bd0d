package bureau

import (
	"context"
	"slices"
	"strings"
)

// Basis is what a report was checked against.
type Basis struct {
	Run       int  `json:"run"`            // whose list was the newest
	Registers int  `json:"registers"`      // how often the registers had been changed
	List      bool `json:"list,omitempty"` // whether the check asked for standings
}

// basis gives what a report would be checked against now.
func (tx *Tx) basis() (Basis, error) {
	run, err := latestRun.get(tx, "")
	if err != nil || run == nil {
		return Basis{}, err
	}
	n, err := counters.get(tx, registersCounter)
	if err != nil || n == nil {
		return Basis{Run: *run}, err
	}
	return Basis{Run: *run, Registers: *n}, nil
}

// holds says whether a check against this basis would come out the same against
// another.
func (b Basis) holds(now Basis) bool {
	return b.Run != 0 && b.Registers == now.Registers && (!b.List || b.Run == now.Run)
}

const registersCounter = "registers"

// desk are the beginnings of the actions that leave the registers as they are.
var desk = []string{"report.", "fee.", "period.", "list.", "leaf.", "precedent."}

// countChange counts an action that may have changed the registers.
func (tx *Tx) countChange(action string) error {
	if slices.ContainsFunc(desk, func(prefix string) bool { return strings.HasPrefix(action, prefix) }) {
		return nil
	}
	_, err := tx.count(registersCounter)
	return err
}

// recheck checks a report anew: its players, the registers or an officer's word
// have changed. What an officer admits is the last file that could be read.
func (tx *Tx) recheck(r *Report) error {
	if r.State == Rated {
		return nil
	}
	u, err := tx.toCheck(r)
	if err != nil || u == nil || u.Report == nil {
		return err
	}
	tx.goBack(r, u)
	return tx.check(r, u)
}

// goBack makes sure that the newest revision of a report is of the file of which
// something was understood.
func (tx *Tx) goBack(r *Report, u *understood) {
	if n := len(r.Revisions); r.file(n) != r.file(u.revision) {
		r.Revisions = append(r.Revisions, Revision{Number: n + 1, Of: u.revision, At: tx.Now, Actor: tx.Actor})
		u.revision = n + 1
	}
}

// toCheck gives what of a report is to be checked: the newest file; of a report
// that an officer has admitted the newest one that was not refused since.
func (tx *Tx) toCheck(r *Report) (*understood, error) {
	if !r.Decided || r.State != Admitted {
		return understoodOf(tx, r, func(*understood) bool { return true })
	}
	refused := map[int]bool{} // by file
	u, err := understoodOf(tx, r, func(u *understood) bool {
		file := r.file(u.revision)
		refused[file] = refused[file] || u.Refused
		return !refused[file]
	})
	if err != nil || u != nil {
		return u, err
	}
	return understoodOf(tx, r, func(u *understood) bool { return !u.Refused })
}

// Check checks a report anew.
func (b *Bureau) Check(ctx context.Context, ref string) error {
	return b.amend(ctx, "report.check", ref, "", func(tx *Tx, r *Report) error {
		err := tx.recheck(r)
		tx.Note(ref, map[string]any{"state": r.State})
		return err
	})
}

// Recheck checks anew those reports of a period whose checks may come out
// otherwise than they did. A draft that held one otherwise is one no more.
func (b *Bureau) Recheck(ctx context.Context, label string) error {
	return b.Do(ctx, "report.recheck", "", func(tx *Tx) error {
		before, err := reportsOf(tx, label)
		if err != nil {
			return err
		}
		was := make([]drafted, len(before))
		for i, r := range before {
			was[i] = r.drafted()
		}
		if _, err := tx.readied(before, false); err != nil {
			return err
		}
		for i, r := range before {
			if r.drafted() != was[i] {
				tx.Note(label, nil)
				return tx.reopen(label)
			}
		}
		tx.Note(label, nil)
		return nil
	})
}

// ready gives the reports of a period, checked against the registers and the
// list as they are now. When the period closes, a report that waits for nothing
// but to hear who some entries are goes in without their games.
func (tx *Tx) ready(label string, closes bool) ([]*Report, error) {
	all, err := reportsOf(tx, label)
	if err != nil {
		return nil, err
	}
	return tx.readied(all, closes)
}

// readied is ready for reports that were read.
func (tx *Tx) readied(all []*Report, closes bool) ([]*Report, error) {
	now, err := tx.basis()
	if err != nil {
		return nil, err
	}
	for _, r := range all {
		moves, revision := len(r.History), r.Current
		fresh := r.Checked.holds(now) && !r.Fee.overdue(tx.Today)
		if r.State == Rated || fresh && !(closes && r.State == Waiting) {
			continue
		}
		if !fresh {
			if err := tx.recheck(r); err != nil {
				return nil, err
			}
		}
		if closes && r.State == Waiting && r.Current > 0 && r.waitsForPlayersOnly() {
			tx.moveFor(r, Admitted, closing)
		}
		if fresh && moves == len(r.History) && revision == r.Current {
			continue
		}
		if err := tx.keepReport(r); err != nil {
			return nil, err
		}
	}
	return all, nil
}
