package check

import (
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// claim is something that a report says of itself: by the warning of the regulation about it, which
// is a question here unless the announcement confirms it.
type claim struct {
	what      string
	confirmed func(*Announcement) bool                                // nil: by nothing
	without   func(*report.Report, *report.Section, *finding.Finding) // has the report be without it
}

// claims are what a report of South Africa says of itself.
func claims() []claim {
	announced := func(*Announcement) bool { return true } // Reading G12: what it says otherwise is asked
	return []claim{
		{"group-doubtful", nil, func(_ *report.Report, s *report.Section, _ *finding.Finding) { s.Group = report.Open }}, // Reading C29
		{"age-year-next", func(a *Announcement) bool { return a.Qualifying }, func(p *report.Report, _ *report.Section, _ *finding.Finding) { // Reading C30
			p.AgeYear = 0
		}},
		{"braille-claimed", announced, func(p *report.Report, _ *report.Section, _ *finding.Finding) { p.Braille = false }}, // 50% Rule 2
		{"team-claimed", announced, func(p *report.Report, _ *report.Section, _ *finding.Finding) { p.Team = false }},       // Reading C32
		{"pairing-byes", nil, func(_ *report.Report, s *report.Section, f *finding.Finding) { // Activity 3
			s.Byes = slices.Clone(s.Byes)
			for i := range s.Byes {
				if b := &s.Byes[i]; f.Value("player") == finding.Int("", b.Player).Text && f.Value("round") == finding.Int("", b.Round).Text {
					b.Kind = report.FullBye
				}
			}
		}},
	}
}

// withdraw has the report be without what it claims of itself and an officer does not accept.
func (c *checking) withdraw() {
	if !c.under("chessa") {
		return
	}
	edition := regulation.WithOptions(c.edition, c.Options())
	for _, f := range edition.Check(c.Adjusted(c.p), c.who).Findings {
		for _, is := range claims() {
			if is.what != f.ID || !c.excludes(&f) {
				continue
			}
			c.found = append(c.found, f)
			n := slices.IndexFunc(c.p.Sections, func(s report.Section) bool { return s.Name == f.Section })
			is.without(c.p, &c.p.Sections[max(n, 0)], &f)
		}
	}
}

// confirmed reports whether the announcement confirms what a finding says that the report claims.
func (c *checking) confirmed(f finding.Finding) bool {
	return c.announced != nil && slices.ContainsFunc(claims(), func(is claim) bool {
		return is.what == f.ID && is.confirmed != nil && is.confirmed(c.announced) && !c.excludes(&f)
	})
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
