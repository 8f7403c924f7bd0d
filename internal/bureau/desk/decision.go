package desk

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
)

// Decision is an officer's decision on a report.
type Decision struct {
	To        lists.State // Admitted, Withheld or Returned
	Reason    string
	Precedent string            // the precedent followed; empty: none
	Options   map[string]string // of the regulation, for this report only: "late": "exclude" (Reading G10)
}

// Decide moves a report to a state by an officer's decision. It needs a reason.
func Decide(ctx context.Context, b *bureau.Bureau, ref string, to lists.State, reason string) error {
	return Rule(ctx, b, ref, Decision{To: to, Reason: reason})
}

// rulings are the acts that move a report to a state.
var rulings = map[lists.State]string{check.Admitted: "report.admit", check.Withheld: "report.withhold", check.Returned: "report.return", check.Closed: "report.close"}

// actOf returns the act that moves a report to a state.
func actOf(to lists.State) string { return cmp.Or(rulings[to], "report.admit") }

// Rule decides on a report. The decision holds until a new file comes.
func Rule(ctx context.Context, b *bureau.Bureau, ref string, d Decision) error {
	return amend(ctx, b, actOf(d.To), ref, d.Reason, func(tx *bureau.Tx, r *check.Case) error {
		switch {
		case !check.MayDecide(d.To):
			return finding.Refuse("report-move", finding.Text("ref", ref), finding.Text("state", string(r.State)))
		case d.To == check.Admitted && len(r.Revisions) == 0:
			return finding.Refuse("report-without-file", finding.Text("ref", ref), r.InTime())
		case d.To == check.Admitted && r.Current == 0:
			return withoutRecord(tx, r)
		}
		if err := cite(tx, d.Precedent); err != nil {
			return err
		}
		ruling, err := rule(tx, r, d)
		if err != nil {
			return err
		}
		r.Decide(tx.Moment, check.Decision{Ruling: ruling, Reason: d.Reason, Precedent: d.Precedent})
		tx.Note(ref, map[string]any{"options": d.Options, "precedent": d.Precedent})
		if err := intake.Recheck(tx, r); err != nil || d.To != check.Admitted {
			return err
		}
		if r.State == check.Returned {
			return withoutRecord(tx, r)
		}
		for _, q := range r.Open() {
			if q.Holds != check.HoldsGames || r.Games == 0 || r.Counting > 0 {
				continue // else nothing of the report would be rated
			}
			return bureau.WithClause(finding.Refuse("question-open", finding.Text("ref", ref), finding.Text("question", q.What)), q.Clause, "")
		}
		return r.MayGo(tx.Settings.Text(), check.HoldsGames, check.HoldsReport)
	})
}

// withoutRecord refuses to admit a report of which nothing can be rated.
func withoutRecord(tx *bureau.Tx, r *check.Case) error {
	if err := r.MayGo(tx.Settings.Text(), check.HoldsGames, check.HoldsReport); err != nil {
		return err
	}
	why := slices.Compact(slices.Sorted(slices.Values(r.Refused())))
	return finding.Refuse("report-without-record", finding.Text("ref", r.Ref), finding.Text("findings", strings.Join(why, ", ")), r.InTime())
}

// rule returns a ruling on a report as it is now: those options of the regulation that were set
// for it before stay.
func rule(tx *bureau.Tx, r *check.Case, d Decision) (*check.Ruling, error) {
	ruling := &check.Ruling{To: d.To, Options: maps.Clone(r.Options())}
	k, err := intake.Read(tx, tx.Moment, r, nil)
	if err != nil {
		return nil, err
	}
	if seen := check.Check(k).Seen; seen != nil {
		ruling.On = seen()
	}
	rules, err := tx.Settings.Rules()
	if err != nil {
		return nil, err
	}
	for name, value := range d.Options {
		if _, err := rules.With(name, value); err != nil {
			return nil, finding.Refuse("no-such-option", finding.Text("option", name), finding.Text("regulation", tx.Settings.Regulation))
		}
		if ruling.Options == nil {
			ruling.Options = map[string]string{}
		}
		ruling.Options[name] = value
	}
	return ruling, nil
}

// afterList are the actions on a report that is in a list: a fee may be paid then, and what came
// later is looked at before a correction brings it in.
var afterList = []string{"fee.paid", "report.match", "report.set-aside", "report.assign"}

// amend changes a report that is in no published list. A draft that has the report stays as it is:
// it is behind then.
func amend(ctx context.Context, b *bureau.Bureau, action, ref, reason string, f func(*bureau.Tx, *check.Case) error) error {
	return b.Do(ctx, action, reason, func(tx *bureau.Tx) error {
		r, err := intake.Take(tx, ref)
		if err != nil {
			return err
		}
		if r.State == check.Rated && !slices.Contains(afterList, action) {
			return intake.AlreadyRated(tx, r, CorrectedBy(action))
		}
		if action != "fee.paid" && action != "report.assign" {
			r.MarkListed()
		}
		if reason == "" && needsReason(action) {
			return finding.Refuse("reason-needed")
		}
		tx.Note(ref, nil)
		if err := f(tx, r); err != nil {
			return err
		}
		return intake.Keep(tx, r)
	})
}

// Assign says for which club a report came: it is that club's from then on.
func Assign(ctx context.Context, b *bureau.Bureau, ref, club, reason string) error {
	return amend(ctx, b, "report.assign", ref, reason, func(tx *bureau.Tx, r *check.Case) error {
		of, err := register.FindClub(tx, club)
		if err != nil {
			return err
		}
		r.For = check.Sender{Club: of.ID} // by the officer's word, whoever sent it
		tx.Note(ref, map[string]any{"club": of.ID})
		return intake.Recheck(tx, r)
	})
}

// needsReason reports whether an action requires a reason, because it is an
// officer's judgement.
func needsReason(action string) bool {
	return slices.Contains([]string{"report.answer", "report.correct", "report.floor", "report.set-aside", "report.assign"}, action) || slices.Contains(slices.Collect(maps.Values(rulings)), action)
}
