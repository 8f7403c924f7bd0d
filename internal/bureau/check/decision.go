package check

import (
	"slices"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/report/join"
)

// Decision is what an officer has said of a part of a report. It is never changed nor
// removed: another one takes its place. One that says nothing takes back the one in whose
// place it stands.
type Decision struct {
	Number     int       `json:"number"`               // from 1
	Supersedes int       `json:"supersedes,omitempty"` // number of the one in whose place it stands; zero: none
	Files      int       `json:"files"`                // that had come
	At         time.Time `json:"at,omitzero"`
	Actor      string    `json:"actor,omitempty"`
	Reason     string    `json:"reason,omitempty"`
	Precedent  string    `json:"precedent,omitempty"` // that was followed

	Reply      *Reply      `json:"reply,omitempty"`
	Match      *Match      `json:"match,omitempty"`
	Adjustment *Adjustment `json:"adjustment,omitempty"`
	Ruling     *Ruling     `json:"ruling,omitempty"`
	Aside      int         `json:"aside,omitempty"` // number of a file that adds nothing
	Payment    *Payment    `json:"payment,omitempty"`
}

// Reply is an answer to a question. It holds as long as the question is the same.
type Reply struct {
	What    string `json:"what"`
	Section string `json:"section,omitempty"`
	About   string `json:"about,omitempty"` // what the question was about
	Count   bool   `json:"count"`           // whether what the question is about counts
}

// Ruling is a decision on a whole report. It stands until a new file comes, or longer.
type Ruling struct {
	To      lists.State       `json:"to"`
	On      string            `json:"on,omitempty"`      // what was admitted, as a digest of games; empty: not known
	Options map[string]string `json:"options,omitempty"` // of the regulation, by name, for this report
}

// Payment is what was paid of a fee.
type Payment struct {
	Amount int        `json:"amount"`
	Day    civil.Date `json:"day"`
}

// Placed is where the entries are in the event now about which an officer has decided: a
// section, and the start numbers of the entry, of White and of Black. One that is gone has the
// start number 0, which nobody bears.
type Placed struct {
	Number  int    `json:"number"` // of the decision
	Section string `json:"section"`
	Start   [3]int `json:"start"`
}

// Decide appends a decision of an officer.
func (r *Case) Decide(at bureau.Moment, d Decision) {
	d.Number, d.Files, d.At, d.Actor = len(r.Decisions)+1, r.files(), at.Now, at.Actor
	r.Decisions = append(r.Decisions, d)
	r.notePaid()
}

// TakeBack takes back the standing decisions that are as wanted.
func (r *Case) TakeBack(at bureau.Moment, reason string, wanted func(*Decision) bool) {
	for _, d := range r.Standing() {
		if wanted(d) {
			r.Decide(at, Decision{Supersedes: d.Number, Reason: reason})
		}
	}
}

// Standing returns the decisions in whose place no other one stands that stands itself.
func (r *Case) Standing() []*Decision {
	gone := map[int]bool{}
	var all []*Decision
	for i := len(r.Decisions) - 1; i >= 0; i-- {
		if d := &r.Decisions[i]; !gone[d.Number] {
			gone[d.Supersedes] = true
			all = append(all, d)
		}
	}
	slices.Reverse(all)
	return all
}

// ruling returns the decision on the whole report that stands, nil if there is none or another
// file has come since. It may be asked for the newest one, files or not.
func (r *Case) ruling(lapses bool) *Decision {
	for _, d := range slices.Backward(r.Standing()) {
		switch {
		case d.Ruling == nil:
		case lapses && d.Files < r.files() && !Stays(d.Ruling.To):
			return nil
		default:
			return d
		}
	}
	return nil
}

// OfficerDecision returns the state into which an officer's decision has put the
// report, empty if there is none. A file or a check that is refused moves the report,
// but does not undo the decision.
func (r *Case) OfficerDecision() lists.State {
	if d := r.ruling(true); d != nil {
		return d.Ruling.To
	}
	return ""
}

// Decided reports whether the report's state is an officer's decision, which stays until a new
// file comes, or longer.
func (r *Case) Decided() bool { return r.ruling(true) != nil }

