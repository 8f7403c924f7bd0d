package check

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
)

// follow has a report follow the announcement of its event: what the report does not state is as
// it was announced; what it states otherwise is asked, if it decides anything (Readings G11, G12).
func (c *checking) follow(a *Announcement) {
	c.p.Organizer = cmp.Or(c.p.Organizer, a.Club)
	c.followFlags(a)
	c.followDays(a)
	for i := range c.p.Sections {
		s := &c.p.Sections[i]
		c.followRounds(a, s)
		if open := s.Group == report.Open; open && !s.Stated.Has(report.StatedGroup) {
			s.Group = a.Group
		} else if a.Group != report.Open && c.differs(a, s, "group", a.Group, s.Group, c.under("chessa")) { // C9
			s.Group = a.Group
		}
	}
	c.followType(a)
}

// is reports whether an officer has answered that a report is of an event that was announced by
// another name or for other days. It is asked if that decides anything (Readings G11, G12).
func (c *checking) is(a *Announcement) bool {
	f := finding.New("announcement-near", finding.Error, finding.At{}, finding.Text("ref", a.Ref), finding.Text("event", a.Name),
		finding.Text("from", a.Days.From.String()), finding.Text("to", a.Days.To.String())).Under("", "G12")
	f.Report = c.p.File
	if c.excludes(&f) {
		c.found = append(c.found, f)
		return true
	}
	as := *c
	as.p, as.found = copyOf(c.p), nil
	as.follow(a)
	differs := func(f finding.Finding) bool { return f.Severity == finding.Error }
	if c.terms() != as.terms() || c.daysDecide(as.p) || slices.ContainsFunc(as.found, differs) {
		c.found = append(c.found, f)
	}
	return false
}

// terms returns what an announcement may decide of a report beside the days, to compare it.
func (c *checking) terms() string {
	all := []any{c.kinds(c.p), c.under("ncs") && c.p.FIDEEvent, c.under("ncs") && c.p.Qualifying}
	if c.under("chessa") {
		all = append(all, c.p.Team, c.p.Braille)
		for i := range c.p.Sections {
			all = append(all, c.p.Sections[i].Group, c.p.Sections[i].PlannedRounds())
		}
	}
	return fmt.Sprint(all...)
}

// kinds returns the type of each section of a report, as the regulation has it.
func (c *checking) kinds(p *report.Report) (all []rating.Kind) {
	for _, r := range c.edition.Check(p, c.who).Rulings {
		all = append(all, r.Kind)
	}
	return all
}

// under reports whether the text of an authority applies.
func (c *checking) under(text string) bool { return c.known.Settings.Text() == text }

// excludes reports whether an officer has answered to a finding that what the report states does
// not count.
func (c *checking) excludes(f *finding.Finding) bool {
	q, _ := c.questionFor(f, c.who)
	d := c.answerTo(&q)
	return d != nil && !d.Reply.Count
}

// differs notes that a report states something otherwise than its announcement. It reports
// whether an officer has answered that what was announced counts.
func (c *checking) differs(a *Announcement, s *report.Section, field string, announced, reported any, decides bool) (asAnnounced bool) {
	values := []finding.Value{
		finding.Text("ref", a.Ref), finding.Text("field", field), finding.Text("announced", fmt.Sprint(announced)), finding.Text("reported", fmt.Sprint(reported)),
	}
	f := finding.New("announced-differs", finding.Error, finding.At{}, values...)
	switch n, rounds := reported.(int); {
	case !decides:
		f = finding.New("announced-otherwise", finding.Info, finding.At{}, values...)
	case rounds && n < announced.(int): // the sender may have them
		f = finding.New("rounds-fewer", finding.Error, finding.At{}, values...)
	}
	f = f.Under("", "G12")
	if f.Report = c.p.File; s != nil {
		f = f.In(s.Name)
	}
	c.found = append(c.found, f)
	return decides && c.excludes(&f)
}

// followFlags has a report follow what was announced about the kind of event.
func (c *checking) followFlags(a *Announcement) {
	announced := map[string]struct {
		is   bool
		text string // under which it decides something
	}{
		"fide_event": {a.FIDEEvent, "ncs"}, "team": {a.Team, "chessa"}, "braille": {a.Braille, "chessa"}, "qualifying": {a.Qualifying, "ncs"},
	}
	for _, flag := range report.Flags {
		is, value := announced[flag.Name], flag.Of(c.p)
		switch {
		case is.text == "", *value == is.is, *value && flag.Name == "fide_event": // 2(3) asks about that
		case !*value && !c.p.Stated.Has(flag.Stated), c.differs(a, nil, flag.Name, is.is, *value, c.under(is.text)):
			*value = is.is
		}
	}
}

