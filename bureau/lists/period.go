package lists

import (
	"slices"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/regulation"
)

// Reopen opens a period whose draft has become outdated.
func Reopen(tx *bureau.Tx, label string) error {
	p, err := Periods.Get(tx, label)
	if err != nil || p == nil || p.State != Drafted {
		return err
	}
	p.State = Open
	if err := Periods.Put(tx, label, p); err != nil {
		return err
	}
	return tx.Log("period.reopen", label, "", nil)
}

// Move brings the days of a meet whose list is not out to what its report says
// now.
func (p *Period) Move(tx *bureau.Tx, now regulation.Period) error {
	if !p.Meet || p.State == Published || p.Period() == now {
		return nil
	}
	p.Days, p.List = now.Days, now.List
	return Periods.Put(tx, p.Label, p)
}

// PeriodState is where a calculation period stands.
type PeriodState string

// The states of a period.
const (
	Open      PeriodState = "open"      // reports go in
	Drafted   PeriodState = "drafted"   // closed and rated: a draft is to be reviewed
	Published PeriodState = "published" // its list is out
)

// Period is a calculation period.
type Period struct {
	Label string      `json:"label"`
	Days  civil.Range `json:"days"`
	List  civil.Date  `json:"list"` // the day from which its list is in force
	Meet  bool        `json:"meet,omitempty"`
	State PeriodState `json:"state"`
	Run   int         `json:"run,omitempty"` // of the draft or the list
}

// Periods are the periods, by label.
var Periods = bureau.Table[Period]{Kind: "period"} // by label

// Period returns the period as a regulation has it.
func (p *Period) Period() regulation.Period {
	return regulation.Period{Label: p.Label, Days: p.Days, List: p.List, Meet: p.Meet}
}

// OpenPeriod makes sure that the period of a report is there and open.
func OpenPeriod(tx *bureau.Tx, p regulation.Period) error {
	have, err := Periods.Get(tx, p.Label)
	if err != nil {
		return err
	}
	if have == nil && p.Label != tx.Settings.ListZero {
		return Periods.Put(tx, p.Label, &Period{Label: p.Label, Days: p.Days, List: p.List, Meet: p.Meet, State: Open})
	}
	if have == nil {
		have = &Period{Label: p.Label, State: Published}
	}
	return have.Open()
}

// Open refuses a report for a period that takes none.
func (p *Period) Open() error {
	switch {
	case p.State == Open:
		return nil
	case p.State == Published: // the clock is behind: what comes after a list belongs to a later one
		return finding.Refuse("period-out", finding.Text("label", p.Label))
	}
	return finding.Refuse("period-closed", finding.Text("label", p.Label), p.Due())
}

// Due returns the day from which the list of a period is to be in force.
func (p *Period) Due() finding.Value { return finding.Text("until", p.List.String()) }

// DraftNeeded refuses what is done with a draft where there is none, or none any
// more.
func DraftNeeded(tx *bureau.Tx, p *Period) error {
	switch p.State {
	case Drafted:
		return nil
	case Published:
		return ListOut(tx, p, finding.Refuse("list-out", finding.Text("label", p.Label)))
	}
	return NoDraft(p)
}

// NoDraft is the refusal where nothing has been drafted yet.
func NoDraft(p *Period) error {
	return finding.Refuse("no-draft", finding.Text("label", p.Label), finding.Text("state", string(p.State)),
		finding.Text("closes", (p.Days.To+1).String()), p.Due())
}

// ListOut is a refusal of what only a correction can do, because a period's list
// is out: it says until when an inquiry has the list published anew.
func ListOut(tx *bureau.Tx, p *Period, refused *finding.Refused) error {
	until, err := ReissuedUntil(tx, tx.Settings, p.Label, p.List)
	if err != nil {
		return err
	}
	refused.Values = append(refused.Values, finding.Text("until", until.String()))
	return refused
}

// AllPeriods returns all periods, in their order.
func AllPeriods(r bureau.Reader) ([]*Period, error) {
	all, err := Periods.All(r, "")
	slices.SortFunc(all, func(a, b *Period) int { return a.Period().Compare(b.Period()) })
	return all, err
}

// FindPeriod returns a period by its label; one that is not there is refused.
func FindPeriod(r bureau.Reader, label string) (*Period, error) {
	p, err := Periods.Get(r, label)
	if err == nil && p == nil {
		err = finding.Refuse("no-period", finding.Text("label", label))
	}
	return p, err
}

// Before reports whether a period comes before the list of a run.
func (p *Period) Before(run *Run) bool { return p.Period().Compare(run.Period()) < 0 }

// BeforeZero refuses a period before list zero: there is no list from which it
// could be rated.
func BeforeZero(p *Period, zero *Run) error {
	return finding.Refuse("period-before-zero", finding.Text("label", p.Label), finding.Text("last", zero.Label))
}

// Rate makes the list of a new run and keeps it.
func Rate(tx *bureau.Tx, run *Run) error {
	in, err := Gather(tx, run)
	if err != nil {
		return err
	}
	return KeepMade(tx, run, in)
}

// KeepMade makes the list of a run and keeps it, with the facts.
func KeepMade(tx *bureau.Tx, run *Run, in *Input) error {
	m, err := run.Make(in, nil)
	if err != nil {
		return err
	}
	run.Edition, run.Games = m.Edition.About().ID, 0
	for i := range m.Batch.Games {
		if m.Batch.Games[i].Counts() {
			run.Games++
		}
	}
	return KeepRun(tx, run, m.Outcome.Standings, PackFacts(in.Facts, in.Players))
}
