package regulation

import "github.com/arpadchess/arpad/civil"

// Fee is the fee for a report. The zero Fee means none.
type Fee struct {
	Each            int    // per player, in whole units of the currency
	Currency        string // as ISO 4217 codes it
	MeetingsOnce    bool   // a club's regular meetings are charged once per player and calculation period
	Clause, Reading string
	Unpaid          string // the clause about unpaid reports
}

// Amount returns the fee for a number of players.
func (f Fee) Amount(players int) int { return players * f.Each }

// Until returns the last day to pay for a report of a period: the day before its list.
func (f Fee) Until(p Period) civil.Date { return p.List - 1 }

// Deadline is the time after a game within which it must be reported. The zero
// Deadline means none.
type Deadline struct {
	Days            int
	Clause, Reading string
}

// Last returns the last day for reporting a game played on a day, zero if there
// is no deadline.
func (d Deadline) Last(played civil.Date) civil.Date {
	if d.Days == 0 || played == 0 {
		return 0
	}
	return played + civil.Date(d.Days)
}
