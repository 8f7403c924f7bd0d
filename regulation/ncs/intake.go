package ncs

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// Period returns the period in which the report was received: from the 21st to
// the 20th, for the list of the next 1st.
func (e *Edition) Period(r *report.Report) regulation.Period {
	received := r.ReceivedOn() // Reading J16
	from := received.FirstOfMonth(0) + civil.Date(e.PeriodFrom-1)
	if received < from {
		from = received.FirstOfMonth(-1) + civil.Date(e.PeriodFrom-1)
	}
	to := from.FirstOfMonth(1) + civil.Date(e.PeriodFrom-2) // 3(3)
	list := from.FirstOfMonth(2)                            // 3(3)
	return regulation.Period{Label: list.String()[:len("2006-01")], Days: civil.Range{From: from, To: to}, List: list}
}

// Check applies sections 2 to 4 of the text. What the text requires with "must"
// is an error, with "should" a warning. Only a type without a list prevents
// rating.
func (e *Edition) Check(r *report.Report, facts regulation.Facts) regulation.Intake {
	c := intake{e: e, r: r, facts: facts, days: civil.Range{From: r.FirstDay(), To: r.LastDay()}}
	c.clubs()
	c.reporting()
	c.contents()
	for i := range r.Sections {
		c.section = i
		c.out = nil
		c.members()
		c.players()
		c.late()
		ruling := c.kind()
		ruling.Out = c.out
		c.Rulings = append(c.Rulings, ruling)
	}
	e.cite(c.Findings)
	for i := range c.Rulings {
		c.Rulings[i].Clause = e.number(c.Rulings[i].Clause)
	}
	return c.Intake
}

type intake struct {
	regulation.Intake
	e       *Edition
	r       *report.Report
	facts   regulation.Facts
	days    civil.Range
	section int
	out     []pack.Out // of the section's games; nil while all are In
}

func (c *intake) add(f finding.Finding) { c.Tell(c.r, f) }

// here adds a finding about the current section.
func (c *intake) here(f finding.Finding) {
	c.add(f.In(c.r.Sections[c.section].Name))
}

// clubs checks who may organise.
func (c *intake) clubs() {
	if c.facts.Registered(c.r.Organizer) == regulation.No {
		c.add(finding.New("organizer-not-registered", finding.Error, finding.At{}, finding.Text("organizer", c.r.Organizer)).Under("2(1)", "J28"))
	}
	if c.facts.AnnualMember(c.responsible(), c.days) == regulation.No {
		c.add(finding.New("responsible-no-annual-member", finding.Error, finding.At{}, finding.Text("name", c.responsible())).Under("2(1)", "J28"))
	}
}

// responsible returns the person in charge: as reported, otherwise the chief
// arbiter.
func (c *intake) responsible() string {
	if c.r.Responsible != "" {
		return c.r.Responsible
	}
	return c.r.ChiefArbiter
}

// reporting checks what is submitted and by whom.
func (c *intake) reporting() {
	if c.r.FIDEEvent && !c.r.ExchangeFile {
		c.add(finding.New("exchange-file-missing", finding.Error, finding.At{}).Under("3(1)", "J27"))
	}
	if c.facts.MayReport(c.r.SubmittedBy, c.r.Organizer) == regulation.No {
		c.add(finding.New("reporter-not-approved", finding.Error, finding.At{}, finding.Text("name", c.r.SubmittedBy)).Under("3(2)", "J28"))
	}
}

// members checks membership: games of non-members may be left out.
func (c *intake) members() {
	s := &c.r.Sections[c.section]
	strangers := map[int]bool{}
	for i := range s.Players {
		p := &s.Players[i]
		if c.facts.Member(c.section, i, c.days) == regulation.No { // 2(2)
			strangers[p.StartNumber] = true
			c.here(finding.New("non-member", finding.Warning, p.At, finding.Int("player", p.StartNumber), finding.Text("name", p.Name),
				finding.Text("treatment", string(c.e.NonMembers))).Under("3(5)", "J15"))
		}
	}
	if c.e.NonMembers == regulation.Exclude && len(strangers) > 0 {
		c.exclude(pack.NonMember, func(g *report.Game) bool { return strangers[g.White] || strangers[g.Black] }) // 3(5)
	}
}

// late checks the deadline: games reported more than 90 days after they were
// played may be left out.
func (c *intake) late() {
	s := &c.r.Sections[c.section]
	isLate := func(g *report.Game) bool {
		played := g.Date
		if played == 0 {
			played = c.days.To
		}
		return cmp.Or(g.Received, c.r.ReceivedOn())-played > civil.Date(c.e.ReportDays) // 3(6), Reading J24
	}
	n, first := 0, c.days.To
	for i := range s.Games {
		if isLate(&s.Games[i]) {
			n, first = n+1, min(first, cmp.Or(s.Games[i].Date, c.days.To))
		}
	}
	if n == 0 {
		return
	}
	c.here(finding.New("late", finding.Warning, s.At, finding.Int("games", n), finding.Int("days", c.e.ReportDays),
		finding.Text("last", (first+civil.Date(c.e.ReportDays)).String()), finding.Text("received", c.r.ReceivedOn().String()),
		finding.Text("treatment", string(c.e.Late))).Under("3(6)", "J24"))
	if c.e.Late == regulation.Exclude {
		c.exclude(pack.Late, isLate)
	}
}

