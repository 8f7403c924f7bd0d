package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
)

// duties notes which duties a report does not fulfil, and whether its event is still on.
func (c *checking) duties(*Result) bool {
	c.withdraw()
	c.checked()
	if last := c.p.LastDay(); last > c.known.Today {
		f := finding.New("event-running", finding.Warning, finding.At{}, finding.Text("end", last.String()))
		f.Report = c.p.File
		c.found = append(c.found, f)
		c.holdsUntil(last - 1)
	}
	return true
}

// lacking returns a finding as a list if the report lacks something, else nothing.
func lacking(lacks bool, f finding.Finding) []finding.Finding {
	if !lacks {
		return nil
	}
	return []finding.Finding{f}
}

func (c *checking) organizerMissing() []finding.Finding {
	return lacking(c.known.Keeps[register.Clubs.Kind] && c.p.Organizer == "", finding.New("organizer-missing", finding.Error, finding.At{}))
}

// responsible returns the person in charge: as reported, else the chief arbiter.
func responsible(p *report.Report) string {
	if p.Responsible != "" {
		return p.Responsible
	}
	return p.ChiefArbiter
}

func (c *checking) responsibleMissing() []finding.Finding {
	return lacking(c.known.Keeps[register.Memberships.Kind] && responsible(c.p) == "", finding.New("responsible-missing", finding.Error, finding.At{}))
}

func (c *checking) responsibleUnknown() []finding.Finding {
	name := responsible(c.p)
	unknown := name != "" && len(c.known.Named[name]) == 0
	return lacking(c.known.Keeps[register.Memberships.Kind] && unknown, finding.New("responsible-unknown", finding.Error, finding.At{}, finding.Text("name", name)))
}

// fideUnannounced asks about a FIDE event that was not announced as one.
func (c *checking) fideUnannounced() []finding.Finding {
	a := c.known.Announced
	return lacking(c.p.FIDEEvent && (a == nil || !a.FIDEEvent || a.Cancelled()), finding.New("fide-event-unannounced", finding.Error, finding.At{}))
}

// fideLate asks about a FIDE event that was announced too late.
func (c *checking) fideLate() []finding.Finding {
	a, notice := c.known.Announced, c.edition.About().FIDENotice
	if a == nil || !c.p.FIDEEvent || a.FIDESince == 0 {
		return nil
	}
	until := notice.Until(a.Days.From)
	return lacking(notice.Clause != "" && a.FIDESince > until, finding.New("fide-event-late", finding.Error, finding.At{},
		finding.Text("until", until.String()), finding.Text("announced", a.FIDESince.String())))
}

// organizerNotSender asks about a report that names another organiser than the club that sent it.
func (c *checking) organizerNotSender() []finding.Finding {
	sent := c.known.Sender
	if sent == nil || c.p.Organizer == "" || c.known.Sends() {
		return nil
	}
	return lacking(true, finding.New("organizer-not-sender", finding.Error, finding.At{}, finding.Text("organizer", c.p.Organizer), finding.Text("club", sent.Name)))
}

// eventOfAnother asks about a report that names no organiser, of an event that another has reported.
func (c *checking) eventOfAnother() []finding.Finding {
	for _, other := range c.known.Earlier {
		if c.p.Organizer == "" && other.standsBefore(c.Case) {
			return lacking(true, finding.New("event-of-another", finding.Error, finding.At{}, finding.Text("ref", other.Ref)))
		}
	}
	return nil
}

func (c *checking) reporterMissing() []finding.Finding {
	return lacking(c.known.Keeps[register.Clubs.Kind] && c.p.SubmittedBy == "", finding.New("reporter-missing", finding.Error, finding.At{}))
}

// reporterUnknown asks about a report of a club of which nobody is on record who may report.
func (c *checking) reporterUnknown() []finding.Finding {
	unknown := c.For.Account == "" && c.known.Club != nil && len(c.known.Represents)+len(c.known.Approved) == 0
	return lacking(c.known.Keeps[register.Clubs.Kind] && c.p.SubmittedBy != "" && unknown,
		finding.New("reporter-unknown", finding.Error, finding.At{}, finding.Text("organizer", c.p.Organizer)))
}

// reporterNoMember asks about a reporter whom the club has approved and who is not a member. A
// representative need not be one.
func (c *checking) reporterNoMember() []finding.Finding {
	name, on := c.p.SubmittedBy, civil.Range{From: c.p.Received, To: c.p.Received}
	approved := name != "" && !c.who.isOf(name, c.known.Represents) && c.who.isOf(name, c.known.Approved)
	return lacking(approved && c.known.Keeps[register.Clubs.Kind] && c.who.anyMember(name, on, false) == regulation.No,
		finding.New("reporter-no-member", finding.Error, finding.At{}, finding.Text("name", name)))
}

// otherFile notes that a report did not come as the authority's own file.
func (c *checking) otherFile() []finding.Finding {
	severity := finding.Warning
	if c.known.Settings.OtherFiles == bureau.WithholdFiles {
		severity = finding.Error
	}
	demanded := !c.p.OwnFile && c.edition.About().OwnFile && c.known.Settings.OtherFiles != bureau.AcceptFiles
	return lacking(demanded, finding.New("other-file", severity, finding.At{}))
}

