// Package cases is where officers work on reports: their morning, the reports that wait, and each of them with what was reported,
// what was understood of it, what is asked and what was decided.
package cases

import (
	"embed"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/portal"
)

//go:embed template
var sources embed.FS

// readers see the reports, and officers decide on them.
const readers = bureau.Officer | bureau.Auditor

// Room has the pages on which officers work on reports.
var Room = &portal.Room{Templates: sources, Routes: []portal.Route{
	{Path: "desk", Template: "morning", Who: bureau.Desk, Show: showMorning},
	{Path: "desk/keys", Template: "keys", Who: readers},
	{Path: "desk/cases", Template: "list", Who: readers, Show: showList},
	{Path: "desk/certain", Template: "certain", Who: bureau.Officer, Show: showCertain, Send: sendCertain, Acts: []string{"report.match"}},
	{Path: "desk/cases/{ref}", Template: "case", Who: readers, Show: showCase, Acts: []string{
		"report.state", "report.match", "report.check", "report.correct", "report.floor", "report.answer", "report.assign", "report.set-aside",
		"report.admit", "report.withhold", "report.return", "report.close", "fee.paid",
	}},
	{Path: "desk/cases/{ref}/ask", Template: "ask", Who: bureau.Officer, Drafts: true, Show: showAsk, Send: keepAsk, Acts: []string{"report.ask"}},
}}

// isOfficer reports whether a visitor decides; others only read.
func isOfficer(v *portal.Visit) bool { return v.Is.Actor.Is(bureau.Officer) }
