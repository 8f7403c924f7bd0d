package bureau_test

import (
	"context"
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
