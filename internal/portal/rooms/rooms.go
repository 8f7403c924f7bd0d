// Package rooms lists the rooms of the portal beside that of signing in: the program and the tests open the same.
package rooms

import (
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/portal/cases"
	"github.com/arpadchess/arpad/internal/portal/club"
	"github.com/arpadchess/arpad/internal/portal/entries"
	"github.com/arpadchess/arpad/internal/portal/events"
	"github.com/arpadchess/arpad/internal/portal/letters"
	"github.com/arpadchess/arpad/internal/portal/months"
	"github.com/arpadchess/arpad/internal/portal/players"
	"github.com/arpadchess/arpad/internal/portal/registers"
	"github.com/arpadchess/arpad/internal/portal/reports"
	"github.com/arpadchess/arpad/internal/portal/upkeep"
)

// All are the rooms beside that of signing in and of accounts.
var All = []*portal.Room{cases.Room, club.Room, entries.Room, events.Room, letters.Room, months.Room, players.Room, registers.Room, reports.Room, upkeep.Room}
