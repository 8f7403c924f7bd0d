package season

import (
	"fmt"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/identity"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// Identity is how players are identified. Nobody is ever identified by name.
type Identity string

// The kinds of identity.
const (
	AutoID     Identity = "auto"     // national ID, else FIDE ID (under FIDE's own regulations first), else the FIDE-number column as a national ID
	NationalID Identity = "national" // the national ID, in any field
	FideID     Identity = "fide"     // only the FIDE ID
	Reported   Identity = "reported" // the report is its own opening list
)

// Identities returns the ways of identifying players in an opening list, all but Reported.
func Identities() []Identity { return []Identity{AutoID, NationalID, FideID} }

// binding is the players of the entries of a report.
type binding struct {
	report  *report.Report
	players [][]uint32 // by section and entry
	known   [][]bool   // was in the roster before
}

// identify finds the players of a report in the roster, and adds those who are
// missing. In an inconsistent section it trusts no ID. It refuses sections with
// two entries of the same player.
func (s *season) identify(a admitted, about *regulation.About) (*binding, []finding.Finding) {
	r := a.report
	b := &binding{report: r}
	var refused []finding.Finding
	for i := range r.Sections {
		section := &r.Sections[i]
		players, known := make([]uint32, len(section.Players)), make([]bool, len(section.Players))
		b.players, b.known = append(b.players, players), append(b.known, known)
		if slices.ContainsFunc(a.found, func(f finding.Finding) bool { return f.Refuses && f.Section == section.Name }) {
			for j := range players {
				players[j], known[j] = pack.Nobody, true
			}
			continue
		}
		for _, j := range section.ByStartNumber() {
			players[j], known[j] = s.identifyEntry(r, section, &section.Players[j], about)
		}
		refused = append(refused, SamePlayerTwice(r, section, func(j int) string { return s.Roster.Players[players[j]].ID })...)
	}
	return b, refused
}

func (s *season) identifyEntry(r *report.Report, section *report.Section, p *report.Player, about *regulation.About) (uint32, bool) {
	note := func(id string, severity finding.Severity, values ...finding.Value) {
		f := finding.New(id, severity, p.At, append(values, finding.Int("player", p.StartNumber), finding.Text("name", p.Name))...)
		s.add(f.In(section.Name).Of(r.File))
	}
	id, found, ok := s.find(r, section, p, about)
	if ok && s.IDs != Reported && !p.HasNumber(s.Roster.Players[found].ID, s.Roster.Players[found].FideID) {
		note("id-zeros", finding.Info, finding.Text("id", s.Roster.Players[found].ID))
	}
	if ok {
		have := &s.Roster.Players[found]
		if contradicts(p, have, birthOf(p, r)) || s.namesAnother(p, have) {
			note("name-mismatch", finding.Warning, finding.Text("id", have.ID), finding.Text("listed", have.Name))
		}
		s.takeBirth(have, birthOf(p, r), note)
		s.compareFacts(have, p, note)
		return found, true
	}
	if id == "" {
		id = entryKey(r, section, p)
		candidates := ""
		if s.collector(r.File).Room(finding.Warning) { // otherwise there is no room for the warning
			candidates = s.candidates(p)
		}
		note("player-without-id", finding.Warning, finding.Text("key", id), finding.Text("candidates", candidates))
		if found, ok := s.Roster.ByID(id); ok { // named so in an earlier run
			return found, true
		}
	} else {
		candidates := ""
		if s.collector(r.File).Room(finding.Warning) {
			candidates = s.candidates(p, identity.Near(id, s.has)...)
		}
		note("id-unknown", finding.Warning, finding.Text("id", id), finding.Text("candidates", candidates))
	}
	joining := newPlayer(id, r, p)
	if births := s.births[id]; births != nil {
		var from Origin
		if joining.Birth, from = WhichBirth(0, births...); from == Disputed {
			note("births-differ", finding.Warning, finding.Text("id", id))
		}
	}
	return s.Roster.Add(joining), false
}

// find returns the ID by which an entry is looked up, and the number of the player if there
// is one. Who has the ID but for zeros is the player if they have that name, too.
func (s *season) find(r *report.Report, section *report.Section, p *report.Player, about *regulation.About) (id string, found uint32, ok bool) {
	if s.IDs == Reported {
		id = reportedKey(s.Reports, r, section, p)
		found, ok = s.Roster.ByID(id)
		return id, found, ok
	}
	if id, found, ok = s.IDs.Find(s.Roster, about, r, p); ok {
		have := &s.Roster.Players[found]
		ok = p.HasNumber(have.ID, have.FideID) || id != nationalID(p, about.Federation) || !contradicts(p, have, 0)
	}
	return id, found, ok
}

// contradicts reports whether the name of an entry is not that of a player with some ID.
func contradicts(p *report.Player, have *roster.Player, birth civil.Birth) bool {
	entry := report.Player{Name: p.Name, NameLocal: p.NameLocal, Birth: birth}
	return identity.Contradicts(&entry, personOf(have))&identity.NameDiffers != 0
}

// personOf returns a player as entries are compared with them.
func personOf(p *roster.Player) *identity.Person {
	return &identity.Person{Name: p.Name, NameLocal: p.NameLocal, Birth: p.Birth}
}

// namesAnother reports whether a name that is not that of a player is exactly another one's,
// however near the two are.
func (s *season) namesAnother(p *report.Player, have *roster.Player) bool {
	entry := &identity.Person{Name: p.Name, NameLocal: p.NameLocal}
	if p.Name == have.Name || identity.SameName(entry, personOf(have)) {
		return false
	}
	return slices.ContainsFunc(s.alike(identity.New(*entry)), func(n uint32) bool { return identity.SameName(entry, personOf(&s.Roster.Players[n])) })
}

// doubtBirths returns the players of a report whose birth in the list is
// impossible on the days of the event: it counts as unknown (Reading G8).
func (s *season) doubtBirths(b *binding) []uint32 {
	var doubted []uint32
	for i := range b.report.Sections {
		section := &b.report.Sections[i]
		for j, n := range b.players[i] {
			if n == pack.Nobody {
				continue
			}
			listed := s.Roster.Players[n].Birth
			if report.PlausibleBirth(listed, b.report.FirstDay()) {
				continue
			}
			doubted = append(doubted, n)
			if p := &section.Players[j]; p.Birth != listed { // otherwise report.Check says so
				s.add(finding.New("birth-implausible", finding.Warning, p.At, finding.Int("player", p.StartNumber)).In(section.Name).Of(b.report.File))
			}
		}
	}
	return doubted
}

// newPlayer returns the unrated player for an entry, under an ID. The name is
// written without a comma (Reading J26).
func newPlayer(id string, r *report.Report, p *report.Player) roster.Player {
	return roster.Player{
		ID: id, Name: roster.PlainName(p.Name), NameLocal: p.NameLocal, Sex: p.Sex, Birth: birthOf(p, r), Federation: p.Federation, Club: p.Club,
		Title: p.Title, FideID: p.FideID, EnteredUnrated: true,
	}
}

// Find returns the ID by which an entry is looked up among players, and the
// player's number if found. Under FIDE's own regulations, the FIDE number takes
// precedence over a national one.
func (by Identity) Find(players *roster.Roster, about *regulation.About, r *report.Report, p *report.Player) (id string, found uint32, ok bool) {
	if by == AutoID && about.Authority == "fide" && p.FideID != "" {
		if found, ok = players.ByFideID(p.FideID); ok {
			return players.Players[found].ID, found, true
		}
	}
	national := nationalID(p, about.Federation)
	if by != FideID && national != "" {
		found, ok = players.ByNumber(national)
		return national, found, ok
	}
	if p.FideID == "" {
		return "", 0, false
	}
	if by != NationalID {
		if found, ok = players.ByFideID(p.FideID); ok {
			return players.Players[found].ID, found, true
		}
	}
	if by == FideID || r.ExchangeFile {
		found, ok = players.ByNumber(p.FideID)
		return p.FideID, found, ok
	}
	return "", 0, false
}

// Sought returns the IDs by which the players of the reports are looked up in a
// list with one ID per player. Of a large list, only these lines need to be
// read.
func Sought(in *Input) map[string]bool {
	ids := map[string]bool{}
	about := in.Regulation.Latest().About()
	for _, source := range in.Reports {
		for i := range source.Report.Sections {
			players := source.Report.Sections[i].Players
			for j := range players {
				id := players[j].FideID
				if national := nationalID(&players[j], about.Federation); in.IDs != FideID && national != "" {
					id = national
				}
				ids[strings.TrimLeft(id, "0")] = true // as FIDE writes it
			}
		}
	}
	delete(ids, "")
	return ids
}

// nationalID returns the ID stated in a report: in an exchange file, the number
// in the authority's own line, otherwise in the only one.
func nationalID(p *report.Player, federation string) string {
	if p.ID != "" {
		return p.ID
	}
	for _, n := range p.National {
		if n.Federation == federation {
			return n.Number
		}
	}
	if federation == "" && len(p.National) == 1 {
		return p.National[0].Number
	}
	return ""
}

// entryKey returns the key of an entry of unknown identity.
func entryKey(r *report.Report, section *report.Section, p *report.Player) string {
	if len(r.Sections) > 1 {
		return fmt.Sprintf("%s#%s#%d", r.File, section.Name, p.StartNumber)
	}
	return fmt.Sprintf("%s#%d", r.File, p.StartNumber)
}

// reportedKey returns the key of an entry if the reports are their own opening
// list: the start number if there is only one report with one section.
func reportedKey(reports []Source, r *report.Report, section *report.Section, p *report.Player) string {
	if len(reports) == 1 && len(r.Sections) == 1 {
		return fmt.Sprint(p.StartNumber)
	}
	return entryKey(r, section, p)
}
