package check

import (
	"cmp"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/season"
)

// state notes what the report states about its players that the register does not know.
func (k *CaseFacts) state() {
	k.stated, k.births = map[string][]lists.Statement{}, map[string]civil.Birth{}
	for i, row := range k.players {
		s := &k.p.Sections[i]
		for j, is := range row {
			if is == nil || is.Erased || k.contradicts(s.Name, s.Players[j].StartNumber) {
				continue
			}
			said := is.Adds(&s.Players[j], k.known.People[is.ID].Birth, k.p.FirstDay())
			if said == (lists.Statement{}) {
				continue
			}
			if fields := said.Differs(is.Sex, is.FideID); fields != "" {
				e := &s.Players[j]
				id := is.ID
				if !slices.Contains(e.Numbers(), id) { // whose entry it is an officer has said
					id = ""
				}
				k.note(s, finding.New("facts-differ", finding.Warning, e.At, finding.Text("id", id), finding.Text("differs", fields),
					finding.Int("player", e.StartNumber), finding.Text("name", e.Name)))
			}
			said.Ref, said.Counts = k.r.Ref, true
			if !slices.Contains(k.stated[is.ID], said) {
				k.stated[is.ID] = append(k.stated[is.ID], said)
			}
		}
	}
	for i, row := range k.players {
		for j, is := range row {
			if is != nil && !is.Erased {
				k.settleBirth(i, j)
			}
		}
	}
}

// contradicts reports whether an entry contradicts its ID, as long as no officer has said that it is right.
func (k *CaseFacts) contradicts(section string, start int) bool {
	return slices.ContainsFunc(k.open, func(q Question) bool {
		if q.What != "entry-contradicts" || q.Section != section || q.Start != start {
			return false
		}
		a := k.r.answerTo(&q)
		return a == nil || !a.Reply.Count
	})
}

// settleBirth finds the birth of an entry's player that counts, and says so if it is not the register's.
func (k *CaseFacts) settleBirth(section, entry int) {
	s, is := &k.p.Sections[section], k.players[section][entry]
	person := k.known.People[is.ID]
	birth, from := lists.BirthBy(person.Birth, append(k.others(person), k.stated[is.ID]...))
	k.births[is.ID] = birth
	e := &s.Players[entry]
	if !report.PlausibleBirth(birth, k.p.FirstDay()) { // Reading G8
		if k.births[is.ID] = 0; e.Birth != birth { // else report.Check says so
			k.note(s, finding.New("birth-implausible", finding.Warning, e.At, finding.Int("player", e.StartNumber)))
		}
		return
	}
	values := []finding.Value{finding.Text("id", is.ID), finding.Int("player", e.StartNumber), finding.Text("name", e.Name)}
	switch {
	case e.Birth == 0: // it is said where it was stated
	case from == season.Disputed:
		k.note(s, finding.New("births-differ", finding.Warning, e.At, values...))
	case from == season.FromReport:
		k.note(s, finding.New("birth-from-report", finding.Info, e.At, values...))
	}
}

// others returns what other reports state about a player.
func (k *CaseFacts) others(p *Person) []lists.Statement {
	return slices.DeleteFunc(slices.Clone(p.Stated), func(s lists.Statement) bool { return s.Ref == k.r.Ref })
}

// documents returns what is to be kept of what reports state about the players, by ID, as far as this
// report changes it.
func (k *CaseFacts) documents() map[string][]lists.Statement {
	changed := map[string][]lists.Statement{}
	for id, said := range k.stated {
		person := k.known.People[id]
		now := append(k.others(person), said...)
		slices.SortStableFunc(now, func(a, b lists.Statement) int { return cmp.Compare(a.Ref, b.Ref) }) // whoever was checked last
		if !slices.EqualFunc(now, person.Stated, lists.Statement.Same) {
			changed[id] = now
		}
	}
	return changed
}
