package view

import (
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// Exchanged returns an event's record as a report for everybody: players by the bureau's ID
// and name, with the ratings with which they entered, and without sex, birth and FIDE ID.
func (e *Event) Exchanged() *report.Report {
	out := &report.Report{Name: e.Report.Event, Organizer: e.Report.Club, Start: e.Report.Days.From, End: e.Report.Days.To}
	if e.Batch == nil {
		return out
	}
	for i := range e.Batch.Sections {
		s := &e.Batch.Sections[i]
		shown := report.Section{Name: s.Name, Rounds: s.Rounds, Type: s.Kind}
		starts := map[uint32]int{}
		for _, entry := range s.Entries {
			id, name := e.Names(entry.Player)
			points, entered := entry.Points, rating.Rating(0)
			if k := e.EnteredAs(i, entry.Player); k != nil {
				entered = rating.Rating(k.Rating)
			}
			starts[entry.Player] = int(entry.Start)
			shown.Players = append(shown.Players, report.Player{
				StartNumber: int(entry.Start), ID: id, Name: name, NameLocal: e.Local(entry.Player), Points: &points, Rating: entered,
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
	return out
}
