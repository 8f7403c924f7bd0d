// Package events has the pages of the office about announced events, about mails, and about what was decided where the rules leave it
// open: dispensations, floors and precedents.
package events

import (
	"embed"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/portal"
)

//go:embed template
var templates embed.FS

const readers = bureau.Officer | bureau.Auditor

// Room has the pages.
var Room = &portal.Room{
	Templates: templates,
	Routes: []portal.Route{
		{Path: "desk/events", Template: "events", Who: readers, Show: showEvents, Acts: []string{"announce.add", "report.notice"}},
		{Path: "desk/events/{ref}", Template: "announced", Who: readers, Show: showEvent, Acts: []string{"announce.set", "announce.dispense", "announce.withdraw", "report.notice"}},
		{Path: "desk/mail", Template: "mail", Who: bureau.Officer, Show: showMail, Send: sendMail},
		{Path: "desk/granted", Template: "granted", Who: readers, Show: showGranted},
		{Path: "desk/precedents", Template: "precedents", Who: readers, Show: showPrecedents, Acts: []string{"precedent.add"}},
		{Path: "desk/precedents/{name}", Template: "precedent", Who: readers, Show: showPrecedent},
	},
}

// tab leads to a page of the room.
type tab struct {
	Key, To string
	Here    bool
}

// tabs returns what leads to the pages of the room, of which the visitor is at one.
func tabs(v *portal.Visit, here string) (all []tab) {
	for _, name := range []string{"events", "granted", "precedents"} {
		all = append(all, tab{"desk.announced." + name, "/" + v.Lang + "/desk/" + name + "/", name == here})
	}
	if v.Is.Actor.Is(bureau.Officer) {
		all = append(all, tab{"desk.mail.title", "/" + v.Lang + "/desk/mail/", here == "mail"})
	}
	return all
}
