package regulation

import "github.com/arpadchess/arpad/civil"

// Fee is what a reporter pays for a report. The zero Fee means that there is
// none.
type Fee struct {
	Each            int    // for each player, in whole units of the currency
	Currency        string // as ISO 4217 codes it
	MeetingsOnce    bool   // for a club's regular meetings once per player and calculation period
	Clause, Reading string
	Unpaid          string // the clause that says what becomes of a report that is not paid
}

// Deadline is how long after it was played a game may be reported. The zero
// Deadline means that there is none.
type Deadline struct {
	Days            int
	Clause, Reading string
}

// Last returns the last day on which a game played on a day is reported in time,
// zero if there is no deadline.
func (d Deadline) Last(played civil.Date) civil.Date {
	if d.Days == 0 || played == 0 {
		return 0
	}
	return played + civil.Date(d.Days)
}
