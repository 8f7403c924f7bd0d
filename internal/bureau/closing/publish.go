package closing

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/proof"
)

// Publish publishes the draft of a period. It is refused if the draft is no
// longer what the period came to, or if its review asks something that nobody
// has answered. Before the list's day, or while a fee can still be paid in time, it
// needs a reason.
func Publish(ctx context.Context, b *bureau.Bureau, label, reason string) (*lists.Publication, error) {
	return publish(ctx, b, label, reason, false, nil)
}

// PublishAsDrafted publishes a draft though something has come since it was made. That is then a
// correction, or belongs to a later list. It needs a reason.
func PublishAsDrafted(ctx context.Context, b *bureau.Bureau, label, reason string) (*lists.Publication, error) {
	if reason == "" {
		return nil, finding.Refuse("reason-needed")
	}
	return publish(ctx, b, label, reason, true, nil)
}

// publish publishes a draft, unless first refuses that, which may be nil.
func publish(ctx context.Context, b *bureau.Bureau, label, reason string, asDrafted bool, first func(*bureau.Tx, *lists.Period) error) (p *lists.Publication, err error) {
	err = b.Do(ctx, "period.publish", reason, func(tx *bureau.Tx) error {
		period, err := lists.FindDrafted(tx, label)
		if err != nil {
			return err
		}
		if first != nil {
			if err := first(tx, period); err != nil {
				return err
			}
		}
		run, err := lists.Runs.Get(tx, bureau.SeqKey(period.Run))
		if err != nil {
			return err
		}
		since, err := mayPublish(tx, period, run, tx.Today, reason, asDrafted)
		if err != nil {
			return err
		}
		if p, err = PublishRun(tx, run, lists.CausePeriod); err != nil {
			return err
		}
		if err := lists.Follow(tx, run); err != nil {
			return err
		}
		period.State, period.Days, period.List, period.Plan = lists.Published, run.Days, run.List, nil
		if err := lists.Periods.Put(tx, label, period); err != nil {
			return err
		}
		tx.Note(label, map[string]any{"revision": p.Revision, "digest": p.Digest, "behind": since.Reports})
		return markRated(tx, run)
	})
	return p, err
}

// mayPublish refuses a draft that cannot be published on a day, and returns what has come since it was made.
func mayPublish(tx *bureau.Tx, p *lists.Period, run *lists.Run, day civil.Date, reason string, asDrafted bool) (*Since, error) {
	latest, err := proof.NewestList(tx)
	if err != nil {
		return nil, err
	}
	if run.Base != latest.ID {
		return nil, finding.Refuse("draft-outdated", finding.Text("label", p.Label), p.Due())
	}
	all, _, err := intake.Ready(tx, p.Label, false)
	if err != nil {
		return nil, err
	}
	since, err := sinceDraft(tx, run, all)
	switch {
	case err != nil:
		return nil, err
	case asDrafted:
	case len(since.Reports) > 0:
		return nil, finding.Refuse("draft-reports", finding.Text("label", p.Label), finding.Text("refs", strings.Join(since.Reports, ", ")), p.Due())
	case since.Registers:
		return nil, finding.Refuse("draft-registers", finding.Text("label", p.Label), p.Due())
	}
	open, err := openChecks(tx, p, run)
	if err == nil && len(open) > 0 {
		err = finding.Refuse("review-open", finding.Text("label", p.Label), finding.Int("checks", len(open)), finding.Text("check", open[0]), p.Due())
	}
	if err == nil && reason == "" {
		err = early(p, all, day, tx.Today)
	}
	return since, err
}

// Since is what has come since a draft was made, and is not in it.
type Since struct {
	Reports   []string // references of reports that the draft has in another form, or has and should not, or has not
	Registers bool     // the register says something else of its players, and the list would come out otherwise
}

// None reports whether nothing has.
func (s *Since) None() bool { return len(s.Reports) == 0 && !s.Registers }

// SinceDraft returns what has come since the draft of a period was made; nothing for a period that
// has no draft. Reports that changes of the registers concern are checked again for it, and not kept.
func SinceDraft(b *bureau.Bureau, r bureau.Reader, p *lists.Period) (*Since, error) {
	if p.State != lists.Drafted {
		return &Since{}, nil
	}
	run, err := lists.FindRun(r, p.Run)
	if err != nil {
		return nil, err
	}
	tx, err := b.Begin(context.Background(), bureau.NewOverlay(r))
	if err != nil {
		return nil, err
	}
	all, _, err := intake.Ready(tx, p.Label, false)
	if err != nil {
		return nil, err
	}
	return sinceDraft(tx, run, all)
}

func sinceDraft(r bureau.Reader, run *lists.Run, all []*check.Case) (*Since, error) {
	now, since := admittedOf(all), &Since{}
	for _, pair := range [][2][]lists.RecordID{{now, run.Records}, {run.Records, now}} {
		for _, id := range pair[0] {
			if !slices.Contains(pair[1], id) && !slices.Contains(since.Reports, id.Ref) {
				since.Reports = append(since.Reports, id.Ref)
			}
		}
	}
	slices.SortFunc(since.Reports, func(a, b string) int { return strings.Compare(bureau.RefKey(a), bureau.RefKey(b)) })
	same, err := comesOut(r, run)
	since.Registers = !same
	return since, err
}

