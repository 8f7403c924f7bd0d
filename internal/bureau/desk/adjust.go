// Package desk is where officers decide on reports: who an entry is, whether
// games count, what needs correction, and what was paid.
package desk

import (
	"context"
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// AdjustRated makes a new revision of a rated report by applying the
// adjustments to the packed record in force.
func AdjustRated(tx *bureau.Tx, r *check.Case, adjustments []check.Adjustment, reason string) error {
	batch, err := intake.Record(tx, r)
	if err != nil {
		return err
	}
	scoring := report.UsualScoring
	if u, err := intake.ReadingOf(tx, r, (*check.Reading).Sound); err != nil {
		return err
	} else if u != nil {
		scoring = u.Joined().PointSystem()
	}
	anchors, err := intake.Anchors(tx, r)
	if err != nil {
		return err
	}
	for _, a := range adjustments {
		var is *register.Player
		if a.Player != "" {
			if is, err = register.Find(tx, a.Player); err != nil {
				return err
			}
		}
		if err := check.AdjustOne(batch, &a, is, &scoring); err != nil {
			return err
		}
		adjust(tx, r, a, len(r.Revisions)+1, anchors, reason)
	}
	batch.Sort()
	return intake.Revise(tx, r, batch, reason)
}

// adjust notes an adjustment, with where what it is about stands in the files.
func adjust(tx *bureau.Tx, r *check.Case, a check.Adjustment, revision int, anchors func(string, int) []check.Anchor, reason string) {
	a.Revision = revision
	for n, start := range []int{a.Start, a.White, a.Black} {
		if all := anchors(a.Section, start); start != 0 && len(all) > 0 {
			a.Of[n] = all[0]
		}
	}
	r.Decide(tx.Moment, check.Decision{Adjustment: &a, Reason: reason})
}

// AssignFloor assigns the floor of a section in which nobody is rated, where the report
// waits for it (Reading C5).
func AssignFloor(ctx context.Context, b *bureau.Bureau, ref, section string, floor rating.Rating, reason string) error {
	may := func(r *check.Case) error {
		if !floor.Rated() || !mayAssignFloor(r, section) {
			return finding.Refuse("no-question", finding.Text("ref", ref), finding.Text("question", "floor"))
		}
		return nil
	}
	return adjustAll(ctx, b, "report.floor", ref, reason, may, check.Adjustment{Section: section, Floor: floor})
}

// mayAssignFloor reports whether a section waits for its floor, or got it from an officer.
func mayAssignFloor(r *check.Case, section string) bool {
	asked := func(q check.Question) bool {
		return (q.What == "floor-unassigned" || q.What == "floor-claimed") && q.Section == section
	}
	assigned := func(d *check.Decision) bool { return d.AssignsFloor(section) }
	return slices.ContainsFunc(r.Held(), asked) || slices.ContainsFunc(r.Standing(), assigned)
}

// Adjust corrects a report that is not yet in a published list, and rechecks
// it.
func Adjust(ctx context.Context, b *bureau.Bureau, ref, reason string, adjustments ...check.Adjustment) error {
	return adjustAll(ctx, b, "report.correct", ref, reason, func(*check.Case) error { return nil }, adjustments...)
}

// adjustAll makes adjustments, if may does not refuse it.
func adjustAll(ctx context.Context, b *bureau.Bureau, action, ref, reason string, may func(*check.Case) error, adjustments ...check.Adjustment) error {
	return amend(ctx, b, action, ref, reason, func(tx *bureau.Tx, r *check.Case) error {
		if err := may(r); err != nil {
			return err
		}
		u, err := intake.ReadingOf(tx, r, (*check.Reading).Sound)
		if err != nil {
			return err
		}
		if u == nil {
			return finding.Refuse("report-without-record", finding.Text("ref", ref), r.InTime())
		}
		anchors, err := intake.Anchors(tx, r)
		if err != nil {
			return err
		}
		revision := check.Revise(tx.Moment, r, reason)
		for _, a := range adjustments {
			if err := a.In(r.Adjusted(u.Joined())); err != nil {
				return err
			}
			if a.Player != "" {
				p, err := register.Find(tx, a.Player)
				if err == nil && !a.Exchange {
					err = notIn(tx, r, u.Joined(), a.Section, a.Start, p)
				}
				if err != nil {
					return err
				}
			}
			adjust(tx, r, a, revision, anchors, reason)
		}
		tx.Note(ref, map[string]any{"revision": revision, "adjustments": adjustments})
		return intake.Recheck(tx, r)
	})
}