// DecidedOn returns what an officer has admitted, as a digest of games.
func (r *Case) DecidedOn() string {
	if d := r.ruling(true); d != nil {
		return d.Ruling.On
	}
	return ""
}

// Options returns the options of the regulation, by name, as an officer has set them for the
// report.
func (r *Case) Options() map[string]string {
	if d := r.ruling(true); d != nil {
		return d.Ruling.Options
	}
	return nil
}

// Precedent returns the precedent that the newest decision on the report follows.
func (r *Case) Precedent() string {
	if d := r.ruling(false); d != nil {
		return d.Precedent
	}
	return ""
}

// IsAside reports whether an officer has set a file aside, by its number: it adds nothing.
func (r *Case) IsAside(file int) bool {
	return slices.ContainsFunc(r.Standing(), func(d *Decision) bool { return d.Aside == file })
}

// Replies returns the answers of officers to questions.
func (r *Case) Replies() (all []Reply) {
	for _, d := range r.Standing() {
		if d.Reply != nil {
			all = append(all, *d.Reply)
		}
	}
	return all
}

// Matches returns whom officers say that entries are, where these are in the event now.
func (r *Case) Matches() (all []Match) {
	for _, d := range r.Standing() {
		if m, _ := r.placed(d); m != nil {
			all = append(all, *m)
		}
	}
	return all
}

// Adjustments returns what officers have corrected, where it is in the event now.
func (r *Case) Adjustments() (all []Adjustment) {
	for _, d := range r.Standing() {
		if _, a := r.placed(d); a != nil {
			all = append(all, *a)
		}
	}
	return all
}

// About reports whether a decision says who an entry is, by its place in the event now.
func (r *Case) About(d *Decision, section string, start int) bool {
	m, a := r.placed(d)
	return m != nil && m.Section == section && m.Start == start || a != nil && a.Player != "" && a.Section == section && a.Start == start
}

// placed returns the match or the adjustment of a decision where it is in the event now, nil
// if the decision is none.
func (r *Case) placed(d *Decision) (m *Match, a *Adjustment) {
	if d.Match != nil {
		m = new(*d.Match)
	}
	if d.Adjustment != nil {
		a = new(*d.Adjustment)
	}
	if i := slices.IndexFunc(r.Places, func(p Placed) bool { return p.Number == d.Number }); i >= 0 {
		switch p := r.Places[i]; {
		case m != nil:
			m.Section, m.Start = p.Section, p.Start[0]
		case a != nil:
			a.Section, a.Start, a.White, a.Black = p.Section, p.Start[0], p.Start[1], p.Start[2]
		}
	}
	return m, a
}

// Locate finds where in an event the entries are about which officers have decided: they are
// looked up in the files.
func (r *Case) Locate(e *join.Event) {
	r.Places = nil
	for _, d := range r.Standing() {
		p := Placed{Number: d.Number}
		switch {
		case d.Match != nil:
			p.Section, p.Start[0] = d.Match.Of.in(e, d.Match.Section, d.Match.Start)
		case d.Adjustment != nil:
			a := d.Adjustment
			p.Section = a.Section
			for n, start := range []int{a.Start, a.White, a.Black} {
				if start != 0 {
					p.Section, p.Start[n] = a.Of[n].in(e, a.Section, start)
				}
			}
		default:
			continue
		}
		r.Places = append(r.Places, p)
	}
}

// in returns where an anchored entry is in an event; one that is not anchored is where it was.
func (of *Anchor) in(e *join.Event, section string, start int) (string, int) {
	if of.File == 0 {
		return section, start
	}
	name, at, _ := e.At(of.File, of.Section, of.Start)
	return name, at
}

// notePaid notes in the fee what was paid for the report.
func (r *Case) notePaid() {
	var paid Payment
	for _, d := range r.Standing() {
		if d.Payment != nil {
			paid.Amount, paid.Day = paid.Amount+d.Payment.Amount, max(paid.Day, d.Payment.Day)
		}
	}
	if r.Fee == nil && paid.Amount > 0 {
		r.Fee = &Fee{}
	}
	if r.Fee != nil {
		r.Fee.Paid, r.Fee.PaidOn = paid.Amount, paid.Day
	}
}
