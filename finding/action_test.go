package finding

import (
	"slices"
	"testing"
)

// Every cure is of an existing finding, with an existing action and with values
// that the finding always has. Every action cures something.
func TestCuresAreConsistent(t *testing.T) {
	all := sources(t)
	used := map[string]bool{}
	for id, actions := range cures {
		for _, c := range actions {
			parameters, ok := Actions[c[0]]
			used[c[0]] = true
			if !ok || len(c)-1 > len(parameters) {
				t.Errorf("%s: there is no action %v, or its parameters are %v", id, c, parameters)
			}
		}
		seen := false
		for _, m := range all {
			if m.id != id || !slices.Contains([]string{"New", "Refuse", "Refusal"}, m.function) {
				continue
			}
			seen = true
			for _, c := range actions {
				for _, name := range c[1:] {
					if name != "" && !m.values[name] {
						t.Errorf("%s makes %s without the value %q, which %s takes", m.file, id, name, c[0])
					}
				}
			}
		}
		if !seen {
			t.Errorf("nothing finds %s", id)
		}
	}
	for id := range Actions {
		if !used[id] {
			t.Errorf("%s cures nothing", id)
		}
	}
}

// An action has the finding's values under the names of its parameters.
func TestActionsHaveValues(t *testing.T) {
	f := New("period-order", Error, At{}, Text("label", "2024-03"), Text("before", "2024-02"))
	got := f.Actions()
	if len(got) != 1 || got[0].ID != "period.close" || got[0].Value("label") != "2024-02" {
		t.Errorf("got %v", got)
	}
	for question, id := range map[string]string{"date-ambiguous": "report.state-days", "no-date": "report.state-days", "late": "report.answer-late", "fee-overdue": "report.answer"} {
		got := New("question-open", Error, At{}, Text("ref", "2024-03-0001"), Text("question", question)).Actions()
		if len(got) != 1 || got[0].ID != id || got[0].Value("ref") != "2024-03-0001" || id == "report.answer" && got[0].Value("question") != question {
			t.Errorf("%s: got %v, want %s", question, got, id)
		}
	}
	got = New("points-differ", Error, At{}).Actions()
	in := InCase("2024-03-0001", []Finding{New("points-differ", Error, At{}).In("A")})[0].Actions()
	if len(got) != 0 || len(in) != 1 || in[0].Value("question") != "points-differ" || in[0].Value("section") != "A" {
		t.Errorf("of a file %v, of a report %v", got, in)
	}
	got = New("period-out", Error, At{}, Text("label", "2024-03")).Actions()
	if len(got) != 1 || got[0].Value("ref") != "" || got[0].Value("label") != "2024-03" {
		t.Errorf("got %v", got)
	}
	if got := New("no-players", Error, At{}).Actions(); got != nil {
		t.Errorf("got %v, want none", got)
	}
}
