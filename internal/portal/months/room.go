// Package months has the pages of an officer about lists: periods and their drafts, publication, what FIDE is told, inquiries and
// corrections.
package months

import (
	"embed"
	"errors"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/rating"
)

//go:embed template
var files embed.FS

// Room has the pages.
var Room = &portal.Room{Templates: files, Routes: []portal.Route{
	reads("desk/periods", "periods", showPeriods),
	reads("desk/periods/{label}", "month", showMonth, "period.close", "period.reopen"),
	reads("desk/periods/{label}/review", "review", showReview, "period.tick"),
	reads("desk/periods/{label}/why/{id}", "why", showWhy),
	reads("desk/periods/{label}/publish", "publish", showPublish, "period.publish", "period.plan", "period.stop"),
	officers("desk/waiting", "waiting", showWaiting),
	reads("desk/fide", "fide", showFIDE),
	reads("desk/fide/{ref}", "fide-event", showFIDEEvent, "fide.sent", "fide.receipt", "fide.exclude", "fide.include"),
	officers("desk/fide/{ref}/file", "fide-event", showFile),
	reads("desk/inquiries", "inquiries", showInquiries, named(onPaper...)...),
	reads("desk/inquiries/{q}", "inquiry", showInquiry, "inquiry.grant", "inquiry.reply", "inquiry.close", "inquiry.withdraw"),
	officers("desk/correct", "correct", showCorrect, "correct.result", "correct.count", "correct.omit", "correct.player", "correct.withdraw", "correct.late", "correct.report", "correct.rating"),
	reads("desk/corrections", "corrections", showCorrections),
	reads("desk/corrections/{c}", "correction", showCorrection, "correction.accept", "correction.reject", "correction.undo"),
}}

// officers returns the route of a page for officers only, with the acts whose forms it has.
func officers(path, template string, show func(*portal.Visit) (any, error), acts ...string) portal.Route {
	return portal.Route{Path: path, Template: template, Who: bureau.Officer, Acts: acts, Show: show}
}

// reads is like officers, of a page that auditors read.
func reads(path, template string, show func(*portal.Visit) (any, error), acts ...string) portal.Route {
	rt := officers(path, template, show, acts...)
	rt.Who |= bureau.Auditor
	return rt
}

// named returns the words that the log has for acts.
func named(all ...act.Act) (ids []string) {
	for _, a := range all {
		ids = append(ids, act.LineOf(a).ID)
	}
	return ids
}

// acts reports whether the visitor may do what a page offers.
func acts(v *portal.Visit) bool { return v.Is.Actor.Is(bureau.Officer) }

// as returns a document that the visitor reads as what it is.
func as[T any](v *portal.Visit, name, key string) (is T, err error) {
	read, err := v.Read(name, key)
	if err != nil {
		return is, err
	}
	is, ok := read.(T)
	if !ok {
		err = errors.New("months: " + name + " is something else")
	}
	return is, err
}

// view has a function read what is stored as one state.
func view(v *portal.Visit, f func(bureau.Reader, *bureau.Settings) error) error {
	return v.Bureau.View(v.R.Context(), f)
}

// command returns the command that does an act.
func command(a act.Act) string { return explain.CommandLine(act.Command(a)) }

// wrong returns what the visitor reads of a refusal, and the error if it is something else.
func wrong(v *portal.Visit, err error) (string, error) {
	var why *finding.Refused
	if errors.As(err, &why) {
		return v.Printer().Message(why.Finding), nil
	}
	return "", err
}

// changes is by how much ratings change, for templates.
type changes struct{}

// By returns by how much a rating changes, nothing if there was or is none.
func (changes) By(from, to rating.Rating) int {
	if !from.Rated() || !to.Rated() {
		return 0
	}
	return int(to) - int(from)
}

// person is somebody as officers read them.
type person struct{ ID, Name, Local string }

// people returns whom IDs name, each read once. Who is forgotten has no name.
func people(r bureau.Reader, ids ...string) (map[string]person, error) {
	if err := bureau.Gather(r, register.Players.Kind, ids); err != nil {
		return nil, err
	}
	all := map[string]person{}
	for _, id := range ids {
		if _, known := all[id]; known {
			continue
		}
		p, err := register.Players.Get(r, id)
		if err != nil {
			return nil, err
		}
		all[id] = person{ID: id}
		if p != nil {
			all[id] = person{id, p.Name, p.NameLocal}
		}
	}
	return all, nil
}
