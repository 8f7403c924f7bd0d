package document

import (
	"slices"

	"github.com/arpadchess/arpad/bureau/view"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report/pack"
)

// Explained converts a bureau's explanation to lists for a printer and for
// NewExplanation, one for each kind of rating. private includes values that
// reveal personal data.
func Explained(x *view.Explanation, private bool) []*explain.List {
	var listed []*explain.List
	for _, e := range x.Ratings {
		listed = append(listed, explainedList(x, &e, private))
	}
	return listed
}

func explainedList(x *view.Explanation, e *view.Explained, private bool) *explain.List {
	first, last := e.Rows[0], e.Rows[len(e.Rows)-1]
	sections := map[int32]bool{}
	for _, s := range e.Steps {
		sections[s.Section] = sections[s.Section] || s.Player == x.Player.Number
	}
	l := &explain.List{
		Regulation: x.About, Period: regulation.Period{Label: x.Run.Label, Days: x.Run.Days, List: x.Run.List, Meet: x.Run.Meet},
		Opening: x.Opening, From: x.From, Kind: e.Kind, PlayerID: x.Player.ID, Player: x.Player.Name, Batch: x.Batch,
		Names:    func(n uint32) string { _, name := x.Names(n); return name },
		Previous: first.From, New: last.To, Private: private,
		Steps: slices.DeleteFunc(e.Steps, func(s regulation.Step) bool { return !sections[s.Section] && s.Player != x.Player.Number }),
	}
	place := explain.BeforeCalculation
	for _, row := range e.Rows {
		if row.Cause == "" {
			place = explain.AfterCalculation
			continue
		}
		l.Corrections = append(l.Corrections, explain.Correction{Number: row.Cause, Place: place, From: row.From, To: row.To})
	}
	for _, row := range e.Revised {
		l.Corrections = append(l.Corrections, explain.Correction{Number: row.Cause, Place: explain.BetweenRevisions, From: row.From, To: row.To})
	}
	for section, f := range x.Refused {
		s := &x.Batch.Sections[section]
		if s.Kind == e.Kind && slices.ContainsFunc(s.Entries, func(entry pack.Entry) bool { return entry.Player == x.Player.Number }) {
			l.Refused = append(l.Refused, f)
		}
	}
	slices.SortFunc(l.Refused, finding.Compare)
	return l
}
