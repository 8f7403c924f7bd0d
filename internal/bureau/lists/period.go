package lists

import (
	"slices"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// Move changes the days of a meet, if its list is not yet published, to those
// of its report.
func (p *Period) Move(tx *bureau.Tx, now regulation.Period) error {
	if !p.Meet || p.State == Published || p.Period() == now {
		return nil
	}
	p.Days, p.List = now.Days, now.List
	return Periods.Put(tx, p.Label, p)
}

// PeriodState is the state of a calculation period.
type PeriodState string

// The states of a period.
const (
	Open      PeriodState = "open"      // accepts reports
	Drafted   PeriodState = "drafted"   // closed and rated; the draft awaits review
	Published PeriodState = "published" // the list is published
)

// Period is a calculation period.
type Period struct {
	Label string      `json:"label"`
	Days  civil.Range `json:"days"`
	List  civil.Date  `json:"list"` // the day on which its list comes into force
	Meet  bool        `json:"meet,omitempty"`
	State PeriodState `json:"state"`
	Run   int         `json:"run,omitempty"` // run of the draft or the list
	Plan  *Plan       `json:"plan,omitempty"`
}

// Plan is the day on which a draft is published by itself.
type Plan struct {
	On  civil.Date `json:"on"`
	Run int        `json:"run"` // of the draft that was seen
	At  time.Time  `json:"at"`  // when it was noted
}

// Stale reports whether the draft that was to be published has become another one.
func (p *Period) Stale() bool { return p.Plan != nil && (p.State != Drafted || p.Run != p.Plan.Run) }

// Periods are the periods, by label.
var Periods = bureau.Table[Period]{Kind: "period"}

// Period returns p as a regulation.Period.
func (p *Period) Period() regulation.Period {
	return regulation.Period{Label: p.Label, Days: p.Days, List: p.List, Meet: p.Meet}
}

// OpenPeriod ensures that the period of a report exists, with its days. A published one is refused: the clock is
// behind, because later reports belong to a later list.
func OpenPeriod(tx *bureau.Tx, p regulation.Period) error {
	have, err := Periods.Get(tx, p.Label)
	switch {
	case err != nil:
		return err
	case have != nil && have.State == Published || have == nil && p.Label == tx.Settings.ListZero:
		return finding.Refuse("period-out", finding.Text("label", p.Label))
	case have != nil:
		return have.Move(tx, p)
	}
	return Periods.Put(tx, p.Label, &Period{Label: p.Label, Days: p.Days, List: p.List, Meet: p.Meet, State: Open})
}

// Due returns the day on which the list of a period should come into force.
func (p *Period) Due() finding.Value { return finding.Text("until", p.List.String()) }

// Word returns the key of the word for the state: "open" is also a group of players.
func (s PeriodState) Word() string {
	if s == Open {
		return "period-open"
	}
	return string(s)
}

// DraftNeeded returns a refusal if the period has no current draft.
func DraftNeeded(tx *bureau.Tx, p *Period) error {
	switch p.State {
	case Drafted:
		return nil
	case Published:
		return ListOut(tx, p, finding.Refuse("list-out", finding.Text("label", p.Label)))
	}
	return NoDraft(p)
}

// NoDraft returns the refusal for a period that has no draft yet.
func NoDraft(p *Period) error {
	return finding.Refuse("no-draft", finding.Text("label", p.Label), finding.Text("state", p.State.Word()),
		finding.Text("closes", (p.Days.To+1).String()), p.Due())
}

// ListOut returns refused for a period whose list is published, so that only a
// correction can change it. The refusal states until when an inquiry leads to a
// new revision.
func ListOut(tx *bureau.Tx, p *Period, refused *finding.Refused) error {
	until, err := ReissuedUntil(tx, tx.Settings, p.Label, p.List)
	if err != nil {
		return err
	}
	refused.Values = append(refused.Values, finding.Text("until", until.String()))
	return refused
}

// AllPeriods returns all periods in order.
func AllPeriods(r bureau.Reader) ([]*Period, error) {
	all, err := Periods.All(r, "")
	slices.SortFunc(all, func(a, b *Period) int { return a.Period().Compare(b.Period()) })
	return all, err
}

// Ended returns the periods of the calendar that come after a list and have ended before a day, the
// first one first. Each has its list, whether reports came or not, JA22 3(3); there are none where
// a meet is a period.
func Ended(rules catalog.Regulation, list regulation.Period, today civil.Date) (all []regulation.Period) {
	for day := today; ; day = all[len(all)-1].Days.From - 1 {
		p := rules.Latest().Period(&report.Report{Received: day, Start: day, End: day})
		if p.Days.To >= today && !p.Meet {
			p = rules.Latest().Period(&report.Report{Received: p.Days.From - 1, Start: p.Days.From - 1, End: p.Days.From - 1})
		}
		if p.Meet || p.Compare(list) <= 0 || p.Label == list.Label {
			slices.Reverse(all)
			return all
		}
		all = append(all, p)
	}
}

// FindPeriod returns a period by its label, or a refusal if it does not exist.
func FindPeriod(r bureau.Reader, label string) (*Period, error) {
	return Periods.Find(r, label, finding.Refuse("no-period", finding.Text("label", label)))
}

// Subject returns a period as something is done with it.
func (p *Period) Subject() bureau.Subject {
	return bureau.Subject{ID: p.Label, Seen: []bureau.Document{Periods.Of(p.Label)}}
}

// FindDrafted returns a period that has a current draft.
func FindDrafted(tx *bureau.Tx, label string) (*Period, error) {
	p, err := FindPeriod(tx, label)
	if err == nil {
		err = tx.About(p.Subject())
	}
	if err != nil {
		return nil, err
	}
	return p, DraftNeeded(tx, p)
}

// Before reports whether a period comes before the list of a run.
func (p *Period) Before(run *Run) bool { return p.Period().Compare(run.Period()) < 0 }

// BeforeZero refuses a period before list zero, because there is no list to
// rate it from.
func BeforeZero(p *Period, zero *Run) error {
	return finding.Refuse("period-before-zero", finding.Text("label", p.Label), finding.Text("last", zero.Label))
}

// Rate makes the list of a new run and stores it.
func Rate(tx *bureau.Tx, run *Run) error {
	in, err := GatherPlayed(tx, run)
	if err == nil {
		err = run.TakeFirsts(tx, in.Batch)
	}
	if err != nil {
		return err
	}
	return KeepMade(tx, run, in)
}

// KeepMade makes the list of a run from what was played and stores it, with the facts. It rates those
// players only whose ratings the run may change: the standings of the others are those of the base
// list, and are not even unpacked.
func KeepMade(tx *bureau.Tx, run *Run, in *Input) error {
	base, err := FindRun(tx, run.Base)
	if err != nil {
		return err
	}
	numbers, err := run.Touches(base.List, in.Batch, in.Players)
	if err != nil {
		return err
	}
	packed, err := readPieces(tx, base)
	if err != nil {
		return err
	}
	in.Base = &roster.List{From: base.List}
	part := in.Only(numbers)
	for i, n := range numbers {
		if int(n) >= base.Players {
			break
		}
		if part.Base.Standings[i], err = roster.UnpackFromPiece(packed[n/pieceSize], int(n%pieceSize)); err != nil {
			return err
		}
	}
	m, err := run.Only(numbers).Make(part, nil)
	if err != nil {
		return err
	}
	if packed, err = replaceStandings(packed, base.Players, in.Players, numbers, m.Outcome.Standings); err != nil {
		return err
	}
	run.Edition, run.Games, run.Players = m.Edition.About().ID, 0, in.Players
	for i := range m.Batch.Games {
		if m.Batch.Games[i].Counts() {
			run.Games++
		}
	}
	return keepRun(tx, run, packed, PackFacts(in.Facts, in.Players))
}
