package document

import (
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau/rows"
)

// Events are rated events, those that ended last first: schema arpad.events/1.
type Events struct {
	Schema string      `json:"schema"`
	Events []EventLine `json:"events"`
}

// EventLine is an event among others.
type EventLine struct {
	Ref     string      `json:"ref"`
	Event   string      `json:"event"`
	Club    string      `json:"club"`  // the organiser
	Start   *civil.Date `json:"start"` // null: not known
	End     *civil.Date `json:"end"`   // null: not known
	List    string      `json:"list"`  // label of the list in which it counts
	Players int         `json:"players"`
	Games   int         `json:"games"`
	Rated   int         `json:"rated"` // games that are rated
}

// NewEvents returns the document of events.
func NewEvents(all []*rows.Report) Events { return Events{"arpad.events/1", newEventLines(all)} }

func newEventLines(all []*rows.Report) []EventLine {
	lines := make([]EventLine, len(all))
	for i, e := range all {
		lines[i] = EventLine{e.Ref, e.Event, e.Club, orNull(e.FirstDay), orNull(e.LastDay), e.Period, e.Players, e.Games, e.Counting}
	}
	return lines
}
