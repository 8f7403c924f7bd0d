package intake_test

import (
	"context"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/report"
)

// The last file that was handed in counts, also when it came before: the same bytes are
// nothing new only as long as they count.
func TestEarlierFileComesAgain(t *testing.T) {
	t.Parallel()
	d, f := bureautest.Japan(t, nil)
	right, wrong := bureautest.Event(f, "Open", "", 0, 1, 2, 3), bureautest.Event(f, "Open", "", 0, 1, 2, 3)
	wrong.Sections[0].Games[0].Result = report.BlackWon
	ref := d.Send(right).Report.Ref
	want, _ := d.Recorded(ref)
	d.Replace(wrong)
	if receipt := d.Replace(right); receipt.Known || receipt.Report.Ref != ref {
		t.Errorf("that a file comes again is known: %+v", receipt)
	}
	if games, r := d.Recorded(ref); games[0] != want[0] || r.State != check.Admitted {
		t.Errorf("it is %s with %q, want %q", r.State, games, want)
	}
	for _, receipt := range []bool{d.Replace(right).Known, d.Send(right).Known} {
		if !receipt {
			t.Error("what counts is received anew")
		}
	}
	if receipt := d.Send(wrong); receipt.Known {
		t.Error("a file that was replaced comes again, and nobody is asked")
	}
	d.Agree()
	d.Verified()
}

// A file of the name of one that was sent back is its repaired file if it tells of its games, and
// else another event.
func TestFilesOfOneNameAreTwoEvents(t *testing.T) {
	t.Parallel()
	d, f := bureautest.Japan(t, nil)
	monday := bureautest.Event(f, "Monday", "", 0, 1, 2, 3)
	ref := d.Send(monday).Report.Ref
	d.Must(desk.Decide(context.Background(), d.Bureau, ref, check.Returned, "the name is wrong"))
	tuesday := bureautest.Event(f, "Tuesday", "", 0, 2, 1, 3)
	tuesday.Start, tuesday.End = monday.Start-1, monday.End-1
	if r := d.Send(tuesday).Report; r.Ref == ref {
		t.Errorf("two events are one report: %+v", r)
	}
	monday.Name, monday.Start, monday.End = "Club evening", monday.Start-2, monday.End-2
	if r := d.Send(monday).Report; r.Ref != ref || r.Event != "Club evening" {
		t.Errorf("the repaired file is of report %s, not %s", r.Ref, ref)
	}
}
