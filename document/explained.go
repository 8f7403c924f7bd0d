package document

import (
	"slices"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report/pack"
)

// Explained converts a bureau's explanation to lists for a printer and for
// NewExplanation, of a kind of rating, or one for each if it is zero, without empty
// ones. private includes values that reveal personal data. It reads the bureau.
func Explained(x *view.Explanation, kind rating.Kind, private bool) ([]*explain.List, error) {
	var listed []*explain.List
	for i := range x.Ratings {
		if e := &x.Ratings[i]; kind == 0 || e.Kind == kind {
			l, err := explainedList(x, e, private)
			if err != nil {
				return nil, err
			}
			if !l.Empty() {
				listed = append(listed, l)
			}
		}
	}
	return listed, nil
}

// public returns the ids of questions that everybody may read of: none about memberships, 7(1).
func public(ids []string, private bool) []string {
	if private {
		return ids
	}
	return slices.DeleteFunc(slices.Clone(ids), func(id string) bool { return id == pack.NonMember.String() })
}

// publicSteps changes steps that tell who was not a member, or is under 18, 7(1): a K for the first
// games and one for young players are called the same.
func publicSteps(steps []regulation.Step) []regulation.Step {
	var shown []regulation.Step
	var told []rating.K
	for _, s := range steps {
		switch {
		case s.Note == regulation.Note(pack.NonMember.String()):
			s.Note, s.Clause, s.Reading = regulation.Note(pack.NonMember.Public().String()), "", ""
		case s.What == regulation.KFactor && (s.Note == "young" || s.Note == "new"):
			if slices.Contains(told, s.K) {
				continue
			}
			told = append(told, s.K)
			s.Note, s.Clause, s.Reading = "cases", "", ""
		}
		shown = append(shown, s)
	}
	return shown
}

func explainedList(x *view.Explanation, e *view.Explained, private bool) (*explain.List, error) {
	first, final := e.Rows[0], e.Rows[len(e.Rows)-1]
	sections := map[int32]bool{}
	for _, s := range e.Steps {
		sections[s.Section] = sections[s.Section] || s.Player == x.Player.Number
	}
	l := &explain.List{
		Regulation: x.About, Period: regulation.Period{Label: x.Run.Label, Days: x.Run.Days, List: x.Run.List, Meet: x.Run.Meet},
		Opening: x.Opening, From: x.From, Kind: e.Kind, PlayerID: x.Player.ID, Player: x.Player.Name, Local: x.Player.NameLocal, Batch: x.Batch,
		Names: func(n uint32) string { _, name := x.Names(n); return name }, LocalNames: x.Local,
		IDs: func(n uint32) string { id, _ := x.Names(n); return id }, Refs: x.Ref,
		NotRated: x.Refused, Asked: x.Asked, Into: x.Player.MergedInto, Erased: x.Player.Erased,
		Previous: first.From, New: final.To, Private: private, BirthFrom: x.BirthFrom,
		Steps: slices.DeleteFunc(e.Steps, func(s regulation.Step) bool { return !sections[s.Section] && s.Player != x.Player.Number }),
	}
	for _, f := range x.Run.First {
		if f.Player == x.Player.Number {
			l.FirstReason = f.Reason
		}
	}
	l.Held = func(s *regulation.Step) ([]string, bool) {
		held := x.Held[int(s.Game)-1]
		return public(held.Why, private), held.Left
	}
	if !private {
		l.Steps = publicSteps(l.Steps)
	}
	for _, g := range x.Unknown {
		if x.Batch.Sections[g.Section].Kind == e.Kind {
			l.Unknown = append(l.Unknown, explain.UnknownGame{
				Section: int32(g.Section + 1), Round: g.Round, White: g.White, Outcome: explain.OutcomeOf(g.Result, g.White),
			})
		}
	}
	last, err := x.LastPlayed(e)
	if err != nil {
		return nil, err
	}
	if last != nil {
		l.Last = &explain.LastEvent{Event: last.Event, Ref: last.Ref, Day: last.Day}
	}
	if needed := x.About.FirstGames; needed > e.Pool.Counted {
		l.Pool = &explain.Pool{Games: e.Pool.Counted, Needed: needed}
	}
	place := explain.BeforeCalculation
	for _, row := range e.Rows {
		if row.Cause == "" {
			place = explain.AfterCalculation
			continue
		}
		l.Corrections = append(l.Corrections, correctionOf(x, row, place))
	}
	for _, row := range e.Revised {
		l.Corrections = append(l.Corrections, correctionOf(x, row, explain.BetweenRevisions))
	}
	for section, f := range x.Refused {
		s := &x.Batch.Sections[section]
		if s.Kind == e.Kind && slices.ContainsFunc(s.Entries, func(entry pack.Entry) bool { return entry.Player == x.Player.Number }) {
			l.Refused = append(l.Refused, f)
		}
	}
	slices.SortFunc(l.Refused, finding.Compare)
	for _, out := range x.Left {
		if out.Kind == e.Kind || out.Kind == 0 {
			l.Left = append(l.Left, explain.Left{
				Event: out.Event, Section: out.Section, Ref: out.Ref, State: string(out.State), Waits: public(out.Waits, private), Findings: out.Findings,
			})
		}
	}
	return l, nil
}

// correctionOf returns the correction of a row.
func correctionOf(x *view.Explanation, row view.Row, place explain.CorrectionPlace) explain.Correction {
	made := explain.Correction{Number: row.Cause, Clause: x.About.Number(lists.Reissue[x.About.Authority].Clause), Place: place, From: row.From, To: row.To}
	c := x.Corrected[row.Cause]
	if c == nil {
		return made
	}
	what := &explain.Corrected{
		Kind: string(c.What.Kind), Event: c.Event, Ref: c.What.Report, Section: c.Section, Round: c.Round, Start: c.Start, Undoes: c.Undoes,
		White: c.White, Black: c.Black, Player: c.Player,
	}
	if c.Was != nil && c.Result != nil {
		what.Was, what.Result = c.Was.String(), c.Result.String()
	}
	if c.Counts != nil {
		what.Kind = map[bool]string{true: "count", false: "exclude"}[*c.Counts]
	}
	made.What = what
	return made
}
