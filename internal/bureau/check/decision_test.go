package check_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/lists"
)

// What officers decided of a report that an earlier version stored is read as decisions, and
// stored as these.
func TestEarlierDecisionsAreRead(t *testing.T) {
	t.Parallel()
	const stored = `{"ref": "2026-03-0001", "state": "admitted", "received": "2026-03-01T00:00:00Z",
		"revisions": [{"number": 1, "digest": "a"}, {"number": 2, "digest": "b", "aside": true}],
		"replies": [{"what": "late", "count": true, "reason": "ill", "actor": "sato", "at": "2026-03-02T00:00:00Z", "precedent": "P1"},
			{"what": "late", "section": "B", "count": false, "reason": "later still", "actor": "sato", "at": "2026-03-02T00:00:00Z"}],
		"waits": [{"what": "player", "section": "A", "start": 4, "in_section": true}], "excluded": [{"what": "late", "section": "B"}], "refused": ["no-games"],
		"matches": [{"section": "A", "start": 3, "player": "N1", "of": {"file": 1, "section": "A", "start": 3}}],
		"adjustments": [{"revision": 2, "section": "A", "round": 1, "white": 1, "black": 2, "out": 1, "of": [{}, {}, {}]}],
		"decided": true, "decided_on": "seen", "options": {"late": "count"}, "fee": {"amount": 500, "paid": 300, "paid_on": "2026-03-03"},
		"history": [{"to": "withheld", "reason": "a protest", "actor": "sato"}, {"to": "admitted", "reason": "settled", "actor": "suzuki", "precedent": "P2"}, {"to": "rated", "reason": "list 2026-04"}]}`
	r := &check.Case{}
	for _, from := range []string{"before", "now"} {
		data := []byte(stored)
		if from == "now" {
			data, _ = json.Marshal(r)
			*r = check.Case{}
		}
		if err := json.Unmarshal(data, r); err != nil {
			t.Fatal(err)
		}
		d := r.Standing()
		got := fmt.Sprintln(*d[0].Reply, *d[2].Match, d[3].Adjustment.Round, r.IsAside(1), r.IsAside(2), r.Options(), r.OfficerDecision(), r.Ruling().Ruling.On, r.Precedent(), r.Fee.Paid, r.Cites("P1"), len(d),
			len(r.Open()), r.LeftOut()[0].Section, r.LeftOut()[0].Answer, r.Refused())
		if want := "{late   true} {A 3 N1 {{1 A} 3}} 1 false true map[late:count] admitted seen P2 300 true 7 1 B 2 [no-games]\n"; got != want {
			t.Errorf("%s: %s, want %s", from, got, want)
		}
	}
}

// A decision stands unless one stands in its place: what was taken back can be taken back.
func TestDecisionsAreTakenBack(t *testing.T) {
	t.Parallel()
	r := &check.Case{}
	last := func(d *check.Decision) bool { return d.Number == len(r.Decisions) }
	r.Decide(bureau.Moment{}, check.Decision{Ruling: &check.Ruling{To: check.Admitted}})
	r.Decide(bureau.Moment{}, check.Decision{Ruling: &check.Ruling{To: check.Withheld}})
	for n := range 5 {
		if is := r.OfficerDecision(); is != []lists.State{check.Withheld, check.Admitted}[n%2] {
			t.Errorf("after %d decisions it is %s", len(r.Decisions), is)
		}
		r.TakeBack(bureau.Moment{}, "mistyped", last)
	}
}
