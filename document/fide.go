package document

import (
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau/agenda"
	"github.com/arpadchess/arpad/internal/bureau/fidereport"
)

// FIDEEvents are the FIDE events of a bureau and what was sent of them to FIDE: schema
// arpad.fide/1. It is what arpad fide list prints, for officers.
type FIDEEvents struct {
	Schema   string         `json:"schema"`
	Events   []FIDEEvent    `json:"events"`   // of which a report has come, those that ended first
	Expected []FIDEExpected `json:"expected"` // announced FIDE events that are over, and of which no report has come
}

// FIDEEvent is a FIDE event.
type FIDEEvent struct {
	Ref      string           `json:"ref"`
	Event    string           `json:"event"`
	Club     string           `json:"club"`
	FirstDay civil.Date       `json:"first_day"` // empty: not known
	LastDay  civil.Date       `json:"last_day"`  // empty: not known
	Days     int              `json:"days"`      // since the last day of the event
	State    fidereport.State `json:"state"`     // of the most urgent section
	Sections []FIDESection    `json:"sections"`
}

// FIDESection is a section of a FIDE event.
type FIDESection struct {
	Section  string           `json:"section"`
	Games    int              `json:"games"`
	State    fidereport.State `json:"state"`    // changed: players, games or results are others than those that were sent; excluded: FIDE is not to rate it
	Sent     *civil.Date      `json:"sent"`     // the day; null: nothing was sent
	Receipt  *string          `json:"receipt"`  // FIDE's number; null: none has come
	Excluded *civil.Date      `json:"excluded"` // the day on which an officer decided it; null: FIDE is to rate it
}

// FIDEExpected is an announced FIDE event.
type FIDEExpected struct {
	Ref      string     `json:"ref"`
	Event    string     `json:"event"`
	FirstDay civil.Date `json:"first_day"`
	LastDay  civil.Date `json:"last_day"`
}

// NewFIDEEvents returns the document of FIDE events.
func NewFIDEEvents(all *agenda.FIDEEvents) FIDEEvents {
	d := FIDEEvents{Schema: "arpad.fide/1", Events: []FIDEEvent{}, Expected: []FIDEExpected{}}
	for i := range all.Reported {
		e := &all.Reported[i]
		event := FIDEEvent{e.Ref, e.Event, e.Club, e.FirstDay, e.LastDay, e.Days, fidereport.State(e.FIDE), []FIDESection{}}
		for _, s := range e.Sections {
			section := FIDESection{Section: s.Name, Games: s.Games, State: s.State}
			if s.Filing != nil {
				section.Sent, section.Receipt = &s.Filing.Day, orNull(s.Filing.Receipt)
			}
			if s.Exclusion != nil {
				section.Excluded = &s.Exclusion.Day
			}
			event.Sections = append(event.Sections, section)
		}
		d.Events = append(d.Events, event)
	}
	for _, e := range all.Expected {
		d.Expected = append(d.Expected, FIDEExpected{e.Ref, e.Name, e.Days.From, e.Days.To})
	}
	return d
}
