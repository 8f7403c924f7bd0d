package privacy_test

import (
	"context"
	"errors"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/privacy"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// A player is removed if nothing refers to them; what does is named. What referred to them once, and
// was taken back, does not.
func TestPlayerIsRemovedToWhomNothingRefers(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, f := bureautest.Japan(t, nil)
	id := d.Enter("name=Nishino Misaki")
	r := bureautest.Event(f, "Open", "", 0, 1, 2, 3)
	r.Sections[0].Players[3].ID = ""
	ref := d.Send(r).Report.Ref
	for _, by := range []struct {
		what, named string
		refer, back func() error
	}{
		{"a match", ref, func() error { return desk.Match(ctx, d.Bureau, ref, "", 4, id) }, func() error {
			return desk.TakeBack(ctx, d.Bureau, ref, "", desk.Mistake{Decision: check.Decision{Match: &check.Match{Start: 4}}})
		}},
		{"a membership", "member 2024-01-01", func() error {
			_, err := register.Enrol(ctx, d.Bureau, register.Membership{Player: id, Days: civil.Range{From: civil.Of(2024, 1, 1), To: civil.Of(2024, 12, 31)}}, "")
			return err
		}, func() error {
			return register.Resign(ctx, d.Bureau, register.Membership{Player: id, Days: civil.Range{From: civil.Of(2024, 1, 1)}}, "slip")
		}},
		{"a club", "C7", func() error {
			_, err := register.AddClub(ctx, d.Bureau, []string{"id=C7", "name=Minto Chess Club", "representative=" + id}, "")
			return err
		}, func() error { return privacy.RemoveClub(ctx, d.Bureau, "C7", "slip") }},
		{"another player", f.People[1].ID, func() error { return register.Distinguish(ctx, d.Bureau, id, f.People[1].ID, "cousins") },
			func() error { return register.Undistinguish(ctx, d.Bureau, f.People[1].ID, id, "slip") }},
	} {
		d.Must(by.refer())
		err := privacy.Remove(ctx, d.Bureau, id, "registered twice")
		if bureautest.Refusal(err) != "referred" {
			t.Fatal(by.what, err)
		}
		var refused *finding.Refused
		if errors.As(err, &refused) && refused.Value("by") != by.named {
			t.Errorf("%s refers to them: %q, want %q", by.what, refused.Value("by"), by.named)
		}
		d.Must(by.back())
	}
	other := d.Enter("name=Nishino Misako")
	_, err := desk.MergePlayers(ctx, d.Bureau, id, other, "one person")
	d.Must(err)
	bureautest.Refused(t, privacy.Remove(ctx, d.Bureau, id, "registered twice"), "player-merged")
	bureautest.Refused(t, privacy.Remove(ctx, d.Bureau, other, "registered twice"), "referred")
	_, err = desk.UnmergePlayers(ctx, d.Bureau, id, "two persons")
	d.Must(err)
	bureautest.Refused(t, privacy.Remove(ctx, d.Bureau, f.People[0].ID, "registered twice"), "referred")
	bureautest.Refused(t, privacy.Remove(ctx, d.Bureau, id, ""), "reason-needed")
	d.Must(privacy.Remove(ctx, d.Bureau, id, "registered twice"))
	bureautest.Refused(t, privacy.Remove(ctx, d.Bureau, id, "registered twice"), "unknown-player")
	d.Verified()
	d.Agree()
}
