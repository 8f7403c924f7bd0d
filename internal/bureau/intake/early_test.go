package intake_test

import (
	"testing"

	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// That a file came before its event ended is said once: as the question while the event is on, and
// not at all once a file has come afterwards.
func TestEarlyFileIsToldOnce(t *testing.T) {
	t.Parallel()
	d, f := bureautest.Japan(t, nil)
	r := bureautest.Event(f, "Open", "", 0, 1)
	r.End = f.On + 2
	early := d.Send(r).Findings
	if !bureautest.Finds(early, "event-running") || bureautest.Finds(early, "received-before-end") {
		t.Errorf("while the event is on: %v", early)
	}
	d.Now = d.Now.AddDate(0, 0, 3)
	r.Venue = "Another Hall"
	if late := d.Replace(r).Findings; bureautest.Finds(late, "event-running") || bureautest.Finds(late, "received-before-end") {
		t.Errorf("after a file of a later day: %v", late)
	}
}
