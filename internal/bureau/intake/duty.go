package intake

import (
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/doubt"
	"github.com/arpadchess/arpad/report"
)

// duty is something that a text asks of a report, and that can only be asked of it in
// a bureau: there somebody can be asked who has left it out.
type duty struct {
	text            string // "ncs": Japan's, by the numbers of JA22
	clause, reading string
	check           func(*checking) ([]finding.Finding, error) // what the report lacks of it
}

// duties are the duties, in the order of the texts. What is missing waits for its answer
// where the verb is must or shall (Reading J29).
var duties = []duty{
	{"ncs", "2(1)", "J28", (*checking).organizerMissing},
	{"ncs", "2(1)", "J28", (*checking).responsibleMissing},
	{"ncs", "2(1)", "J28", (*checking).responsibleUnknown},
	{"ncs", "2(3)", "J27", (*checking).fideUnannounced},
	{"ncs", "2(3)", "J27", (*checking).fideLate},
	{"ncs", "3(2)", "J28", (*checking).reporterMissing},
	{"ncs", "4(1)", "J29", (*checking).otherFile},
	{"ncs", "4(8)", "J28", (*checking).qualifiersMissing},
	{"chessa", "50% Rule 1", "C26", (*checking).dispensationClaimed},
	{"chessa", "50% Rule 3", "", (*checking).roundsUnplayed},
}

// duties notes which duties a report does not fulfil, and whether its event is still on.
func (c *checking) duties() (bool, error) {
	for _, d := range duties {
		if d.text != c.tx.Settings.Text() {
			continue
		}
		lacks, err := d.check(c)
		if err != nil {
			return false, err
		}
		for _, f := range lacks {
			f.Report = c.p.File
			c.found = append(c.found, f.Under(c.tx.Settings.Number(d.clause, c.tx.Today), d.reading))
		}
	}
	if last := c.p.LastDay(); last > c.tx.Today {
		f := finding.New("event-running", finding.Warning, finding.At{}, finding.Text("end", last.String()))
		f.Report = c.p.File
		c.found = append(c.found, f)
	}
	return true, nil
}

// lacking returns a finding as a list if the report lacks something, else nothing.
func lacking(lacks bool, f finding.Finding) []finding.Finding {
	if !lacks {
		return nil
	}
	return []finding.Finding{f}
}

func (c *checking) organizerMissing() ([]finding.Finding, error) {
	kept, err := register.IsKept(c.tx, register.Clubs.Kind)
	return lacking(kept && c.p.Organizer == "", finding.New("organizer-missing", finding.Error, finding.At{})), err
}

// responsible returns the person in charge: as reported, else the chief arbiter.
func responsible(p *report.Report) string {
	if p.Responsible != "" {
		return p.Responsible
	}
	return p.ChiefArbiter
}

func (c *checking) responsibleMissing() ([]finding.Finding, error) {
	kept, err := register.IsKept(c.tx, register.Memberships.Kind)
	return lacking(kept && responsible(c.p) == "", finding.New("responsible-missing", finding.Error, finding.At{})), err
}

func (c *checking) responsibleUnknown() ([]finding.Finding, error) {
	name := responsible(c.p)
	kept, err := register.IsKept(c.tx, register.Memberships.Kind)
	if err != nil || !kept || name == "" {
		return nil, err
	}
	all, err := named(c.tx, name)
	return lacking(len(all) == 0, finding.New("responsible-unknown", finding.Error, finding.At{}, finding.Text("name", name))), err
}

// fideUnannounced asks about a FIDE event that was not announced as one.
func (c *checking) fideUnannounced() ([]finding.Finding, error) {
	a := c.announced
	return lacking(c.p.FIDEEvent && (a == nil || !a.FIDEEvent || a.Withdrawn != ""), finding.New("fide-event-unannounced", finding.Error, finding.At{})), nil
}

// fideLate asks about a FIDE event that was announced too late.
func (c *checking) fideLate() ([]finding.Finding, error) {
	a, notice := c.announced, c.edition.About().FIDENotice
	if a == nil || !c.p.FIDEEvent || a.FIDESince == 0 {
		return nil, nil
	}
	until := notice.Until(a.Days.From)
	return lacking(notice.Clause != "" && a.FIDESince > until, finding.New("fide-event-late", finding.Error, finding.At{},
		finding.Text("until", until.String()), finding.Text("announced", a.FIDESince.String()))), nil
}

