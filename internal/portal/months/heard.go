package months

import (
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/portal"
)

// witness is somebody who knows a game of which somebody else asks for another result.
type witness struct {
	person         // empty: the club that reported the game
	Account bool   // they can say it on their page
	Says    string // which result it had, in words; empty: they have not said it
	Is      string // the key of whether that is what is asked for, or what was reported; empty: neither
}

// witnessesOf returns who is asked about the result that an inquiry asks to change, with what they say.
func witnessesOf(v *portal.Visit, r bureau.Reader, q *correction.Inquiry) (all []witness, err error) {
	d, err := correction.DisputeOf(r, q)
	if err != nil || d == nil {
		return nil, err
	}
	known, err := people(r, d.IDs[:]...)
	if err != nil {
		return nil, err
	}
	has := map[string]bool{}
	err = bureau.Accounts.Scan(r, "", "", func(_ string, a *bureau.Account) (bool, error) {
		if a.May() && a.Player != "" {
			has[a.Player] = true
		}
		return true, nil
	})
	for _, id := range d.IDs {
		if id != q.Player {
			all = append(all, witness{person: known[id], Account: has[id]})
		}
	}
	if q.Player != "" && !q.Asked && d.Case.For.Club != "" {
		all = append(all, witness{Account: true})
	}
	for i := range all {
		if h := q.HeardOf(all[i].ID); h != nil {
			all[i].Says = portal.ResultName(v.Printer(), h.Result)
			switch h.Result {
			case d.Asked:
				all[i].Is = "desk.inquiry.as-asked"
			case d.Reported:
				all[i].Is = "desk.inquiry.as-reported"
			}
		}
	}
	return all, err
}
