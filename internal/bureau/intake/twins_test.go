package intake_test

import (
	"context"
	"fmt"
	"slices"
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

// A file that replaces an earlier one, and has a game of a report that came later, has that checked again: it
// names the one before it.
func TestAlikeByALaterFile(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, f := bureautest.Japan(t, nil)
	first, second := bureautest.Event(f, "Open", "", 0, 1, 2, 3, 4, 5, 6, 7, 8, 9), bureautest.Event(f, "Cup", "", 10, 11, 12, 13, 14, 15, 16, 17, 18, 19)
	second.Organizer = f.Clubs[1].Name
	ref, later := d.Send(first).Report.Ref, d.Send(second).Report.Ref
	d.Replace(bureautest.Event(f, "Open", "", 0, 1, 2, 3, 4, 5, 6, 7, 10, 11))
	d.Must(d.Do(ctx, "report.recheck", "", func(tx *bureau.Tx) error {
		_, _, err := intake.Ready(tx, d.Report(later).Period, false)
		tx.Note(later, nil)
		return err
	}))
	if got := d.Report(later).Alike; !slices.Equal(got, []string{ref}) {
		t.Errorf("%s shares games with %v, want %s", later, got, ref)
	}
}

// A game that two reports have is found whoever of the two had White.
func TestGameIsFoundByEitherColour(t *testing.T) {
	t.Parallel()
	for _, turned := range []bool{false, true} {
		d, f := bureautest.Japan(t, nil)
		var refs []string
		for i, players := range [][]int{{0, 1, 2, 3}, {0, 1, 4, 5}} {
			r := bureautest.Event(f, fmt.Sprint("Open ", i), "", players...)
			r.Organizer = f.Clubs[i].Name
			if g := &r.Sections[0].Games[0]; turned {
				g.White, g.Black = g.Black, g.White
			}
			refs = append(refs, d.Send(r).Report.Ref)
		}
		if got := d.Report(refs[1]).Alike; !slices.Equal(got, refs[:1]) {
			t.Errorf("colours turned: %v; the second shares games with %v, want %v", turned, got, refs[:1])
		}
	}
}
