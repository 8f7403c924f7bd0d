package intake

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report"
)

// An event may be reported in several files: a later stage with more rounds, a
// part with other sections, the same results in another format. A section of
// the newest file takes the place of the one that it goes on from, so that no
// game is there twice; what no newer file has stays as it was.

// joined is a file together with what was understood of those before it.
type joined struct {
	report *report.Report
	found  []finding.Finding
	stages []Continued
}

// Continued is how a section goes on in a later file.
type Continued struct {
	Old, Now *report.Section
	Start    map[int]int // new start number by old; an entry that is gone is not in it
}

// join puts a file over what was understood of those before it.
func join(before *Reading, now *report.Report, known knownIDs) *joined {
	old, r := before.Report, *now
	r.Sections = slices.Clone(now.Sections)
	j := &joined{report: &r}
	var kept []report.Section
	for i := range old.Sections {
		s := &old.Sections[i]
		next, ok := GoesOn(s, r.Sections, known)
		if !ok {
			kept = append(kept, *s)
			continue
		}
		j.stages = append(j.stages, next)
	}
	j.rename(kept)
	all, sections := broken(old)
	for i := range j.stages {
		if s := &j.stages[i]; !all && !sections[s.Old.Name] {
			j.compare(old, s)
		}
	}
	if len(kept) > 0 {
		j.keep(kept, before)
	}
	r.ExchangeFile = r.ExchangeFile || old.ExchangeFile
	for to, words := range map[*string]string{
		&r.Organizer: old.Organizer, &r.Venue: old.Venue, &r.City: old.City, &r.Federation: old.Federation, &r.Time: old.Time,
		&r.Responsible: old.Responsible, &r.SubmittedBy: old.SubmittedBy, &r.Dispensation: old.Dispensation,
	} {
		*to = cmp.Or(*to, words)
	}
	return j
}

// rename returns sections names of their own that are called like one that stays
// but share no player with it: pairing programs export each group of an event
// without a name. One that goes on from an earlier one is called like it.
func (j *joined) rename(kept []report.Section) {
	called := func(name string) bool {
		return slices.ContainsFunc(kept, func(s report.Section) bool { return report.FoldName(s.Name) == report.FoldName(name) })
	}
	for i := range j.report.Sections {
		s := &j.report.Sections[i]
		if !called(s.Name) {
			continue
		}
		if n := slices.IndexFunc(j.stages, func(x Continued) bool { return x.Now == s }); n >= 0 {
			s.Name = j.stages[n].Old.Name
			continue
		}
		name := s.Name
		for n := 2; called(s.Name); n++ {
			s.Name = strings.TrimSpace(fmt.Sprintf("%s %d", name, n))
		}
		j.add(finding.New("section-renamed", finding.Warning, s.At, finding.Text("called", cmp.Or(name, "-"))).In(s.Name))
	}
}

// keep says which sections of earlier files stay. Those that came in one file
// with a section that goes on are missing; others are another part of the event.
func (j *joined) keep(kept []report.Section, before *Reading) {
	r, old := j.report, before.Report
	var missing, parts []string
	for i := range kept {
		name := kept[i].Name
		if slices.ContainsFunc(j.stages, func(s Continued) bool { return before.Origin[s.Old.Name] == before.Origin[name] }) {
			missing = append(missing, cmp.Or(name, "-"))
		} else {
			parts = append(parts, cmp.Or(name, "-"))
		}
	}
	r.Sections = append(r.Sections, kept...)
	r.Start, r.End = min(old.FirstDay(), cmp.Or(r.FirstDay(), old.FirstDay())), max(old.LastDay(), r.LastDay())
	if len(missing) > 0 {
		j.add(finding.New("sections-gone", finding.Warning, finding.At{}, finding.Text("sections", strings.Join(missing, ", "))))
	}
	if len(parts) > 0 {
		j.add(finding.New("sections-joined", finding.Info, finding.At{}, finding.Text("sections", strings.Join(parts, ", "))))
	}
}

func (j *joined) add(f finding.Finding) {
	f.Report = j.report.File
	j.found = append(j.found, f)
}

// origins returns by section the revision whose file it is from: the first ones
// are from the newest, the others from where they were.
func origins(before *Reading, r *report.Report, newest, revision int) map[string]int {
	from := make(map[string]int, len(r.Sections))
	for i := range r.Sections {
		name := r.Sections[i].Name
		if from[name] = revision; i >= newest {
			from[name] = before.Origin[name]
		}
	}
	return from
}

