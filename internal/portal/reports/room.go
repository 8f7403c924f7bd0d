// Package reports is where reports are handed in: by organisers, typed here or as a file, checked, and followed until they are rated; and
// by officers, for a club or to try a file.
package reports

import (
	"embed"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/portal"
)

//go:embed template asset
var sources embed.FS

// Room has the pages on which reports are handed in.
var Room = &portal.Room{Templates: sources, Assets: []string{"type.js", "away.js"}, Routes: []portal.Route{
	{Path: "portal/type", Template: "type", Who: bureau.Organiser, Own: true, Drafts: true, Show: showTyped, Send: sendTyped},
	{Path: "portal/form", Template: "form", Who: bureau.Organiser, Own: true, Show: showForm, Send: sendForm},
	{Path: "portal/submit", Template: "submit", Who: bureau.Organiser, Own: true, Files: true, Show: ofClub.showSubmit, Send: ofClub.sendSubmit},
	{Path: "portal/drafts/{draft}", Template: "check", Who: bureau.Organiser, Own: true, Drafts: true, Acts: []string{"report.submit"}, Show: ofClub.showCheck, Send: ofClub.sendCheck},
	{Path: "desk/submit", Template: "submit", Who: bureau.Officer, Files: true, Acts: []string{"report.notice"}, Show: ofOffice.showSubmit, Send: ofOffice.sendSubmit},
	{Path: "desk/drafts/{draft}", Template: "check", Who: bureau.Officer, Drafts: true, Acts: []string{"report.submit"}, Show: ofOffice.showCheck, Send: ofOffice.sendCheck},
	{Path: "portal/reports/{ref}", Template: "report", Who: bureau.Organiser, Own: true, Drafts: true, Acts: []string{"report.state", "inquiry.add", "inquiry.reply", "ask.withdrawal"}, Show: showReport, Send: sendReport},
	{Path: "portal/reports/{ref}/sent", Template: "sent", Who: bureau.Organiser, Own: true, Show: showReport},
}}
