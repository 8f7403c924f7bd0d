package finding

import "testing"

// Every id that is refused anywhere has exactly one class, and every class
// lists only ids that are refused.
func TestRefusalsHaveClasses(t *testing.T) {
	raised := map[string]bool{}
	for _, m := range sources(t) {
		if m.function != "Refuse" {
			continue
		}
		raised[m.id] = true
		if _, ok := classes[m.id]; !ok {
			t.Errorf("%s refuses %s, which has no class", m.file, m.id)
		}
	}
	of := map[string]Class{}
	for class, ids := range refusals {
		for _, id := range ids {
			if before, twice := of[id]; twice {
				t.Errorf("%s is %s and %s", id, before, class)
			}
			if of[id] = class; !raised[id] {
				t.Errorf("nothing refuses %s, which is %s", id, class)
			}
		}
	}
}

// A refusal has its class; the refusal of a file is Invalid.
func TestClassOfRefusal(t *testing.T) {
	for id, want := range map[string]string{
		"no-report": "not-found", "id-taken": "conflict", "period-runs": "not-now", "reason-needed": "invalid", "id-stays": "forbidden", "no-players": "invalid",
	} {
		refused := &Refused{Refusal(id, At{})}
		if got := refused.Class().String(); got != want {
			t.Errorf("%s is %s, want %s", id, got, want)
		}
	}
}
