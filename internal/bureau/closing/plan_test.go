package closing_test

import (
	"context"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// drafted returns a bureau on 25 February with the draft of 2024-03, in which the games of an event are, with its reference.
func drafted(t *testing.T) (d *bureautest.Bureau, ref string) {
	t.Helper()
	d = bureautest.Sixteen(t, "ncs")
	d.On("2024-02-10T03:00:00Z")
	ref = d.Submit(d.Event("Open", "2024-02-05"))
	d.On("2024-02-25T03:00:00Z")
	d.Draft("2024-03")
	return d, ref
}

// periodOf returns a period as it is kept.
func periodOf(t *testing.T, d *bureautest.Bureau, label string) (p *lists.Period) {
	t.Helper()
	d.Look(func(r bureau.Reader) (err error) {
		p, err = lists.FindPeriod(r, label)
		return err
	})
	return p
}

// A draft whose day was noted is published on that day, and not before; then nothing of the plan is left.
func TestPublishedOnTheDay(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, _ := drafted(t)
	for _, c := range []struct {
		day     civil.Date
		refused string
	}{
		{civil.Of(2024, 2, 25), "plan-past"}, {civil.Of(2024, 2, 24), "plan-past"}, {civil.Of(2024, 2, 29), "publish-early"},
	} {
		_, err := closing.Plan(ctx, d.Bureau, "2024-03", c.day)
		bureautest.Refused(t, err, c.refused)
	}
	bureautest.Refused(t, closing.Stop(ctx, d.Bureau, "2024-03", "no"), "no-plan")
	p, err := closing.Plan(ctx, d.Bureau, "2024-03", 0)
	if err != nil || p.Plan.On != civil.Of(2024, 3, 1) || p.Stale() {
		t.Fatalf("%+v, %v", p, err)
	}
	if p, err = closing.Plan(ctx, d.Bureau, "2024-03", civil.Of(2024, 3, 2)); err != nil || p.Plan.On != civil.Of(2024, 3, 2) {
		t.Fatalf("it is not put off: %v", err)
	}
	d.On("2024-03-01T14:59:59Z") // the last second of 1 March in Tokyo
	_, err = closing.PublishPlanned(ctx, d.Bureau, "2024-03")
	bureautest.Refused(t, err, "no-plan")
	d.On("2024-03-01T15:00:00Z")
	if _, err := closing.PublishPlanned(ctx, d.Bureau, "2024-03"); err != nil {
		t.Fatal(err)
	}
	if p := periodOf(t, d, "2024-03"); p.State != lists.Published || p.Plan != nil {
		t.Errorf("afterwards it is %+v", p)
	}
	_, err = closing.PublishPlanned(ctx, d.Bureau, "2024-03")
	bureautest.Refused(t, err, "list-out")
}

// A draft that is not the one that was seen is not published by itself, whatever has changed.
func TestStalePlanIsRefused(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for name, c := range map[string]struct {
		change  func(d *bureautest.Bureau, ref string) error
		refused string
	}{
		"closed again": {func(d *bureautest.Bureau, _ string) error { return d.Close("2024-03") }, "plan-stale"},
		"reopened":     {func(d *bureautest.Bureau, _ string) error { return closing.Reopen(ctx, d.Bureau, "2024-03", "late") }, "no-draft"},
		"a report": {func(d *bureautest.Bureau, ref string) error {
			return desk.Decide(ctx, d.Bureau, ref, check.Withheld, "the fee")
		}, "draft-reports"},
		"stopped": {func(d *bureautest.Bureau, _ string) error { return closing.Stop(ctx, d.Bureau, "2024-03", "not yet") }, "no-plan"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, ref := drafted(t)
			if _, err := closing.Plan(ctx, d.Bureau, "2024-03", 0); err != nil {
				t.Fatal(err)
			}
			d.Must(c.change(d, ref))
			d.On("2024-03-01T03:00:00Z")
			_, err := closing.PublishPlanned(ctx, d.Bureau, "2024-03")
			bureautest.Refused(t, err, c.refused)
			stale := name == "closed again" || name == "reopened"
			if p := periodOf(t, d, "2024-03"); p.State == lists.Published || p.Stale() != stale {
				t.Errorf("it is %+v", p)
			}
		})
	}
}

// What could not be published as things stand has no day, and a list that an officer publishes has none any more.
func TestPlanNeedsAReviewedDraft(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, ref := drafted(t)
	if err := desk.Decide(ctx, d.Bureau, ref, check.Withheld, "the fee"); err != nil {
		t.Fatal(err)
	}
	_, err := closing.Plan(ctx, d.Bureau, "2024-03", 0)
	bureautest.Refused(t, err, "draft-reports")
	d.Draft("2024-03")
	if _, err := closing.Plan(ctx, d.Bureau, "2024-03", 0); err != nil {
		t.Fatal(err)
	}
	if _, err := closing.Publish(ctx, d.Bureau, "2024-03", "the board meets"); err != nil {
		t.Fatal(err)
	}
	if p := periodOf(t, d, "2024-03"); p.Plan != nil {
		t.Errorf("a list that is out is to be published on %v", p.Plan.On)
	}
}
