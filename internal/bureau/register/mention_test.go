package register_test

import (
	"context"
	"slices"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// A reason that names a player of the register is warned about, whatever the action.
func TestReasonThatNamesAPlayer(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, f := bureautest.Japan(t, nil)
	d.Rename(f.People[0].ID, "Zqfam05 Given05", "図熊太郎")
	var named []string
	d.OnReason = func(tx *bureau.Tx, reason string) (err error) {
		named, err = register.NamedIn(tx, reason)
		return err
	}
	ref := d.Send(bureautest.Event(f, "Open", "", 0, 1, 2, 3)).Report.Ref
	for reason, want := range map[string]bool{"Given05 ZQFAM05 has complained": true, "図熊太郎さんより": true, "the score sheet": false, "Zqfam05": false} {
		named = nil
		d.Must(desk.Decide(ctx, d.Bureau, ref, check.Withheld, reason))
		if is := slices.Contains(named, f.People[0].ID); is != want {
			t.Errorf("%q names %v", reason, named)
		}
	}
}
