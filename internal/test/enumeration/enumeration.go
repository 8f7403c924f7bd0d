// Package enumeration lists the enumerations of the program, for tests: each is declared once, in
// Go, and schemas, flags and texts follow from it.
package enumeration

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/adoption"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/fidereport"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/proof"
	"github.com/arpadchess/arpad/internal/bureau/ranking"
	"github.com/arpadchess/arpad/internal/bureau/view"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/season"
)

// Enumeration is a type of which there are a few values.
type Enumeration struct {
	Type   reflect.Type // that of its constants; string for IDs, which have none
	Values []string     // as files, flags and documents have them, in order

	Words    []string          // what the keys of the values' texts begin with; none: they have no words
	Other    map[string]string // the keys of texts that begin otherwise, by value
	Unlisted []string          // constants that are no values for people
	Borrowed int               // values that are those of another enumeration, and have no constants
}

// Word returns the key of a value's text among those that begin with a prefix.
func (e *Enumeration) Word(prefix, value string) string {
	if key := e.Other[value]; key != "" {
		return key
	}
	return prefix + value
}

// All returns all enumerations whose values leave the program.
func All() []Enumeration {
	outs := of([]pack.Out{pack.Unrated, pack.Late, pack.NonMember, pack.Unfit, pack.Held, pack.Refused})
	outs.Unlisted = []string{"In"}
	identities := of(season.Identities())
	identities.Unlisted = []string{"Reported"}
	sorts := of(ranking.Sorts(), "web.table.sort-")
	sorts.Unlisted = []string{"ByGain", "ByActivity", "Risen", "Unmoved", "Fallen", "Lost", "Created", "Dropped", "Unplayed"} // parts of orders, and what differs
	sorts.Other = map[string]string{"reading": "web.table.sort-name"}
	periods := of([]lists.PeriodState{lists.Open, lists.Drafted, lists.Published}, "word.")
	periods.Other = map[string]string{"open": "word.period-open"} // an open group has the word
	reasons := of([]closing.Reason{closing.Forfeited}, "review.why-")
	reasons.Values, reasons.Borrowed = slices.Concat(outs.Values, reasons.Values), len(outs.Values)
	reasons.Unlisted = []string{"Refused"} // it is borrowed
	reasons.Other = map[string]string{"refused": "review.refused"}
	return []Enumeration{
		of(rating.AllKinds[:], "word."),
		of(civil.Orders[:], "word."),
		of([]finding.Severity{finding.Info, finding.Warning, finding.Error}, "word."),
		of([]finding.Class{finding.Invalid, finding.NotFound, finding.Conflict, finding.NotNow, finding.Forbidden}, "api.class-"),
		of(report.Groups(), "word."),
		of(report.Results()),
		of(report.ByeKinds()),
		of(report.Systems()),
		of(report.Occasions()),
		outs,
		of([]regulation.Status{regulation.Computed, regulation.Checked, regulation.ByBureau, regulation.Informative}, "word."),
		of([]regulation.Treatment{regulation.Count, regulation.Exclude}, "word."),
		of(catalog.EditionIDs(), "regulation."),
		identities,
		of(append(CauseKinds(), adoptionKinds...), "cause."),
		of(groups, "group.", "ask."),
		of([]explain.Case{explain.Changed, explain.FirstMade, explain.Uncounted, explain.Unrated, explain.NoGames}),
		of([]explain.Outcome{explain.Win, explain.Draw, explain.Loss, explain.ForfeitWin, explain.ForfeitLoss, explain.Forfeit}, "summary.result-"),
		of(explain.Colours(), "word."),
		of([]explain.CorrectionPlace{explain.BeforeCalculation, explain.AfterCalculation, explain.BetweenRevisions}, "step.correction."),
		of([]document.Movement{document.Created, document.Dropped, document.Rose, document.Fell}),
		of([]document.Matches{document.One, document.Several, document.None}),
		of(bureau.AuthorityNames(), "web.authority."),
		of(bureau.WaysOfFiles()),
		of(check.States(), "word."),
		periods,
		reasons,
		of([]view.RunState{view.RunDraft, view.RunStands, view.RunReplaced, view.RunDiscarded}, "run."),
		of(fidereport.States(), "fide."),
		of([]correction.State{correction.Proposed, correction.Accepted, correction.Rejected}, "word."),
		of([]proof.AmendmentKind{correction.AmendResult, correction.AmendPlayer, correction.Withdraw, correction.AddLate, correction.AmendReport, correction.AmendRating, correction.UndoOther}, "correction.what-"),
		sorts,
	}
}

// CauseKinds returns the kinds of cause that season.Compare finds.
func CauseKinds() []season.CauseKind {
	return []season.CauseKind{season.OnlyHere, season.OnlyThere, season.NotRated, season.OtherOption, season.NoClause, season.OtherText, season.NoReport}
}

// The kinds of cause that only package adoption finds, and the groups of causes.
var (
	adoptionKinds = []season.CauseKind{
		adoption.ReportElsewhere, adoption.ReportTwice, adoption.GameLess, adoption.GameMore, adoption.GameTwice, adoption.GameCounted, adoption.GameOtherResult,
		adoption.OtherK, adoption.OtherRounding, adoption.NoFloor, adoption.OtherFloor, adoption.TypedDigits, adoption.TypedDigit, adoption.TypedLength,
		adoption.Exchanged, adoption.WithoutReport, adoption.OnlyOurs, adoption.OnlyTheirs, adoption.Follows, adoption.NotExplained,
	}
	groups = []adoption.Group{
		adoption.ByReport, adoption.ByGame, adoption.ByK, adoption.ByRounding, adoption.ByTable, adoption.ByFloor, adoption.ByTyping, adoption.ByStart,
		adoption.ByRule, adoption.ByPlayer, adoption.Unexplained,
	}
)

// of returns the enumeration of a type by its values.
func of[T any](values []T, words ...string) Enumeration {
	e := Enumeration{Type: reflect.TypeFor[T](), Words: words}
	for _, v := range values {
		e.Values = append(e.Values, fmt.Sprint(v))
	}
	return e
}
