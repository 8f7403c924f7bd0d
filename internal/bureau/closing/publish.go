package closing

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

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
func Publish(ctx context.Context, b *bureau.Bureau, label, reason string) (p *lists.Publication, err error) {
	err = b.Do(ctx, "list.publish", reason, func(tx *bureau.Tx) error {
		period, err := lists.FindDrafted(tx, label)
		if err != nil {
			return err
		}
		run, err := lists.Runs.Get(tx, bureau.SeqKey(period.Run))
		if err != nil {
			return err
		}
		if err := mayPublish(tx, period, run, reason); err != nil {
			return err
		}
		if p, err = PublishRun(tx, run, lists.CausePeriod); err != nil {
			return err
		}
		if err := lists.Follow(tx, run); err != nil {
			return err
		}
		period.State = lists.Published
		if err := lists.Periods.Put(tx, label, period); err != nil {
			return err
		}
		tx.Note(label, map[string]any{"revision": p.Revision, "digest": p.Digest})
		return markRated(tx, run)
	})
	return p, err
}

// mayPublish returns nil if a draft can be published, else why not.
func mayPublish(tx *bureau.Tx, p *lists.Period, run *lists.Run, reason string) error {
	latest, err := proof.NewestList(tx)
	if err != nil {
		return err
	}
	if run.Base != latest.ID {
		return finding.Refuse("draft-outdated", finding.Text("label", p.Label), p.Due())
	}
	all, err := intake.Ready(tx, p.Label, false)
	if err != nil {
		return err
	}
	if !slices.Equal(admittedOf(all), run.Records) {
		return finding.Refuse("draft-reports", finding.Text("label", p.Label), p.Due())
	}
	same, err := comesOut(tx, run)
	if err == nil && !same {
		err = finding.Refuse("draft-registers", finding.Text("label", p.Label), p.Due())
	}
	if err != nil {
		return err
	}
	open, err := openChecks(tx, p, run)
	if err == nil && len(open) > 0 {
		err = finding.Refuse("review-open", finding.Text("label", p.Label), finding.Int("checks", len(open)), finding.Text("check", open[0]), p.Due())
	}
	if err == nil && reason == "" {
		err = early(tx, p, all)
	}
	return err
}

// early refuses to publish a list before its day, 4(3), or while the fee of one of the
// period's reports can still be paid in time, 3(5).
func early(tx *bureau.Tx, p *lists.Period, all []*check.Case) error {
	until := p.List - 1
	var unpaid []string
	for _, r := range all {
		if r.FeeRuns(tx.Today) {
			unpaid, until = append(unpaid, r.Ref), max(until, r.Fee.Until)
		}
	}
	if tx.Today > until {
		return nil
	}
	return finding.Refuse("publish-early", finding.Text("label", p.Label), finding.Text("until", (until+1).String()), finding.Text("unpaid", strings.Join(unpaid, ", ")))
}

// comesOut reports whether the list of a run comes out the same by what the register
// knows of its players now.
func comesOut(tx *bureau.Tx, run *lists.Run) (bool, error) {
	kept, err := tx.Get(lists.FactsOfRun, bureau.SeqKey(run.ID))
	if err != nil {
		return false, err
	}
	again := *run
	now, err := lists.Gather(tx, &again)
	if err == nil {
		err = again.TakeFirsts(tx, now.Batch)
	}
	if err != nil || !slices.Equal(again.First, run.First) {
		return false, err
	}
	if _, now.Players, err = lists.UnpackFacts(kept); err != nil || bytes.Equal(kept, lists.PackFacts(now.Facts, now.Players)) {
		return true, err
	}
	m, err := run.Make(now, nil)
	if err != nil {
		return false, err
	}
	digest := lists.StandingsDigest(m.Outcome.Standings)
	return digest == run.Digest, nil
}

// markRated says of the reports of a run that they are in a list.
func markRated(tx *bureau.Tx, run *lists.Run) error {
	for _, id := range run.Records {
		r, err := intake.Find(tx, id.Ref)
		if err != nil {
			return err
		}
		if err := intake.EnterList(tx, r, run.Label, fmt.Sprintf("list %s", run.Label)); err != nil {
			return err
		}
	}
	return nil
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
