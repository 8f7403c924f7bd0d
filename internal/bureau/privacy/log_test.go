package privacy_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/privacy"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/storetest"
)

// The name of an erased person goes from the log, its reasons and where they acted themselves, and the log holds.
func TestErasedFromReasonsOfTheLog(t *testing.T) {
	t.Parallel()
	storetest.InJapan(t, func(t *testing.T, d *bureautest.Bureau, f *synth.Federation) {

		ctx := context.Background()
		name := f.People[0].Name
		ref := d.Send(bureautest.Event(f, "Open", "", 0, 1, 2, 3)).Report.Ref
		d.Actor = bureau.AtTerminal(name)
		if err := desk.Decide(ctx, d.Bureau, ref, check.Withheld, name+" has complained"); err != nil {
			t.Fatal(err)
		}
		if _, err := privacy.Erase(ctx, d.Bureau, f.People[0].ID, "asked for"); err != nil {
			t.Fatal(err)
		}
		d.Look(func(r bureau.Reader) error {
			for _, kind := range []string{bureau.Entries.Kind, bureau.Accounts.Kind} {
				if err := r.Scan(kind, "", "", func(key string, data []byte) (bool, error) {
					if bytes.Contains(data, []byte(name)) {
						t.Errorf("%s %s: %s", kind, key, data)
					}
					return true, nil
				}); err != nil {
					return err
				}
			}
			return nil
		})
		d.Verified()
	})
}
