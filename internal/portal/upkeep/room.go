// Package upkeep has the pages on which the bureau itself is looked after: its health and its backups, its settings, its log,
// and what is stored about somebody.
package upkeep

import (
	"embed"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/work"
)

//go:embed template
var templates embed.FS

const readers = bureau.Officer | bureau.Auditor | bureau.Administrator

// Room has the pages.
var Room = &portal.Room{
	Templates: templates,
	Routes: []portal.Route{
		{Path: "desk/health", Template: "health", Who: readers, Show: showHealth, Send: sendHealth, Acts: []string{"doctor", "rebuild"}},
		{Path: "desk/health/backups", Template: "backups", Who: readers, Show: showBackups, Send: sendHealth},
		{Path: "admin/settings", Template: "settings", Who: readers, Show: showSettings, Acts: []string{"set"}},
		{Path: "desk/log", Template: "log", Who: readers, Show: showLog},
		{Path: "desk/persons", Template: "persons", Who: bureau.Officer, Show: showPersons},
		{Path: "desk/persons/{id}", Template: "person", Who: bureau.Officer, Show: showPerson, Send: sendData, Acts: []string{"person.anonymise", "person.erase"}},
	},
	Results: map[string]func(*portal.Visit, *work.Job) []string{"verify": verified, "doctor": diagnosed, "backup": backedUp, "try": tried},
}

// tab leads to a page of the room.
type tab struct {
	Key, To string
	Here    bool
}

// tabs returns what leads to the pages about the bureau itself, of which the visitor is at one.
func tabs(v *portal.Visit, here string) (all []tab) {
	for _, of := range []struct {
		name, to string
		who      bureau.Role
	}{
		{"health", "desk/health", readers},
		{"backups", "desk/health/backups", readers},
		{"settings", "admin/settings", readers},
		{"people", "admin/people", readers},
		{"log", "desk/log", readers},
		{"persons", "desk/persons", bureau.Officer},
		{"letters", "desk/letters", readers},
	} {
		if v.Is.Actor.Is(of.who) {
			all = append(all, tab{"desk.upkeep." + of.name, "/" + v.Lang + "/" + of.to + "/", of.name == here})
		}
	}
	return all
}

// ago says how long ago something was.
func ago(v *portal.Visit, at time.Time) string {
	since := v.Bureau.Clock().Sub(at)
	unit, n := "minutes", int(since/time.Minute)
	switch {
	case since >= 48*time.Hour:
		unit, n = "days", int(since/(24*time.Hour))
	case since >= 2*time.Hour:
		unit, n = "hours", int(since/time.Hour)
	}
	return say(v, "ago-"+unit, "n", max(n, 0))
}
