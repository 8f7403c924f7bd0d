package desk_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/memory"
	"github.com/arpadchess/arpad/internal/test/storetest"
	"github.com/arpadchess/arpad/report"
)

// The month ends in the federation's time zone: a fee is in time until midnight
// in Tokyo, 3(5).
func TestFeeIsDueUntilMidnight(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s bureau.Store) {
		f := synth.New(3, synth.Size{Players: 80, Clubs: 3, On: civil.Of(2023, 1, 21)})
		ctx := context.Background()
		d := bureautest.JapanOf(t, s, f, nil)
		ref := d.Send(bureautest.Event(f, "Open", "", 0, 1)).Report.Ref
		for _, step := range []struct {
			at   time.Time
			want lists.State
		}{
			{time.Date(2023, 2, 28, 14, 59, 59, 0, time.UTC), check.Waiting},
			{time.Date(2023, 2, 28, 15, 0, 0, 0, time.UTC), check.Withheld},
		} {
			d.Now = step.at
			if _, err := desk.Overdue(ctx, d.Bureau); err != nil {
				t.Fatal(err)
			}
			if _, r := d.Recorded(ref); r.State != step.want || r.Fee.Amount != 400 {
				t.Errorf("%v: %+v", step.at, r)
			}
		}
		d.Look(func(r bureau.Reader) error {
			log, err := bureau.Entries.All(r, "")
			moved := []bureau.Moved{{Ref: ref, From: string(check.Waiting), To: string(check.Withheld)}}
			if last := log[len(log)-1]; !slices.Equal(last.Moves, moved) || log[len(log)-2].Moves != nil {
				t.Errorf("what was overdue moved: %+v", last)
			}
			return err
		})
		if run, err := closing.Close(ctx, d.Bureau, "2023-03"); err != nil || len(run.Records) != 0 {
			t.Errorf("%+v %v", run, err)
		}
		if _, err := desk.Pay(ctx, d.Bureau, ref, 0); err != nil {
			t.Fatal(err)
		}
		if _, r := d.Recorded(ref); r.State != check.Withheld {
			t.Errorf("paid too late it is %s", r.State)
		}
	})
}

// A report that an officer has admitted before its fee was paid is withheld like any other once that
// is overdue: whether it counts is asked (Reading J15).
func TestAdmittedReportIsOverdueToo(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, f := bureautest.JapanWithFees(t)
	ref := d.Send(bureautest.Event(f, "Open", "", 0, 1)).Report.Ref
	d.Must(desk.Decide(ctx, d.Bureau, ref, check.Admitted, "the club pays next week"))
	for day, want := range map[string]lists.State{"2023-02-28": check.Admitted, "2023-03-01": check.Withheld} {
		d := d.Clone(t)
		d.On(day)
		withheld, err := desk.Overdue(ctx, d.Bureau)
		if d.Must(err); d.Report(ref).State != want || len(withheld) > 0 != (want == check.Withheld) {
			t.Errorf("on %s it is %s: %v", day, d.Report(ref).State, withheld)
		}
	}
}

