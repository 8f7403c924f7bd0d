// Package bureau is the desk of a federation: its players, clubs and members,
// the reports that it receives, the fees, the periods that it rates, the lists
// that it publishes, and what it corrects. It decides; how reports are read,
// how numbers come about and where things are kept are the affairs of others.
//
// All that it keeps are documents in a Store. The packed record of a report's
// revision (record.go) is the truth from which lists are made; each list is
// made by a run, which names the list and the records that it started from, so
// that it can be made again. Every change of state is one transaction, with its
// line in the audit log.
package bureau

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
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

// change is what happens in a transaction: it reads, decides and writes.
type change struct {
	Writer
	ctx      context.Context
	settings *Settings
	now      time.Time
	today    civil.Date // in the authority's zone
	actor    string
	behind   string // as Bureau has it
	passed   *Leaf  // the last leaf, if others were written while the clock was behind it
}

// act makes a change and records it. f gives the subject of the entry, and what
// the action itself has to say; nothing if the entry needs none.
func (b *Bureau) act(ctx context.Context, action, reason string, f func(*change) (subject string, data any, err error)) error {
	return b.update(ctx, func(w Writer) error {
		c, err := b.begin(ctx, w)
		if err != nil {
			return err
		}
		subject, data, err := f(c)
		if err != nil {
			return err
		}
		if err := c.logBehind(subject); err != nil {
			return err
		}
		return c.log(action, subject, reason, data)
	})
}

// begin says what day it is for the authority.
func (b *Bureau) begin(ctx context.Context, w Writer) (*change, error) {
	s, err := settings(w)
	if err != nil {
		return nil, err
	}
	now := b.Clock().UTC().Truncate(time.Second)
	return &change{Writer: w, ctx: ctx, settings: s, now: now, today: s.day(now), actor: b.Actor, behind: strings.TrimSpace(b.Behind)}, nil
}

// log records what was done.
func (c *change) log(action, subject, reason string, data any) error {
	if err := c.countChange(action); err != nil {
		return err
	}
	e := Entry{At: c.now, Actor: c.actor, Action: action, Subject: subject, Reason: reason}
	if data != nil {
		var err error
		if e.Data, err = json.Marshal(data); err != nil {
			return err
		}
	}
	return record(c, e)
}

// View reads, with the authority's settings.
func (b *Bureau) View(ctx context.Context, f func(Reader, *Settings) error) error {
	return b.view(ctx, func(r Reader) error {
		s, err := settings(r)
		if err != nil {
			return err
		}
		return f(r, s)
	})
}

// Today gives the day that it is for the authority.
func (b *Bureau) Today(s *Settings) civil.Date { return s.day(b.Clock()) }

// refuse gives the error of a request that cannot be granted: the locale files
// say what is wrong and what cures it.
var refuse = finding.Refuse
