package desk_test

import (
	"context"
	"slices"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/memory"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// meeting submits a regular meeting of the first club.
func meeting(d *bureautest.Bureau, f *synth.Federation, name string, players ...int) string {
	d.T.Helper()
	r := bureautest.Event(f, name, "", players...)
	r.Meeting = true
	return d.Send(r).Report.Ref
}

// pay pays what is due for a report.
func pay(d *bureautest.Bureau, ref string) {
	d.T.Helper()
	_, err := desk.Pay(context.Background(), d.Bureau, ref, 0)
	d.Must(err)
}

// owes tests what a report costs, and what of it is outstanding.
func owes(d *bureautest.Bureau, ref string, amount, due int) {
	d.T.Helper()
	f := d.Report(ref).Fee
	if f == nil {
		f = &check.Fee{}
	}
	if f.Amount != amount || f.Due() != due {
		d.T.Errorf("%s costs %d, and %d of it is due, want %d and %d: %+v", ref, f.Amount, f.Due(), amount, due, f)
	}
}

// is tests the state of a report.
func is(d *bureautest.Bureau, ref string, state lists.State) {
	d.T.Helper()
	if r := d.Report(ref); r.State != state {
		d.T.Errorf("%s is %s, want %s; it waits for %v", ref, r.State, state, r.Open())
	}
}

// A meeting whose bearer goes back owes what is due for its players at once, and it can be paid, 3(4).
func TestFeeFollowsTheMeetingsThatStand(t *testing.T) {
	t.Parallel()
	for _, word := range []lists.State{check.Returned, check.Closed} {
		d, f := bureautest.JapanWithFees(t)
		first, second := meeting(d, f, "Monday", 0, 1), meeting(d, f, "Tuesday", 0, 1)
		owes(d, first, 400, 400)
		owes(d, second, 0, 0)
		d.Must(desk.Decide(context.Background(), d.Bureau, first, word, "it did not take place"))
		owes(d, first, 0, 0)
		owes(d, second, 400, 400)
		pay(d, second)
		is(d, second, check.Admitted)
	}
}

// What was paid for a report that goes back is credit for the others of its club in the period, from that day on.
func TestCreditCountsFromTheDayOnWhichItArose(t *testing.T) {
	t.Parallel()
	for day, want := range map[string]lists.State{"2023-02-28": check.Admitted, "2023-03-01": check.Withheld} {
		d, f := bureautest.JapanWithFees(t)
		first, second := meeting(d, f, "Monday", 0, 1), meeting(d, f, "Tuesday", 2, 3, 4, 5)
		pay(d, first)
		_, err := desk.Pay(context.Background(), d.Bureau, second, 400)
		d.Must(err)
		owes(d, second, 800, 400)
		d.On(day)
		d.Must(desk.Decide(context.Background(), d.Bureau, first, check.Closed, "it did not take place"))
		owes(d, first, 0, 0)
		owes(d, second, 800, 0)
		is(d, second, want)
	}
}

// Who paid in time has done so, whatever was paid and given back since.
func TestPaidInTimeWithoutWhatIsDueNoMore(t *testing.T) {
	t.Parallel()
	d, f := bureautest.JapanWithFees(t)
	r := bureautest.Event(f, "Open", "", 0, 1)
	ref := d.Send(r).Report.Ref
	pay(d, ref)
	d.On("2023-03-01")
	s := &r.Sections[0]
	s.Players = append(s.Players, report.Player{StartNumber: 3, ID: f.People[2].ID, Name: f.People[2].Name})
	d.Replace(r)
	pay(d, ref)
	is(d, ref, check.Withheld)
	r.City, s.Players = "Tokyo", s.Players[:2]
	d.Replace(r)
	owes(d, ref, 400, 0)
	is(d, ref, check.Admitted)
}

// An unknown entry is due as a player of its own; who it is may lower the fee, 3(4).
func TestMatchLowersTheFee(t *testing.T) {
	t.Parallel()
	d, f := bureautest.JapanWithFees(t)
	first := meeting(d, f, "Monday", 0, 1)
	r := bureautest.Event(f, "Tuesday", "", 0, 1)
	r.Meeting, r.Sections[0].Players[1].ID, r.Sections[0].Players[1].Name = true, "", "Nobody Known"
	second := d.Send(r).Report.Ref
	owes(d, second, 200, 200)
	pay(d, second)
	d.Must(desk.Match(context.Background(), d.Bureau, second, "", 2, f.People[1].ID))
	owes(d, second, 0, 0)
	owes(d, first, 400, 200)
}

// A report that came twice owes nothing once an officer has left it out, asks nothing about its
// games any more, and what was paid for it is credit.
func TestDoubleOwesNothing(t *testing.T) {
	t.Parallel()
	d, f := bureautest.JapanWithFees(t)
	seven := []int{0, 1, 2, 3, 4, 5, 6, 7}
	first := d.Send(bureautest.Event(f, "Open", "", seven...)).Report.Ref
	second := d.Send(bureautest.Event(f, "The same", "", seven...)).Report.Ref
	owes(d, second, 1600, 1600)
	pay(d, second)
	d.Must(desk.Answer(context.Background(), d.Bureau, second, "the same event", "", desk.Reply{Question: check.WaitTwin}))
	owes(d, second, 0, 0)
	owes(d, first, 1600, 0)
	is(d, first, check.Admitted)
	if open := d.Report(second).Open(); len(open) > 0 {
		t.Errorf("a double asks %v", open)
	}
}

// What changes the fee by mistake, a double that is none or a match, changes nothing of it in the
// end: what is due, since when and until when is as before.
func TestFeeIsAsBeforeTheMistake(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, f := bureautest.JapanWithFees(t)
	eight := []int{0, 1, 2, 3, 4, 5, 6, 7}
	d.Send(bureautest.Event(f, "Open", "", eight...))
	double := d.Send(bureautest.Event(f, "The same", "", eight...)).Report.Ref
	meeting(d, f, "Monday", 0, 1)
	r := bureautest.Event(f, "Tuesday", "", 0, 1)
	r.Meeting, r.Sections[0].Players[1].ID, r.Sections[0].Players[1].Name = true, "", "Nobody Known"
	unknown := d.Send(r).Report.Ref
	for _, day := range []string{"2023-02-10", "2023-03-02"} {
		for ref, m := range map[string]struct {
			decide func() error
			back   desk.Mistake
		}{
			double: {func() error {
				return desk.Answer(ctx, d.Bureau, double, "mistyped", "", desk.Reply{Question: check.WaitTwin})
			}, desk.Mistake{Answer: &desk.Reply{Question: check.WaitTwin}}},
			unknown: {func() error { return desk.Match(ctx, d.Bureau, unknown, "", 2, f.People[1].ID) },
				desk.Mistake{Decision: check.Decision{Match: &check.Match{Start: 2}}}},
		} {
			d.On(day)
			d.Must(desk.Check(ctx, d.Bureau, ref))
			before := outcome(d, ref)
			d.Must(m.decide())
			owes(d, ref, 0, 0)
			d.Must(desk.TakeBack(ctx, d.Bureau, ref, "mistyped", m.back))
			if now := outcome(d, ref); now != before {
				t.Errorf("%s\nwas\n%s", now, before)
			}
		}
	}
}

// The credit of a double arose on the day on which it was left out, however often it is checked.
func TestCreditOfADoubleKeepsItsDay(t *testing.T) {
	t.Parallel()
	d, f := bureautest.JapanWithFees(t)
	first := d.Send(bureautest.Event(f, "Open", "", 0, 1, 2, 3, 4, 5, 6, 7)).Report.Ref
	second := d.Send(bureautest.Event(f, "The same", "", 0, 1, 2, 3, 4, 5, 6, 7)).Report.Ref
	pay(d, second)
	d.On("2023-03-01")
	d.Must(desk.Answer(context.Background(), d.Bureau, second, "the same event", "", desk.Reply{Question: check.WaitTwin}))
	for range 2 {
		owes(d, first, 1600, 0)
		is(d, first, check.Withheld)
		d.Must(desk.Check(context.Background(), d.Bureau, second))
	}
}

// A report that is returned by rule owes nothing, and nothing is said of a fee.
func TestReturnedReportIsNotAskedForAFee(t *testing.T) {
	t.Parallel()
	d, f := bureautest.JapanWithFees(t)
	r := bureautest.Event(f, "Blitz", "", 0, 1)
	r.Type = rating.Blitz
	receipt := d.Send(r)
	is(d, receipt.Report.Ref, check.Returned)
	owes(d, receipt.Report.Ref, 0, 0)
	for _, q := range receipt.Report.Questions {
		if q.What == check.WaitFee || q.What == check.WaitOverdue {
			t.Errorf("it asks %v", q)
		}
	}
}

// A report that moves into the next edition keeps the clauses of its fee (Reading J39).
func TestFeeKeepsItsClause(t *testing.T) {
	t.Parallel()
	f := synth.New(3, synth.Size{Players: 80, Clubs: 3, On: civil.Of(2023, 6, 21)})
	d := bureautest.JapanOf(t, &memory.Store{}, f, nil)
	ref := d.Send(bureautest.Event(f, "Open", "", 0, 1)).Report.Ref
	d.On("2023-08-01")
	d.Publish("2023-08")
	d.On("2023-10-01")
	d.Must(desk.Check(context.Background(), d.Bureau, ref))
	fee := d.Report(ref).Fee
	clauses := []string{fee.Clause, fee.Unpaid}
	for _, q := range d.Report(ref).Open() {
		clauses = append(clauses, q.Clause)
	}
	if want := []string{"3(4)", "3(5)", "3(5)"}; !slices.Equal(clauses, want) {
		t.Errorf("cited are %v, want %v", clauses, want)
	}
}

// fee overdue tells of each report that is withheld for its fee, not only of those that it has just withheld.
func TestOverdueReportsAreCounted(t *testing.T) {
	t.Parallel()
	d, f := bureautest.JapanWithFees(t)
	meeting(d, f, "Monday", 0, 1)
	meeting(d, f, "Tuesday", 0, 1, 2, 3)
	d.On("2023-03-01")
	d.Must(d.Close("2023-03"))
	for range 2 {
		if all, err := desk.Overdue(context.Background(), d.Bureau); err != nil || len(all) != 2 {
			t.Errorf("%d reports are withheld for a fee, want 2: %v", len(all), err)
		}
	}
}
