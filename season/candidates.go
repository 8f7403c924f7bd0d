package season

import (
	"cmp"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/internal/identity"
	"github.com/arpadchess/arpad/report"
)

// candidates returns those who may be an entry, the likeliest first: players with some IDs, and
// those with the same name or one of the closest.
func (s *season) candidates(p *report.Player, near ...string) string {
	const most = 3
	entry := identity.New(identity.Person{ID: p.ID, Name: p.Name, NameLocal: p.NameLocal, Birth: p.Birth, Sex: p.Sex, Club: p.Club, FideID: p.FideID, Entry: true})
	all := slices.Concat(s.alike(entry), s.Roster.Closest(identity.Roman(p.Name), most))
	for _, id := range near {
		n, _ := s.Roster.ByID(id)
		all = append(all, n)
	}
	slices.Sort(all)
	all = slices.Compact(all)
	points := map[uint32]int{}
	for _, n := range all {
		have := &s.Roster.Players[n]
		w := entry.Compare(identity.New(identity.Person{
			ID: have.ID, Name: have.Name, NameLocal: have.NameLocal, Birth: have.Birth, Sex: have.Sex, Club: have.Club, FideID: have.FideID,
		}))
		points[n] = w.Points
	}
	slices.SortFunc(all, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(points[b], points[a]), cmp.Compare(s.Roster.Players[a].ID, s.Roster.Players[b].ID))
	})
	var names []string
	for _, n := range all[:min(most, len(all))] {
		names = append(names, s.Roster.Players[n].ID+" "+s.Roster.Players[n].Name)
	}
	return strings.Join(names, ", ")
}

// alike returns the players whose names may be that of somebody, in any script, some of them more
// than once.
func (s *season) alike(entry *identity.Known) (all []uint32) {
	for n := s.named; n < len(s.Roster.Players); n++ {
		for _, bin := range identity.New(identity.Person{Name: s.Roster.Players[n].Name, NameLocal: s.Roster.Players[n].NameLocal}).Bins() {
			s.byName[bin] = append(s.byName[bin], uint32(n))
		}
	}
	s.named = len(s.Roster.Players)
	for _, bin := range entry.Bins() {
		all = append(all, s.byName[bin]...)
	}
	return all
}

// has reports whether a player has an ID.
func (s *season) has(id string) bool {
	_, ok := s.Roster.ByID(id)
	return ok
}