// broken reports whether a report, or which of its sections, did not hold together:
// nothing in them is missed.
func broken(r *report.Report) (all bool, sections map[string]bool) {
	sections = map[string]bool{}
	for _, f := range report.Check(r) {
		all = all || f.RefusesAll()
		sections[f.Section] = sections[f.Section] || f.Refuses
	}
	return all, sections
}

// compare warns of games of an earlier file that a later one lacks. Where the
// same players have met in the same order with other results, in games of another
// type or mostly so in a section of another name, they may all be others.
func (j *joined) compare(before *report.Report, s *Continued) {
	common, changed := s.common()
	gone := len(s.Old.Games) - common
	was, is := regulation.Declared(before, s.Old), regulation.Declared(j.report, s.Now)
	otherType, otherName := was != 0 && is != 0 && was != is, report.FoldName(s.Old.Name) != report.FoldName(s.Now.Name)
	if otherType && changed > 0 || otherName && 2*changed > common {
		gone = len(s.Old.Games)
	}
	if gone == 0 {
		return
	}
	j.add(finding.New("games-gone", finding.Warning, s.Now.At, finding.Int("games", gone)).In(s.Now.Name))
}

// GoesOn finds the section in which an earlier one goes on: that of its name, if
// they share a player, else one that has half of its games, or of which it has
// half: files do not always come in the order of the rounds.
func GoesOn(old *report.Section, sections []report.Section, known knownIDs) (Continued, bool) {
	for i := range sections {
		if report.FoldName(sections[i].Name) != report.FoldName(old.Name) {
			continue
		}
		if s := newStage(old, &sections[i], known); len(s.Start) > 0 || len(old.Players) == 0 {
			return s, true
		}
	}
	for i := range sections {
		s := newStage(old, &sections[i], known)
		if n, _ := s.common(); n > 0 && 2*n >= min(len(old.Games), len(sections[i].Games)) {
			return s, true
		}
	}
	return Continued{}, false
}

// ratedBefore returns a rated report of an event of which a file tells a section
// again, under whatever name: programs call one section differently. Nil if there
// is none.
func ratedBefore(tx *bureau.Tx, event string, p *report.Report) (*Case, error) {
	refs := map[string]bool{}
	err := ReportEvents.Scan(tx, event, bureau.KeyAfter(event), func(_ string, ref *string) (bool, error) {
		refs[*ref] = true
		return true, nil
	})
	for _, ref := range slices.Sorted(maps.Keys(refs)) {
		if err != nil {
			return nil, err
		}
		r, err := Cases.Get(tx, bureau.RefKey(ref))
		if err != nil {
			return nil, err
		}
		if r.State != Rated || r.ofAnother(p) {
			continue
		}
		if again, err := tells(tx, r, p); err != nil || again {
			return r, err
		}
	}
	return nil, err
}

// tells reports whether a section of a file goes on from one of a report.
func tells(tx *bureau.Tx, r *Case, p *report.Report) (bool, error) {
	u, err := ReadingOf(tx, r, func(u *Reading) bool { return u.Report != nil })
	if err != nil || u == nil {
		return false, err
	}
	known, err := peopleOf(tx, r, u, p)
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(u.Report.Sections, func(s report.Section) bool {
		_, goes := GoesOn(&s, p.Sections, known)
		return goes
	}), nil
}

// knownIDs are the IDs of those whom the register knows, by their entries.
type knownIDs map[*report.Player]string

// peopleOf finds who the entries are of what was understood of a report, and of a
// file that comes. What an officer has said of entries is of a file that can be
// rated.
func peopleOf(tx *bureau.Tx, r *Case, before *Reading, now *report.Report) (knownIDs, error) {
	rules, err := tx.Settings.Rules()
	if err != nil {
		return nil, err
	}
	known, federation := knownIDs{}, rules.Latest().About().Federation
	find := func(r *Case, p *report.Report) error {
		for i := range p.Sections {
			s := &p.Sections[i]
			for j := range s.Players {
				who, err := Entry(tx, r, s, &s.Players[j], federation)
				if err != nil {
					return err
				}
				if who != nil {
					known[&s.Players[j]] = who.ID
				}
			}
		}
		return nil
	}
	unsaid := &Case{}
	if !before.Sound() {
		r = unsaid
	}
	if err := find(r, before.Report); err != nil {
		return nil, err
	}
	return known, find(unsaid, now)
}

// ids returns the IDs that an entry gives, of whomever, and that of the player.
func (known knownIDs) ids(p *report.Player) []string {
	ids := []string{known[p], p.ID, p.FideID}
	for _, n := range p.National {
		ids = append(ids, n.Number)
	}
	return slices.DeleteFunc(ids, func(id string) bool { return id == "" })
}

// silent reports whether an entry says nothing of who it is.
func silent(p *report.Player) bool { return p.Name == "" && len(knownIDs{}.ids(p)) == 0 }

