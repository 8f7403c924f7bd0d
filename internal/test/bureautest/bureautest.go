// Package bureautest provides tests with bureaus whose clock they set, and with what officers
// and organisers do in them. Its methods and functions fail the test when something fails.
//
//	d := bureautest.Sixteen(t, "ncs")   // sixteen players, one event a month
//	refs := d.Live(1, 3, nil)           // three lists are published
//	d.Accept(correction.Amendment{Kind: correction.Withdraw, Report: refs[2]}, "")
//	d.Verified()
//
//	d, f := bureautest.Japan(t, nil)    // an invented federation of 80 players
//	ref := d.Send(bureautest.Event(f, "Open", "", 0, 1, 2, 3)).Report.Ref
//	bureautest.Refused(t, desk.Decide(ctx, d.Bureau, ref, check.Admitted, ""), "reason-needed")
//
// It also changes bureaus in ways that their rooms do not offer (Plant), and counts what is
// read of them (Counting).
package bureautest

import (
	"context"
	"testing"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/projection"
	"github.com/arpadchess/arpad/internal/test/memory"
	"github.com/arpadchess/arpad/roster"
)

// Bureau is a bureau of a test, with an officer who acts in it.
type Bureau struct {
	*bureau.Bureau
	T   testing.TB
	Now time.Time // what its clock returns

	form string // of its IDs, for Sixteen
}

// New returns a bureau on a store, which is empty or has one. When the test ends, its rows
// must agree with its documents (Agree).
func New(t testing.TB, s bureau.Store) *Bureau {
	d := &Bureau{T: t}
	d.Bureau = &bureau.Bureau{Store: s, Clock: func() time.Time { return d.Now }, Actor: bureau.AtTerminal("officer"), Projection: projection.Rows{}, Follow: projection.Follow}
	if _, timed := t.(*testing.B); !timed {
		t.Cleanup(d.Agree)
	}
	return d
}

// Clone returns a copy of a bureau in memory, for a subtest. What happens in one of them is not
// seen in the other.
func (d *Bureau) Clone(t testing.TB) *Bureau {
	t.Helper()
	s, inMemory := d.Store.(*memory.Store)
	if !inMemory {
		t.Fatalf("a bureau on %T cannot be cloned", d.Store)
	}
	other := New(t, s.Clone())
	store, clock := other.Store, other.Clock
	*other.Bureau = *d.Bureau
	other.Store, other.Clock, other.Now, other.form = store, clock, d.Now, d.form
	return other
}

// AsReported are options with which Japan counts the games that it may leave out.
var AsReported = map[string]string{"late": "count", "non_members": "count"}

// optionsOf returns the usual options of an authority.
func optionsOf(authority string) map[string]string {
	if authority == "ncs" {
		return AsReported
	}
	return nil
}

// Init has the bureau begin with an opening list.
func (d *Bureau) Init(authority, label string, options map[string]string, players []roster.Player, list *roster.List) {
	d.T.Helper()
	settings := bureau.Settings{Authority: authority, ListZero: label, Options: options, Reason: "as the board has decided"}
	d.Must(closing.Init(context.Background(), d.Bureau, settings, players, list))
}

// Empty returns a bureau of an authority without players, on 1 February 2024.
func Empty(t testing.TB, authority string) *Bureau {
	t.Helper()
	return With(t, authority, nil, &roster.List{})
}

// With is Empty with players and their list.
func With(t testing.TB, authority string, players []roster.Player, list *roster.List) *Bureau {
	t.Helper()
	d := New(t, &memory.Store{})
	d.Now = time.Date(2024, 2, 1, 0, 0, 0, 0, time.UTC)
	d.Init(authority, "2024-02", nil, players, list)
	return d
}

// On sets the clock to a time in RFC 3339, or to noon of a day in UTC.
func (d *Bureau) On(when string) {
	d.T.Helper()
	now, err := time.Parse(time.RFC3339, when)
	if day, failed := time.Parse(time.DateOnly, when); failed == nil {
		now, err = day.Add(12*time.Hour), nil
	}
	d.Must(err)
	d.Now = now
}

// Day returns a day from its ISO form.
func Day(text string) civil.Date {
	d, err := civil.Parse(text)
	if err != nil {
		panic(err)
	}
	return d
}
