package closing_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/memory"
	"github.com/arpadchess/arpad/roster"
)

// A report belongs to the period of the civil day of its receipt in the
// federation's time zone, whatever the machine's time zone.
func TestCivilDays(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ authority, at, label string }{
		{"ncs", "2024-02-20T14:59:59Z", "2024-03"},    // 20 February, 23:59:59 in Tokyo
		{"ncs", "2024-02-20T15:00:00Z", "2024-04"},    // 21 February in Tokyo
		{"chessa", "2024-02-29T21:59:59Z", "2024-03"}, // 29 February in Johannesburg
		{"chessa", "2024-02-29T22:00:00Z", "2024-04"}, // 1 March in Johannesburg
	} {
		for _, zone := range []*time.Location{time.UTC, time.FixedZone("server", -8*3600)} {
			d := bureautest.Sixteen(t, c.authority)
			d.On(c.at)
			d.Now = d.Now.In(zone)
			ref := d.Submit(d.Event("Open", "2024-02-05"))
			d.Look(func(r bureau.Reader) error {
				found, err := intake.Find(r, ref)
				if found.Period != c.label {
					t.Errorf("%s: what came at %s in %v belongs to %s, not %s", c.authority, c.at, zone, found.Period, c.label)
				}
				return err
			})
		}
	}
}

// A period is closed after its last civil day.
func TestPeriodRuns(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ authority, label, runs, over string }{
		{"ncs", "2024-03", "2024-02-20T14:59:59Z", "2024-02-20T15:00:00Z"},
		{"chessa", "2024-03", "2024-02-29T21:59:59Z", "2024-02-29T22:00:00Z"},
	} {
		d := bureautest.Sixteen(t, c.authority)
		d.On("2024-02-10T03:00:00Z")
		d.Submit(d.Event("Open", "2024-02-05"))
		d.On(c.runs)
		_, err := closing.Close(context.Background(), d.Bureau, c.label)
		bureautest.Refused(t, err, "period-runs")
		d.On(c.over)
		if _, err := closing.Close(context.Background(), d.Bureau, c.label); err != nil {
			t.Errorf("%s: %v", c.authority, err)
		}
	}
}

// Periods are rated in order; for NSCL each meet is a period.
func TestPeriodsInOrder(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.Sixteen(t, "nscl")
	d.On("2024-03-10T03:00:00Z")
	second := d.Submit(d.Event("Second Meet", "2024-03-02"))
	first := d.Submit(d.Event("First Meet", "2024-02-10"))
	_, err := closing.Close(ctx, d.Bureau, "Second Meet")
	bureautest.Refused(t, err, "period-order")
	if err == nil || !strings.Contains(err.Error(), "First Meet") {
		t.Errorf("%v does not say which", err)
	}
	if _, err := closing.Close(ctx, d.Bureau, "First Meet"); err != nil {
		t.Fatal(err)
	}
	_, err = closing.Close(ctx, d.Bureau, "Second Meet") // a draft is not a list
	bureautest.Refused(t, err, "period-order")
	if err := closing.Reopen(ctx, d.Bureau, "First Meet", "the sheets are missing"); err != nil {
		t.Fatal(err)
	}
	if err := desk.Decide(ctx, d.Bureau, first, check.Withheld, "the sheets are missing"); err != nil {
		t.Fatal(err)
	}
	d.Publish("Second Meet") // nothing before it can be rated any more
	if err := desk.Decide(ctx, d.Bureau, first, check.Admitted, "they came"); err != nil {
		t.Fatal(err)
	}
	_, err = closing.Close(ctx, d.Bureau, "First Meet")
	bureautest.Refused(t, err, "period-behind")
	d.Look(func(r bureau.Reader) error {
		periods, err := lists.AllPeriods(r)
		if len(periods) != 2 || periods[0].Label != "First Meet" {
			t.Errorf("the periods are not in order: %v, %v", periods[0].Label, periods[1].Label)
		}
		found, _ := intake.Find(r, second)
		if found.State != check.Rated {
			t.Errorf("%s is %s", second, found.State)
		}
		return err
	})
}

