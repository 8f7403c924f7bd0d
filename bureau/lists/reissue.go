package lists

import (
	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/regulation"
)

// Reissue is for how many days after its publication a list is published anew, by
// authority. Whose text knows no limit corrects every list.
var Reissue = map[string]regulation.Deadline{"ncs": {Days: 90, Clause: "3(7)", Reading: "J24"}} // 3(7)

// ReissuedUntil returns the last day of an inquiry for which a list that is in
// force from a day is published anew, zero if there is none. The days count from
// the one on which the list came out or came into force, whichever was later.
func ReissuedUntil(r bureau.Reader, s *bureau.Settings, label string, inForce civil.Date) (civil.Date, error) {
	first, err := Publications.Get(r, RevisionKey(label, 1))
	if err != nil {
		return 0, err
	}
	if first != nil {
		inForce = max(inForce, s.Day(first.At))
	}
	return Reissue[s.Text()].Last(inForce), nil // 3(7); Reading J24
}