// reporterMissing asks who reports, where the club has said who may.
func (c *checking) reporterMissing() ([]finding.Finding, error) {
	if c.p.SubmittedBy != "" || c.p.Organizer == "" {
		return nil, nil
	}
	club, err := register.LookUpClub(c.tx, c.p.Organizer)
	return lacking(club != nil && (club.Representative != "" || len(club.Reporters) > 0), finding.New("reporter-missing", finding.Error, finding.At{})), err
}

// otherFile notes that a report did not come as the authority's own file.
func (c *checking) otherFile() ([]finding.Finding, error) {
	severity := finding.Warning
	if c.tx.Settings.OtherFiles == bureau.WithholdFiles {
		severity = finding.Error
	}
	demanded := !c.p.OwnFile && c.edition.About().OwnFile && c.tx.Settings.OtherFiles != bureau.AcceptFiles
	return lacking(demanded, finding.New("other-file", severity, finding.At{})), nil
}

func (c *checking) qualifiersMissing() ([]finding.Finding, error) {
	return lacking(c.p.Qualifying && len(c.p.Qualified) == 0, finding.New("qualifiers-missing", finding.Error, finding.At{})), nil
}

// dispensationClaimed asks about a dispensation that the report claims and that no
// officer has granted.
func (c *checking) dispensationClaimed() ([]finding.Finding, error) {
	return lacking(c.claimed != "", finding.New("dispensation-claimed", finding.Error, finding.At{}, finding.Text("reason", c.claimed))), nil
}

// roundsUnplayed asks about sections that state more rounds than were played: half of
// the rounds is what a player has to play to gain points.
func (c *checking) roundsUnplayed() ([]finding.Finding, error) {
	var found []finding.Finding
	for i := range c.p.Sections {
		s, played := &c.p.Sections[i], 0
		for j := range s.Games {
			played = max(played, s.Games[j].Round)
		}
		if played > 0 && played < s.Rounds {
			found = append(found, finding.New("rounds-unplayed", finding.Error, s.At, finding.Int("rounds", s.Rounds), finding.Int("played", played)).In(s.Name))
		}
	}
	return found, nil
}

// announce takes from the announcement of the event what the report does not state. A
// dispensation is what an officer has granted; what the report claims is a request.
func (c *checking) announce() error {
	c.claimed, c.p.Dispensation = c.p.Dispensation, ""
	ref, err := Announced.Get(c.tx, EventKey(c.p.Name, c.p.FirstDay()))
	if err != nil {
		return err
	}
	if ref != nil {
		if c.announced, err = Announcements.Get(c.tx, *ref); err != nil {
			return err
		}
		a := c.announced
		c.p.FIDEEvent = c.p.FIDEEvent || a.FIDEEvent && a.Withdrawn == "" && !c.p.Stated.Has(report.StatedFIDE)
		c.p.Qualifying = c.p.Qualifying || a.Qualifying && !c.p.Stated.Has(report.StatedQualifying)
		if a.Dispensation != nil {
			c.p.Dispensation, c.claimed = a.Dispensation.Reason, ""
		}
	}
	c.FIDE = c.FIDE.Follow(c.p.FIDEEvent)
	if c.claimed == "" {
		return nil
	}
	asked, err := c.dispensationClaimed()
	if err != nil {
		return err
	}
	if w, _ := c.waitFor(&asked[0], nil); c.answerTo(&w) == nil || c.answerTo(&w).Count { // the whole report waits for the answer
		c.p.Dispensation = c.claimed
	}
	return nil
}

// named returns the players whom a text names: by an ID in it, else by the name.
func named(r bureau.Reader, text string) ([]*register.Player, error) {
	name, ids := doubt.PersonNamed(text)
	var all []*register.Player
	for _, id := range append(ids, text) {
		p, err := register.Players.Get(r, id)
		if err == nil && p == nil {
			var national *string
			if national, err = register.ByFideID(r, id); err == nil && national != nil {
				p, err = register.Players.Get(r, *national)
			}
		}
		if err != nil {
			return nil, err
		}
		if p != nil {
			return []*register.Player{p}, nil
		}
	}
	for _, folded := range []string{report.FoldName(text), report.FoldName(name)} {
		err := register.PlayerNames.Scan(r, folded+"\x00", folded+"\x01", func(_ string, h *register.Hit) (bool, error) {
			p, err := register.Players.Get(r, h.ID)
			if err == nil && p != nil && !slices.ContainsFunc(all, func(have *register.Player) bool { return have.ID == p.ID }) {
				all = append(all, p)
			}
			return true, err
		})
		if err != nil || len(all) > 0 {
			return all, err
		}
	}
	return nil, nil
}