// An overdue fee remains due if the report moves to a period whose rules have no fee, also when
// it is returned there by mistake and that is taken back.
func TestFeeOutlivesItsEdition(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	f := synth.New(3, synth.Size{Players: 80, Clubs: 3, On: civil.Of(2023, 6, 21)})
	d := bureautest.JapanOf(t, &memory.Store{}, f, nil)
	ref := d.Send(bureautest.Event(f, "Open", "", 0, 1)).Report.Ref
	d.Now = time.Date(2023, 8, 1, 3, 0, 0, 0, time.UTC)
	if _, err := closing.Close(ctx, d.Bureau, "2023-08"); err != nil {
		t.Fatal(err)
	}
	if _, err := closing.Publish(ctx, d.Bureau, "2023-08", ""); err != nil {
		t.Fatal(err)
	}
	d.Now = time.Date(2023, 10, 1, 3, 0, 0, 0, time.UTC)
	if err := desk.Check(ctx, d.Bureau, ref); err != nil {
		t.Fatal(err)
	}
	if _, r := d.Recorded(ref); r.Period != "2023-11" || r.Fee.Due() != 400 || r.Fee.Until != civil.Of(2023, 7, 31) || r.State != check.Withheld {
		t.Errorf("%+v %+v", r, r.Fee)
	}
	if _, err := desk.Pay(ctx, d.Bureau, ref, 0); err != nil {
		t.Fatal(err)
	}
	before := outcome(d, ref)
	d.Must(desk.Decide(ctx, d.Bureau, ref, check.Returned, "mistyped"))
	d.Must(desk.TakeBack(ctx, d.Bureau, ref, "mistyped", desk.Mistake{Decision: check.Decision{Ruling: &check.Ruling{To: check.Returned}}}))
	if now := outcome(d, ref); now != before {
		t.Errorf("%s\nwas\n%s", now, before)
	}
	if _, r := d.Recorded(ref); r.Fee.Amount != 400 || r.Fee.Due() != 0 || r.State != check.Withheld {
		t.Errorf("%+v %+v", r, r.Fee)
	}
	bureautest.Refused(t, desk.Decide(ctx, d.Bureau, ref, check.Admitted, "paid late"), "question-open") // it may be left out, 3(4)
	if err := desk.Answer(ctx, d.Bureau, ref, "paid late", "", desk.Reply{Question: check.WaitOverdue, Count: true}); err != nil {
		t.Fatal(err)
	}
	if _, r := d.Recorded(ref); r.State != check.Admitted {
		t.Errorf("it is %s, and waits for %v", r.State, r.Open())
	}
}

// A fee paid in time after the period was closed leaves the draft behind, which stays until the
// period is closed again: the next one includes the report.
func TestPaymentLeavesTheDraftBehind(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s bureau.Store) {
		f := synth.New(3, synth.Size{Players: 80, Clubs: 3, On: civil.Of(2023, 1, 21)})
		ctx := context.Background()
		d := bureautest.JapanOf(t, s, f, nil)
		ref := d.Send(bureautest.Event(f, "Open", "", 0, 1)).Report.Ref
		d.Now = time.Date(2023, 2, 21, 3, 0, 0, 0, time.UTC)
		run, err := closing.Close(ctx, d.Bureau, "2023-03")
		if err != nil || len(run.Records) != 0 || len(run.Left) != 1 || run.Left[0].Until != civil.Of(2023, 2, 28) {
			t.Fatalf("%+v %v", run, err)
		}
		if _, err := closing.Publish(ctx, d.Bureau, "2023-03", ""); bureautest.Refusal(err) != "publish-early" || !strings.Contains(err.Error(), ref) {
			t.Errorf("published while a fee can still be paid: %v", err)
		}
		if _, err := desk.Pay(ctx, d.Bureau, ref, 0); err != nil {
			t.Fatal(err)
		}
		if _, err := closing.Publish(ctx, d.Bureau, "2023-03", ""); bureautest.Refusal(err) != "draft-reports" {
			t.Errorf("a draft without the paid report is published: %v", err)
		}
		if since := d.SinceDraft("2023-03"); !slices.Equal(since.Reports, []string{ref}) {
			t.Errorf("since the draft came %v", since)
		}
		if run, err := closing.Close(ctx, d.Bureau, "2023-03"); err != nil || len(run.Records) != 1 || !d.SinceDraft("2023-03").None() {
			t.Errorf("%+v %v", run, err)
		}
	})
}

