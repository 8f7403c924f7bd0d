package trial

import (
	"maps"
	"slices"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/season"
)

// Suppose returns what rating reports that were not submitted starts from: the regulation
// in use, and the players of the reports as in the register and in the newest official
// list, with all that decides their ratings.
func Suppose(r bureau.Reader, s *bureau.Settings, reports []season.Source) (*season.Input, *lists.Run, error) {
	rules, err := s.Rules()
	if err != nil {
		return nil, nil, err
	}
	run, err := lists.FindNow(r, "")
	if err != nil {
		return nil, nil, err
	}
	list, err := lists.ListOf(r, run.ID)
	if err != nil {
		return nil, nil, err
	}
	in := &season.Input{
		Regulation: rules, Roster: roster.New(), Opening: &roster.List{From: list.From}, Reports: reports, IDs: season.AutoID, Supposed: true,
	}
	for _, sought := range slices.Sorted(maps.Keys(season.Sought(in))) {
		p, id, err := playerBy(r, sought)
		if err != nil {
			return nil, nil, err
		}
		if p == nil {
			continue
		}
		if _, there := in.Roster.ByID(id); there {
			continue
		}
		person, err := register.PersonOf(r, p.ID)
		if err != nil {
			return nil, nil, err
		}
		in.Roster.Add(roster.Player{
			ID: id, Name: p.Name, NameLocal: p.NameLocal, Sex: p.Sex, Birth: person.Birth, Federation: p.Federation, Club: p.Club,
			FideID: p.FideID, Fide: p.Fide, EnteredUnrated: p.EnteredUnrated,
		})
		in.Opening.Standings = append(in.Opening.Standings, list.Standing(p.Number))
	}
	return in, run, nil
}

// playerBy returns a player by ID or FIDE ID, and the ID by which a report finds them: one
// that was merged stays as it is. The player is nil if there is none.
func playerBy(r bureau.Reader, sought string) (*register.Player, string, error) {
	p, err := register.Players.Get(r, sought)
	if err != nil {
		return nil, "", err
	}
	if p != nil {
		p, err = register.Find(r, sought)
		return p, sought, err
	}
	known, err := register.ByFideID(r, sought)
	if err != nil || known == nil {
		return nil, "", err
	}
	if p, err = register.Find(r, *known); err != nil {
		return nil, "", err
	}
	return p, p.ID, nil
}
