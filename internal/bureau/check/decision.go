package check

import (
	"encoding/json"
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
		if d.Match != nil {
			m := *d.Match
			r.placed(d.Number, &m.Section, &m.Start)
			all = append(all, m)
		}
	}
	return all
}

// Adjustments returns what officers have corrected, where it is in the event now.
func (r *Case) Adjustments() (all []Adjustment) {
	for _, d := range r.Standing() {
		if d.Adjustment != nil {
			a := *d.Adjustment
			r.placed(d.Number, &a.Section, &a.Start, &a.White, &a.Black)
			all = append(all, a)
		}
	}
	return all
}

// placed sets where the entries of a decision are now.
func (r *Case) placed(number int, section *string, starts ...*int) {
	i := slices.IndexFunc(r.Places, func(p Placed) bool { return p.Number == number })
	if i < 0 {
		return
	}
	*section = r.Places[i].Section
	for n, start := range starts {
		*start = r.Places[i].Start[n]
	}
}

// About reports whether a decision says who an entry is, by its place in the event now.
func (r *Case) About(d *Decision, section string, start int) bool {
	switch {
	case d.Match != nil:
		m := *d.Match
		r.placed(d.Number, &m.Section, &m.Start)
		return m.Section == section && m.Start == start
	case d.Adjustment != nil && d.Adjustment.Player != "":
		a := *d.Adjustment
		r.placed(d.Number, &a.Section, &a.Start, &a.White, &a.Black)
		return a.Section == section && a.Start == start
	}
	return false
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

// UnmarshalJSON reads a report as it is stored. What officers had decided of one that an
// earlier version has stored becomes decisions.
func (r *Case) UnmarshalJSON(data []byte) error {
	type now Case
	old := struct {
		*now
		Revisions []struct {
			Revision
			Aside bool `json:"aside"`
		} `json:"revisions"`
		Replies []struct {
			Reply
			Reason    string    `json:"reason"`
			At        time.Time `json:"at"`
			Actor     string    `json:"actor"`
			Precedent string    `json:"precedent"`
		} `json:"replies"`
		Matches     []Match           `json:"matches"`
		Adjustments []Adjustment      `json:"adjustments"`
		Options     map[string]string `json:"options"`
		Decided     bool              `json:"decided"`
		DecidedOn   string            `json:"decided_on"`
	}{now: (*now)(r)}
	if err := json.Unmarshal(data, &old); err != nil {
		return err
	}
	r.Revisions = nil
	for i := range old.Revisions {
		r.Revisions = append(r.Revisions, old.Revisions[i].Revision)
	}
	if len(r.Decisions) > 0 {
		return nil
	}
	add := func(d Decision) {
		d.Number, d.Files = len(r.Decisions)+1, r.files()
		r.Decisions = append(r.Decisions, d)
	}
	for _, a := range old.Replies {
		add(Decision{At: a.At, Actor: a.Actor, Reason: a.Reason, Precedent: a.Precedent, Reply: &a.Reply})
	}
	for i := range old.Matches {
		add(Decision{Match: &old.Matches[i]})
	}
	for i := range old.Adjustments {
		add(Decision{Adjustment: &old.Adjustments[i]})
	}
	for i := range old.Revisions {
		if old.Revisions[i].Aside {
			add(Decision{Aside: old.Revisions[i].Number})
		}
	}
	if f := r.Fee; f != nil && f.Paid > 0 {
		add(Decision{Payment: &Payment{f.Paid, f.PaidOn}})
	}
	for _, m := range slices.Backward(r.History) {
		if m.Reason != "" && MayDecide(m.To) {
			add(Decision{
				At: m.At, Actor: m.Actor, Reason: m.Reason, Precedent: m.Precedent, Ruling: &Ruling{To: m.To, On: old.DecidedOn, Options: old.Options},
			})
			if !old.Decided { // a file has come since
				r.Decisions[len(r.Decisions)-1].Files = 0
			}
			break
		}
	}
	return nil
}