// A club's regular meetings are charged once per player and period; returning a
// meeting makes its players' fees due with the next one, 3(4).
func TestMeetingsCostOnce(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, s bureau.Store) {
		f := synth.New(3, synth.Size{Players: 80, Clubs: 3, On: civil.Of(2023, 1, 21)})
		ctx := context.Background()
		d := bureautest.JapanOf(t, s, f, nil)
		meeting := func(name string, players ...int) *check.Case {
			r := bureautest.Event(f, name, "", players...)
			r.Meeting = true
			return d.Send(r).Report
		}
		first, second := meeting("Monday", 0, 1), meeting("Tuesday", 0, 1, 2, 3)
		if first.Fee.Amount != 400 || second.Fee.Amount != 400 || second.Fee.Earlier != 2 {
			t.Errorf("%+v %+v", first.Fee, second.Fee)
		}
		if err := desk.Decide(ctx, d.Bureau, first.Ref, check.Returned, "it did not take place"); err != nil {
			t.Fatal(err)
		}
		if err := desk.Check(ctx, d.Bureau, second.Ref); err != nil {
			t.Fatal(err)
		}
		_, first = d.Recorded(first.Ref)
		_, second = d.Recorded(second.Ref)
		if first.Fee != nil || second.Fee.Amount != 800 {
			t.Errorf("%+v %+v", first.Fee, second.Fee)
		}
		if third := d.Send(bureautest.Event(f, "Cup", "", 0, 1)).Report; third.Fee.Amount != 400 {
			t.Errorf("a tournament is no meeting: %+v", third.Fee)
		}
	})
}

// What is stated as a qualifying event, too, is a meeting only if an officer says so: until then the full
// fee is due, and what was paid too much is credit (3(4), Reading J35).
func TestDoubtfulMeetingOwesTheFullFee(t *testing.T) {
	t.Parallel()
	for count, want := range map[bool]int{true: 200, false: 600} {
		d, f := bureautest.JapanWithFees(t)
		meeting := func(name string, qualifying bool, players ...int) string {
			r := bureautest.Event(f, name, "", players...)
			if r.Meeting = true; qualifying {
				r.Qualifying, r.Qualified = true, []string{"Player NoA"}
			}
			return d.Send(r).Report.Ref
		}
		_, err := desk.Pay(context.Background(), d.Bureau, meeting("Monday", false, 0, 1), 0)
		d.Must(err)
		ref := meeting("Tuesday", true, 0, 1, 2)
		if fee := d.Report(ref).Fee; fee.Amount != 600 {
			t.Errorf("while nobody has answered %d is due", fee.Amount)
		}
		_, err = desk.Pay(context.Background(), d.Bureau, ref, 0)
		d.Must(err)
		if r := d.Report(ref); r.State != check.Admitted {
			t.Errorf("paid in full it is %s", r.State)
		}
		d.Must(desk.Answer(context.Background(), d.Bureau, ref, "asked the club", "", desk.Reply{Question: "meeting-doubtful", Count: count}))
		if r := d.Report(ref); r.Fee.Amount != want || r.Fee.Paid != 600 || len(r.Open()) != 0 {
			t.Errorf("answered %v: %+v, open %v", count, r.Fee, r.Open())
		}
	}
}

// Of two meetings of a club the first one bears the fee, or the second one if
// the first is returned, 3(4) (Reading J25).
func TestFeeOfMeetingsIsDueOnce(t *testing.T) {
	t.Parallel()
	d, f := bureautest.JapanWithFees(t)
	meeting := func(name string) string {
		r := bureautest.Event(f, name, "", 0, 1)
		r.Meeting = true
		return d.Send(r).Report.Ref
	}
	first, second := meeting("Monday"), meeting("Tuesday")
	d.Must(desk.Decide(context.Background(), d.Bureau, first, check.Returned, "it did not take place"))
	d.Now = time.Date(2023, 2, 21, 3, 0, 0, 0, time.UTC)
	if _, err := closing.Close(context.Background(), d.Bureau, "2023-03"); err != nil {
		t.Fatal(err)
	}
	if r := d.Report(second); r.State != check.Waiting || r.Fee.Due() != 400 {
		t.Errorf("it is %s, and %d is due", r.State, r.Fee.Due())
	}
}