// The log of a run states which reports were left out, and why.
func TestRunSaysWhatIsLeftOut(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.Sixteen(t, "ncs")
	d.On("2024-02-10T03:00:00Z")
	d.Submit(d.Event("Open", "2024-02-05"))
	held := d.Submit(d.Event("Other Open", "2024-02-07"))
	if err := desk.Decide(ctx, d.Bureau, held, check.Withheld, "the fee"); err != nil {
		t.Fatal(err)
	}
	d.On("2024-02-25T03:00:00Z")
	run, err := closing.Close(ctx, d.Bureau, "2024-03")
	if err != nil {
		t.Fatal(err)
	}
	if len(run.Left) != 1 || run.Left[0].Ref != held || run.Left[0].State != check.Withheld {
		t.Errorf("left out is %v", run.Left)
	}
	if err := desk.Decide(ctx, d.Bureau, held, check.Admitted, "paid"); err != nil {
		t.Fatal(err)
	}
	_, err = closing.Publish(ctx, d.Bureau, "2024-03", "")
	bureautest.Refused(t, err, "draft-reports") // the draft is behind
}

// Meets with the same name, or the label of list zero, are separate periods,
// even after publication.
func TestMeetsOfOneName(t *testing.T) {
	t.Parallel()
	d := bureautest.Sixteen(t, "nscl")
	labels := []string{}
	for _, on := range []string{"2024-01-05", "2024-01-06", "2024-02-05", "2024-02-05"} {
		d.On("2024-02-10T03:00:00Z")
		r := d.Event("zero", on)
		if len(labels) == 3 {
			r.Organizer = "Kita Chess Club"
		}
		receipt, err := intake.Submit(context.Background(), d.Bureau, intake.Submission{File: "meet", Data: fmt.Append(nil, r.Organizer, r.End), Parsed: r, From: "club"})
		if err != nil {
			t.Fatal(err)
		}
		if labels = append(labels, receipt.Report.Period); len(labels) == 1 {
			d.Publish(labels[0])
		}
	}
	want := []string{"zero (2024-01-05)", "zero (2024-01-06)", "zero (2024-02-05)", "zero (2024-02-05, 2)"}
	if diff := cmp.Diff(want, labels); diff != "" {
		t.Error(diff)
	}
	for _, label := range labels[1:] {
		d.Publish(label)
	}
	d.Verified()
}

// The period of a meet has the days of its newest file, and is removed if the
// file changes the name.
func TestMeetMoves(t *testing.T) {
	t.Parallel()
	d := bureautest.Sixteen(t, "nscl")
	d.On("2024-02-10T03:00:00Z")
	r := d.Event("Meet", "2024-01-05")
	ref := d.Submit(r)
	for _, change := range []func(){func() { r.End++ }, func() { r.Name = "Winter Meet" }} {
		change()
		receipt, err := intake.Submit(context.Background(), d.Bureau, intake.Submission{File: "meet", Data: fmt.Append(nil, r.Name, r.End), Parsed: r, From: "club", Ref: ref, Replaces: true})
		if err != nil {
			t.Fatal(err)
		}
		d.Look(func(rd bureau.Reader) error {
			all, err := lists.AllPeriods(rd)
			if len(all) != 1 || all[0].Label != r.Name || receipt.Report.Period != r.Name || all[0].Days.To != r.End {
				t.Errorf("%+v in %+v", receipt.Report, all)
			}
			return err
		})
	}
	d.Publish(r.Name)
	d.Verified()
}

