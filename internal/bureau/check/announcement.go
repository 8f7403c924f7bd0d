package check

import (
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// Announcement is an event that is going to take place, as its organiser
// announces it.
type Announcement struct {
	Ref          string               `json:"ref"` // "A2026-0012": year of receipt and number
	Name         string               `json:"name"`
	Club         string               `json:"club,omitempty"` // organiser
	Days         civil.Range          `json:"days"`
	Type         rating.Kind          `json:"type,omitempty"` // as the organiser declares it
	TimeControl  []report.TimeControl `json:"time_control,omitempty"`
	Group        report.Group         `json:"group,omitempty"`
	Rounds       int                  `json:"rounds"`
	FIDEEvent    bool                 `json:"fide_event,omitempty"`
	Team         bool                 `json:"team,omitempty"`
	Braille      bool                 `json:"braille,omitempty"`
	Qualifying   bool                 `json:"qualifying,omitempty"`
	At           time.Time            `json:"at"`
	Actor        string               `json:"actor"`
	FIDESince    civil.Date           `json:"fide_since,omitempty"` // the day on which it was announced as a FIDE event
	Dispensation *Dispensation        `json:"dispensation,omitempty"`
	Answer       Answer               `json:"answer"`
	Withdrawn    string               `json:"withdrawn,omitempty"`    // the reason; empty: it takes place
	WithdrawnOn  civil.Date           `json:"withdrawn_on,omitempty"` // zero: before this was kept
}

// Dispensation is the leave to play fewer rounds than the regulation asks for.
type Dispensation struct {
	Reason string     `json:"reason"`
	Asked  civil.Date `json:"asked"`          // the day on which the organiser asked for it
	Late   bool       `json:"late,omitempty"` // it was asked for too late: the officer's choice, Reading C31
	At     time.Time  `json:"at"`
	Actor  string     `json:"actor"`
}

// Answer is what the regulation says of an announced event.
type Answer struct {
	Edition string      `json:"edition"`
	Kind    rating.Kind `json:"kind,omitempty"`
	Rated   bool        `json:"rated"`
	Clause  string      `json:"clause,omitempty"` // that decides the type, or keeps the event from being rated
	Reading string      `json:"reading,omitempty"`
}

// Binds reports whether what was announced counts as stated: it was noted, and not withdrawn,
// before the first day of the event (Reading G12).
func (a *Announcement) Binds(s *bureau.Settings) bool {
	return s.Day(a.At) < a.Days.From && !a.Cancelled()
}

// Cancelled reports whether the event was withdrawn before its first day.
func (a *Announcement) Cancelled() bool { return a.Withdrawn != "" && a.WithdrawnOn < a.Days.From }

// Key returns by what a report of the event is known again.
func (a *Announcement) Key() string { return EventKey(a.Name, a.Days.From) }