// A report that is closed by mistake owes its fee as before when that is taken back, also in a later period:
// the fee is overdue as it was (Readings J15, J25).
func TestFeeStandsAgainAsBefore(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for _, to := range []lists.State{check.Closed, check.Returned} {
		d, f := bureautest.JapanWithFees(t)
		ref := d.Send(bureautest.Event(f, "Open", "", 0, 1)).Report.Ref
		d.Now = time.Date(2023, 3, 2, 3, 0, 0, 0, time.UTC)
		d.Publish("2023-03")
		d.Must(desk.Check(ctx, d.Bureau, ref))
		before := d.Report(ref)
		if before.Period != "2023-04" || before.Fee.Period != "2023-03" || !before.Waits(check.WaitOverdue) {
			t.Fatalf("%s: %+v, it waits for %v", before.Period, before.Fee, before.Open())
		}
		d.Must(desk.Rule(ctx, d.Bureau, ref, desk.Decision{To: to, Reason: "mistyped"}))
		d.Must(desk.TakeBack(ctx, d.Bureau, ref, "it was another one", desk.Mistake{Decision: check.Decision{Ruling: &check.Ruling{To: to}}}))
		if now := d.Report(ref); now.Fee == nil || !now.Charge.Since.Equal(before.Charge.Since) || now.Fee.Until != before.Fee.Until || !now.Waits(check.WaitOverdue) {
			t.Errorf("%s: it owes %+v and waits for %v, not %+v", to, now.Fee, now.Open(), before.Fee)
		}
	}
}

// A meeting whose players' fee another one bears waits until that one is paid, or until
// an officer has decided on it, 3(5) (Reading J15).
func TestMeetingsWaitForTheFeeOfOthers(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	due := time.Date(2023, 3, 1, 3, 0, 0, 0, time.UTC)
	ways := map[string]func(d *bureautest.Bureau, first, second string){
		"paid in time": func(d *bureautest.Bureau, first, _ string) {
			_, err := desk.Pay(ctx, d.Bureau, first, 0)
			d.Must(err)
		},
		"paid late, and counted": func(d *bureautest.Bureau, first, second string) {
			d.Now = due
			_, err := desk.Overdue(ctx, d.Bureau)
			d.Must(err)
			if state := d.Report(second).State; state != check.Withheld {
				t.Errorf("not paid in time it is %s", state)
			}
			d.Must(desk.Answer(ctx, d.Bureau, first, "the bank was closed", "", desk.Reply{Question: "fee-overdue", Count: true}))
		},
		"counted for itself": func(d *bureautest.Bureau, _, second string) {
			d.Now = due
			d.Must(desk.Check(ctx, d.Bureau, second))
			d.Must(desk.Answer(ctx, d.Bureau, second, "its players have paid", "", desk.Reply{Question: "fee-elsewhere", Count: true}))
		},
	}
	for name, settle := range ways {
		d, f := bureautest.JapanWithFees(t)
		meeting := func(name string) *check.Case {
			r := bureautest.Event(f, name, "", 0, 1)
			r.Meeting = true
			return d.Send(r).Report
		}
		first, second := meeting("Monday"), meeting("Tuesday")
		if second.State != check.Waiting || second.Fee.Due() != 0 {
			t.Errorf("%s: it is %s before the fee is paid", name, second.State)
		}
		settle(d, first.Ref, second.Ref)
		if r := d.Report(second.Ref); r.State != check.Admitted {
			t.Errorf("%s: it is %s, and waits for %v", name, r.State, r.Open())
		}
	}
}

