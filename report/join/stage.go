package join

import (
	"slices"

	"github.com/arpadchess/arpad/report"
)

// Stage is how the entries of a section go on in the same section of another file.
type Stage struct {
	Old, Now *report.Section
	Start    map[int]int // start number in Now by that in Old; an entry that Now lacks is not in it
}

// Known are those whom the register knows, by their entries. Nil is none.
type Known map[*report.Player]Identity

// Identity is the ID of an entry in the register, and whether somebody has decided that it is: then
// only a later file contradicts it, by an ID that no file had stated before.
type Identity struct {
	ID      string
	Decided bool
	Files   int // number of the last file that had come when it was decided
}

// GoesOn finds the section in which another one goes on: that of its name, if they
// share an entry, else one with half of its games, or of which it has half.
func GoesOn(old *report.Section, sections []report.Section, known Known) (Stage, bool) {
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
	return Stage{}, false
}

// Retells reports whether a section is told again, under whatever name: most of the games are
// the same, with their results. Without games it is if it goes on.
func Retells(old *report.Section, sections []report.Section, known Known) bool {
	if len(old.Games) == 0 {
		_, goes := GoesOn(old, sections, known)
		return goes
	}
	return slices.ContainsFunc(sections, func(now report.Section) bool {
		s := newStage(old, &now, known)
		s.complete()
		n, changed := s.common()
		return n > changed && 2*(n-changed) >= min(len(old.Games), len(now.Games))
	})
}

// ids returns every ID stated for an entry and the ID of the player that the register
// has for it.
func (known Known) ids(p *report.Player) []string {
	if is := known[p]; is.ID != "" {
		return append(p.Numbers(), is.ID)
	}
	return p.Numbers()
}

// silent reports whether an entry says nothing of who it is.
func silent(p *report.Player) bool { return p.Name == "" && len(Known(nil).ids(p)) == 0 }

// newStage finds the entries of a section in another one: those with the same number
// and ID or name, else those with the same ID, else with the same name. Namesakes are
// told apart by their numbers, and come last.
func newStage(old, now *report.Section, known Known) Stage {
	s := Stage{Old: old, Now: now, Start: make(map[int]int, len(old.Players))}
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

// complete takes those who play in the old section and are no entries of it, because it was
// cut off, for the entries with their numbers.
func (s *Stage) complete() {
	entries := report.NewIndex(s.Now)
	for i := range s.Old.Games {
		g := &s.Old.Games[i]
		for _, start := range []int{g.White, g.Black} {
			if _, is := s.Start[start]; !is && entries.Of(start) >= 0 {
				s.Start[start] = start
			}
		}
	}
}

// common counts the games of Old that Now has, too, and those of them that came out
// otherwise.
func (s *Stage) common() (n, changed int) {
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