// followDays has a report follow the announced days.
func (c *checking) followDays(a *Announcement) {
	as := *c.p
	as.Start, as.End = a.Days.From, a.Days.To
	silent := c.p.End == 0 && c.p.Start == a.Days.From
	is := civil.Range{From: c.p.FirstDay(), To: c.p.LastDay()}
	if silent || is != a.Days && c.differs(a, nil, "days", span(a.Days), span(is), c.daysDecide(&as)) {
		c.p.Start, c.p.End = a.Days.From, a.Days.To
	}
}

func span(days civil.Range) string { return days.From.String() + " – " + days.To.String() }

// daysDecide reports whether other days of a report change its period, a deadline, or who was
// registered or a member (Reading G11).
func (c *checking) daysDecide(as *report.Report) bool {
	day := func(p *report.Report) civil.Date {
		first := p.LastDay()
		for i := range p.Sections {
			for j := range p.Sections[i].Games {
				first = min(first, cmp.Or(p.Sections[i].Games[j].Date, p.LastDay()))
			}
		}
		return first
	}
	facts := func(p *report.Report) string {
		who := *c.who
		who.p = p
		days := civil.Range{From: p.FirstDay(), To: p.LastDay()}
		all := []any{c.edition.Period(p), c.edition.About().Deadline.Last(day(p)), who.Registered(p.Organizer), who.AnnualMember(responsible(p), days)}
		for i := range p.Sections {
			for j := range p.Sections[i].Players {
				all = append(all, who.Member(i, j, days))
			}
		}
		return fmt.Sprint(all...)
	}
	return facts(c.p) != facts(as)
}

// followRounds has a section follow the announced number of rounds.
func (c *checking) followRounds(a *Announcement, s *report.Section) {
	reported := cmp.Or(s.Rounds, max(a.Rounds, s.PlannedRounds()))
	in := s
	if !c.under("chessa") { // it decides whether the event is whole, 3(1)
		longest := 0
		for i := range c.p.Sections {
			longest = max(longest, c.p.Sections[i].PlannedRounds())
		}
		if in = nil; s.Rounds > 0 && s.Rounds < longest {
			return
		}
	}
	switch fewer := reported < a.Rounds; {
	case a.Rounds == 0:
	case reported == a.Rounds, c.differs(a, in, "rounds", a.Rounds, reported, fewer || in != nil): // 50% Rule 3, Reading C33
		s.Rounds = a.Rounds
	}
}

// followType has the sections follow the announced type and time control (Reading J30).
func (c *checking) followType(a *Announcement) {
	if a.Type == 0 && len(a.TimeControl) == 0 {
		return
	}
	as := copyOf(c.p)
	asAnnounced(as, a, func(int) bool { return true })
	announced, reported := c.kinds(as), c.kinds(c.p)
	taken := make([]bool, len(c.p.Sections))
	for i := range c.p.Sections {
		s := &c.p.Sections[i]
		declared, controls := regulation.Declared(c.p, s), regulation.Controls(c.p, s)
		switch silent := reported[i] == 0 || declared == 0 && len(controls) == 0; {
		case silent, announced[i] != reported[i] && c.differs(a, s, "type", announced[i], reported[i], true): // G6 alone would choose
			taken[i] = true
		case announced[i] != reported[i]:
		case len(controls) == 0:
			s.TimeControl = a.TimeControl
		case len(a.TimeControl) > 0 && !slices.Equal(controls, a.TimeControl):
			c.differs(a, s, "time_control", a.TimeControl, controls, false)
		}
	}
	if slices.Contains(taken, true) {
		asAnnounced(c.p, a, func(i int) bool { return taken[i] })
	}
}

// asAnnounced sets the type and time control of some sections to those that were announced.
func asAnnounced(p *report.Report, a *Announcement, some func(int) bool) {
	for i := range p.Sections {
		s := &p.Sections[i]
		s.Type, s.TimeControl, s.TimeControlText = regulation.Declared(p, s), regulation.Controls(p, s), cmp.Or(s.TimeControlText, p.TimeControlText)
		if some(i) {
			s.Type, s.TimeControl, s.TimeControlText = a.Type, a.TimeControl, ""
		}
	}
	p.Type, p.TimeControl, p.TimeControlText = 0, nil, ""
}
