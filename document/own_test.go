package document_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// The reports of a club are found without reading those of others, however many these are.
func TestOwnReportsAreReadAlone(t *testing.T) {
	t.Parallel()
	d := bureautest.Empty(t, "jcf")
	const others, own = 300, 3
	d.Must(d.Update(t.Context(), func(w bureau.Writer) error {
		for n := range others + own {
			c := check.Case{Ref: fmt.Sprintf("2024-10-%04d", n+1), For: check.Sender{Club: "C0002"}, Outcome: check.Outcome{Event: "Evening", State: check.Withheld}}
			if n%100 == 7 {
				c.For.Club = "C0001"
			}
			if err := errors.Join(intake.Cases.Put(w, bureau.RefKey(c.Ref), &c), intake.KeepKeys(w, nil, &c)); err != nil {
				return err
			}
		}
		return nil
	}))
	counting := &bureautest.Counting{Store: d.Store, Read: map[string]int{}}
	as := *d.Bureau
	as.Store, as.Actor = counting, bureau.Actor{Account: "A0009", Roles: bureau.Organiser, Clubs: []string{"C0001"}}
	read, err := document.Read(t.Context(), &as, explain.New("en"), document.Wish{Document: "reports"})
	d.Must(err)
	if all, _ := read.([]any); len(all) != own {
		t.Errorf("%d reports, want %d", len(all), own)
	}
	if n := counting.Read[intake.Cases.Kind]; n > 4*own {
		t.Errorf("%d reports were read for %d", n, own)
	}
}