// While the clock is wrong, nothing is added to list zero or to an earlier
// list.
func TestListZeroIsClosed(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.Sixteen(t, "ncs")
	for at, want := range map[string]string{"2023-11-25T03:00:00Z": "period-out", "2023-10-25T03:00:00Z": ""} {
		other := &bureau.Bureau{Store: &memory.Store{}, Clock: d.Clock, Actor: bureau.AtTerminal("officer")}
		list := &roster.List{From: bureautest.Day("2024-01-01")}
		if err := closing.Init(ctx, other, bureau.Settings{Authority: "ncs", ListZero: "2024-01"}, nil, list); err != nil {
			t.Fatal(err)
		}
		d.On(at)
		r := d.Event("Open", "2023-10-05")
		receipt, err := intake.Submit(ctx, other, intake.Submission{File: "open", Data: []byte(at), Parsed: r, From: "club"})
		if want != "" {
			bureautest.Refused(t, err, want)
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		d.On("2024-01-25T03:00:00Z")
		_, err = closing.Close(ctx, other, receipt.Report.Period)
		bureautest.Refused(t, err, "period-before-zero")
	}
}

// A meet is closed with the current days of its report, even if they were
// different when its draft was made.
func TestMeetHasItsReportsDays(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.Sixteen(t, "nscl")
	d.On("2024-02-14T03:00:00Z")
	ref := d.Submit(d.Event("Meet", "2024-02-10"))
	longer := d.Event("Meet", "2024-02-10")
	longer.End += 2
	if _, err := intake.Submit(ctx, d.Bureau, intake.Submission{File: "longer", Data: []byte("longer"), Parsed: longer, Replaces: true}); err != nil {
		t.Fatal(err)
	}
	if run, err := closing.Close(ctx, d.Bureau, "Meet"); err != nil || run.Days.To != longer.End {
		t.Errorf("it is closed with %v: %v", run, err)
	}
	d.Must(closing.Reopen(ctx, d.Bureau, "Meet", "the first file counts"))
	d.Must(desk.SetAside(ctx, d.Bureau, ref, 2, "the first file counts"))
	if run, err := closing.Close(ctx, d.Bureau, "Meet"); err != nil || run.Days.To != longer.End-2 {
		t.Errorf("it is closed with %v: %v", run, err)
	}
	d.Publish("Meet")
	d.Verified()
}

// A meet before list zero has no list to be rated from; if its games are
// missing there, a later list includes it.
func TestMeetBeforeListZero(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.Sixteen(t, "nscl")
	d.On("2024-01-03T03:00:00Z")
	ref := d.Submit(d.Event("Christmas Meet", "2023-12-25"))
	_, err := closing.Close(ctx, d.Bureau, "Christmas Meet")
	bureautest.Refused(t, err, "period-before-zero")
	d.Live(1, 1, nil)
	_, err = correction.Propose(ctx, d.Bureau, correction.Proposal{What: correction.Amendment{Kind: correction.AddLate, Report: ref}, Reason: "forgotten"})
	bureautest.Refused(t, err, "period-before-zero")
	d.Accept(correction.Amendment{Kind: correction.AddLate, Report: ref, Label: "Open 1"}, "")
	d.Verified()
}

// The log says which reports closing has moved, and where: one goes in without the games of somebody
// whom nobody knows.
func TestCloseLogsWhatItMoves(t *testing.T) {
	t.Parallel()
	d := bureautest.Sixteen(t, "ncs")
	d.On("2024-02-10T03:00:00Z")
	r := d.Event("Open", "2024-02-05")
	r.Sections[0].Players[4].ID = d.ID(bureautest.People)
	receipt := d.SendFrom(r, "club")
	d.On("2024-02-25T03:00:00Z")
	for _, want := range []string{receipt.Report.Ref + `":"admitted`, `"moved":{}`} { // and closing again moves nothing
		d.Must(d.Close("2024-03"))
		d.Look(func(r bureau.Reader) error {
			all, err := bureau.Entries.All(r, "")
			if last := all[len(all)-1]; err == nil && !strings.Contains(string(last.Data), want) {
				t.Errorf("the log says %s of %s, not %s", last.Data, last.Action, want)
			}
			return err
		})
	}
}
