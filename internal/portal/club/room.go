// Package club has the pages of an organiser about their club: what waits for it, its announced events, notices.
package club

import (
	"cmp"
	"crypto/rand"
	"embed"
	"errors"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/portal"
)

//go:embed template asset
var files embed.FS

// Room has the pages.
var Room = &portal.Room{Templates: files, Assets: []string{"answer.js"}, Routes: append([]portal.Route{
	own("portal", "home", showHome, nil),
	own("portal/events/new", "announce", showAnnounce, sendAnnounce, "announce.add"),
	answers("portal/events/new", "announce", showAnnounce),
	own("portal/events/{ref}", "event", showEvent, sendEvent, "announce.set", "announce.withdraw", "ask.dispensation"),
	answers("portal/events/{ref}", "event", showEvent),
	own("portal/terms/{ref}", "announce", showAnnounce, sendAnnounce),
	answers("portal/terms/{ref}", "announce", showAnnounce),
	own("portal/asked/{q}", "asked", showAsked, sendAsked, "inquiry.reply"),
	own("portal/notice", "notice", showNotice, sendNotice, "report.notice"),
}, ownRoutes...)}

// own returns the route of a page on which somebody does some acts for their clubs only, whatever else they may.
func own(path, template string, show func(*portal.Visit) (any, error), send func(*portal.Visit) error, acts ...string) portal.Route {
	return portal.Route{Path: path, Template: template, Who: bureau.Organiser, Own: true, Drafts: show != nil && send != nil, Show: show, Send: send, Acts: acts}
}

// option is something that can be chosen.
type option struct {
	Value, Name string
	Chosen      bool
}

// clubsOf returns the clubs of the visitor, each by its registered name. If there is only one, it is chosen.
func clubsOf(v *portal.Visit, chosen string) (all []option, err error) {
	clubs, err := v.Clubs()
	for _, club := range clubs {
		all = append(all, option{club.Name, calledClub(v.Lang, club), club.Name == chosen || len(clubs) == 1})
	}
	return all, err
}

// chosen returns the value that is chosen, empty if none is.
func chosen(all []option) string {
	for _, of := range all {
		if of.Chosen {
			return of.Value
		}
	}
	return ""
}

// newKey returns a key by which the same form is known again.
func newKey() string { return rand.Text() }

// day reads a day from a field of the form; empty: zero.
func day(v *portal.Visit, field string) (civil.Date, error) {
	text := v.Field(field)
	if text == "" {
		return 0, nil
	}
	if written, ok := civil.Read(text); ok {
		if all := written.Days(); len(all) == 1 {
			return all[0], nil
		}
	}
	return 0, portal.Said("desk.events.no-day")
}

// refused reports whether an error is for the visitor to read.
func refused(err error) bool {
	var why *finding.Refused
	var problem *finding.Problem
	var said portal.Said
	return errors.As(err, &why) || errors.As(err, &problem) || errors.As(err, &said)
}

// wrong returns what the visitor reads of an error, and the error if it is not for them.
func wrong(v *portal.Visit, err error) (string, error) {
	var why *finding.Refused
	var said portal.Said
	switch {
	case err == nil || !refused(err):
		return "", err
	case errors.As(err, &why):
		return v.Printer().Message(why.Finding), nil
	case errors.As(err, &said):
		return v.Printer().Text(string(said), nil), nil
	}
	return v.Printer().Problem(err), nil
}

// as returns what was read as what it is.
func as[T any](read any) (is T, err error) {
	is, ok := read.(T)
	if !ok {
		err = errors.New("club: a document is something else")
	}
	return is, err
}

// each returns a document that has several, each as what it is.
func each[T any](v *portal.Visit, name string) (all []T, err error) {
	read, err := v.Read(name, "")
	if err != nil {
		return nil, err
	}
	list, err := as[[]any](read)
	for _, of := range list {
		var is T
		if is, err = as[T](of); err != nil {
			break
		}
		all = append(all, is)
	}
	return all, err
}

// command returns the command that does an act.
func command(a act.Act) string { return explain.CommandLine(act.Command(a)) }

// item is a finding on a page.
type item struct {
	Word        string // its severity
	Line, More  int    // none
	What, Cure  string
	Bad, Doubts bool
}

// itemsOf returns findings for a page.
func itemsOf(p *explain.Printer, found []finding.Finding) (all []item) {
	for _, f := range found {
		all = append(all, item{
			Word: p.Word(f.Severity.String()), What: p.Message(f), Cure: cmp.Or(p.TextOr("desk.cure."+f.ID, "", nil), p.CureInWords(f)),
			Bad: f.Severity == finding.Error, Doubts: f.Severity == finding.Warning,
		})
	}
	return all
}
