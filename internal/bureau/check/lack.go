package check

import (
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
)

// dayless are the findings of what somebody has to state that rest on no day.
var dayless = []string{"organizer-missing", "responsible-missing", "responsible-unknown", "reporter-missing", "other-file", "qualifiers-missing", "report-lacks", "type-missing", "too-few-rounds", "section-too-small", "time-control-unclear", "first-timer-lacks", "player-unknown", "exchange-file-missing"}

// waitForDays has a report wait whose days are not certain: nothing is computed from them, and
// which they are is all that is asked.
func (c *checking) waitForDays(o *Result) (goesOn bool) {
	c.lack()
	var because []string
	for i := range c.found {
		if f := &c.found[i]; report.IsOfDays(f) {
			c.pose(Question{What: f.ID})
			because = append(because, f.ID)
		}
	}
	if word := c.OfficerDecision(); word == "" || word == Admitted {
		c.moveByRule(c.known.Moment, Waiting, because...)
	}
	c.Announced = ""
	c.charge(false)
	c.understood(o, true)
	return false
}

// lack adds to what is said of a report without days what else it does not state: all is said at
// once. Nothing is computed from the day that is supposed for it.
func (c *checking) lack() {
	p := *c
	p.Case, p.p = c.Copied(), copyOf(c.p)
	p.p.Start, p.p.End, p.p.Unclear, p.found = c.p.Received, c.p.Received, nil, nil
	p.who = Identify(p.known, p.Case, p.p)
	p.announce()
	p.duties(&Result{})
	for _, f := range slices.Concat(p.found, Assess(p.Case, p.p, p.who.Noted.Findings, p.edition, p.who).All) {
		if slices.Contains(dayless, f.ID) {
			c.found = append(c.found, f)
		}
	}
}

// isOver reports whether a finding says that the report came before its event ended, and another
// file has come since, or the event has not ended: that is said by itself.
func (c *checking) isOver(f finding.Finding) bool {
	last := c.p.LastDay()
	newest := c.Revisions[c.File(len(c.Revisions))-1].At
	return f.ID == "received-before-end" && (last > c.known.Today || c.known.Settings.Day(newest) >= last)
}