// exclude leaves games out of the rating.
func (c *intake) exclude(why pack.Out, which func(*report.Game) bool) {
	games := c.r.Sections[c.section].Games
	if c.out == nil {
		c.out = make([]pack.Out, len(games))
	}
	for i := range games {
		if c.out[i] == pack.In && which(&games[i]) {
			c.out[i] = why
		}
	}
}

// contents checks the required contents of a report.
func (c *intake) contents() {
	lacks := regulation.Absent(
		regulation.Stated{"name", c.r.Name},
		regulation.Stated{"date", c.r.FirstDay().String()},
		regulation.Stated{"time", c.time()},
		regulation.Stated{"venue", c.r.Venue + c.r.City},
		regulation.Stated{"responsible", c.responsible()},
	)
	if lacks != "" { // 4(1)a
		c.add(finding.New("report-lacks", finding.Warning, finding.At{}, finding.Text("fields", lacks)).Under("4(1)a", "J28"))
	}
}

// time returns the time of day as stated. It is not required from a format that
// has no field for it.
func (c *intake) time() string {
	if c.r.NoTime {
		return "not asked"
	}
	return c.r.Time
}

// players checks how players are named, and the data about new ones.
func (c *intake) players() {
	s := &c.r.Sections[c.section]
	for i := range s.Players {
		p := &s.Players[i]
		if strings.ContainsAny(p.Name, ",、，") { // 4(3)
			c.here(finding.New("name-comma", finding.Info, p.At, finding.Int("player", p.StartNumber), finding.Text("name", p.Name)).Under("4(3)", "J26"))
		}
		if listed, _ := c.facts.Player(c.section, i); roster.Turned(p.Name, listed.Name) { // 4(3)
			c.here(finding.New("name-order", finding.Info, p.At, finding.Int("player", p.StartNumber), finding.Text("name", p.Name),
				finding.Text("listed", listed.Name)).Under("4(3)", "J26"))
		}
		lacks := regulation.Absent(regulation.Stated{"name_local", p.NameLocal}, regulation.Stated{"birth", p.Birth.String()}, regulation.Stated{"email", p.Email})
		if !c.facts.Known(c.section, i) && lacks != "" { // 4(5)
			c.here(finding.New("first-timer-lacks", finding.Warning, p.At, finding.Int("player", p.StartNumber),
				finding.Text("name", p.Name), finding.Text("fields", lacks)).Under("4(5)", "J28"))
		}
	}
}

// kind determines the type of the current section, and refuses a section
// without a type or list.
func (c *intake) kind() pack.Ruling {
	s := &c.r.Sections[c.section]
	if s.NoRounds { // Reading G16
		c.add(regulation.NoRounds(s, "4(1)c"))
		return pack.Ruling{Clause: "4(1)c", Refused: true}
	}
	declared := regulation.Declared(c.r, s)
	thinking := regulation.ThinkingIn(c.r, s, c.e.Moves, slices.Min[[]int])
	kind, clause, known := thinking.Type(c.r, s, func(seconds int) (rating.Kind, string) {
		return c.e.kind(time.Duration(seconds)*time.Second, declared, c.r.FIDEEvent), "4(6)"
	})
	reading := ""
	switch {
	case known:
		if declared != 0 && declared != kind {
			c.add(regulation.TypeDiffers(s, declared, kind, thinking.Seconds, clause))
		}
	case declared != 0:
		kind, clause = declared, "4(1)a"
		if thinking.Unread != "" {
			c.add(regulation.TypeHolds(s, declared, thinking.Unread, clause))
		}
	case thinking.Unread != "": // Reading G6
		c.add(regulation.TypeUnclear(s, thinking.Unread, "4(6)"))
		return pack.Ruling{Clause: "4(6)", Refused: true}
	default:
		kind, clause, reading = c.e.TypeNotStated, "4(7)", "J13"
		c.here(finding.New("type-assumed", finding.Info, s.At, finding.Text("type", kind.String())).Under("4(7)", "J13"))
	}
	if !slices.Contains(c.e.Lists, kind) { // 1(3)
		c.add(regulation.NoList(s, kind, "1(3)"))
		return pack.Ruling{Kind: kind, Clause: clause, Refused: true}
	}
	return pack.Ruling{Kind: kind, Clause: clause, Reading: reading}
}

// kind returns the type of a game by each player's time for 60 moves.
func (e *Edition) kind(thinking time.Duration, declared rating.Kind, fideEvent bool) rating.Kind {
	minutes := func(n int) time.Duration { return time.Duration(n) * time.Minute }
	mayDeclare := !fideEvent && (declared == rating.Standard || declared == 0) // Reading J19
	switch {
	case thinking >= minutes(e.StandardMinutes): // Table 2
		return rating.Standard
	case thinking >= minutes(e.DeclaredMinutes) && mayDeclare: // 4(6)
		return rating.Standard
	case thinking >= minutes(e.RapidMinutes): // Table 2, Reading J18
		return rating.Rapid
	default: // Table 2
		return rating.Blitz
	}
}
