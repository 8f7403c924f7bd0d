package check

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
)

// move brings a report that was checked to where it belongs: an officer has to
// decide on it, or it waits for somebody, or it is admitted. An officer's decision on
// the whole report stands, but it answers no question of which the text says that games
// may not be counted.
func (c *checking) move() {
	r, word := c.Case, c.OfficerDecision()
	by := r.Ruling()
	if word == Admitted && by.Ruling.On != "" && by.Ruling.On != c.seen() {
		c.pose(Question{What: WaitChanged, Officer: true, About: by.Ruling.On})
		word = ""
	}
	if word == Admitted {
		for i := range r.Questions {
			if q := &r.Questions[i]; q.Answer == 0 && q.Officer && q.Holds == HoldsReport && !q.NeedsAnswer(c.known.Settings.Text()) {
				q.Answer = by.Number
			}
		}
		if slices.ContainsFunc(r.Open(), func(q Question) bool {
			return q.NeedsAnswer(c.known.Settings.Text()) && q.Holds == HoldsReport || q.NeedsAssignment() && c.Counting == 0
		}) {
			word = ""
		}
	}
	if word != "" {
		if r.State != word { // what was refused since is so no more
			r.moveByRule(c.known.Moment, word, becauseStanding)
		}
		return
	}
	to, because := Admitted, []string{}
	for _, w := range r.Open() {
		if w.Holds == HoldsFee {
			continue
		}
		because = append(because, w.What)
		if w.Officer {
			to = Withheld
		} else if to == Admitted {
			to = Waiting
		}
	}
	for _, w := range r.LeftOut() {
		if w.Holds == HoldsReport { // an officer has left the whole report out
			to, because = Withheld, append(because, w.What)
		}
	}
	if to != Admitted && (r.State == Admitted || r.takenBack().Ruling != nil) && r.GoesInPart() && slices.ContainsFunc(r.Standing(), func(d *Decision) bool { return d.GoesInto == r.Period }) {
		to, because = Admitted, []string{becauseClosing} // its period has closed
	}
	r.moveByRule(c.known.Moment, to, because...)
}

// seen returns by what it is known that the report is still what an officer has admitted: who
// played whom, how it ended and under what conditions.
func (c *checking) seen() string {
	var lines []string
	for i := range c.p.Sections {
		s := &c.p.Sections[i]
		lines = append(lines, fmt.Sprintln(s.Group, cmp.Or(s.Type, c.p.Type), s.TimeControl, c.p.TimeControl))
		name := map[int]string{}
		for j := range s.Players {
			name[s.Players[j].StartNumber] = cmp.Or(s.Players[j].ID, s.Players[j].FideID, fmt.Sprint("?", s.Players[j].StartNumber))
		}
		for j := range s.Games {
			g := &s.Games[j]
			lines = append(lines, fmt.Sprintln(g.Round, g.Date, name[g.White], name[g.Black], g.Result, g.Unrated))
		}
	}
	slices.Sort(lines)
	return fingerprint(lines)
}

// becauseStanding is why a report is again where an officer has put it.
const becauseStanding = "standing"

// becauseClosing is why a report is admitted whose open questions hold some of its
// games only: its period closes.
const becauseClosing = "closing"

// GoesInPart reports whether a report can go into its list without what it waits for.
func (r *Case) GoesInPart() bool {
	whole := func(q Question) bool { return q.Holds == HoldsReport }
	return r.Current > 0 && (r.Counting > 0 || r.Games == 0) && !slices.ContainsFunc(r.Held(), whole)
}

// MayGo refuses to let a report into a list as long as questions are open that hold some things
// and need an answer of their own under a text.
func (r *Case) MayGo(text string, holds ...Hold) error {
	for _, q := range r.Open() {
		switch {
		case !slices.Contains(holds, q.Holds):
		case q.NeedsAssignment():
			return finding.Refuse("floor-needed", finding.Text("ref", r.Ref), finding.Text("section", q.Section))
		case q.NeedsAnswer(text), r.LacksDays():
			return bureau.WithClause(finding.Refuse("question-open", finding.Text("ref", r.Ref), finding.Text("question", q.What)), q.Clause, "")
		}
	}
	return nil
}
