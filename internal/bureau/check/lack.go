package check

import (
	"slices"

	"github.com/arpadchess/arpad/finding"
)

// dayless are the findings of what somebody has to state that rest on no day.
var dayless = []string{"report-lacks", "type-missing", "too-few-rounds", "section-too-small", "time-control-unclear", "first-timer-lacks", "player-unknown", "exchange-file-missing"}

// lack adds to what is said of a report without days what else it does not state: all is asked at
// once. Nothing is computed from the day that is supposed for it.
func (c *checking) lack() {
	other := func(f finding.Finding) bool { return f.RefusesAll() && f.ID != "no-date" }
	if c.edition == nil || slices.ContainsFunc(c.found, other) {
		return
	}
	p := *c
	p.Case, p.p = c.Copied(), copyOf(c.p)
	p.p.Start, p.p.End, p.found = c.p.Received, c.p.Received, nil
	p.who = Identify(p.known, p.Case, p.p)
	p.announce()
	p.duties(&Result{})
	lacks := p.found
	for _, f := range Assess(p.Case, p.p, p.who.Noted.Findings, p.edition, p.who).All {
		if slices.Contains(dayless, f.ID) {
			lacks = append(lacks, f)
		}
	}
	c.found = append(c.found, lacks...)
}

// isOver reports whether a finding says that the report came before its event ended, and another
// file has come since, or the event has not ended: that is said by itself.
func (c *checking) isOver(f finding.Finding) bool {
	last := c.p.LastDay()
	newest := c.Revisions[c.File(len(c.Revisions))-1].At
	return f.ID == "received-before-end" && (last > c.known.Today || c.known.Settings.Day(newest) >= last)
}
