package bureau_test

import (
	"testing"

	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// Two clubs call their events alike: the key of the event stays with the first report, also
// when it is derived again.
func TestKeyOfAnEventIsThatOfTheFirstClub(t *testing.T) {
	d, f := bureautest.Japan(t, nil)
	first, second := bureautest.Event(f, "Open", "", 0, 1, 2, 3), bureautest.Event(f, "Open", "", 4, 5, 6, 7)
	second.Organizer = f.Clubs[1].Name
	one, other := d.Send(first).Report.Ref, d.Send(second).Report.Ref
	if one == other {
		t.Fatal("they are one report")
	}
	d.Verified()
}
