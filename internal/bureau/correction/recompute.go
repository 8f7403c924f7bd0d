package correction

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
)

// rerun is a recalculated list: its previous run, nil if there was none, and
// the current one.
type rerun struct{ old, now *lists.Run }

type reruns []rerun

// ids returns the numbers of the new runs.
func (all reruns) ids() []int {
	ids := make([]int, len(all))
	for i := range all {
		ids[i] = all[i].now.ID
	}
	return ids
}

// apply applies a correction, and makes the first list that it touches and
// every later one again, each from the new one before it.
func apply(tx *bureau.Tx, k *Correction) (reruns, error) {
	chain, err := lists.Standing(tx)
	if err != nil {
		return nil, err
	}
	if err := amend(tx, k, chain); err != nil {
		return nil, err
	}
	chain, at, err := insertPeriod(tx, chain, k.Label)
	if err != nil {
		return nil, err
	}
	if k.What.Kind == AddLate || k.What.Kind == AmendReport {
		if err := packLate(tx, k, chain[at], chain[at-1].ID); err != nil {
			return nil, err
		}
	}
	if err := countsOnce(tx, k, chain); err != nil {
		return nil, err
	}
	var all reruns
	for base := chain[at-1].ID; at < len(chain); at++ {
		old, now := chain[at], *chain[at]
		now.Base, now.Cause, now.At, now.Actor = base, k.Number, tx.Now, tx.Actor
		if now.Label == k.Label {
			now.Records, now.Overrides = k.Change.records(old.Records), k.Change.overrides(old.Overrides)
		}
		if err := recompute(tx, old, &now); err != nil {
			return nil, err
		}
		if old.ID == 0 {
			old = nil
		}
		if err := lists.Follow(tx, &now); err != nil {
			return nil, err
		}
		all, base = append(all, rerun{old, &now}), now.ID
	}
	return all, nil
}

// insertPeriod returns the chain of runs that includes the list of a label, and
// its index. A skipped period is inserted with an empty run.
func insertPeriod(tx *bureau.Tx, chain []*lists.Run, label string) ([]*lists.Run, int, error) {
	if at := slices.IndexFunc(chain, func(run *lists.Run) bool { return run.Label == label }); at > 0 {
		return chain, at, nil
	}
	p, err := lists.FindPeriod(tx, label)
	if err != nil {
		return nil, 0, err
	}
	at := 1 + len(chain[1:])
	if i := slices.IndexFunc(chain[1:], func(run *lists.Run) bool { return run.Period().Compare(p.Period()) > 0 }); i >= 0 {
		at = 1 + i
	}
	run := &lists.Run{Label: p.Label, Days: p.Days, List: p.List, Meet: p.Meet, Regulation: tx.Settings.Regulation, Options: tx.Settings.Options}
	p.State = lists.Published
	return slices.Insert(chain, at, run), at, lists.Periods.Put(tx, label, p)
}

// records returns the records of a list after the replacement.
func (r *Replacement) records(old []lists.RecordID) []lists.RecordID {
	now := slices.DeleteFunc(slices.Clone(old), func(id lists.RecordID) bool { return id == r.Out })
	if r.In.Ref != "" {
		now = append(now, r.In)
	}
	slices.SortFunc(now, func(a, b lists.RecordID) int { return strings.Compare(a.Key(), b.Key()) })
	return now
}

func (r *Replacement) overrides(old []lists.Override) []lists.Override {
	now := slices.DeleteFunc(slices.Clone(old), func(o lists.Override) bool { return o.Correction == r.Without })
	if r.Override != nil {
		now = append(now, *r.Override)
	}
	return now
}

// recompute makes the list of a run again, with the facts that the old run
// stored: changes to the register since then are no part of a correction. Only
// for players who were not in the old run it reads the register.
func recompute(tx *bureau.Tx, old, run *lists.Run) error {
	in, err := lists.GatherPlayed(tx, run)
	if err != nil {
		return err
	}
	if old.ID == 0 { // an inserted period
		if err := run.TakeFirsts(tx, in.Batch); err != nil {
			return err
		}
	}
	today := in.Facts
	in.Facts, in.Players = nil, 0
	if old.ID != 0 {
		packed, err := tx.Get(lists.FactsOfRun, bureau.SeqKey(old.ID))
		if err != nil {
			return err
		}
		if in.Facts, in.Players, err = lists.UnpackFacts(packed); err != nil {
			return fmt.Errorf("run %d: %w", old.ID, err)
		}
	}
	base, err := lists.FindRun(tx, run.Base)
	if err != nil {
		return err
	}
	byNumber := func(a, b lists.PlayerFact) int { return cmp.Compare(a.Player, b.Player) }
	in.Players = max(in.Players, base.Players)
	for _, fact := range today {
		if at, known := slices.BinarySearchFunc(in.Facts, fact, byNumber); !known {
			in.Facts = slices.Insert(in.Facts, at, fact)
		}
		in.Players = max(in.Players, int(fact.Player)+1)
	}
	for _, o := range run.Overrides {
		in.Players = max(in.Players, int(o.Player)+1)
	}
	return lists.KeepMade(tx, run, in)
}
