// Package check looks at a report with all that is known of it: what it waits for, what of it counts, and where it goes from here. It reads and writes nothing.
package check

import (
	"bytes"
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/join"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/season"
)

// Result is what a check of a report comes to, with all that is kept beside the report.
type Result struct {
	Case     *Case // as it is now
	Findings []finding.Finding

	Period  regulation.Period
	Batch   *pack.Batch                  // its record; nil: as before
	Record  []byte                       // the record's bytes
	Reading *Reading                     // of the newest revision
	Packed  [][]*register.Player         // the players in the record
	Stated  map[string][]lists.Statement // about players, by ID, as far as the report changes it
	About   []string                     // IDs of the players about whom it states something
	Seen    func() string                // what was admitted of it, as a digest of games, if it is; nil: nothing can be
	Until   civil.Date                   // the last day on which it holds; zero: any
	Others  []string                     // reports that are to be checked again, too
	FIDE    *bool                        // whether it is a FIDE event; nil: as before
	Err     error                        // nothing of it can be kept
}

// checking carries the state of a check from step to step.
type checking struct {
	*Case
	known    *Known
	event    *join.Event
	p        *report.Report // what all files say together
	period   regulation.Period
	edition  regulation.Edition
	found    []finding.Finding
	who      *CaseFacts
	assessed *season.Assessment

	announced *Announcement // that binds; nil: none

	fees    map[string]*Fee // of the reports of the account, by reference
	until   civil.Date      // the last day on which the outcome holds; zero: any
	claimed string          // a dispensation that the report claims and nobody has granted
}

// Check goes through the steps of the intake, with all files of a report and what
// officers have decided: to which period it belongs, who its players are, what the
// regulation says of it, and where it goes from here. A step that turns the report
// down ends the check. It is a pure function: it reads and changes nothing but k.
func Check(k *Known) *Result {
	c := &checking{Case: k.Case.Copied(), known: k, period: k.Period}
	c.Listed, c.Behind, c.Since = nil, false, nil
	c.Obey()
	o := &Result{Case: c.Case, Period: k.Period}
	if k.Event == nil {
		c.notice()
		return o
	}
	c.event, c.p, c.found, c.Questions = k.Event, copyOf(k.Event.Report), k.Event.Found, nil
	c.found = slices.DeleteFunc(slices.Clone(c.found), func(f finding.Finding) bool { // Reading G11
		return f.ID == "field-differs" && askOf(k.claims(), k.Settings.Text(), f.ID, f.Value("field")) == nil
	})
	for _, step := range []func(*Result) bool{c.place, c.identify, c.duties, c.assess, c.settle} {
		if !step(o) {
			break
		}
	}
	o.Findings, o.Until = c.found, c.until
	return o
}

// holdsUntil notes that the outcome may be another one after a day.
func (c *checking) holdsUntil(day civil.Date) { c.until = min(cmp.Or(c.until, day), day) }

// notice places an event of which a notice tells: it waits for its file.
func (c *checking) notice() {
	if c.known.Told == nil {
		return
	}
	edition, _ := c.known.Rules.For(c.period)
	c.Counted = c.known.Counted
	c.Describe(c.known.Told, edition)
	c.Questions = []Question{{What: WaitFile, Clause: c.known.Settings.Citation("report-without-file", c.known.Today).Clause, Holds: HoldsReport}}
	c.moveByRule(c.known.Moment, Waiting, WaitFile)
}

// copyOf returns a copy of a report, of which the report and its games can be changed.
func copyOf(p *report.Report) *report.Report {
	c := *p
	c.Sections = slices.Clone(p.Sections)
	for i := range c.Sections {
		c.Sections[i].Games = slices.Clone(c.Sections[i].Games)
	}
	return &c
}

// place finds the edition of a report. One that does not hold together is turned down.
func (c *checking) place(o *Result) bool {
	c.p.Received = c.known.Settings.Day(c.Received)
	for i := range c.p.Sections {
		for j := range c.p.Sections[i].Games {
			g := &c.p.Sections[i].Games[j]
			if g.Received <= c.p.Received || c.Notice != "" && cmp.Or(g.Date, c.p.LastDay()) <= c.p.Received { // the notice tells of it, Reading J24
				g.Received = 0
			}
		}
	}
	c.Counted = c.known.Counted
	edition, about := c.known.Rules.For(c.period)
	c.MayBegin = c.p.MayBegin()
	about = slices.DeleteFunc(about, func(f finding.Finding) bool { return !f.Refuses }) // said when the bureau begins, and when a period is closed
	c.found = slices.DeleteFunc(slices.Concat(c.found, report.Check(c.p), about), c.isOver)
	for i := range c.found {
		if f := &c.found[i]; report.IsOfDays(f) {
			f.Refuses = false // somebody is asked
		}
	}
	c.Describe(c.p, edition)
	c.edition = edition
	if edition == nil || slices.ContainsFunc(c.found, finding.Finding.RefusesAll) {
		return c.turnDown(o)
	}
	return !c.p.LacksDays() || c.waitForDays(o)
}

// identify finds who the players are.
func (c *checking) identify(o *Result) bool {
	c.who = Identify(c.known, c.Case, c.p)
	c.announce()
	c.playMarked()
	o.FIDE = &c.p.FIDEEvent
	return true
}

