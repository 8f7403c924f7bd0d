package intake

import (
	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/lists"
)

// Basis is what a report was checked against.
type Basis struct {
	Run       int  `json:"run"`            // whose list was the newest
	Registers int  `json:"registers"`      // how often the registers had been changed
	List      bool `json:"list,omitempty"` // whether the check asked for standings
}

// CurrentBasis returns what a report would be checked against now.
func CurrentBasis(tx *bureau.Tx) (Basis, error) {
	run, err := lists.LatestRun.Get(tx, "")
	if err != nil || run == nil {
		return Basis{}, err
	}
	n, err := bureau.Counters.Get(tx, bureau.RegistersCounter)
	if err != nil || n == nil {
		return Basis{Run: *run}, err
	}
	return Basis{Run: *run, Registers: *n}, nil
}

// holds reports whether a check against this basis would come out the same against
// another.
func (b Basis) holds(now Basis) bool {
	return b.Run != 0 && b.Registers == now.Registers && (!b.List || b.Run == now.Run)
}

// Recheck checks a report anew: its players, the registers or an officer's word
// have changed. What an officer admits is the last file that could be read.
func Recheck(tx *bureau.Tx, r *Case) error {
	if r.State == Rated {
		return nil
	}
	u, err := toCheck(tx, r)
	if err != nil || u == nil || u.Report == nil {
		return err
	}
	GoBack(tx, r, u)
	return check(tx, r, u)
}

// GoBack makes sure that the newest revision of a report is of the file of which
// something was understood.
func GoBack(tx *bureau.Tx, r *Case, u *Reading) {
	if n := len(r.Revisions); r.File(n) != r.File(u.Revision) {
		r.Revisions = append(r.Revisions, Revision{Number: n + 1, Of: u.Revision, At: tx.Now, Actor: tx.Actor})
		u.Revision = n + 1
	}
}

// toCheck returns what of a report is to be checked: the newest file; of a report
// that an officer has admitted the newest one that was not refused since.
func toCheck(tx *bureau.Tx, r *Case) (*Reading, error) {
	if !r.Decided || r.State != Admitted {
		return ReadingOf(tx, r, func(*Reading) bool { return true })
	}
	refused := map[int]bool{} // by file
	u, err := ReadingOf(tx, r, func(u *Reading) bool {
		file := r.File(u.Revision)
		refused[file] = refused[file] || u.Refused
		return !refused[file]
	})
	if err != nil || u != nil {
		return u, err
	}
	return ReadingOf(tx, r, func(u *Reading) bool { return !u.Refused })
}

// Ready returns the reports of a period, checked against the registers and the
// list as they are now. When the period closes, a report that waits for nothing
// but to hear who some entries are goes in without their games.
func Ready(tx *bureau.Tx, label string, closes bool) ([]*Case, error) {
	all, err := OfPeriod(tx, label)
	if err != nil {
		return nil, err
	}
	return Readied(tx, all, closes)
}

// Readied does what Ready does with reports that were read.
func Readied(tx *bureau.Tx, all []*Case, closes bool) ([]*Case, error) {
	now, err := CurrentBasis(tx)
	if err != nil {
		return nil, err
	}
	for _, r := range all {
		moves, revision := len(r.History), r.Current
		fresh := r.Checked.holds(now) && !r.Fee.Overdue(tx.Today)
		if r.State == Rated || fresh && !(closes && r.State == Waiting) {
			continue
		}
		if !fresh {
			if err := Recheck(tx, r); err != nil {
				return nil, err
			}
		}
		if closes && r.State == Waiting && r.Current > 0 && r.waitsForPlayersOnly() {
			MoveByRule(tx, r, Admitted, becauseClosing)
		}
		if fresh && moves == len(r.History) && revision == r.Current {
			continue
		}
		if err := Keep(tx, r); err != nil {
			return nil, err
		}
	}
	return all, nil
}
