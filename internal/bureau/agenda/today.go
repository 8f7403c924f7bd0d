package agenda

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/internal/bureau/fidereport"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/regulation"
)

// Today is what an officer finds in the morning.
type Today struct {
	Day     civil.Date
	States  []StateCount
	Reports []Pending                // that wait for somebody: first those that need an officer, the oldest first
	Need    int                      // reports that need an officer, with those that Reports leaves out
	Periods []Due                    // that are over and whose lists are not out, the first one first
	Behind  []*rows.Report           // that are in a list which what has come since would change
	Twice   [][2]*check.Announcement // that may be of one event, of which the second has no report
	Stated  int                      // facts about players that reports for the next lists state, and the register does not know
	Alone   bool                     // the public can ask nobody: no contact is set
	Asked   []*correction.Inquiry    // that ask an officer for an act, or to which a club has replied
	FIDE    []*rows.Report           // FIDE events of which something is to be sent to FIDE, those that ended first

	Contradicting []Contradicting // by number of the account
}

// Contradicting is an account whose files have contradicted the register more often this month than by a slip: somebody may be
// guessing.
type Contradicting struct {
	Account string `json:"account"`
	Name    string `json:"name"`
	Entries int    `json:"entries"`
}

const slips = 2 // of an account in a month

// Due is a period that is over and whose list is not out.
type Due struct {
	lists.Period
	Since closing.Since // what has come since its draft was made
}

// StateCount is how many reports are in a state.
type StateCount struct {
	State   lists.State
	Reports int
}

// Pending is a report that waits for somebody.
type Pending struct {
	*rows.Report
	Case *check.Case
	Age  int // days since it was received
	Left int // days left to report its games in time, or to pay its fee; negative: over
	Due  bool
}

// pendingStates are the states in which a report waits for somebody.
var pendingStates = []lists.State{check.Received, check.Waiting, check.Withheld, check.Returned}

// TodayOf returns what waits for whom today, and the periods whose lists are due. Of the reports it has so many at most, 0: all.
func TodayOf(b *bureau.Bureau, r bureau.Reader, s *bureau.Settings, most int) (*Today, error) {
	today := b.Today(s)
	t := &Today{Day: today, Alone: s.Contact.Missing()}
	waiting, err := Waiting(r)
	if err != nil {
		return nil, err
	}
	admitted, err := InState(r, check.Admitted) // these wait for nobody
	if err != nil {
		return nil, err
	}
	var refs []string
	count := map[lists.State]int{}
	for _, row := range slices.Concat(waiting, admitted) {
		refs = append(refs, row.Ref)
		count[lists.State(row.State)]++
		if row.Officer && row.State != string(check.Admitted) {
			t.Need++
		}
	}
	for _, state := range append(slices.Clone(pendingStates), check.Admitted) {
		if n := count[state]; n > 0 {
			t.States = append(t.States, StateCount{state, n})
		}
	}
	slices.SortStableFunc(waiting, func(a, b *rows.Report) int {
		if a.Officer == b.Officer {
			return 0
		}
		return map[bool]int{true: -1, false: 1}[a.Officer]
	})
	if most > 0 {
		waiting = waiting[:min(most, len(waiting))]
	}
	if t.Reports, err = PendingOf(r, waiting, today); err != nil {
		return nil, err
	}
	if t.Twice, err = twice(r, today); err != nil {
		return nil, err
	}
	if t.Asked, err = correction.Pending(r); err != nil {
		return nil, err
	}
	if t.FIDE, err = fideReports(r, fidereport.Open...); err != nil {
		return nil, err
	}
	if t.Contradicting, err = contradicting(r, today); err != nil {
		return nil, err
	}
	stated, err := register.ProposedFacts(r, refs...)
	if err != nil {
		return nil, err
	}
	t.Stated = len(stated)
	if t.Behind, err = rows.Reports.Select(r, bureau.Range{Order: 6, Is: []any{int64(1)}}); err != nil {
		return nil, err
	}
	t.Periods, err = due(b, r, s)
	return t, err
}

