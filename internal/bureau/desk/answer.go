package desk

import (
	"context"
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
)

// Reply is an officer's answer to a question about a report.
type Reply struct {
	Question string  // as in Wait.What
	Section  *string // nil: of all sections
	Start    int     // start number of an entry; zero: of all entries
	Count    bool    // whether the game or games in question count
}

// Answer answers questions about a report, with a reason. Each answer settles
// only its own question. What a list has of the report stays as it is until a
// correction (Reading J24).
func Answer(ctx context.Context, b *bureau.Bureau, ref, reason, precedent string, replies ...Reply) error {
	return b.Do(ctx, "report.answer", reason, func(tx *bureau.Tx) error {
		r, err := intake.Take(tx, ref)
		if err != nil {
			return err
		}
		if reason == "" {
			return finding.Refuse("reason-needed")
		}
		if err := cite(tx, precedent); err != nil {
			return err
		}
		r.MarkListed()
		if err := intake.Recheck(tx, r); err != nil { // the day or the registers may ask otherwise than the last check
			return err
		}
		for _, reply := range replies {
			if err := answer(tx, r, reply, reason, precedent); err != nil {
				return err
			}
		}
		tx.Note(ref, replies)
		if err := intake.Hear(tx, r); err != nil {
			return err
		}
		return intake.Keep(tx, r)
	})
}

// answer records an answer to the open questions that it addresses; if none of them is open, to
// those that were answered otherwise.
func answer(tx *bureau.Tx, r *check.Case, reply Reply, reason, precedent string) error {
	asked := addressed(r, reply, func(q *check.Question) bool { return q.Answer == 0 })
	if len(asked) == 0 {
		asked = addressed(r, reply, func(q *check.Question) bool {
			is := r.Decisions[q.Answer-1].Reply
			return is != nil && is.Count != reply.Count
		})
	}
	if len(asked) == 0 {
		return finding.Refuse("no-question", finding.Text("ref", r.Ref), finding.Text("question", reply.Question))
	}
	with := len(r.Decisions) + 1
	for _, q := range asked {
		if r.State == check.Rated && q.Answer != 0 && q.Answer <= r.Listed.Decisions {
			return intake.AlreadyRated(tx, r, answerCorrectedBy(r.Decisions[q.Answer-1].Reply))
		}
		if reply.Count && q.NeedsAssignment() {
			return finding.Refuse("floor-needed", finding.Text("ref", r.Ref), finding.Text("section", q.Section))
		}
		r.Decide(tx.Moment, check.Decision{
			Reason: reason, Precedent: precedent, With: with,
			Reply: &check.Reply{What: q.What, Section: q.Section, About: q.About, Count: reply.Count},
		})
	}
	return nil
}

// addressed returns those of the wanted questions that an answer addresses.
func addressed(r *check.Case, reply Reply, wanted func(*check.Question) bool) (all []check.Question) {
	for _, q := range r.Asked() {
		if q.Holds != check.Refuses && q.What == reply.Question && q.MayAnswer() && (reply.Section == nil || q.Section == *reply.Section) && (reply.Start == 0 || q.Start == reply.Start) && wanted(&q) {
			all = append(all, q)
		}
	}
	return all
}

// SetAside sets aside a file of a report, by the number of its revision, so
// that the report disregards it.
func SetAside(ctx context.Context, b *bureau.Bureau, ref string, file int, reason string) error {
	return amend(ctx, b, "report.set-aside", ref, reason, func(tx *bureau.Tx, r *check.Case) error {
		if file < 1 || file > len(r.Revisions) || r.Revisions[file-1].Digest == "" {
			return finding.Refuse("no-bytes", finding.Text("ref", ref))
		}
		if r.State == check.Rated && !r.CameLater(file) { // what it says is in a list
			return intake.AlreadyRated(tx, r, CorrectedBy("report.set-aside"))
		}
		r.Decide(tx.Moment, check.Decision{Aside: file, Reason: reason})
		left := func(v check.Revision) bool { return v.Digest != "" && !r.IsAside(v.Number) }
		if !slices.ContainsFunc(r.Revisions, left) { // no file of the report would be left
			return finding.Refuse("file-is-last", finding.Text("ref", ref), finding.Int("file", file))
		}
		tx.Note(ref, map[string]any{"revision": file})
		return intake.Hear(tx, r)
	})
}
