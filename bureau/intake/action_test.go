package intake

import (
	"slices"
	"testing"

	"github.com/arpadchess/arpad/finding"
)

// Every question but one can be settled by an action, which knows the report; what an
// entry's action is about is known to it, too. Only time settles that an event still runs.
func TestWaitsHaveActions(t *testing.T) {
	r := &Case{Ref: "2024-03-0001"}
	for _, q := range questions {
		w := Wait{What: q.what, Section: "A", Start: 3, InSection: true}
		actions := r.Actions(&w)
		if (len(actions) == 0) != (q.what == "event-running") {
			t.Errorf("%s has the actions %v", q.what, actions)
		}
		for _, a := range actions {
			parameters, ok := finding.Actions[a.ID]
			if !ok || slices.Contains(parameters, "ref") && a.Value("ref") != r.Ref || slices.Contains(parameters, "question") && a.Value("question") != q.what {
				t.Errorf("%s: %v", q.what, a)
			}
		}
		if q.entries && (actions[0].ID != "report.match" || actions[0].Value("section") != "A" || actions[0].Value("start") != "3") {
			t.Errorf("%s: the entry is not known to %v", q.what, actions)
		}
	}
	for what := range waitActions {
		if _, ok := questionOf(what); !ok {
			t.Errorf("%s is no question", what)
		}
	}
	if got := r.Actions(&Wait{What: "organizer-not-registered"}); len(got) != 2 || got[0].ID != "report.admit" || got[0].Value("ref") != r.Ref {
		t.Errorf("a finding without a cure of its own has %v", got)
	}
}