// contradicting returns who has contradicted the register more often this month than by a slip.
func contradicting(r bureau.Reader, today civil.Date) (all []Contradicting, err error) {
	month := intake.Contradictions(today, "")
	err = bureau.Counters.Scan(r, month, month+"\xff", func(counter string, n *int) (bool, error) {
		if *n <= slips {
			return true, nil
		}
		account := strings.TrimPrefix(counter, month)
		is, err := bureau.AccountOf(r, account)
		if err == nil {
			all = append(all, Contradicting{account, is.Name, *n})
		}
		return true, err
	})
	return all, err
}

// due returns the periods that are over and whose lists are not out.
func due(b *bureau.Bureau, r bureau.Reader, s *bureau.Settings) (all []Due, err error) {
	today := b.Today(s)
	known, err := lists.AllPeriods(r)
	if err != nil {
		return nil, err
	}
	for _, p := range known {
		if p.State == lists.Published || p.Days.To >= today {
			continue
		}
		since, err := closing.SinceDraft(b, r, p)
		if err != nil {
			return nil, err
		}
		all = append(all, Due{*p, *since})
	}
	id, err := lists.RunNow(r, "")
	if err != nil {
		return nil, err
	}
	newest, err := lists.FindRun(r, id)
	if err != nil {
		return nil, err
	}
	rules, err := s.Rules()
	if err != nil {
		return nil, err
	}
	for _, p := range lists.Ended(rules, newest.Period(), today) {
		if !slices.ContainsFunc(known, func(k *lists.Period) bool { return k.Label == p.Label }) {
			all = append(all, Due{Period: lists.Period{Label: p.Label, Days: p.Days, List: p.List, State: lists.Open}})
		}
	}
	slices.SortFunc(all, func(a, b Due) int { return a.Period.Period().Compare(b.Period.Period()) })
	return all, nil
}

// twice returns the pairs of announcements that may be of one event and have no report, as long
// as one is expected.
func twice(r bureau.Reader, today civil.Date) (pairs [][2]*check.Announcement, err error) {
	coming, err := expected(r, regulation.Deadline{}, today)
	for _, e := range coming {
		if e.Withdrawn != "" {
			continue
		}
		near, failed := events.Twice(r, e.Announcement)
		err = errors.Join(err, failed)
		for _, other := range near {
			if other.Ref < e.Ref {
				pairs = append(pairs, [2]*check.Announcement{other, e.Announcement})
			}
		}
	}
	return pairs, err
}

// byReceipt orders reports by receipt, the oldest first.
func byReceipt(a, b *rows.Report) int {
	return cmp.Or(cmp.Compare(a.Received, b.Received), cmp.Compare(bureau.RefKey(a.Ref), bureau.RefKey(b.Ref)))
}

// InState returns the reports in a state.
func InState(r bureau.Reader, state lists.State) ([]*rows.Report, error) {
	return rows.Reports.Select(r, bureau.Range{Order: 1, Is: []any{string(state)}})
}

// Waiting returns the reports that wait for somebody, the oldest first.
func Waiting(r bureau.Reader) (waiting []*rows.Report, err error) {
	for _, state := range pendingStates {
		all, err := InState(r, state)
		if err != nil {
			return nil, err
		}
		waiting = append(waiting, all...)
	}
	slices.SortStableFunc(waiting, byReceipt)
	return waiting, nil
}

// PendingOf returns what reports wait for.
func PendingOf(r bureau.Reader, some []*rows.Report, today civil.Date) (all []Pending, err error) {
	for _, row := range some {
		c, err := intake.Find(r, row.Ref)
		if err != nil {
			return nil, err
		}
		p := Pending{Report: row, Case: c, Age: int(today - row.Received)}
		until := row.Deadline
		if c.FeeRuns(today) {
			until = c.Fee.Until
		}
		if until != 0 && (c.FeeRuns(today) || c.State == check.Returned || c.Current == 0) {
			p.Due, p.Left = true, int(until-today)
		}
		all = append(all, p)
	}
	return all, nil
}
