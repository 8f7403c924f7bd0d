// Package check shows the check of a list: what will be done, how far it is, and what was
// found out. The server shows its beginning, the module in the visitor's browser the rest,
// with the same template.
package check

import (
	"embed"
	"strconv"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/page/glyph"
)

// Templates holds the template of a check, "check".
//
//go:embed check.html
var Templates embed.FS

// State is how far a step or a check is.
type State string

// The states.
const (
	Ahead State = "ahead" // to come
	Now   State = "now"   // running
	Done  State = "ok"
	Wrong State = "no"
	Left  State = "left" // not done, because a step before it failed
)

// Step is a step of a check.
type Step struct {
	Name  string
	State State
	Note  string
	Code  string // for machines: a key
}

// Steps are the names of the steps, in order.
var Steps = []string{"fetch", "signature", "place", "again", "numbers", "since"}

// Difference is a number that is another one when the list is made again.
type Difference struct{ Player, Kind, Stated, Made string }

// Values is the values of a check.
type Values struct {
	State       State
	Form        bool   // there is a form that starts it
	Size        string // of what it fetches
	List        string // its name
	Revision    int
	Title, Lead string
	Trouble     string // what does not hold, in place of the lead
	Cure        string
	Steps       []Step
	Step        int // that runs now, counted from 1
	Part, Parts int // of it, if that is known
	Number      *Number
	Differences []Difference
	More        int // differences that are not shown
}

// Number is the number of a player that was asked for.
type Number struct {
	Player, Kind, Stated, Made string
	Same                       bool
}

// New returns a check that is ahead.
func New() *Values {
	v := &Values{State: Ahead}
	for _, name := range Steps {
		v.Steps = append(v.Steps, Step{Name: name, State: Ahead})
	}
	return v
}

// Start says that a step runs now: those before it are done.
func (v *Values) Start(name string, part, parts int) {
	v.State, v.Part, v.Parts = Now, part, parts
	seen := false
	for i := range v.Steps {
		s := &v.Steps[i]
		switch {
		case s.Name == name:
			s.State, seen, v.Step = Now, true, i+1
		case !seen:
			s.State = Done
		}
	}
}

// End says that all went well up to a step, or that a step failed: those after it are left.
func (v *Values) End(name string, failed bool) {
	v.State, v.Step = Done, 0
	after := false
	for i := range v.Steps {
		s := &v.Steps[i]
		switch {
		case after:
			s.State = Left
		case s.Name == name && failed:
			s.State, v.State, after = Wrong, Wrong, true
		default:
			s.State, after = Done, s.Name == name
		}
	}
}

// Of returns a step.
func (v *Values) Of(name string) *Step {
	for i := range v.Steps {
		if v.Steps[i].Name == name {
			return &v.Steps[i]
		}
	}
	return &Step{}
}

// Most is the largest value of the progress bar.
func (v *Values) Most() int { return len(v.Steps) * 100 }

// Progress is the value of the progress bar.
func (v *Values) Progress() int {
	const whole = 100
	if v.Step == 0 {
		return 0
	}
	part := 0
	if v.Parts > 0 {
		part = whole * v.Part / v.Parts
	}
	return (v.Step-1)*whole + part
}

// Size formats a number of bytes.
func Size(p *explain.Printer, bytes int) string {
	const kilo, mega = 1000, 1000 * 1000
	if bytes < mega {
		return glyph.Text(p, "web.check.kilobytes", "size", strconv.Itoa((bytes+kilo-1)/kilo))
	}
	return glyph.Text(p, "web.check.megabytes", "size", strconv.FormatFloat(float64(bytes)/mega, 'f', 1, 64))
}