// A fee paid after publication is recorded; a fee paid in time remains so if
// the players change; a returned report that is submitted again has a new
// deadline.
func TestLatePaymentIsRecorded(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, f := bureautest.JapanWithFees(t)
	ref := d.Send(bureautest.Event(f, "Paid late", "", 0, 1)).Report.Ref
	d.Must(desk.Decide(ctx, d.Bureau, ref, check.Admitted, "the club pays next week"))
	other := bureautest.Event(f, "Sent again", "", 2, 3)
	other.Organizer = f.Clubs[1].Name
	again := d.Send(other).Report.Ref
	if _, err := desk.Pay(ctx, d.Bureau, again, 0); err != nil {
		t.Fatal(err)
	}
	d.Must(desk.Decide(ctx, d.Bureau, again, check.Returned, "a round is missing"))
	d.Now = time.Date(2023, 2, 21, 3, 0, 0, 0, time.UTC)
	d.Publish("2023-03")
	if _, err := desk.Pay(ctx, d.Bureau, ref, 0); err != nil || d.Report(ref).Fee.Due() != 0 {
		t.Errorf("still %d is due: %v", d.Report(ref).Fee.Due(), err)
	}
	d.Now = time.Date(2023, 3, 5, 3, 0, 0, 0, time.UTC)
	other.Sections = bureautest.Event(f, "Sent again", "", 2, 3, 4, 5).Sections
	d.Replace(other)
	if r := d.Report(again); r.State != check.Waiting || r.Fee.Due() != 400 || r.Fee.Until != civil.Of(2023, 3, 31) {
		t.Errorf("it is %s, and %d is due until %v", r.State, r.Fee.Due(), r.Fee.Until)
	}

	d, f = bureautest.JapanWithFees(t)
	r := bureautest.Event(f, "Come and gone", "", 0, 1, 2, 3)
	ref = d.Send(r).Report.Ref
	if _, err := desk.Pay(ctx, d.Bureau, ref, 0); err != nil {
		t.Fatal(err)
	}
	r.Sections[0].Players = append(r.Sections[0].Players, report.Player{StartNumber: 5, ID: f.People[4].ID, Name: f.People[4].Name})
	d.Send(r)
	d.Now = time.Date(2023, 3, 2, 3, 0, 0, 0, time.UTC)
	r.City, r.Sections[0].Players = "Tokyo", r.Sections[0].Players[:4]
	d.Replace(r)
	if is := d.Report(ref); is.State == check.Withheld {
		t.Errorf("800 of 800 were paid in January, and it waits for %v", is.Open())
	}
}

// A club's meetings are charged once per player and period, 3(4) (Reading J25).
// If it turns out that a player was not at the first meeting, the fee is due
// with the second: six players met on two evenings, whatever was reported
// first.
func TestFeeMovesToTheMeetingPlayed(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for name, change := range map[string]func(d *bureautest.Bureau, ref, id string, r *report.Report){
		"an officer's word": func(d *bureautest.Bureau, ref, id string, _ *report.Report) {
			d.Must(desk.Adjust(ctx, d.Bureau, ref, "his brother played", check.Adjustment{Start: 1, Player: id}))
		},
		"a newer file": func(d *bureautest.Bureau, _, id string, r *report.Report) {
			r.Sections[0].Players[0].ID, r.Sections[0].Players[0].Name = id, "his brother"
			d.Send(r)
		},
	} {
		d, f := bureautest.JapanWithFees(t)
		meeting := func(name string, players ...int) *report.Report {
			r := bureautest.Event(f, name, "", players...)
			r.Meeting = true
			return r
		}
		monday := meeting("Monday", 0, 1)
		first, second := d.Send(monday).Report.Ref, d.Send(meeting("Tuesday", 0, 1, 2, 3)).Report.Ref
		for _, ref := range []string{first, second} { // the invoices are paid and the list is made
			if d.Report(ref).Fee.Due() > 0 {
				_, err := desk.Pay(ctx, d.Bureau, ref, 0)
				d.Must(err)
			}
		}
		change(d, first, f.People[4].ID, monday)
		if d.Report(first).Fee.Due() > 0 {
			_, err := desk.Pay(ctx, d.Bureau, first, 0)
			d.Must(err)
		}
		d.Now = time.Date(2023, 2, 21, 3, 0, 0, 0, time.UTC)
		run, err := closing.Close(ctx, d.Bureau, "2023-03")
		d.Must(err)
		one, two := d.Report(first), d.Report(second)
		if got := one.Fee.Amount + two.Fee.Amount; got != 5*200 {
			t.Errorf("%s: for five players JPY %d are due (%+v, %+v); %d records are in the draft", name, got, one.Fee, two.Fee, len(run.Records))
		}
	}
}
