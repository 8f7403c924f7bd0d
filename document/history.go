package document

import (
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/rating"
)

// History is what the lists have of a player, then and now, and the events that they
// played, the oldest first: schema arpad.history/1. It is what arpad history prints.
type History struct {
	Schema string         `json:"schema"`
	ID     string         `json:"id"`
	Name   string         `json:"name"` // empty: withheld
	Lists  []HistoryList  `json:"lists"`
	Events []HistoryEvent `json:"events"`
}

// HistoryList is a revision of a list.
type HistoryList struct {
	Label       string      `json:"label"`
	InForce     *civil.Date `json:"in_force"`    // the first day of the list; null: unknown
	Revision    *int        `json:"revision"`    // null: never published
	Cause       string      `json:"cause"`       // "period", "list zero", or the number of a correction
	Standard    *ThenAndNow `json:"standard"`    // null: no rating, then or now
	Rapid       *ThenAndNow `json:"rapid"`       // null: no rating, then or now
	Blitz       *ThenAndNow `json:"blitz"`       // null: no rating, then or now
	Corrections []string    `json:"corrections"` // numbers of the corrections between the two
}

// ThenAndNow is the published rating and the current one; null: none.
type ThenAndNow struct {
	Then *rating.Rating `json:"then"` // as published; null: none
	Now  *rating.Rating `json:"now"`  // in the current list; null: none
	Mark                // in the published list, or in the current one if it was never published
}

// HistoryEvent is a section of an event that the player played.
type HistoryEvent struct {
	List    string       `json:"list"` // label of the list in which it counts
	Ref     string       `json:"ref"`
	Event   string       `json:"event"`
	End     civil.Date   `json:"end"`
	Section string       `json:"section"`
	Type    rating.Kind  `json:"type"`
	Points  rating.Score `json:"points"`  // in the table, with byes and forfeits
	Games   int          `json:"games"`   // games played that count
	Score   rating.Score `json:"score"`   // points in these games
	Players int          `json:"players"` // of the section
	Rated   bool         `json:"rated"`   // false: nothing in the section is
}

// NewHistory returns the document of a player's history.
func NewHistory(h *view.History) History {
	d := History{Schema: "arpad.history/1", ID: h.Player.ID, Name: h.Player.Name, Lists: []HistoryList{}, Events: []HistoryEvent{}}
	for i := range h.Lists {
		d.Lists = append(d.Lists, newHistoryList(&h.Lists[i]))
	}
	for _, e := range h.Events {
		d.Events = append(d.Events, HistoryEvent{e.List, e.Ref, e.Event, e.End, e.Section, e.Kind, e.Score, e.Games, e.Won, e.Entries, e.Rated})
	}
	return d
}

func newHistoryList(line *view.HistoryLine) HistoryList {
	both := func(kind rating.Kind) *ThenAndNow {
		then, now := line.Then.Of(kind).Rating, line.Now.Of(kind).Rating
		if !then.Rated() && !now.Rated() {
			return nil
		}
		return &ThenAndNow{orNull(then), orNull(now), newMark(line.Marks.Of(kind))}
	}
	l := HistoryList{
		Label: line.Label, InForce: orNull(line.InForce), Cause: line.Cause, Corrections: array(line.Corrections),
		Standard: both(rating.Standard), Rapid: both(rating.Rapid), Blitz: both(rating.Blitz),
	}
	if line.Revision != 0 {
		l.Revision = &line.Revision
	}
	return l
}
