package correction_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// A report that was left out is added to its list by a correction. In the meantime the
// membership of one of its players was taken back: whether their games count is a question,
// which the correction does not answer.
func TestLateReportIsNotDecidedByTheRegisters(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.SixteenMembers(t, 2024, "ncs")
	d.On("2024-03-10T03:00:00Z")
	ref := d.SendFrom(d.Event("Open", "2024-03-08"), "Player NoA").Report.Ref
	counted := d.Report(ref).Counting
	d.Must(desk.Decide(ctx, d.Bureau, ref, check.Withheld, "a protest"))
	d.On("2024-03-25T03:00:00Z")
	d.Publish("2024-04")
	d.Must(register.Resign(ctx, d.Bureau, register.Membership{Player: d.ID(3), Days: bureautest.MemberDays}, "left"))
	propose := func() error {
		_, err := correction.Propose(ctx, d.Bureau, correction.Proposal{What: correction.Amendment{Kind: correction.AddLate, Report: ref, Label: "2024-04"}, Reason: "the protest is over"})
		return err
	}
	if err := propose(); bureautest.Refusal(err) != "report-unchecked" {
		t.Errorf("%d of %d games count in the list: %v", d.Report(ref).Counting, counted, err)
	}
	d.Must(desk.Check(ctx, d.Bureau, ref))
	if d.Report(ref).Counting >= counted {
		t.Errorf("%d of %d games count", d.Report(ref).Counting, counted)
	}
	d.Must(propose())
}

// A correction adds no meet of the NSCL to a list as long as a question holds a game of it (Reading
// N12), and none that an announcement contradicts.
func TestNoMeetIsAddedInPart(t *testing.T) {
	t.Parallel()
	d := bureautest.Sixteen(t, "nscl")
	d.On("2024-02-10T03:00:00Z")
	meet := d.Event("First meet", "2024-02-08")
	meet.Sections[0].Players[3].ID, meet.Sections[0].Players[3].Name = "", "Nobody Known"
	r := d.Send(meet).Report
	if !r.Waits(check.WaitPlayer) {
		t.Fatalf("%+v", r.Open())
	}
	d.Must(desk.Decide(t.Context(), d.Bureau, r.Ref, check.Withheld, "a protest"))
	d.On("2024-03-10T03:00:00Z")
	next := d.Submit(d.Event("Second meet", "2024-03-08"))
	d.Publish(d.Report(next).Period)
	_, err := correction.Propose(t.Context(), d.Bureau, correction.Proposal{What: correction.Amendment{Kind: correction.AddLate, Report: r.Ref}, Reason: "the protest is over"})
	bureautest.Refused(t, err, "question-open")
}

// A later file that says the same as the one in the list leaves nothing to correct, however its bytes
// differ.
func TestSameRecordIsNothingToCorrect(t *testing.T) {
	t.Parallel()
	for _, authority := range []string{"ncs", "chessa", "nscl"} {
		d := bureautest.Sixteen(t, authority)
		refs, reports := d.Lived(1, 1)
		r := reports[1]
		r.Venue = "the hall beside"
		d.Replace(r)
		if c := d.Report(refs[1]); c.Behind || len(c.Revisions) < 2 {
			t.Errorf("%s: %+v", authority, c)
		}
		bureautest.Refused(t, d.Propose(correction.Amendment{Kind: correction.AmendReport, Report: refs[1]}), "nothing-to-correct")
	}
}

// A report that was taken out of its list and is put back there has the same to be brought in as before.
func TestWithdrawnReportComesBackAsItWas(t *testing.T) {
	t.Parallel()
	d := bureautest.Sixteen(t, "ncs")
	refs, reports := d.Lived(1, 1)
	r := reports[1]
	r.Sections[0].Games[0].Result = bureautest.Turned(r.Sections[0].Games[0].Result)
	d.Replace(r)
	before, listed := d.Report(refs[1]), d.Standing()
	if !before.Behind {
		t.Fatal("its list knows all")
	}
	k := d.Accept(correction.Amendment{Kind: correction.Withdraw, Report: refs[1]}, "")
	if c := d.Report(refs[1]); c.Behind || c.Listed != nil {
		t.Errorf("a report that is in no list is behind: %+v", c.Outcome)
	}
	d.Undo(k.Number)
	if c := d.Report(refs[1]); !c.Behind || c.State != check.Rated || c.Listed == nil || *c.Listed != *before.Listed {
		t.Errorf("%+v, not %+v", c.Outcome, before.Outcome)
	}
	if diff := cmp.Diff(listed, d.Standing()); diff != "" {
		t.Error(diff)
	}
	d.Accept(correction.Amendment{Kind: correction.AmendReport, Report: refs[1]}, "")
	if c := d.Report(refs[1]); c.Behind {
		t.Errorf("%+v", c.Outcome)
	}
	d.Verified()
}

// A report on which an officer decided during a draft that was published as it is goes out of the list by
// a correction, and comes back by its undoing.
func TestReportIsTakenOutAsDecided(t *testing.T) {
	t.Parallel()
	for _, to := range []lists.State{check.Closed, check.Returned, check.Withheld} {
		d := bureautest.Sixteen(t, "ncs")
		d.Live(1, 1, nil)
		d.On("2024-02-10T03:00:00Z")
		ref := d.Submit(d.Event("Open", "2024-02-05"))
		d.On("2024-02-25T03:00:00Z")
		d.Draft("2024-03")
		d.On("2024-02-26T03:00:00Z")
		d.Must(desk.Decide(t.Context(), d.Bureau, ref, to, "the club withdraws it"))
		_, err := closing.PublishAsDrafted(t.Context(), d.Bureau, "2024-03", "nobody can close it today")
		d.Must(err)
		listed := d.Standing()
		if r := d.Report(ref); r.State != check.Rated || !r.Behind {
			t.Errorf("%s: it is %s, behind: %v", to, r.State, r.Behind)
		}
		k := d.Accept(correction.Amendment{Kind: correction.AmendReport, Report: ref}, "")
		if r, now := d.Report(ref), d.Standing(); r.State != to || r.Behind || !cmp.Equal(now["2024-03"], now["2024-02"]) {
			t.Errorf("%s: it is %s, behind: %v", to, r.State, r.Behind)
		}
		d.Undo(k.Number)
		if r := d.Report(ref); r.State != check.Rated || !r.Behind || !cmp.Equal(listed, d.Standing()) {
			t.Errorf("%s: undone it is %s, behind: %v", to, r.State, r.Behind)
		}
		d.Verified()
	}
}
