// Package players has the pages of a player about themselves, and those on which anybody says that something is wrong.
package players

import (
	"embed"
	"errors"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/rating"
)

//go:embed template
var files embed.FS

// Room has the pages.
var Room = &portal.Room{Templates: files, Routes: []portal.Route{
	own("account/me", "me", showMe, sendMe, "player.consent"),
	own("account/me/remove", "remove", showRemove, sendRemove, "ask.anonymisation", "ask.erasure"),
	own("account/inquiries", "inquiries", showInquiries, nil),
	own("account/inquiries/{q}", "inquiry", showInquiry, sendInquiry, "inquiry.withdraw"),
	own("account/asked/{q}", "doubt", showDoubt, sendDoubt, "inquiry.reply"),
	{Path: "inquiry/new", Template: "ask", Show: showAsk, Send: sendAsk, Acts: []string{"inquiry.add", "ask.result"}},
	{Path: "inquiry/confirm", Template: "confirm-inquiry", Show: showConfirm, Send: sendConfirm, Acts: []string{"inquiry.add"}},
	{Path: "inquiry/state", Template: "inquiry", Show: showState, Send: sendState, Acts: []string{"inquiry.withdraw"}},
	{Path: "account/new", Template: "bind", Show: showBind, Send: sendBind},
	{Path: "account/bind", Template: "bound", Show: showBound, Send: sendBound},
	{Path: "follow", Template: "follow", Show: showFollow, Send: sendFollow},
	{Path: "follow/confirm", Template: "follow-confirm", Show: showToldOf, Send: sendToldOf},
}}

// own returns the route of a page of a player on which they act for themselves only, whatever else they may.
func own(path, template string, show func(*portal.Visit) (any, error), send func(*portal.Visit) error, acts ...string) portal.Route {
	return portal.Route{Path: path, Template: template, Who: bureau.Player, Own: true, Show: show, Send: send, Acts: acts}
}

// option is something that can be chosen.
type option struct {
	Value, Name string
	Chosen      bool
}

// called returns the names of somebody in the order of a language.
func called(lang, name, local string) (first, other string) {
	if lang == "ja" && local != "" {
		return local, name
	}
	return name, local
}

// as returns what was read as what it is.
func as[T any](read any, err error) (is T, _ error) {
	is, ok := read.(T)
	if err == nil && !ok {
		err = errors.New("players: a document is something else")
	}
	return is, err
}

// view reads the bureau.
func view(v *portal.Visit, f func(bureau.Reader, *bureau.Settings) error) error {
	return v.Bureau.View(v.R.Context(), f)
}

// kindsOf returns the kinds of list that there are.
func kindsOf(v *portal.Visit) ([]rating.Kind, error) {
	rules, err := v.Of.Rules()
	if err != nil {
		return nil, err
	}
	return rules.Latest().About().Lists, nil
}

// command returns the command that does an act.
func command(a act.Act) string { return explain.CommandLine(act.Command(a)) }
