package privacy_test

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/privacy"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/storetest"
)

// An erased person is also removed from returned reports, and from those in
// which an officer has matched their entry to somebody else.
func TestErasedFromUnratedReports(t *testing.T) {
	t.Parallel()
	storetest.InJapan(t, func(t *testing.T, d *bureautest.Bureau, f *synth.Federation) {

		ctx := context.Background()
		broken := bureautest.Event(f, "Broken", "", 0, 1)
		broken.Sections[0].Players[1].StartNumber = 1
		other := d.Send(bureautest.Event(f, "Open", "", 0, 1, 2, 3)).Report.Ref
		if err := desk.Adjust(ctx, d.Bureau, other, "his brother", check.Adjustment{Start: 1, Player: f.People[4].ID}); err != nil {
			t.Fatal(err)
		}
		refs := []string{d.Send(broken).Report.Ref, other}
		if touched, err := privacy.Erase(ctx, d.Bureau, f.People[0].ID, "asked for"); err != nil || touched != len(refs) {
			t.Errorf("%d reports were touched: %v", touched, err)
		}
		for _, ref := range refs {
			d.Look(func(rd bureau.Reader) error {
				data, err := bureautest.Received(rd, ref, 1)
				if data != nil {
					t.Errorf("%s can still be read", ref)
				}
				return err
			})
		}
		d.Verified()
	})
}

// Files may number the entries differently: only the person's own are removed.
func TestErasedUnderEachNumber(t *testing.T) {
	t.Parallel()
	storetest.InJapan(t, func(t *testing.T, d *bureautest.Bureau, f *synth.Federation) {

		ref := d.Send(bureautest.Event(f, "Open", "", 0, 1, 2, 3)).Report.Ref
		d.Send(bureautest.Event(f, "Open", "", 3, 2, 1, 0))
		if _, err := privacy.Erase(context.Background(), d.Bureau, f.People[0].ID, "asked for"); err != nil {
			t.Fatal(err)
		}
		d.Look(func(rd bureau.Reader) error {
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
		d.Verified()
	})
}

// If a person is erased between a report and its list, everybody's games still
// count, also in reports that a correction restores.
func TestForgottenBeforeTheList(t *testing.T) {
	t.Parallel()
	anonymise := func(d *bureautest.Bureau, id string) error {
		return privacy.Anonymise(context.Background(), d.Bureau, id, "asked for")
	}
	erase := func(d *bureautest.Bureau, id string) error {
		_, err := privacy.Erase(context.Background(), d.Bureau, id, "asked for")
		return err
	}
	knownOtherwise := func(d *bureautest.Bureau, id string) error { // the file's number no longer belongs to anybody
		d.Set(id, "fide_id=")
		return erase(d, id)
	}
	for _, forget := range []func(*bureautest.Bureau, string) error{anonymise, erase, knownOtherwise} {
		storetest.InJapan(t, func(t *testing.T, d *bureautest.Bureau, f *synth.Federation) {

			ctx := context.Background()
			id := f.People[10].ID
			d.Set(id, "fide_id=99000001")
			r := bureautest.Event(f, "Open", "", 10, 1, 2, 3)
			r.Sections[0].Players[0].ID, r.Sections[0].Players[0].FideID = "", "99000001"
			kept := d.Send(r).Report
			if kept.State != check.Admitted {
				t.Fatalf("%+v", kept)
			}
			if err := forget(d, id); err != nil {
				t.Fatal(err)
			}
			games := func() int {
				games, _ := d.Recorded(kept.Ref)
				return len(games)
			}
			d.Now = d.Now.AddDate(0, 1, 1)
			if run, err := closing.Close(ctx, d.Bureau, kept.Period); err != nil || run.Games != 2 {
				t.Errorf("after %d games: %v", games(), err)
			}
			d.Publish(kept.Period)
			d.Accept(correction.Amendment{Kind: correction.Withdraw, Report: kept.Ref}, "")
			if err := desk.Decide(ctx, d.Bureau, kept.Ref, check.Admitted, "it counts after all"); err != nil || games() != 2 {
				t.Errorf("of 2 games %d are left: %v", games(), err)
			}
		})
	}
}

// A file that names by ID a person who was registered only later: its bytes are
// destroyed, too.
func TestErasedFromFilesBeforeRegistration(t *testing.T) {
	t.Parallel()
	storetest.InJapan(t, func(t *testing.T, d *bureautest.Bureau, f *synth.Federation) {

		ctx := context.Background()
		const id = "N00009999"
		r := bureautest.Event(f, "Open", "", 0, 1, 2, 3)
		r.Sections[0].Players[3].ID = id
		kept := d.Send(r).Report
		if err := desk.Decide(ctx, d.Bureau, kept.Ref, check.Admitted, "without him"); err != nil {
			t.Fatal(err)
		}
		if _, err := register.Register(ctx, d.Bureau, register.Player{ID: id, Name: "Mori Kei"}, register.Person{}, "found"); err != nil {
			t.Fatal(err)
		}
		if _, err := privacy.Erase(ctx, d.Bureau, id, "asked for"); err != nil {
			t.Fatal(err)
		}
		d.Look(func(rd bureau.Reader) error {
			bytes, err := bureautest.Received(rd, kept.Ref, 1)
			if bytes != nil {
				t.Error("the file that names him can be read")
			}
			return err
		})
		d.Verified()
	})
}

// What reports state of somebody, and the register does not know, is part of what is stored about
// them, and goes with them.
func TestStatedFactsGoWithTheirPerson(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.Empty(t, "ncs")
	one, other := d.Enter("name=Aoki Ren"), d.Enter("name=Baba Mio")
	d.On("2024-02-10")
	r := bureautest.Meeting("Winter Cup", bureautest.Day("2024-02-04"), one, other)
	s := &r.Sections[0]
	s.Players[0].Name, s.Players[0].Birth, s.Players[0].Club, s.Players[1].Name = "Aoki Ren", 20100105, "Minato Chess Club", "Baba Mio"
	d.Send(r)
	dossier, err := privacy.DossierOf(ctx, d.Bureau, one)
	d.Must(err)
	if stated := dossier.Documents[lists.Statements.Kind]; len(stated) != 1 {
		t.Errorf("of what reports state the dossier has %d documents, want 1: %v", len(stated), dossier.Documents)
	}
	for _, forget := range []func(context.Context, *bureau.Bureau, string, string) error{
		privacy.Anonymise,
		func(ctx context.Context, b *bureau.Bureau, id, reason string) error {
			_, err := privacy.Erase(ctx, b, id, reason)
			return err
		},
	} {
		d := d.Clone(t)
		d.Must(forget(ctx, d.Bureau, one, "7(1)"))
		d.Look(func(rd bureau.Reader) error {
			left, err := lists.Statements.All(rd, "")
			if len(left) > 0 {
				t.Errorf("left of the person: %v", left)
			}
			return err
		})
		d.On("2024-02-25")
		d.Publish("2024-03") // the reports are checked again
		d.Look(func(rd bureau.Reader) error {
			left, err := lists.Statements.All(rd, "")
			if len(left) > 0 {
				t.Errorf("left of the person after another check: %v", left)
			}
			return err
		})
	}
}
