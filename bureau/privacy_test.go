package bureau_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/synth"
)

// Who is erased is taken out of reports that were turned down, too, and out of
// those in which an officer has put somebody else in his place.
func TestErasedFromWhatWasNotRated(t *testing.T) {
	inStores(t, func(t *testing.T, d *desk, f *synth.Federation) {
		d.t = t
		ctx := context.Background()
		broken := event(f, "Broken", "", 0, 1)
		broken.Sections[0].Players[1].StartNumber = 1
		other := d.send(t, event(f, "Open", "", 0, 1, 2, 3)).Report.Ref
		if err := d.Adjust(ctx, other, "his brother", bureau.Adjustment{Start: 1, Player: f.People[4].ID}); err != nil {
			t.Fatal(err)
		}
		refs := []string{d.send(t, broken).Report.Ref, other}
		if touched, err := d.Erase(ctx, f.People[0].ID, "asked for"); err != nil || touched != len(refs) {
			t.Errorf("%d reports were touched: %v", touched, err)
		}
		for _, ref := range refs {
			d.look(func(rd bureau.Reader) error {
				data, err := d.BytesReceived(rd, ref, 1)
				if data != nil {
					t.Errorf("%s can still be read", ref)
				}
				return err
			})
		}
		d.verified()
	})
}

// Files may number the entries otherwise: nobody else's are taken out.
func TestErasedUnderEachNumber(t *testing.T) {
	inStores(t, func(t *testing.T, d *desk, f *synth.Federation) {
		d.t = t
		ref := d.send(t, event(f, "Open", "", 0, 1, 2, 3)).Report.Ref
		d.send(t, event(f, "Open", "", 3, 2, 1, 0))
		if _, err := d.Erase(context.Background(), f.People[0].ID, "asked for"); err != nil {
			t.Fatal(err)
		}
		d.look(func(rd bureau.Reader) error {
			r, err := d.Report(rd, ref)
			if err != nil {
				return err
			}
			for n := len(r.Revisions); n > 0; n-- {
				at := *r
				at.Revisions = r.Revisions[:n]
				understood, _, err := d.Understood(rd, &at)
				if err != nil {
					return err
				}
				var names []string
				for _, p := range understood.Sections[0].Players {
					names = append(names, p.Name)
				}
				slices.Sort(names)
				want := []string{"", f.People[1].Name, f.People[2].Name, f.People[3].Name}
				slices.Sort(want)
				if diff := cmp.Diff(want, names); diff != "" {
					t.Errorf("revision %d: %s", n, diff)
				}
			}
			return nil
		})
		d.verified()
	})
}

// Whoever asks to be forgotten between a report and its list: everybody's games
// count, also in lists of reports that come back by a correction.
func TestForgottenBeforeTheList(t *testing.T) {
	anonymise := func(d *desk, id string) error { return d.Anonymise(context.Background(), id, "asked for") }
	erase := func(d *desk, id string) error {
		_, err := d.Erase(context.Background(), id, "asked for")
		return err
	}
	knownOtherwise := func(d *desk, id string) error { // the file's number of his is nobody's any more
		err := d.Amend(context.Background(), id, "the form", func(p *bureau.Player, _ *bureau.Person) { p.FideID = "" })
		return errors.Join(err, erase(d, id))
	}
	for _, forget := range []func(*desk, string) error{anonymise, erase, knownOtherwise} {
		inStores(t, func(t *testing.T, d *desk, f *synth.Federation) {
			d.t = t
			ctx := context.Background()
			id := f.People[10].ID
			if err := d.Amend(ctx, id, "the form", func(p *bureau.Player, _ *bureau.Person) { p.FideID = "99000001" }); err != nil {
				t.Fatal(err)
			}
			r := event(f, "Open", "", 10, 1, 2, 3)
			r.Sections[0].Players[0].ID, r.Sections[0].Players[0].FideID = "", "99000001"
			kept := d.send(t, r).Report
			if kept.State != bureau.Admitted {
				t.Fatalf("%+v", kept)
			}
			if err := forget(d, id); err != nil {
				t.Fatal(err)
			}
			games := func() int {
				games, _ := d.recorded(t, kept.Ref)
				return len(games)
			}
			d.now = d.now.AddDate(0, 1, 1)
			if run, err := d.Close(ctx, kept.Period); err != nil || run.Games != 2 {
				t.Errorf("after %d games: %v", games(), err)
			}
			d.publish(kept.Period)
			d.accept(bureau.Amendment{Kind: bureau.Withdraw, Report: kept.Ref}, "")
			if err := d.Decide(ctx, kept.Ref, bureau.Admitted, "it counts after all"); err != nil || games() != 2 {
				t.Errorf("of 2 games %d are left: %v", games(), err)
			}
		})
	}
}

// A file that names by ID somebody whom the register got to know only later: his
// bytes are destroyed, too.
func TestErasedWhoWasNotKnown(t *testing.T) {
	inStores(t, func(t *testing.T, d *desk, f *synth.Federation) {
		d.t = t
		ctx := context.Background()
		const id = "N00009999"
		r := event(f, "Open", "", 0, 1, 2, 3)
		r.Sections[0].Players[3].ID = id
		kept := d.send(t, r).Report
		if err := d.Decide(ctx, kept.Ref, bureau.Admitted, "without him"); err != nil {
			t.Fatal(err)
		}
		if _, err := d.Register(ctx, bureau.Player{ID: id, Name: "Mori Kei"}, bureau.Person{}, "found"); err != nil {
			t.Fatal(err)
		}
		if _, err := d.Erase(ctx, id, "asked for"); err != nil {
			t.Fatal(err)
		}
		d.look(func(rd bureau.Reader) error {
			bytes, err := d.BytesReceived(rd, kept.Ref, 1)
			if bytes != nil {
				t.Error("the file that names him can be read")
			}
			return err
		})
		d.verified()
	})
}
