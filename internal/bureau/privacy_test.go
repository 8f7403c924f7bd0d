package bureau_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/privacy"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// An erased person is also removed from returned reports, and from those in
// which an officer has matched their entry to somebody else.
func TestErasedFromUnratedReports(t *testing.T) {
	inStores(t, func(t *testing.T, d *fixture, f *synth.Federation) {
		d.t = t
		ctx := context.Background()
		broken := event(f, "Broken", "", 0, 1)
		broken.Sections[0].Players[1].StartNumber = 1
		other := d.send(t, event(f, "Open", "", 0, 1, 2, 3)).Report.Ref
		if err := desk.Adjust(ctx, d.Bureau, other, "his brother", intake.Adjustment{Start: 1, Player: f.People[4].ID}); err != nil {
			t.Fatal(err)
		}
		refs := []string{d.send(t, broken).Report.Ref, other}
		if touched, err := privacy.Erase(ctx, d.Bureau, f.People[0].ID, "asked for"); err != nil || touched != len(refs) {
			t.Errorf("%d reports were touched: %v", touched, err)
		}
		for _, ref := range refs {
			d.look(func(rd bureau.Reader) error {
				data, err := bureautest.Received(rd, ref, 1)
				if data != nil {
					t.Errorf("%s can still be read", ref)
				}
				return err
			})
		}
		d.verified()
	})
}

// Files may number the entries differently: only the person's own are removed.
func TestErasedUnderEachNumber(t *testing.T) {
	inStores(t, func(t *testing.T, d *fixture, f *synth.Federation) {
		d.t = t
		ref := d.send(t, event(f, "Open", "", 0, 1, 2, 3)).Report.Ref
		d.send(t, event(f, "Open", "", 3, 2, 1, 0))
		if _, err := privacy.Erase(context.Background(), d.Bureau, f.People[0].ID, "asked for"); err != nil {
			t.Fatal(err)
		}
		d.look(func(rd bureau.Reader) error {
			r, err := intake.Find(rd, ref)
			if err != nil {
				return err
			}
			for n := len(r.Revisions); n > 0; n-- {
				at := *r
				at.Revisions = r.Revisions[:n]
				understood, _, err := intake.Latest(rd, &at)
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

// If a person is erased between a report and its list, everybody's games still
// count, also in reports that a correction restores.
func TestForgottenBeforeTheList(t *testing.T) {
	anonymise := func(d *fixture, id string) error {
		return privacy.Anonymise(context.Background(), d.Bureau, id, "asked for")
	}
	erase := func(d *fixture, id string) error {
		_, err := privacy.Erase(context.Background(), d.Bureau, id, "asked for")
		return err
	}
	knownOtherwise := func(d *fixture, id string) error { // the file's number no longer belongs to anybody
		err := register.Amend(context.Background(), d.Bureau, id, "the form", func(p *register.Player, _ *register.Person) { p.FideID = "" })
		return errors.Join(err, erase(d, id))
	}
	for _, forget := range []func(*fixture, string) error{anonymise, erase, knownOtherwise} {
		inStores(t, func(t *testing.T, d *fixture, f *synth.Federation) {
			d.t = t
			ctx := context.Background()
			id := f.People[10].ID
			if err := register.Amend(ctx, d.Bureau, id, "the form", func(p *register.Player, _ *register.Person) { p.FideID = "99000001" }); err != nil {
				t.Fatal(err)
			}
			r := event(f, "Open", "", 10, 1, 2, 3)
			r.Sections[0].Players[0].ID, r.Sections[0].Players[0].FideID = "", "99000001"
			kept := d.send(t, r).Report
			if kept.State != intake.Admitted {
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
			if run, err := closing.Close(ctx, d.Bureau, kept.Period); err != nil || run.Games != 2 {
				t.Errorf("after %d games: %v", games(), err)
			}
			d.publish(kept.Period)
			d.accept(correction.Amendment{Kind: correction.Withdraw, Report: kept.Ref}, "")
			if err := desk.Decide(ctx, d.Bureau, kept.Ref, intake.Admitted, "it counts after all"); err != nil || games() != 2 {
				t.Errorf("of 2 games %d are left: %v", games(), err)
			}
		})
	}
}

// A file that names by ID a person who was registered only later: its bytes are
// destroyed, too.
func TestErasedFromFilesBeforeRegistration(t *testing.T) {
	inStores(t, func(t *testing.T, d *fixture, f *synth.Federation) {
		d.t = t
		ctx := context.Background()
		const id = "N00009999"
		r := event(f, "Open", "", 0, 1, 2, 3)
		r.Sections[0].Players[3].ID = id
		kept := d.send(t, r).Report
		if err := desk.Decide(ctx, d.Bureau, kept.Ref, intake.Admitted, "without him"); err != nil {
			t.Fatal(err)
		}
		if _, err := register.Register(ctx, d.Bureau, register.Player{ID: id, Name: "Mori Kei"}, register.Person{}, "found"); err != nil {
			t.Fatal(err)
		}
		if _, err := privacy.Erase(ctx, d.Bureau, id, "asked for"); err != nil {
			t.Fatal(err)
		}
		d.look(func(rd bureau.Reader) error {
			bytes, err := bureautest.Received(rd, kept.Ref, 1)
			if bytes != nil {
				t.Error("the file that names him can be read")
			}
			return err
		})
		d.verified()
	})
}
