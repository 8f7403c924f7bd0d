package bureau_test

import (
	"context"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
)

// A report that was left out is added to its list by a correction. In the meantime the
// membership of one of its players was taken back: whether their games count is a question,
// which the correction does not answer.
func TestLateReportIsNotDecidedByTheRegisters(t *testing.T) {
	ctx := context.Background()
	c := prepared(t, "jcf-2023")
	d := c.d
	ref := d.submit1(c.files[0], c.from, "", jsonFile, false).Report.Ref
	counted := d.counting(ref)
	d.must(desk.Decide(ctx, d.Bureau, ref, intake.Withheld, "a protest"))
	d.on("2024-03-25T03:00:00Z")
	d.publish("2024-04")
	d.must(register.Resign(ctx, d.Bureau, register.Membership{Player: d.id(3), Days: memberDays}, "left"))
	propose := func() error {
		_, err := correction.Propose(ctx, d.Bureau, correction.Proposal{What: correction.Amendment{Kind: correction.AddLate, Report: ref, Label: "2024-04"}, Reason: "the protest is over"})
		return err
	}
	if err := propose(); refusal(err) != "report-unchecked" {
		t.Errorf("%d of %d games count in the list: %v", d.counting(ref), counted, err)
	}
	d.must(desk.Check(ctx, d.Bureau, ref))
	if d.counting(ref) >= counted {
		t.Errorf("%d of %d games count", d.counting(ref), counted)
	}
	d.must(propose())
}
