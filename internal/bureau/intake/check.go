package intake

import (
	"cmp"
	"maps"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/join"
	"github.com/arpadchess/arpad/season"
)

// checking carries the state of a check from step to step.
type checking struct {
	*Case
	tx       *bureau.Tx
	fresh    *Reading // of the file that has just come; nil: none has
	event    *join.Event
	p        *report.Report // what all files say together
	period   regulation.Period
	edition  regulation.Edition
	found    []finding.Finding
	who      *CaseFacts
	assessed *season.Assessment

	announced *Announcement // nil: it was not
	claimed   string        // a dispensation that the report claims and nobody has granted
}

// check goes through the steps of the intake, with all files of a report and what
// officers have decided: to which period it belongs, who its players are, what the
// regulation says of it, and where it goes from here. It returns what was found. A
// step that turns the report down ends the check.
func check(tx *bureau.Tx, r *Case, fresh *Reading) ([]finding.Finding, error) {
	event, known, err := joined(tx, r, fresh)
	if err != nil || event == nil || event.Report == nil {
		return nil, err
	}
	c := &checking{Case: r, tx: tx, fresh: fresh, event: event, p: event.Report, found: event.Found}
	r.Waits, r.Excluded, r.Refused = nil, nil, nil
	for _, step := range []func() (bool, error){c.place, func() (bool, error) { return c.identify(known) }, c.duties, c.assess, c.settle} {
		if goesOn, err := step(); err != nil || !goesOn {
			return c.found, err
		}
	}
	return c.found, nil
}

// place finds the period and the edition of a report. One that does not hold together
// is turned down.
func (c *checking) place() (bool, error) {
	c.p.Received = c.tx.Settings.Day(c.Received)
	for i := range c.p.Sections {
		for j := range c.p.Sections[i].Games {
			g := &c.p.Sections[i].Games[j]
			if g.Received <= c.p.Received || c.Notice != "" && cmp.Or(g.Date, c.p.LastDay()) <= c.p.Received { // the notice tells of it, Reading J24
				g.Received = 0
			}
		}
	}
	rules, err := c.tx.Settings.Rules()
	if err != nil {
		return false, err
	}
	if c.period, err = Place(c.tx, c.Case, c.p, rules); err != nil {
		return false, err
	}
	edition, about := rules.For(c.period)
	c.MayBegin = c.p.MayBegin()
	c.found = slices.Concat(c.found, c.p.Suppose(), report.Check(c.p), about)
	c.Describe(c.p, edition)
	if edition == nil || slices.ContainsFunc(c.found, finding.Finding.RefusesAll) {
		return false, c.turnDown()
	}
	c.edition = edition
	return true, c.announce()
}

// identify finds who the players are, and what is due for them.
func (c *checking) identify(known *people) (bool, error) {
	rows, err := known.rows(c.tx, c.Case, c.event)
	if err != nil {
		return false, err
	}
	c.who = identify(c.tx, c.Case, c.p, rows)
	if word := c.officerDecision(); word == Returned || word == Closed {
		err = waive(c.tx, c.Case)
	} else {
		err = charge(c.tx, c.Case, c.who, c.edition.About().Fee, c.period)
	}
	c.who.fee = c.Fee
	return true, err
}

// assess has the regulation look at the report.
func (c *checking) assess() (bool, error) {
	c.assessed = Assess(c.tx, c.Case, c.p, slices.Concat(c.found, c.who.Noted.Findings), c.edition, c.who)
	c.found, c.Refused = c.assessed.All, slices.Concat(c.assessed.Refused...)
	switch {
	case c.who.Err != nil:
		return false, c.who.Err
	case !c.assessed.Rated():
		return false, c.turnDown()
	}
	return true, nil
}

