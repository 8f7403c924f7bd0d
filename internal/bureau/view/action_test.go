package view_test

import (
	"slices"
	"testing"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/view"
)

// Whatever keeps a report from its list can be settled by an action, which knows the
// report, and the entry if it is about one. Only time settles that an event still runs.
func TestWaitsHaveActions(t *testing.T) {
	t.Parallel()
	r := &check.Case{Ref: "2024-03-0001"}
	asked := []string{
		check.WaitPlayer, check.WaitFee, check.WaitBearer, check.WaitFile, check.WaitOverdue, check.WaitChanged, check.WaitTwin,
		"field-differs", "entry-differs", "sections-alike", "section-renamed", "adjustment-lapsed", "exchange-file-missing", "event-running",
	}
	for _, claim := range check.Claims {
		for _, at := range claim.Cells {
			if at.Asks != "" {
				asked = append(asked, at.Asks)
			}
		}
	}
	if len(asked) < 25 {
		t.Fatalf("only %v", asked)
	}
	for _, what := range asked {
		actions := view.Actions(r, &check.Question{What: what, Section: "A", Start: 3, InSection: true})
		if (len(actions) == 0) != (what == "event-running") {
			t.Errorf("%s has the actions %v", what, actions)
		}
		for _, a := range actions {
			parameters, ok := finding.Actions[a.ID]
			if !ok || slices.Contains(parameters, "ref") && a.Value("ref") != r.Ref || slices.Contains(parameters, "question") && a.Value("question") != what {
				t.Errorf("%s: %v", what, a)
			}
			if a.ID == "report.match" && (a.Value("section") != "A" || a.Value("start") != "3") {
				t.Errorf("%s: the entry is not known to %v", what, a)
			}
		}
	}
	for _, what := range []string{check.WaitTwin, "points-differ"} { // no command is named where a file is read without an office
		if got := view.Actions(r, &check.Question{What: what}); len(got) == 0 || got[0].ID == "report.admit" {
			t.Errorf("%s has %v", what, got)
		}
	}
	if got := view.Actions(r, &check.Question{What: "organizer-not-registered"}); len(got) != 2 || got[0].ID != "report.admit" {
		t.Errorf("a finding without a cure of its own has %v", got)
	}
}
