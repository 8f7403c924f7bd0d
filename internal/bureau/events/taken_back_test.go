package events_test

import (
	"context"
	"slices"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/report"
)

// A dispensation is taken back until a list counts the event under it, 50% Rule 1: then the event is
// withdrawn by a correction.
func TestDispensationOfARatedEventStays(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.Sixteen(t, "chessa")
	d.On("2024-01-20T03:00:00Z")
	r := d.Event("Open", "2024-02-05")
	a, _, err := events.Announce(ctx, d.Bureau, check.Announcement{Name: r.Name, Club: r.Organizer, Rounds: 4, Type: r.Type, Days: civil.Range{From: r.FirstDay(), To: r.LastDay()}})
	d.Must(err)
	_, err = events.Dispense(ctx, d.Bureau, a.Ref, "a school hall", 0)
	d.Must(err)
	d.On("2024-02-10T03:00:00Z")
	s := &r.Sections[0]
	s.Rounds, s.Games = 4, slices.DeleteFunc(slices.Clone(s.Games), func(g report.Game) bool { return g.Round > 4 })
	ref := d.Send(r).Report.Ref
	for range 2 {
		if got := d.Report(ref); got.State != check.Admitted {
			t.Fatalf("it is %s, and waits for %v", got.State, got.Open())
		}
		_, err = events.TakeBack(ctx, d.Bureau, a.Ref, "another event was meant", true)
		d.Must(err)
		if got := d.Report(ref); got.State == check.Admitted {
			t.Errorf("without the dispensation it is %s", got.State)
		}
		_, err = events.Dispense(ctx, d.Bureau, a.Ref, "a school hall", civil.Of(2024, 1, 20))
		d.Must(err)
	}
	d.On("2024-03-01T03:00:00Z")
	d.Publish("2024-03")
	_, err = events.TakeBack(ctx, d.Bureau, a.Ref, "another event was meant", true)
	bureautest.Refused(t, err, "report-already-rated")
}
