package lists

import (
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/regulation"
)

// Reissue is the number of days after publication within which an inquiry leads
// to a new revision of a list, by authority. An authority that is missing here
// sets no limit. A list that is 90 days old stands.
var Reissue = map[string]regulation.Deadline{"ncs": {Days: 89, Clause: "3(7)", Reading: "J24"}} // 3(7)

// ReissuedUntil returns the last day on which an inquiry leads to a new
// revision of a list, zero if there is none. inForce is the day on which the
// list comes into force. The days count from that day or from publication,
// whichever is later.
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
