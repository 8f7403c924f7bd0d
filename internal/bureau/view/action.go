package view

import (
	"fmt"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau/check"
)

// waitActions are the actions that settle waits whose findings, if they are any, do not
// name their own.
var waitActions = map[string][]string{
	check.WaitPlayer:        {"report.match"},
	check.WaitFee:           {"fee.show"},
	check.WaitFile:          {"report.submit"},
	check.WaitBearer:        {"report.answer"},
	check.WaitOverdue:       {"report.answer"},
	check.WaitChanged:       {"report.admit"},
	"non-member":            {"report.answer"},
	"adjustment-lapsed":     {"report.correct"},
	"exchange-file-missing": {"report.submit"},
	"event-running":         {},
}

// Actions returns the actions that settle a wait of a report, in the order in which to
// try them, with all parameters that are known.
func Actions(r *check.Case, w *check.Question) []finding.Action {
	ids, ok := waitActions[w.What]
	if !ok {
		for _, a := range (finding.Finding{ID: w.What, Case: r.Ref}).Actions() {
			ids = append(ids, a.ID)
		}
	}
	if !ok && len(ids) == 0 {
		ids = []string{"report.admit", "report.return"}
	}
	known := map[string]string{"ref": r.Ref, "question": w.What, "section": w.Section}
	if w.Start != 0 {
		known["start"] = fmt.Sprint(w.Start)
	}
	all := make([]finding.Action, len(ids))
	for i, id := range ids {
		all[i].ID = id
		for _, name := range finding.Actions[id] {
			if known[name] != "" {
				all[i].Values = append(all[i].Values, finding.Text(name, known[name]))
			}
		}
	}
	return all
}

// MayNeedOfficer reports whether an officer has to settle a wait, or has to if nobody
// else does.
func MayNeedOfficer(w *check.Question) bool {
	return !check.AskedOfOrganizer(w.What) || w.NeedsAnswer("")
}