// early refuses to publish a list before its day, 4(3), or while the fee of one of the
// period's reports can still be paid in time, 3(5), as things stand today.
func early(p *lists.Period, all []*check.Case, day, today civil.Date) error {
	until, unpaid := lastEarly(p, all, today)
	if day > until {
		return nil
	}
	return finding.Refuse("publish-early", finding.Text("label", p.Label), finding.Text("until", (until+1).String()), finding.Text("unpaid", strings.Join(unpaid, ", ")))
}

// lastEarly returns the last day on which it is early to publish the list of a period, and the reports whose fee can still be
// paid in time.
func lastEarly(p *lists.Period, all []*check.Case, today civil.Date) (last civil.Date, unpaid []string) {
	last = p.List - 1
	for _, r := range all {
		if r.FeeRuns(today) {
			unpaid, last = append(unpaid, r.Ref), max(last, r.Fee.Until)
		}
	}
	return last, unpaid
}

// comesOut reports whether the list of a run comes out the same by what the register
// knows of its players now.
func comesOut(r bureau.Reader, run *lists.Run) (bool, error) {
	kept, err := r.Get(lists.FactsOfRun, bureau.SeqKey(run.ID))
	if err != nil {
		return false, err
	}
	again := *run
	now, err := lists.GatherPlayed(r, &again)
	if err == nil {
		err = again.TakeFirsts(r, now.Batch)
	}
	if err != nil || !slices.Equal(again.First, run.First) {
		return false, err
	}
	if _, now.Players, err = lists.UnpackFacts(kept); err != nil || bytes.Equal(kept, lists.PackFacts(now.Facts, now.Players)) {
		return true, err
	}
	if now.Base, err = lists.ListOf(r, run.Base); err != nil {
		return false, err
	}
	m, err := run.Make(now, nil)
	if err != nil {
		return false, err
	}
	digest := lists.StandingsDigest(m.Outcome.Standings)
	return digest == run.Digest, nil
}

// markRated says of the reports of a run that they are in a list. What has come of one since the
// draft is not; a report of the period that is not in the list goes into the period of the day.
func markRated(tx *bureau.Tx, run *lists.Run) error {
	for _, id := range run.Records {
		r, err := intake.Find(tx, id.Ref)
		if err != nil {
			return err
		}
		if r.State != check.Admitted || r.Current != id.Revision {
			if err := intake.TakeListed(tx, r, asOf(r, id, run.At), id, run.Label); err != nil {
				return err
			}
		}
		if err := intake.EnterList(tx, r, run.Label, fmt.Sprintf("list %s", run.Label)); err != nil {
			return err
		}
	}
	all, err := intake.OfPeriod(tx, run.Label)
	for _, r := range all {
		if r.State == check.Admitted && err == nil {
			err = errors.Join(intake.Recheck(tx, r), intake.Keep(tx, r))
		}
	}
	return err
}

// asOf returns how far a report had come when a list was made of a record of it: that is of its
// newest revision then.
func asOf(r *check.Case, record lists.RecordID, at time.Time) *check.Extent {
	of := &check.Extent{Revisions: record.Revision}
	for of.Stated < len(r.Stated) && !r.Stated[of.Stated].At.After(at) {
		of.Stated++
	}
	for of.Decisions < len(r.Decisions) && !r.Decisions[of.Decisions].At.After(at) {
		of.Decisions++
	}
	return of
}

// PublishRun publishes what a run made, as the next revision of its list.
func PublishRun(tx *bureau.Tx, run *lists.Run, cause string) (*lists.Publication, error) {
	before, err := lists.Publications.Last(tx, run.Label+"\x00")
	if err != nil {
		return nil, err
	}
	p := &lists.Publication{Label: run.Label, Revision: 1, Run: run.ID, At: tx.Now, Cause: cause}
	if before != nil {
		p.Revision = before.Revision + 1
	}
	if p.Seq, err = tx.Count("publication"); err != nil {
		return nil, err
	}
	if p.Seq > 1 {
		key, err := lists.BySeq.Get(tx, bureau.SeqKey(p.Seq-1))
		if err != nil {
			return nil, err
		}
		last, err := lists.Publications.Get(tx, *key)
		if err != nil {
			return nil, err
		}
		p.Prev = last.Digest
	}
	data, ids, err := lists.Canonical(tx, run, p.Revision)
	if err != nil {
		return nil, err
	}
	p.Digest = lists.DigestOf(p.Prev, data)
	key := lists.RevisionKey(p.Label, p.Revision)
	if err := tx.Put(lists.ListKind, key, data); err != nil {
		return nil, err
	}
	if err := lists.BySeq.Put(tx, bureau.SeqKey(p.Seq), &key); err != nil {
		return nil, err
	}
	return p, proof.AppendListLeaf(tx, p, ids)
}
