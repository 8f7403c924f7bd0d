package view

import (
	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/lists"
	"github.com/arpadchess/arpad/bureau/register"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/season"
)

// Suppose returns what rating reports that were not submitted starts from: the regulation
// in use, and the players of the reports as in the register and in the newest official
// list, with all that decides their ratings. also are IDs of other players.
func Suppose(r bureau.Reader, s *bureau.Settings, reports []season.Source, also ...string) (*season.Input, *lists.Run, error) {
	rules, err := s.Rules()
	if err != nil {
		return nil, nil, err
	}
	n, err := lists.RunNow(r, "")
	if err != nil {
		return nil, nil, err
	}
	run, err := lists.FindRun(r, n)
	if err != nil {
		return nil, nil, err
	}
	list, err := lists.ListOf(r, n)
	if err != nil {
		return nil, nil, err
	}
	in := &season.Input{
		Regulation: rules, Roster: roster.New(), Opening: &roster.List{From: list.From}, Reports: reports, IDs: season.AutoID, Supposed: true,
	}
	wanted := season.Sought(in)
	for _, id := range also {
		wanted[id] = true
	}
	for id := range wanted {
		p, err := playerBy(r, id)
		if err != nil {
			return nil, nil, err
		}
		if p == nil {
			continue
		}
		if _, there := in.Roster.ByID(p.ID); there {
			continue
		}
		person, err := register.PersonOf(r, p.ID)
		if err != nil {
			return nil, nil, err
		}
		in.Roster.Add(roster.Player{
			ID: p.ID, Name: p.Name, NameLocal: p.NameLocal, Sex: p.Sex, Birth: person.Birth, Federation: p.Federation, Club: p.Club,
			FideID: p.FideID, Fide: p.Fide, EnteredUnrated: p.EnteredUnrated,
		})
		in.Opening.Standings = append(in.Opening.Standings, list.Standing(p.Number))
	}
	return in, run, nil
}

// playerBy returns a player by ID or FIDE ID, nil if there is none.
func playerBy(r bureau.Reader, id string) (*register.Player, error) {
	p, err := register.Players.Get(r, id)
	if err != nil || p != nil {
		if p != nil && p.MergedInto != "" {
			return register.Find(r, id)
		}
		return p, err
	}
	known, err := register.ByFideID(r, id)
	if err != nil || known == nil {
		return nil, err
	}
	return register.Find(r, *known)
}
