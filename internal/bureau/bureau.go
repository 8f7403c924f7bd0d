// Package bureau is the frame of a rating bureau: the store, transactions, settings,
// the audit log, and the clauses that refusals rest on.
//
// The rooms below it decide: they accept reports, close periods, publish and
// correct lists, and answer personal data requests. Everything they keep is a
// document in a Store. The packed record of a report's revision is the source of
// truth for lists. Each list is made by a run, which names its base list and its
// records, so that the list can be made again. Every change of state is one
// transaction with an entry in the audit log.
package bureau

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/arpadchess/arpad/civil"
)

// Bureau is an installation for one authority.
type Bureau struct {
	Store      Store
	Clock      func() time.Time // the only source of time
	Actor      Actor            // who acts
	Projection Projection       // what keeps the rows; nil: none are kept

	Daily func(*Tx) error // runs first in each transaction, for what comes before the first change of a day; may be nil

	// Follow is called with the keys of the documents that a transaction has written or deleted, by
	// kind, before each entry of the log, and whenever there are many; may be nil.
	Follow func(tx *Tx, written map[string][]string) error

	// Progress is called meanwhile by what takes long, with how much is done of how much; may be nil.
	Progress func(done, of int)

	OnReason func(tx *Tx, reason string) error // if set, is called with each action's reason before the action is logged

	// OnForget is called with what tells whether a text mentions somebody who is forgotten, and with the
	// accounts that are; may be nil.
	OnForget func(ctx context.Context, mentioned func(text string) bool, accounts []string) error

	// Beside returns what is kept beside the bureau that mentions somebody, or of some accounts, by table; may be nil.
	Beside func(ctx context.Context, mentioned func(text string) bool, accounts []string) (map[string][]Held, error)

	request *Request // what is asked for; nil: at the machine itself
	trial   bool     // nothing is kept

	MaxRows int // limit for an imported CSV; zero: MaxRows
	// Behind is the reason for appending leaves while the clock is behind the
	// last leaf. It is recorded. If empty, such a leaf is refused.
	Behind string
}

// Moment is when something is decided, by whom, and under which settings.
type Moment struct {
	Settings *Settings
	Now      time.Time  // in UTC, to the second
	Today    civil.Date // in the authority's zone
	Actor    string     // the name of who decides

	cited map[string]Citation // by the findings' IDs
}

// Tx is a transaction.
type Tx struct {
	Writer
	Moment
	Context context.Context
	Behind  string // copied from Bureau

	by      Actor
	before  []Entry // audit log entries that precede the action's own
	subject string
	data    any
	moves   []Moved
	nothing bool     // see Nothing
	request *Request // nil: nothing is to be done
	trial   bool     // copied from Bureau
	owned   bool     // what it is done with is the actor's own
	looked  bool     // a room has said what was to be seen
	with    string   // the account of the first of two officers

	onForget func(context.Context, func(string) bool, []string) error // copied from Bureau

	follow  func(*Tx, map[string][]string) error // copied from Bureau
	written map[string][]string                  // what was written since it was called, keys by kind
	many    int                                  // how many these are
	changed bool                                 // something was written but counters
}

// Through returns what the transaction reads from; see As.
func (tx *Tx) Through() Reader { return tx.Writer }

// Note sets the subject and data of the action's audit log entry. The subject
// is a reference, ID or label; data may be nil.
func (tx *Tx) Note(subject string, data any) { tx.subject, tx.data = subject, data }

// Nothing notes that there was nothing to do, so that there is nothing to record.
func (tx *Tx) Nothing() { tx.nothing = true }

// Moved notes that the state of a report has changed. Moves of one report are one: from the first
// state to the last.
func (tx *Tx) Moved(ref, from, to string) {
	i := slices.IndexFunc(tx.moves, func(m Moved) bool { return m.Ref == ref })
	if i < 0 {
		i, tx.moves = len(tx.moves), append(tx.moves, Moved{Ref: ref, From: from})
	}
	if tx.moves[i].To = to; to == tx.moves[i].From {
		tx.moves = slices.Delete(tx.moves, i, i+1)
	}
}

// Put implements Writer.
func (tx *Tx) Put(kind, key string, value []byte) error {
	if err := tx.note(kind, key); err != nil {
		return err
	}
	return tx.Writer.Put(kind, key, value)
}

// Delete implements Writer.
func (tx *Tx) Delete(kind, key string) error {
	if err := tx.note(kind, key); err != nil {
		return err
	}
	return tx.Writer.Delete(kind, key)
}

// note notes that a document is written.
func (tx *Tx) note(kind, key string) error {
	const most = 10_000
	tx.changed = tx.changed || kind != Counters.Kind
	if tx.follow == nil {
		return nil
	}
	if tx.many == most {
		if err := tx.Follow(); err != nil {
			return err
		}
	}
	tx.written[kind] = append(tx.written[kind], key)
	tx.many++
	return nil
}

// Follow does what follows from what was written so far.
func (tx *Tx) Follow() error {
	written := tx.written
	if tx.written, tx.many = map[string][]string{}, 0; len(written) == 0 || tx.follow == nil {
		return nil
	}
	return tx.follow(tx, written)
}

// NoteBefore adds an audit log entry, with the action's subject, before that of
// the action.
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
	moment := Moment{Settings: s, Now: now, Today: s.Day(now), Actor: b.Actor.Name, cited: map[string]Citation{}}
	tx := &Tx{Writer: w, Moment: moment, Context: ctx, by: b.Actor, trial: b.trial, Behind: strings.TrimSpace(b.Behind), onForget: b.OnForget, follow: b.Follow, written: map[string][]string{}}
	if b.Daily != nil {
		err = b.Daily(tx)
	}
	return tx, err
}

// Log records an action in the audit log.
func (tx *Tx) Log(action, subject, reason string, data any) error {
	return tx.log(Entry{Action: action, Subject: subject, Reason: reason}, data)
}

func (tx *Tx) log(e Entry, data any) (err error) {
	if err := errors.Join(tx.Follow(), tx.countChange(e.Action)); err != nil {
		return err
	}
	e.At = tx.Now
	if e.Actor, err = tx.account(); err != nil {
		return err
	}
	if data != nil {
		if e.Data, err = json.Marshal(data); err != nil {
			return err
		}
	}
	return record(tx.Writer, e)
}

// View calls f with a Reader and the authority's settings.
func (b *Bureau) View(ctx context.Context, f func(Reader, *Settings) error) error {
	return b.view(ctx, func(r Reader) error {
		s, err := ReadSettings(r)
		if err != nil {
			return err
		}
		return f(withSettings{r, s}, s)
	})
}

// withSettings is a Reader that knows the settings.
type withSettings struct {
	Reader
	settings *Settings
}

// Through returns what is read from; see As.
func (s withSettings) Through() Reader { return s.Reader }

// Today returns the current day in the authority's time zone.
func (b *Bureau) Today(s *Settings) civil.Date { return s.Day(b.Clock()) }
