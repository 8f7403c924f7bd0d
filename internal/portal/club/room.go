// Package club has the pages of an organiser about their club.
package club

import (
	"crypto/rand"
	"embed"
	"errors"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/portal"
)

//go:embed template
var files embed.FS

// Room has the pages.
var Room = &portal.Room{Templates: files, Routes: ownRoutes}

// own returns the route of a page on which somebody acts for their clubs only, whatever else they may.
func own(path, template string, show func(*portal.Visit) (any, error), send func(*portal.Visit) error) portal.Route {
	rt := portal.Route{Path: path, Template: template, Who: bureau.Organiser}
	if show != nil {
		rt.Show = func(v *portal.Visit) (any, error) {
			v.Bureau.Actor.Roles &= bureau.Organiser
			return show(v)
		}
	}
	if send != nil {
		rt.Send = func(v *portal.Visit) error {
			v.Bureau.Actor.Roles &= bureau.Organiser
			return send(v)
		}
	}
	return rt
}

// option is something that can be chosen.
type option struct {
	Value, Name string
	Chosen      bool
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
	return 0, portal.Said("desk.members.no-day")
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
