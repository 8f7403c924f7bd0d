package check

import (
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/identity"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/season"
)

// CaseFacts is who the entries of a report are; it answers what the regulation asks
// of them.
type CaseFacts struct {
	known   *Known
	r       *Case
	p       *report.Report
	players [][]*register.Player         // by section and entry; nil: nobody knows
	stated  map[string][]lists.Statement // of the report about its players, by ID
	births  map[string]civil.Birth       // that count, by ID
	open    []Question                   // for unknown entries, and for those that contradict their ID
	Noted   finding.Collector
}

// Identify notes which players the entries of a report are, which entries are unknown,
// and which contradict their ID.
func Identify(known *Known, r *Case, p *report.Report) *CaseFacts {
	k := &CaseFacts{known: known, r: r, p: p, players: known.Rows, Noted: finding.Collector{File: p.File}}
	for i := range p.Sections {
		s, row := &p.Sections[i], k.players[i]
		for j := range s.Players {
			if row[j] == nil {
				k.unknown(s, &s.Players[j], known.Near[Seat{i, j}])
			}
		}
		k.doubt(r, i, row)
		k.Noted.Findings = append(k.Noted.Findings, season.SamePlayerTwice(p, s, func(j int) string {
			if row[j] == nil {
				return ""
			}
			return row[j].ID
		})...)
	}
	k.state()
	return k
}

// unknown notes an entry without a known player, and the registered number that it may mean.
func (k *CaseFacts) unknown(s *report.Section, p *report.Player, near string) {
	f := finding.New("player-unknown", finding.Warning, p.At, finding.Int("player", p.StartNumber), finding.Text("name", p.Name))
	if near != "" {
		f.Values = append(f.Values, finding.Text("near", near))
	}
	if k.known.Period.Meet { // Reading N12
		f.Values = append(f.Values, finding.Text("meet", "whole"))
	}
	f = k.note(s, f)
	k.open = append(k.open, Question{What: WaitPlayer, Clause: f.Clause, Section: s.Name, InSection: true, Start: p.StartNumber, Near: near})
}

// doubt notes the entries of a section whose name or birth contradicts their ID, whose name is
// exactly another player's, and whose IDs were exchanged.
func (k *CaseFacts) doubt(r *Case, section int, row []*register.Player) {
	s := &k.p.Sections[section]
	var doubted []int
	listed, entries := make([]*identity.Person, 0), make([]*report.Player, 0)
	for j, p := range row {
		if p == nil || p.Erased || r.identified(s.Name, s.Players[j].StartNumber) {
			continue
		}
		entry := s.Players[j]
		if !report.PlausibleBirth(entry.Birth, k.p.FirstDay()) { // Reading G8
			entry.Birth = 0
		}
		is := k.listed(p, entry.Birth != 0)
		what := identity.Contradicts(&entry, is)
		if what != identity.NoDoubt && k.fitsMerged(&entry, p) {
			what = identity.NoDoubt
		}
		what |= k.known.Taken[Seat{section, j}]
		if what != identity.NoDoubt {
			doubted, entries, listed = append(doubted, j), append(entries, &entry), append(listed, is)
			k.note(s, finding.New("entry-contradicts", finding.Warning, entry.At, finding.Int("player", entry.StartNumber), finding.Text("name", entry.Name),
				finding.Text("id", p.ID), finding.Text("listed", p.Name), finding.Text("differs", what.Fields())))
			k.open = append(k.open, Question{
				What: "entry-contradicts", Officer: true, Section: s.Name, InSection: true, Start: entry.StartNumber,
				About: fingerprint(append(r.digests(), p.ID, what.Fields())),
			})
		}
	}
	for _, pair := range identity.Exchanged(entries, listed) {
		one, other := doubted[pair[0]], doubted[pair[1]]
		k.note(s, finding.New("ids-exchanged", finding.Warning, s.Players[one].At, finding.Int("player", s.Players[one].StartNumber), finding.Int("other", s.Players[other].StartNumber)))
	}
}

// listed returns a player as entries are compared with them, with the birth if it is
// asked for.
func (k *CaseFacts) listed(p *register.Player, birth bool) *identity.Person {
	is := p.Listed()
	if birth {
		is.Birth = k.known.People[p.ID].Birth
	}
	return is
}

// fitsMerged reports whether an entry agrees with one of the players who were merged into p.
func (k *CaseFacts) fitsMerged(entry *report.Player, p *register.Player) bool {
	return slices.ContainsFunc(p.Merged, func(id string) bool {
		old := k.known.People[id]
		return old != nil && (identity.Contradicts(entry, k.listed(old.Player, entry.Birth != 0)) == identity.NoDoubt || k.fitsMerged(entry, old.Player))
	})
}

// identified reports whether an officer has said who an entry is: of that the sender
// learns nothing.
func (r *Case) identified(section string, start int) bool {
	return slices.ContainsFunc(r.Standing(), func(d *Decision) bool { return d.Identifies(section, start) })
}

// note adds a warning about an entry of a section, and returns it as it is cited. Of
// too many the first ones are kept.
func (k *CaseFacts) note(s *report.Section, f finding.Finding) finding.Finding {
	f = k.known.Cite(f).In(s.Name)
	k.Noted.Note(f)
	return f
}
