package desk_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// What is answered is what is asked on that day: a fee that has become overdue since the last check, 3(5), and not
// a membership that was registered since.
func TestAnswerIsToWhatIsAskedNow(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d, f := bureautest.JapanWithFees(t)
	ref := d.Send(bureautest.Event(f, "Open", "", 0, 1)).Report.Ref
	reply := desk.Reply{Question: check.WaitOverdue, Count: true}
	bureautest.Refused(t, desk.Answer(ctx, d.Bureau, ref, "on its way", "", reply), "no-question")
	d.Now = time.Date(2023, 2, 28, 15, 0, 0, 0, time.UTC)
	d.Must(desk.Answer(ctx, d.Bureau, ref, "on its way", "", reply))
	if r := d.Report(ref); r.State != check.Admitted {
		t.Errorf("answered, it is %s", r.State)
	}

	d, f = bureautest.Japan(t, map[string]string{"late": "count"})
	day, joins := f.On-1, d.Enter("name=Mori Jun", "birth=2012-03-04")
	r := bureautest.Meeting("Winter", day, d.Enter("name=Oda Kei", "birth=1971-05-06"), joins)
	for i := range r.Sections[0].Players {
		r.Sections[0].Players[i].Name = ""
	}
	ref = d.Send(r).Report.Ref
	if n := len(open(d, ref)); n != 2 {
		t.Fatalf("%d questions, want one for each who is not a member", n)
	}
	_, err := register.Enrol(ctx, d.Bureau, register.Membership{Player: joins, Days: civil.Range{From: day, To: day + 365}}, "")
	d.Must(err)
	d.Must(desk.Answer(ctx, d.Bureau, ref, "the membership has ended", "", desk.Reply{Question: "non-member"}))
	if n := len(d.Report(ref).LeftOut()); n != 1 || len(open(d, ref)) != 0 {
		t.Errorf("%d left out, %v open", n, open(d, ref))
	}
}

// open returns the open questions of a report about members.
func open(d *bureautest.Bureau, ref string) []check.Question {
	return slices.DeleteFunc(d.Report(ref).Open(), func(q check.Question) bool { return q.What != "non-member" })
}
