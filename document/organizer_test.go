package document_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
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
	b := *d.Bureau
	b.Actor = bureau.Actor{Account: "A0007", Name: "minato", Roles: bureau.Organiser, Clubs: []string{"C0001"}}
	kept := &looks{}
	o := act.Organizer{Looks: kept}
	told, err := o.Submit(t.Context(), &b, s, act.With{Key: "k1"})
	d.Must(err)
	again, err := o.Submit(t.Context(), &b, s, act.With{Key: "k1"})
	d.Must(err)
	if c := d.Report(told.Ref); c.For.Account != "A0007" || c.For.Club != "C0001" || again.Ref != told.Ref || c.Current != 1 || kept.all[0].Account != "A0007" {
		t.Errorf("%s is of %+v, sent again it is %s; looks %+v", told.Ref, c.For, again.Ref, kept.all)
	}
	b.Actor.Roles = bureau.Treasurer
	_, err = o.Try(t.Context(), &b, s)
	bureautest.Refused(t, err, "act-not-allowed")
}

// Nothing is said of a file if nobody keeps that it was looked at.
func TestLooksAreKeptFirst(t *testing.T) {
	t.Parallel()
	d, s := (&world{}).office(t)
	full := errors.New("the disk is full")
	o := act.Organizer{Looks: &looks{err: full}}
	before := fmt.Sprint(d.Documents())
	_, tried := o.Try(t.Context(), d.Bureau, s)
	_, submitted := o.Submit(t.Context(), d.Bureau, s, act.With{})
	if !errors.Is(tried, full) || !errors.Is(submitted, full) {
		t.Error(tried, submitted)
	}
	if fmt.Sprint(d.Documents()) != before {
		t.Error("something was kept")
	}
}
