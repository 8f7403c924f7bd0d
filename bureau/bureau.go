// Package bureau is the frame of a federation's desk: the store, transactions, settings,
// the audit log, and the clauses that refusals rest on.
//
// The rooms below it decide: they take reports in, close periods, publish and
// correct lists, answer persons. All that they keep are documents in a Store. The
// packed record of a report's revision is the truth from which lists are made; each
// list is made by a run, which names the list and the records that it started from,
// so that it can be made again. Every change of state is one transaction, with its
// line in the audit log.
package bureau

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/arpadchess/arpad/civil"
)

// Bureau is an installation for one authority.
type Bureau struct {
	Store Store
	Clock func() time.Time // gives the time; the bureau never asks the machine for it
	Actor string           // who acts: an officer, by the name that the log is to show

	MaxRows int // of a CSV that is imported; zero: MaxRows
	// Behind is why leaves are written while the clock is behind the last one. It is
	// recorded. Empty: such a leaf is refused.
	Behind string
}

// Tx is what happens in a transaction: it reads, decides and writes.
type Tx struct {
	Writer
	Context  context.Context
	Settings *Settings
	Now      time.Time  // in UTC, to the second
	Today    civil.Date // in the authority's zone
	Actor    string
	Behind   string // as Bureau has it

	before  []Entry // what the audit log says before it says the action
	subject string
	data    any
}

// Do runs f in a transaction and records the action in the audit log, with the
// subject and data that f notes. If f returns an error, nothing is kept.
func (b *Bureau) Do(ctx context.Context, action, reason string, f func(*Tx) error) error {
	return b.Update(ctx, func(w Writer) error {
		tx, err := b.Begin(ctx, w)
		if err != nil {
			return err
		}
		if err := f(tx); err != nil {
			return err
		}
		for _, e := range tx.before {
			if err := tx.Log(e.Action, tx.subject, e.Reason, e.Data); err != nil {
				return err
			}
		}
		return tx.Log(action, tx.subject, reason, tx.data)
	})
}

// Note sets what the audit log says of the action: the reference, ID or label that
// it is about, and what the action itself has to say; nil if there is nothing.
func (tx *Tx) Note(subject string, data any) { tx.subject, tx.data = subject, data }

// NoteBefore adds an entry to the audit log that stands before that of the action
// and has its subject.
func (tx *Tx) NoteBefore(action, reason string, data any) error {
	raw, err := json.Marshal(data)
	tx.before = append(tx.before, Entry{Action: action, Reason: reason, Data: raw})
	return err
}

// Begin starts a transaction on the authority's civil day.
func (b *Bureau) Begin(ctx context.Context, w Writer) (*Tx, error) {
	s, err := ReadSettings(w)
	if err != nil {
		return nil, err
	}
	now := b.Clock().UTC().Truncate(time.Second)
	return &Tx{Writer: w, Context: ctx, Settings: s, Now: now, Today: s.Day(now), Actor: b.Actor, Behind: strings.TrimSpace(b.Behind)}, nil
}

// Log records an action in the audit log.
func (tx *Tx) Log(action, subject, reason string, data any) error {
	if err := tx.countChange(action); err != nil {
		return err
	}
	e := Entry{At: tx.Now, Actor: tx.Actor, Action: action, Subject: subject, Reason: reason}
	if data != nil {
		var err error
		if e.Data, err = json.Marshal(data); err != nil {
			return err
		}
	}
	return record(tx, e)
}

// View reads, with the authority's settings.
func (b *Bureau) View(ctx context.Context, f func(Reader, *Settings) error) error {
	return b.view(ctx, func(r Reader) error {
		s, err := ReadSettings(r)
		if err != nil {
			return err
		}
		return f(r, s)
	})
}

// As returns the bureau for another actor.
func (b *Bureau) As(actor string) *Bureau {
	other := *b
	other.Actor = actor
	return &other
}

// Today returns the day that it is for the authority.
func (b *Bureau) Today(s *Settings) civil.Date { return s.Day(b.Clock()) }
