package intake_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/memory"
)

// Reports whose games become known in one transaction find each other.
func TestTwinsOfOneTransaction(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	f := synth.New(5, synth.Size{Players: 120, Clubs: 3})
	d := bureautest.JapanOf(t, &memory.Store{}, f, nil)

	var refs []string
	for _, name := range []string{"Open", "Results of the Open"} {
		r := bureautest.Event(f, name, "", 0, 1, 2, 3, 4, 5, 6, 7)
		for i := range r.Sections[0].Players {
			p := &r.Sections[0].Players[i]
			p.ID, p.Name = fmt.Sprintf("N2399%04d", i), fmt.Sprint("New Comer ", i)
		}
		refs = append(refs, d.Send(r).Report.Ref)
	}
	period := d.Report(refs[0]).Period
	for i := range 8 {
		id := fmt.Sprintf("N2399%04d", i)
		if _, err := register.Register(ctx, d.Bureau, register.Player{ID: id, Name: fmt.Sprint("New Comer ", i)}, register.Person{}, "joined"); err != nil {
			t.Fatal(err)
		}
	}
	if asksTwice(d, refs[1]) {
		t.Fatal("nobody is known, and games are the same")
	}
	d.Must(d.Do(ctx, "report.recheck", "", func(tx *bureau.Tx) error {
		_, _, err := intake.Ready(tx, period, false)
		tx.Note(period, nil)
		return err
	}))
	if asksTwice(d, refs[0]) || !asksTwice(d, refs[1]) {
		t.Errorf("asked: %v of the first, %v of the second, of %v", asksTwice(d, refs[0]), asksTwice(d, refs[1]), d.Report(refs[1]).Open())
	}
}
