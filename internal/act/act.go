// Package act holds everything that changes something in a bureau, one struct each. The fields of an
// act are its parameters, wherever they come from.
//
// An act calls a room and adds nothing to it: what is right and wrong is decided there. What the gate
// asks of whoever does it stands in the Table.
package act

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"

	"github.com/arpadchess/arpad/internal/bureau"
)

// Act is something that somebody does.
type Act interface {
	// Do does it, and returns what became of it: a value of the room.
	Do(ctx context.Context, b *bureau.Bureau) (any, error)
}

// With is what comes beside the fields of an act.
type With struct {
	Seen string // digest of the state that was looked at
	Key  string // by which the same request is known again
}

// Do does something.
func Do(ctx context.Context, b *bureau.Bureau, a Act, with With) (*bureau.Outcome, error) {
	out, q := &bureau.Outcome{}, bureau.Request{Rule: &LineOf(a).Rule, Seen: with.Seen, Key: with.Key}
	err := b.Actor.May(q.Rule) // before anything is read for whoever may not
	if err != nil {
		return nil, err
	}
	if q.Key != "" || q.Rule.Ask&second != 0 {
		if q.Said, err = json.Marshal(a); err != nil {
			return nil, err
		}
	}
	if out.Value, err = a.Do(ctx, b.Asking(q, out)); bureau.Answered(err) {
		out.Value, err = nil, nil
	}
	return out, err
}

// Look returns what doing something would lead to; nothing is kept.
func Look(ctx context.Context, b *bureau.Bureau, a Act, with With) (out *bureau.Outcome, err error) {
	err = b.Preview(ctx, func(trial *bureau.Bureau) (err error) {
		out, err = Do(ctx, trial, a, with)
		return err
	})
	return out, err
}

// LineOf returns the line of an act in the table.
func LineOf(a Act) *Line {
	i := slices.IndexFunc(Table, func(l Line) bool { return reflect.TypeOf(l.Zero) == reflect.TypeOf(a) })
	return &Table[i]
}

// Find returns the line of an act by its ID, nil if there is none.
func Find(id string) *Line {
	if i := slices.IndexFunc(Table, func(l Line) bool { return l.ID == id }); i >= 0 {
		return &Table[i]
	}
	return nil
}

// New returns an act of the line, with empty fields.
func (l *Line) New() Act { return reflect.New(reflect.TypeOf(l.Zero).Elem()).Interface().(Act) }