// Assess has an edition look at a report as officers have adjusted it. Games of which
// the text says that they may not be counted stay out until an officer or the
// installation has decided (Reading G10).
func Assess(tx *bureau.Tx, r *Case, p *report.Report, found []finding.Finding, edition regulation.Edition, who *CaseFacts) *season.Assessment {
	edition, open := regulation.WithOptions(edition, r.Options), map[string]string{}
	for _, q := range questions {
		if q.option != "" && !r.decidedBy(tx, q.option) {
			open[q.option] = string(regulation.Exclude)
		}
	}
	assessed := season.Assess(r.Adjusted(p), found, regulation.WithOptions(edition, open), who)
	if counted := r.countedBy(tx, assessed.All, who); len(counted) > 0 {
		maps.Copy(open, counted)
		assessed = season.Assess(r.Adjusted(p), found, regulation.WithOptions(edition, open), who)
	}
	return assessed
}

// settle says what the report waits for, packs the record without what is held, and
// moves the report to where it belongs.
func (c *checking) settle() (bool, error) {
	if err := c.askTwins(); err != nil {
		return false, err
	}
	if err := c.ask(); err != nil {
		return false, err
	}
	c.hold()
	lapsed, err := PackRecord(c.tx, c.Case, c.p, c.who, c.assessed.Rulings)
	if err != nil {
		return false, err
	}
	for _, f := range lapsed {
		c.found = append(c.found, f)
		c.askAbout(f)
	}
	if c.Checked, err = CurrentBasis(c.tx); err != nil {
		return false, err
	}
	c.Checked.List = c.who.askedList
	c.move()
	return true, c.keep(false, c.who.players)
}

// keep keeps what was understood at the newest revision, with the players in its record.
func (c *checking) keep(refused bool, packed [][]*register.Player) error {
	u := c.fresh
	if u == nil || u.Revision != len(c.Revisions) {
		var err error
		if u, err = readingOf(c.tx, c.Case, len(c.Revisions)); err != nil {
			return err
		}
	}
	if u == nil {
		u = &Reading{}
	}
	u.Findings, u.Refused = bounded(c.found), refused
	if err := register.KeepStated(c.tx, c.Ref, packed, c.p, u.Report); err != nil {
		return err
	}
	if u.All = c.p; u.Report != nil && c.files() == 1 && c.announced == nil && c.claimed == "" && len(c.p.Unclear) == 0 {
		u.Report.Received, u.All = c.p.Received, nil
	}
	return keepReading(c.tx, c.Case, u)
}

// files counts the files of a report.
func (r *Case) files() (n int) {
	for i := range r.Revisions {
		if r.Revisions[i].Digest != "" {
			n++
		}
	}
	return n
}

// turnDown returns a report of which nothing can be rated.
func (c *checking) turnDown() error {
	because := []string{"refused"}
	for _, f := range c.found {
		if f.Refuses {
			because = append(because, f.ID)
		}
	}
	c.Refused = because[1:]
	c.Waits = nil // it waits for nobody but its organiser
	if c.officerDecision() != Closed {
		MoveByRule(c.tx, c.Case, Returned, "refused")
	}
	if err := waive(c.tx, c.Case); err != nil {
		return err
	}
	return c.keep(true, nil)
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

// Place returns the period to which a report belongs: that of its receipt. If the
// list of that one is out, it is the one of the day.
func Place(tx *bureau.Tx, r *Case, p *report.Report, rules catalog.Regulation) (regulation.Period, error) {
	choose := func(day civil.Date) (regulation.Period, *lists.Period, error) {
		received := *p
		received.Received = day
		period := rules.Latest().Period(&received)
		if period.Meet {
			var err error
			if period, err = ofItsOwn(tx, r, period); err != nil {
				return period, nil, err
			}
		}
		have, err := lists.Periods.Get(tx, period.Label)
		return period, have, err
	}
	period, have, err := choose(cmp.Or(r.Counted, p.Received)) // Readings J16, C21
	if err == nil && have != nil && have.State == lists.Published && !period.Meet {
		r.Counted = tx.Today
		period, have, err = choose(tx.Today)
	}
	if err != nil {
		return period, err
	}
	if period.Label == r.Period && have != nil && (have.State != lists.Published || period.Meet) {
		return period, have.Move(tx, period)
	}
	if err := leave(tx, r); err != nil {
		return period, err
	}
	r.Period = period.Label
	return period, lists.OpenPeriod(tx, period)
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
	if edition != nil {
		about := edition.About()
		r.Deadline = about.Deadline.Last(cmp.Or(r.FirstPlayed, r.Days.To))
	}
}
