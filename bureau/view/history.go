// Package view returns what a bureau shows, as values: lists, histories, events
// and explanations.
package view

import (
	"fmt"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/intake"
	"github.com/arpadchess/arpad/bureau/lists"
	"github.com/arpadchess/arpad/bureau/register"
	"github.com/arpadchess/arpad/report/pack"
)

// Event is a report with the crosstable of its record in force.
type Event struct {
	Report   *intake.Case
	Batch    *pack.Batch // nil: there is no record
	Names    func(player uint32) (id, name string)
	Local    func(player uint32) string // name in the local script, empty if unknown
	Revision int
	// The qualifiers of a qualifying event, as reported: IDs or names.
	Qualified []string
}

// FindEvent returns an event by its report's reference.
func FindEvent(r bureau.Reader, ref string) (*Event, error) {
	found, err := intake.Find(r, ref)
	if err != nil {
		return nil, err
	}
	e := &Event{Report: found, Revision: found.Current, Names: namesOf(r), Local: localNamesOf(r)}
	said, err := intake.ReadingOf(r, found, (*intake.Reading).Sound)
	if err != nil {
		return nil, err
	}
	if said != nil {
		e.Qualified = said.Joined().Qualified
	}
	data, err := r.Get(lists.RecordKind, lists.RecordID{Ref: ref, Revision: found.Current}.Key())
	if err != nil || data == nil {
		return e, err
	}
	e.Batch = &pack.Batch{}
	if _, err := e.Batch.Unpack(data, 0); err != nil {
		return nil, fmt.Errorf("record %s: %w", lists.RecordID{Ref: ref, Revision: found.Current}.Key(), err)
	}
	return e, nil
}

// namesOf returns a function from player numbers to IDs and names. An
// unreadable player has no name, so that the others can still be shown.
func namesOf(r bureau.Reader) func(uint32) (id, name string) {
	return func(n uint32) (string, string) {
		id, err := lists.IDOf(r, n)
		if err != nil {
			return "", ""
		}
		p, err := register.Players.Get(r, id)
		if err != nil || p == nil {
			return id, id
		}
		return p.ID, p.Name
	}
}

// localNamesOf returns a function from player numbers to names in the local
// script, empty if unknown.
func localNamesOf(r bureau.Reader) func(uint32) string {
	return func(n uint32) string {
		id, err := lists.IDOf(r, n)
		if err != nil {
			return ""
		}
		if p, err := register.Players.Get(r, id); err == nil && p != nil {
			return p.NameLocal
		}
		return ""
	}
}
