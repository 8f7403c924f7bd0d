package view

import (
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// Exchanged returns an event's record as a report for everybody: players by the bureau's ID
// and name, with the ratings with which they entered, and without sex, birth and FIDE ID.
func (e *Event) Exchanged(r bureau.Reader) (*report.Report, error) {
	out := &report.Report{Name: e.Report.Event, Organizer: e.Report.Club, Start: e.Report.Days.From, End: e.Report.Days.To}
	if e.Batch == nil {
		return out, nil
	}
	entered, err := rows.Entries.Select(r, bureau.Range{Is: []any{e.Report.Ref}})
	if err != nil {
		return nil, err
	}
	for i := range e.Batch.Sections {
		s := &e.Batch.Sections[i]
		shown := report.Section{Name: s.Name, Rounds: s.Rounds, Type: s.Kind}
		starts := map[uint32]int{}
		for _, entry := range s.Entries {
			id, name := e.Names(entry.Player)
			points := entry.Points
			starts[entry.Player] = int(entry.Start)
			shown.Players = append(shown.Players, report.Player{
				StartNumber: int(entry.Start), ID: id, Name: name, NameLocal: e.Local(entry.Player), Points: &points, Rating: enteredWith(entered, i, entry.Player),
			})
		}
		for j := range e.Batch.Games {
			if g := &e.Batch.Games[j]; int(g.Section) == i {
				shown.Games = append(shown.Games, report.Game{Round: int(g.Round), White: starts[g.White], Black: starts[g.Black], Date: g.Date, Result: g.Result, Unrated: !g.Counts() && g.Result.Played()})
			}
		}
		for _, b := range s.Byes {
			if start, ok := starts[b.Player]; ok {
				shown.Byes = append(shown.Byes, report.Bye{Round: int(b.Round), Player: start, Kind: b.Kind})
			}
		}
		out.Sections = append(out.Sections, shown)
	}
	return out, nil
}

// enteredWith returns the rating with which a player entered a section, zero if unrated.
func enteredWith(entered []*rows.Entry, section int, player uint32) rating.Rating {
	for _, e := range entered {
		if e.Section == section && e.Player == player && e.InList {
			return rating.Rating(e.Rating)
		}
	}
	return 0
}