// newStage finds the entries of a section in a later one: those with the same
// number and ID or name, else those with the same ID, else with the same name.
// The name of namesakes counts last.
func newStage(old, now *report.Section, known knownIDs) Continued {
	s := Continued{Old: old, Now: now, Start: make(map[int]int, len(old.Players))}
	byStart, byID, byName := map[int]*report.Player{}, map[string]int{}, map[string]int{}
	const several = -1
	note := func(m map[string]int, key string, start int) {
		if other, noted := m[key]; noted && other != start {
			start = several
		}
		m[key] = start
	}
	for i := range now.Players {
		p := &now.Players[i]
		byStart[p.StartNumber] = p
		for _, id := range known.ids(p) {
			note(byID, id, p.StartNumber)
		}
		note(byName, report.FoldName(p.Name), p.StartNumber)
	}
	for i := range old.Players {
		p := &old.Players[i]
		ids, name := known.ids(p), report.FoldName(p.Name)
		same := byStart[p.StartNumber]
		if same != nil && silent(p) && silent(same) {
			s.Start[p.StartNumber] = p.StartNumber
			continue
		}
		elsewhere := slices.IndexFunc(ids, func(id string) bool { return byID[id] > 0 })
		named := same != nil && name != "" && name == report.FoldName(same.Name)
		switch {
		case same != nil && slices.ContainsFunc(known.ids(same), func(id string) bool { return slices.Contains(ids, id) }), named && byName[name] > 0:
			s.Start[p.StartNumber] = p.StartNumber
		case elsewhere >= 0:
			s.Start[p.StartNumber] = byID[ids[elsewhere]]
		case name != "" && byName[name] > 0:
			s.Start[p.StartNumber] = byName[name]
		case named:
			s.Start[p.StartNumber] = p.StartNumber
		}
	}
	return s
}

// meeting is a game by its round and players, whoever was White.
type meeting struct{ round, low, high int }

func meet(round, white, black int) meeting {
	return meeting{round, min(white, black), max(white, black)}
}

// common counts the games of the earlier section that the later one has, too, and
// those of them that came out otherwise.
func (s *Continued) common() (n, changed int) {
	have := make(map[meeting]*report.Game, len(s.Now.Games))
	for i := range s.Now.Games {
		g := &s.Now.Games[i]
		have[meet(g.Round, g.White, g.Black)] = g
	}
	for i := range s.Old.Games {
		g := &s.Old.Games[i]
		white, black := s.Start[g.White], s.Start[g.Black]
		if now := have[meet(g.Round, white, black)]; white != 0 && black != 0 && now != nil {
			n++
			if now.White != white || now.Result != g.Result {
				changed++
			}
		}
	}
	return n, changed
}

// renumber lets what an officer has said of entries follow them from the last
// file of which something could be rated to the start numbers of this one; what
// was said of entries that are gone is dropped. restore takes that back: nothing
// of this one can be rated.
func renumber(tx *bureau.Tx, r *Case, u *Reading) (restore func(), err error) {
	matches, adjustments := slices.Clone(r.Matches), slices.Clone(r.Adjustments)
	restore = func() { r.Matches, r.Adjustments = matches, adjustments }
	if len(matches)+len(adjustments) == 0 {
		return restore, nil
	}
	before, err := ReadingOf(tx, r, (*Reading).Sound)
	if err != nil || before == nil || before.Revision == u.Revision {
		return restore, err
	}
	return restore, follows(tx, r, before, u.Report)
}

// follows lets what an officer has said of the entries of a file follow them to
// the start numbers of another one.
func follows(tx *bureau.Tx, r *Case, before *Reading, now *report.Report) error {
	known, err := peopleOf(tx, r, before, now)
	if err != nil {
		return err
	}
	stages := map[string]Continued{}
	for i := range before.Report.Sections {
		if s, ok := GoesOn(&before.Report.Sections[i], now.Sections, known); ok {
			stages[s.Old.Name] = s
		}
	}
	matches := r.Matches
	r.Matches, r.Adjustments = nil, slices.Clone(r.Adjustments)
	for _, m := range matches {
		if s, goes := stages[m.Section]; goes {
			m.Section, m.Start = s.Now.Name, s.Start[m.Start]
		}
		if m.Start != 0 {
			r.Matches = append(r.Matches, m)
		}
	}
	for i := range r.Adjustments {
		a := &r.Adjustments[i]
		if s, goes := stages[a.Section]; goes {
			a.Section, a.White, a.Black, a.Start = s.Now.Name, s.Start[a.White], s.Start[a.Black], s.Start[a.Start]
		}
	}
	return nil
}
