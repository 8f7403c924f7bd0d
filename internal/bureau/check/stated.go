package check

import (
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/season"
)

// StatedFideID returns the FIDE ID that an entry states of its player.
func StatedFideID(entry *report.Player, is *register.Player) string {
	return season.StatedFideID(entry, append(is.Merged, is.ID)...)
}

// Adds returns what an entry states that the register does not know of its player, or knows otherwise.
func Adds(entry *report.Player, is *register.Player, born civil.Birth, on civil.Date) lists.Statement {
	var s lists.Statement
	if season.AddsBirth(entry.Birth, born) && report.PlausibleBirth(entry.Birth, on) { // Reading G8
		s.Birth = entry.Birth
	}
	for _, f := range []struct {
		to            *string
		stated, known string
	}{
		{&s.Federation, entry.Federation, is.Federation}, {&s.Club, entry.Club, is.Club},
	} {
		if f.known == "" {
			*f.to = f.stated
		}
	}
	if entry.Sex != is.Sex {
		s.Sex = entry.Sex
	}
	if fideID := StatedFideID(entry, is); fideID != roster.WithoutZeros(is.FideID) {
		s.FideID = fideID
	}
	return s
}

// state notes what the report states about its players that the register does not know.
func (k *CaseFacts) state() {
	k.stated, k.births = map[string][]lists.Statement{}, map[string]civil.Birth{}
	for i, row := range k.players {
		s := &k.p.Sections[i]
		for j, is := range row {
			if is == nil || is.Erased || k.contradicts(s.Name, s.Players[j].StartNumber) {
				continue
			}
			said := Adds(&s.Players[j], is, k.known.People[is.ID].Birth, k.p.FirstDay())
			if said == (lists.Statement{}) {
				continue
			}
			if fields := said.Differs(is.Sex, is.FideID); fields != "" {
				e := &s.Players[j]
				k.note(s, finding.New("facts-differ", finding.Warning, e.At, finding.Text("id", is.ID), finding.Text("differs", fields),
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
		if now := append(k.others(person), said...); !slices.EqualFunc(now, person.Stated, lists.Statement.Same) {
			changed[id] = now
		}
	}
	return changed
}
