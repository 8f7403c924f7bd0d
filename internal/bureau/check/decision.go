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
	With       int       `json:"with,omitempty"`      // number of the one that is taken back with it: the two are an exchange, or answered at once
	Owed       *Owed     `json:"owed,omitempty"`      // what was due for the report then; nil: nothing

	Reply      *Reply      `json:"reply,omitempty"`
	Match      *Match      `json:"match,omitempty"`
	Adjustment *Adjustment `json:"adjustment,omitempty"`
	Ruling     *Ruling     `json:"ruling,omitempty"`
	GoesInto   string      `json:"goes_into,omitempty"` // the period in whose list it goes without the games that open questions hold
	Aside      int         `json:"aside,omitempty"`     // number of a file that adds nothing
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

// Part is a section of a file, by the number of its revision.
type Part struct {
	File    int    `json:"file"`
	Section string `json:"section"`
}

// Anchor is an entry of a file: what an officer decides of an entry follows it,
// whatever number it has in the report.
type Anchor struct {
	Part
	Start int `json:"start"`
}

// Placed is where the entries are in the event now about which an officer has decided: a
// section, and the start numbers of the entry, of White and of Black. One that is gone has the
// start number 0, which nobody bears.
type Placed struct {
	Number  int    `json:"number"` // of the decision
	Section string `json:"section"`
	Start   [3]int `json:"start"`
}

// Decide appends a decision of an officer, in place of what stands about the same.
func (r *Case) Decide(at bureau.Moment, d Decision) {
	for _, other := range r.Standing() {
		if !d.Replaces(other) {
			continue
		}
		if d.Supersedes != 0 {
			r.Decide(at, Decision{Supersedes: d.Supersedes, Reason: d.Reason})
		}
		d.Supersedes = other.Number
	}
	d.Number, d.Files, d.At, d.Actor = len(r.Decisions)+1, r.files(), at.Now, at.Actor
	if r.Charge.stands() {
		d.Owed = &Owed{r.Charge.Since, r.Fee}
	}
	r.Decisions = append(r.Decisions, d)
	for i := range r.Questions {
		switch q := &r.Questions[i]; {
		case d.Reply != nil && d.Reply.Answers(q):
			q.Answer = d.Number
		case q.Answer != 0 && q.Answer == d.Supersedes:
			q.Answer = 0
		}
	}
}

// Replaces reports whether a decision is about the same as another one. Payments and exchanges add up.
func (d *Decision) Replaces(other *Decision) bool {
	switch a, b := d.Adjustment, other.Adjustment; {
	case d.Reply != nil && other.Reply != nil:
		return d.Reply.What == other.Reply.What && d.Reply.Section == other.Reply.Section && d.Reply.About == other.Reply.About
	case d.Match != nil:
		return other.Identifies(d.Match.Section, d.Match.Start)
	case a != nil && b != nil && a.Player == "" && b.Player == "":
		return a.Section == b.Section && a.Round == b.Round && a.White == b.White && a.Black == b.Black && (a.Result == nil) == (b.Result == nil)
	case d.Ruling != nil:
		return other.Ruling != nil
	}
	return d.Aside != 0 && d.Aside == other.Aside
}

// TakeBack takes back the standing decisions that are as wanted.
func (r *Case) TakeBack(at bureau.Moment, reason string, wanted func(*Decision) bool) {
	for _, d := range r.Standing() {
		if wanted(d) {
			r.Decide(at, Decision{Supersedes: d.Number, Reason: reason})
		}
	}
}

// Standing returns the decisions in whose place no other one stands that stands itself, with
// what they are about where it is in the event now.
func (r *Case) Standing() []*Decision {
	gone := map[int]bool{}
	var all []*Decision
	for i := len(r.Decisions) - 1; i >= 0; i-- {
		if d := &r.Decisions[i]; !gone[d.Number] {
			gone[d.Supersedes] = true
			all = append(all, r.placed(d))
		}
	}
	slices.Reverse(all)
	return all
}

// placed returns a decision with what it is about where it is in the event now.
func (r *Case) placed(d *Decision) *Decision {
	i := slices.IndexFunc(r.Places, func(p Placed) bool { return p.Number == d.Number })
	if i < 0 {
		return d
	}
	now, p := *d, r.Places[i]
	switch {
	case d.Match != nil:
		now.Match = new(*d.Match)
		now.Match.Section, now.Match.Start = p.Section, p.Start[0]
	case d.Adjustment != nil:
		now.Adjustment = new(*d.Adjustment)
		now.Adjustment.Section, now.Adjustment.Start, now.Adjustment.White, now.Adjustment.Black = p.Section, p.Start[0], p.Start[1], p.Start[2]
	}
	return &now
}

// Identifies reports whether a decision says who an entry is, by its place.
func (d *Decision) Identifies(section string, start int) bool {
	m, a := d.Match, d.Adjustment
	return m != nil && m.Section == section && m.Start == start || a != nil && a.Player != "" && a.Section == section && a.Start == start
}

// AssignsFloor reports whether a decision assigns the floor of a section.
func (d *Decision) AssignsFloor(section string) bool {
	return d.Adjustment != nil && d.Adjustment.Floor.Rated() && d.Adjustment.Section == section
}

// Counts reports whether a decision lets count what one of some questions is about.
func (d *Decision) Counts(what ...string) bool {
	return d.Reply != nil && d.Reply.Count && slices.Contains(what, d.Reply.What)
}

// Ruling returns the decision on the whole report that stands, nil if there is none or another
// file has come since.
func (r *Case) Ruling() *Decision {
	d := r.lastRuling()
	if d != nil && d.Files < r.files() && !Stays(d.Ruling.To) {
		return nil
	}
	return d
}

// lastRuling returns the newest decision on the whole report, nil if there is none.
func (r *Case) lastRuling() *Decision {
	for _, d := range slices.Backward(r.Standing()) {
		if d.Ruling != nil {
			return d
		}
	}
	return nil
}

// takenBack returns the decision that the newest one takes back; if that does something else, one
// that says nothing.
func (r *Case) takenBack() *Decision {
	if n := len(r.Decisions); n > 0 && r.Decisions[n-1].takesBack() {
		return &r.Decisions[r.Decisions[n-1].Supersedes-1]
	}
	return &Decision{}
}

func (d *Decision) takesBack() bool {
	return d.Supersedes != 0 && d.Reply == nil && d.Match == nil && d.Adjustment == nil && d.Ruling == nil && d.Aside == 0
}

// OfficerDecision returns the state into which an officer's decision has put the report, empty if
// there is none. What is refused moves the report, but does not undo the decision.
func (r *Case) OfficerDecision() lists.State {
	if d := r.Ruling(); d != nil {
		return d.Ruling.To
	}
	return ""
}

// Options returns the options of the regulation, by name, as an officer has set them for the
// report.
func (r *Case) Options() map[string]string {
	if d := r.Ruling(); d != nil {
		return d.Ruling.Options
	}
	return nil
}

// Precedent returns the precedent that the newest decision on the report follows.
func (r *Case) Precedent() string {
	if d := r.lastRuling(); d != nil {
		return d.Precedent
	}
	return ""
}

// IsAside reports whether an officer has set a file aside, by its number: it adds nothing.
func (r *Case) IsAside(file int) bool {
	return slices.ContainsFunc(r.Standing(), func(d *Decision) bool { return d.Aside == file })
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