// firstTimersLack notes what neither the register nor the report states of registered players who have
// not played before.
func (c *checking) firstTimersLack() (found []finding.Finding) {
	for i := range c.p.Sections {
		s := &c.p.Sections[i]
		for j := range s.Players {
			p, row := &s.Players[j], c.who.players[i][j]
			if row == nil || !c.known.People[row.ID].New {
				continue
			}
			lacks := regulation.Absent(regulation.Stated{"name_local", row.NameLocal + p.NameLocal}, regulation.Stated{"birth", c.who.births[row.ID].String()},
				regulation.Stated{"email", c.known.People[row.ID].Email + p.Email})
			found = append(found, lacking(lacks != "", finding.New("first-timer-lacks", finding.Warning, p.At, finding.Int("player", p.StartNumber),
				finding.Text("name", p.Name), finding.Text("fields", lacks)).In(s.Name))...)
		}
	}
	return found
}

// qualifiersMissing asks who has qualified, also at an event that is only called a qualifying one;
// that nobody has is an answer.
func (c *checking) qualifiersMissing() []finding.Finding {
	called := strings.Contains(c.p.Name, "予選") || strings.Contains(report.FoldName(c.p.Name), "qualif")
	asked := c.p.Qualifying || called && !c.p.Stated.Has(report.StatedQualifying)
	return lacking(asked && len(c.p.Qualified) == 0, finding.New("qualifiers-missing", finding.Error, finding.At{}))
}

// playMarked has games count that were played and are marked as not rated, unless an officer has
// answered that they do not: the mark is a request (Reading G14). FIDE's files mark so what
// was not played.
func (c *checking) playMarked() {
	for i := range c.p.Sections {
		s := &c.p.Sections[i]
		var marked []*report.Game
		var list []string
		for j := range s.Games {
			if g := &s.Games[j]; g.Unrated && g.Result.Played() && !c.p.ExchangeFile {
				marked, list = append(marked, g), append(list, fmt.Sprintf("%d: %d–%d", g.Round, g.White, g.Black))
			}
		}
		if len(marked) == 0 {
			continue
		}
		f := finding.New("unrated-claimed", finding.Error, s.At, finding.Int("games", len(marked)), finding.Text("list", strings.Join(list, ", "))).In(s.Name).Under("", "G14")
		f.Report = c.p.File
		c.found = append(c.found, f)
		for _, g := range marked {
			g.Unrated = c.excludes(&f)
		}
	}
}

// dispensationClaimed asks about a dispensation that the report claims and that no
// officer has granted. The report asks for it on the day on which it comes.
func (c *checking) dispensationClaimed() []finding.Finding {
	return lacking(c.claimed != "", finding.New("dispensation-claimed", finding.Error, finding.At{}, finding.Text("reason", c.claimed),
		finding.Text("asked", c.p.Received.String()), finding.Text("due", c.edition.About().Fewer.Until(c.p.FirstDay()).String())))
}

// roundsUnplayed asks about sections with rounds in which nobody has a game or bye. A meeting that states
// no rounds numbers them as it likes.
func (c *checking) roundsUnplayed() (found []finding.Finding) {
	c.found = slices.DeleteFunc(c.found, func(f finding.Finding) bool { return f.ID == "rounds-unplayed" })
	for i := range c.p.Sections {
		s := &c.p.Sections[i]
		if f, lacks := s.Unplayed(); lacks && !(c.p.Meeting && s.Rounds == 0) {
			f.Severity = finding.Error
			found = append(found, f)
		}
	}
	return found
}

// meetsOverlap asks about reports of one organiser on the same days: split in two, both bonuses would be
// others.
func (c *checking) meetsOverlap() (found []finding.Finding) {
	for _, other := range c.known.Meets {
		if other.standsBefore(c.Case) {
			found = append(found, finding.New("meets-overlap", finding.Error, finding.At{}, finding.Text("ref", other.Ref), finding.Text("event", other.Event)))
		}
	}
	return found
}

// isMeeting reports whether a report is of a regular meeting: a registered club calls it so. If it was
// announced as something else, or is the federation's, that is asked, and the full fee is due meanwhile.
func (c *checking) isMeeting() bool {
	a := c.announced
	own := func(name string) bool { return report.FoldName(name) == report.FoldName(c.p.Organizer) }
	doubtful := c.p.FIDEEvent || c.p.Qualifying || a != nil && (a.FIDEEvent || a.Qualifying) || slices.ContainsFunc(c.known.Settings.Names(), own)
	if !c.p.Meeting || !doubtful {
		return c.p.Meeting
	}
	f := finding.New("meeting-doubtful", finding.Error, finding.At{}).Under(c.known.Settings.Number("3(4)", c.known.Today), "J35")
	f.Report = c.p.File
	c.found = append(c.found, f)
	c.askAbout(f)
	q, _ := c.questionFor(&f, c.who)
	d := c.answerTo(&q)
	return d != nil && d.Reply.Count
}

// announce has the report follow the announcement of its event. A dispensation is what an
// officer has granted; what the report claims is a request.
func (c *checking) announce() {
	c.claimed, c.p.Dispensation = c.p.Dispensation, ""
	a := c.known.Announced
	for _, nearly := range c.known.Nearly {
		if a == nil && c.is(nearly) {
			a = nearly
		}
	}
	c.Announced = ""
	if a != nil {
		c.Announced = a.Ref
		if a.Binds(c.known.Settings) {
			c.announced = a
			c.follow(a)
		}
		if a.Dispensation != nil {
			c.p.Dispensation, c.claimed = a.Dispensation.Reason, ""
		}
	}
	if c.claimed == "" {
		return
	}
	if !c.excludes(&c.dispensationClaimed()[0]) { // the whole report waits for the answer
		c.p.Dispensation = c.claimed
	}
}
