package check

import (
	"slices"
	"strconv"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// What a report of South Africa is without what it claims of itself.

func openGroup(_ *report.Report, s *report.Section, _ *finding.Finding) { s.Group = report.Open } // Reading C29
func ownYear(p *report.Report, _ *report.Section, _ *finding.Finding)   { p.AgeYear = 0 }         // Reading C30
func noBraille(p *report.Report, _ *report.Section, _ *finding.Finding) { p.Braille = false }     // 50% Rule 2
func noTeam(p *report.Report, _ *report.Section, _ *finding.Finding)    { p.Team = false }        // Reading C32
func isAnnounced(*Announcement) bool                                    { return true }           // what it says otherwise is asked, Reading G12

// ownBye makes a pairing bye one that its player asked for (Activity 3).
func ownBye(_ *report.Report, s *report.Section, f *finding.Finding) {
	s.Byes = slices.Clone(s.Byes)
	for i := range s.Byes {
		if b := &s.Byes[i]; f.Value("player") == strconv.Itoa(b.Player) && f.Value("round") == strconv.Itoa(b.Round) {
			b.Kind = report.FullBye
		}
	}
}

// withdraw has the report be without what it claims of itself and an officer does not accept.
func (c *checking) withdraw() {
	if !c.under("chessa") {
		return
	}
	edition := regulation.WithOptions(c.edition, c.Options())
	for _, f := range edition.Check(c.Adjusted(c.p), c.who).Findings {
		a := askOf(c.known.claims(), "chessa", f.ID, "")
		if a == nil || a.without == nil || !c.excludes(&f) {
			continue
		}
		c.found = append(c.found, f)
		n := slices.IndexFunc(c.p.Sections, func(s report.Section) bool { return s.Name == f.Section })
		a.without(c.p, &c.p.Sections[max(n, 0)], &f)
	}
}

// confirmed reports whether the announcement confirms what a finding says that the report claims.
func (c *checking) confirmed(f finding.Finding) bool {
	a := askOf(Claims, c.known.Settings.Text(), f.ID, "")
	return c.announced != nil && a != nil && a.confirms != nil && a.confirms(c.announced) && !c.excludes(&f)
}

// unidentified warns of sections in which the numbers of others depend on who an unknown entry is: by
// the floor and the temporary ratings of unrated players, or the type, if it is a Beginner section
// or none. Such an entry holds its section (Reading C34).
func (c *checking) unidentified() (found []finding.Finding) {
	rulings, otherwise := c.edition.Check(c.p, c.who).Rulings, c.edition.Check(c.p, supposed{c.who}).Rulings
	for i := range c.p.Sections {
		s := &c.p.Sections[i]
		index, unknown, unrated := report.NewIndex(s), false, false
		for _, g := range s.Games {
			for _, start := range []int{g.White, g.Black} {
				entry := index.Of(start)
				if entry < 0 || !g.Result.Played() || g.Unrated {
					continue
				}
				_, standing := c.who.Player(i, entry)
				stranger := !c.who.Known(i, entry)
				unknown = unknown || stranger
				unrated = unrated || !stranger && rulings[i].Kind != 0 && !standing.Of(rulings[i].Kind).Rating.Rated()
			}
		}
		if unknown && (unrated || rulings[i].Kind != otherwise[i].Kind) {
			found = append(found, finding.New("section-unidentified", finding.Warning, s.At).In(s.Name))
		}
	}
	return found
}

// supposed are facts in which unknown entries are rated.
type supposed struct{ *CaseFacts }

func (k supposed) Player(section, entry int) (*roster.Player, roster.Standing) {
	p, standing := k.CaseFacts.Player(section, entry)
	if !k.Known(section, entry) {
		standing[0].Rating = 1000
	}
	return p, standing
}
