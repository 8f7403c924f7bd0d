// Package rooms lists the rooms of the portal beside that of signing in: the program and the tests open the same.
package rooms

import (
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/portal/club"
	"github.com/arpadchess/arpad/internal/portal/entries"
	"github.com/arpadchess/arpad/internal/portal/events"
	"github.com/arpadchess/arpad/internal/portal/reports"
	"github.com/arpadchess/arpad/internal/portal/upkeep"
)

// All are the rooms beside that of signing in and of accounts.
var All = []*portal.Room{club.Room, entries.Room, reports.Room, events.Room, upkeep.Room}