// assess has the regulation look at the report.
func (c *checking) assess(o *Result) bool {
	c.assessed = Assess(c.Case, c.p, slices.Concat(c.found, c.who.Noted.Findings), c.edition, c.who)
	c.found = slices.DeleteFunc(c.assessed.All, c.confirmed)
	for i := range c.found {
		if f := &c.found[i]; f.ID == "organizer-not-registered" {
			f.Values = append(f.Values, finding.Text("near", strings.Join(c.known.NearClubs, ", ")))
		}
	}
	waits := slices.ContainsFunc(c.assessed.Refused, func(ids []string) bool { return !slices.ContainsFunc(ids, refuses) })
	if !waits {
		return c.turnDown(o)
	}
	c.Refuse(slices.DeleteFunc(slices.Concat(c.assessed.Refused...), func(id string) bool { return !refuses(id) })...)
	return true
}

// Assess has an edition look at a report as officers have adjusted it. Games of which
// the text says that they may not be counted stay out until an officer or the
// installation has decided (Reading G10).
func Assess(r *Case, p *report.Report, found []finding.Finding, edition regulation.Edition, who *CaseFacts) *season.Assessment {
	edition, adjusted, open := regulation.WithOptions(edition, r.Options()), r.Adjusted(p), map[string]string{}
	for _, option := range options() {
		if !r.decidedBy(who.known.Settings, option) {
			open[option] = string(r.answered(option))
		}
	}
	assessed := season.Assess(adjusted, found, regulation.WithOptions(edition, open), who)
	if counted := r.countedBy(assessed.All, open, who); !maps.Equal(counted, open) { // an answer was to another question
		assessed = season.Assess(adjusted, found, regulation.WithOptions(edition, counted), who)
	}
	return assessed
}

// settle says what the report waits for, packs the record without what is held, and
// moves the report to where it belongs.
func (c *checking) settle(o *Result) bool {
	c.askTwins(o)
	c.ask()
	c.hold()
	for _, f := range c.pack(o) {
		c.found = append(c.found, f)
		c.askAbout(f)
	}
	o.Seen = c.seen
	c.move()
	o.Packed, o.Stated, o.About = c.who.players, c.who.documents(), slices.Sorted(maps.Keys(c.who.stated))
	c.understood(o, false)
	return true
}

// pack packs the record. It says which corrections lapse because what they are about is
// gone. A record never changes: another one is of a new revision.
func (c *checking) pack(o *Result) []finding.Finding {
	batch, lapsed := Pack(c.Case, c.p, c.who, c.assessed.Rulings)
	if o.Record, o.Err = batch.AppendBinary(nil); o.Err != nil {
		return nil
	}
	if have := c.known.Record; !bytes.Equal(have, o.Record) {
		if o.Batch = batch; have != nil {
			Revise(c.known.Moment, c.Case, "")
		}
	}
	c.Current = len(c.Revisions)
	return lapsed
}

// understood says what is kept of what was understood at the newest revision.
func (c *checking) understood(o *Result, refused bool) {
	u := &Reading{}
	if c.known.Kept != nil && len(c.Revisions) == len(c.known.Case.Revisions) {
		*u = *c.known.Kept
	}
	u.Findings, u.Refused = bounded(c.found), refused
	if u.All = c.p; u.Report != nil && c.files() == 1 && len(c.Stated) == 0 && c.Announced == "" && c.claimed == "" && len(c.p.Unclear) == 0 {
		file := *u.Report
		file.Received = c.p.Received
		u.Report, u.All = &file, nil
	}
	o.Reading = u
}

// turnDown returns a report of which nothing can be rated.
func (c *checking) turnDown(o *Result) (goesOn bool) {
	because := []string{}
	for _, f := range c.found {
		if f.Refuses {
			because = append(because, f.ID)
		}
	}
	c.Refuse(because...)
	if c.OfficerDecision() != Closed {
		c.moveByRule(c.known.Moment, Returned, "refused")
	}
	c.charge(false)
	c.understood(o, true)
	return false
}

// bounded returns of findings as many as are kept with a report.
func bounded(found []finding.Finding) []finding.Finding {
	if len(found) <= finding.Most {
		return found
	}
	var kept []finding.Finding
	about := map[string]*finding.Collector{}
	for _, f := range found {
		c := about[f.Report]
		if c == nil {
			c = &finding.Collector{File: f.Report}
			about[f.Report] = c
		}
		c.Note(f)
	}
	for _, file := range slices.Sorted(maps.Keys(about)) {
		kept = append(kept, about[file].Findings...)
	}
	return kept
}

// Describe takes from what was understood what the desk shows of a report.
func (r *Case) Describe(p *report.Report, edition regulation.Edition) {
	r.Event, r.Days, r.Club = p.Name, civil.Range{From: p.FirstDay(), To: p.LastDay()}, p.Organizer
	r.FirstPlayed, r.LastPlayed = 0, 0
	for i := range p.Sections {
		for j := range p.Sections[i].Games {
			day := cmp.Or(p.Sections[i].Games[j].Date, r.Days.To)
			r.FirstPlayed = min(cmp.Or(r.FirstPlayed, day), day)
			r.LastPlayed = max(r.LastPlayed, day)
		}
	}
	r.Deadline = 0
	if edition != nil && !p.LacksDays() {
		about := edition.About()
		r.Deadline = about.Deadline.Last(cmp.Or(r.FirstPlayed, r.Days.To))
	}
}
