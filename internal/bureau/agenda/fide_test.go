package agenda_test

import (
	"context"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/agenda"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/fidereport"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/report"
)

// A correction of a published list makes what was sent to FIDE outdated; undone, it is what
// was sent again. The rows agree with it (fixture.agree).
func TestFIDEIsToldOfCorrections(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.Sixteen(t, "chessa")
	var held *report.Report
	refs := d.Live(1, 2, func(month int, r *report.Report) *report.Report {
		if r.FIDEEvent = month == 2; r.FIDEEvent {
			held = r
		}
		return r
	})
	bureautest.Refused(t, desk.SendToFIDE(ctx, d.Bureau, refs[1], "", 0), "no-fide-event")
	expect := func(want fidereport.State) {
		t.Helper()
		d.Look(func(r bureau.Reader) error {
			all, err := agenda.FIDEEventsOf(r, civil.Of(2024, 4, 1), fidereport.States()...)
			if err != nil || len(all.Reported) != 1 || all.Reported[0].Ref != refs[2] || all.Reported[0].FIDE != string(want) {
				t.Errorf("%+v %v, want %s", all.Reported, err, want)
			}
			return nil
		})
	}
	expect(fidereport.Unsent)
	for _, err := range []error{desk.SendToFIDE(ctx, d.Bureau, refs[2], "", 0), desk.ConfirmToFIDE(ctx, d.Bureau, refs[2], "", "412345")} {
		if err != nil {
			t.Fatal(err)
		}
	}
	expect(fidereport.Confirmed)
	k := d.Accept(bureautest.Turn(refs[2], held, 3), "")
	expect(fidereport.Changed)
	game := held.Sections[0].Games[3]
	d.Look(func(r bureau.Reader) error {
		told, section, _, err := desk.FIDEReport(r, refs[2], "")
		if err != nil {
			return err
		}
		if got := told.Sections[section].Games[3].Result; got != bureautest.Turned(game.Result) {
			t.Errorf("FIDE is told %s, want the corrected result", got)
		}
		return nil
	})
	d.Undo(k.Number)
	expect(fidereport.Confirmed)
	bureautest.Refused(t, desk.ExcludeFromFIDE(ctx, d.Bureau, refs[2], "", "shorter games"), "fide-received")
	d.Verified()
}

// A section that FIDE is not to rate is not listed as unsent, in the rows either, until the
// decision is undone.
func TestExcludedSectionIsNotListed(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.Sixteen(t, "chessa")
	refs := d.Live(1, 2, func(_ int, r *report.Report) *report.Report {
		r.FIDEEvent = true
		return r
	})
	listed := func() (n int) {
		d.Look(func(r bureau.Reader) error {
			all, err := agenda.FIDEEventsOf(r, civil.Of(2024, 4, 1), fidereport.Open...)
			n = len(all.Reported)
			return err
		})
		return n
	}
	before := listed()
	bureautest.Refused(t, desk.IncludeForFIDE(ctx, d.Bureau, refs[2], "", "it is not excluded"), "fide-not-excluded")
	bureautest.Refused(t, desk.ExcludeFromFIDE(ctx, d.Bureau, refs[2], "", ""), "reason-needed")
	if err := desk.ExcludeFromFIDE(ctx, d.Bureau, refs[2], "", "shorter games"); err != nil {
		t.Fatal(err)
	}
	bureautest.Refused(t, desk.ExcludeFromFIDE(ctx, d.Bureau, refs[2], "", "again"), "fide-excluded")
	bureautest.Refused(t, desk.SendToFIDE(ctx, d.Bureau, refs[2], "", 0), "fide-all-sent")
	d.Verified()
	if after := listed(); after != before-1 {
		t.Errorf("%d events of %d are to be sent", after, before)
	}
	if err := desk.IncludeForFIDE(ctx, d.Bureau, refs[2], "", "mistyped"); err != nil {
		t.Fatal(err)
	}
	if after := listed(); after != before {
		t.Errorf("%d events of %d are to be sent", after, before)
	}
	d.Verified()
}
