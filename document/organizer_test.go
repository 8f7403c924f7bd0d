package document_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/submission"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// looks are who looked at what.
type looks struct {
	all []bureau.Look
	err error
}

// Looked implements bureau.Looks.
func (l *looks) Looked(_ context.Context, one bureau.Look) error {
	l.all = append(l.all, one)
	return l.err
}

// What an organiser submits goes through the gate, as theirs.
func TestOrganizerSubmitsAsTheirClub(t *testing.T) {
	t.Parallel()
	d, s := (&world{}).office(t)
	d.Must(bureautest.KeepClub(d.Bureau, &register.Club{ID: "C0001", Name: "Minato Chess Club"}))
	b, out := *d.Bureau, &bureau.Outcome{}
	b.Actor = bureau.Actor{Account: "A0007", Name: "minato", Roles: bureau.Organiser, Clubs: []string{"C0001"}}
	o := submission.Organizer{Account: b.Actor.Account, Looks: &looks{}}
	rule := bureau.Rule{ID: "report.submit", Any: bureau.Officer, Own: bureau.Organiser}
	told, err := o.Submit(t.Context(), b.Asking(bureau.Request{Rule: &rule, Key: "k1", Said: []byte("{}")}, out), s)
	d.Must(err)
	c := d.Report(told.Ref)
	if out.Subject != told.Ref || c.For.Account != "A0007" || c.For.Club != "C0001" {
		t.Errorf("%s is of %+v; the gate has %+v", told.Ref, c.For, out)
	}
}

// Nothing is said of a file if nobody keeps that it was looked at.
func TestLooksAreKeptFirst(t *testing.T) {
	t.Parallel()
	d, s := (&world{}).office(t)
	full := errors.New("the disk is full")
	o := submission.Organizer{Account: "A0007", Looks: &looks{err: full}}
	before := fmt.Sprint(d.Documents())
	for _, act := range []func(context.Context, *bureau.Bureau, submission.Submission) (any, error){
		func(ctx context.Context, b *bureau.Bureau, s submission.Submission) (any, error) {
			return o.Try(ctx, b, s)
		},
		func(ctx context.Context, b *bureau.Bureau, s submission.Submission) (any, error) {
			return o.Submit(ctx, b, s)
		},
	} {
		if _, err := act(t.Context(), d.Bureau, s); !errors.Is(err, full) {
			t.Error(err)
		}
	}
	if fmt.Sprint(d.Documents()) != before {
		t.Error("something was kept")
	}
}
