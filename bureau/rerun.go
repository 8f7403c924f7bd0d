package bureau

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// rerun is a list that was made again: the run that it stood on, nil if there
// was none, and the one that it stands on now.
type rerun struct{ old, now *Run }

type reruns []rerun

// ids gives the numbers of the new runs.
func (all reruns) ids() []int {
	ids := make([]int, len(all))
	for i := range all {
		ids[i] = all[i].now.ID
	}
	return ids
}

// carryOut does what a correction says, and makes the first list that it touches
// and every later one again, each from the new one before it.
func (tx *Tx) carryOut(k *Correction) (reruns, error) {
	chain, err := standing(tx)
	if err != nil {
		return nil, err
	}
	if err := tx.amend(k, chain); err != nil {
		return nil, err
	}
	chain, at, err := tx.placed(chain, k.Label)
	if err != nil {
		return nil, err
	}
	if k.What.Kind == AddLate {
		if err := tx.packLate(k, chain[at], chain[at-1].ID); err != nil {
			return nil, err
		}
	}
	var all reruns
	for base := chain[at-1].ID; at < len(chain); at++ {
		old, now := chain[at], *chain[at]
		now.Base, now.Cause, now.At, now.Actor = base, k.Number, tx.Now, tx.Actor
		if now.Label == k.Label {
			now.Records, now.Overrides = k.Change.records(old.Records), k.Change.overrides(old.Overrides)
		}
		if err := tx.again(old, &now); err != nil {
			return nil, err
		}
		if old.ID == 0 {
			old = nil
		}
		if err := tx.follow(&now); err != nil {
			return nil, err
		}
		all, base = append(all, rerun{old, &now}), now.ID
	}
	return all, nil
}

// placed gives the lists with the one of a label among them, and its place. A
// period that was passed over is put where it belongs, with nothing in it yet.
func (tx *Tx) placed(chain []*Run, label string) ([]*Run, int, error) {
	if at := slices.IndexFunc(chain, func(run *Run) bool { return run.Label == label }); at > 0 {
		return chain, at, nil
	}
	p, err := findPeriod(tx, label)
	if err != nil {
		return nil, 0, err
	}
	at := 1 + len(chain[1:])
	if i := slices.IndexFunc(chain[1:], func(run *Run) bool { return inOrder(run.period(), p.period()) > 0 }); i >= 0 {
		at = 1 + i
	}
	run := &Run{Label: p.Label, Days: p.Days, List: p.List, Meet: p.Meet, Regulation: tx.Settings.Regulation, Options: tx.Settings.Options}
	p.State = Published
	return slices.Insert(chain, at, run), at, periods.put(tx, label, p)
}

// records gives the records of a list after a replacement.
func (r *Replacement) records(old []RecordID) []RecordID {
	now := slices.DeleteFunc(slices.Clone(old), func(id RecordID) bool { return id == r.Out })
	if r.In.Ref != "" {
		now = append(now, r.In)
	}
	slices.SortFunc(now, func(a, b RecordID) int { return strings.Compare(a.key(), b.key()) })
	return now
}

func (r *Replacement) overrides(old []Override) []Override {
	now := slices.DeleteFunc(slices.Clone(old), func(o Override) bool { return o.Correction == r.Without })
	if r.Override != nil {
		now = append(now, *r.Override)
	}
	return now
}

// again makes the list of a run anew from what another knew of its players:
// what was amended in the register since is no part of a correction. Only of
// players who were not in it the register is asked.
func (tx *Tx) again(old, run *Run) error {
	in, err := gather(tx, run)
	if err != nil {
		return err
	}
	today := in.facts
	in.facts, in.players = nil, 0
	if old.ID != 0 {
		packed, err := tx.Get(factsOfRun, seqKey(old.ID))
		if err != nil {
			return err
		}
		if in.facts, in.players, err = unpackFacts(packed); err != nil {
			return fmt.Errorf("run %d: %w", old.ID, err)
		}
	}
	byNumber := func(a, b playerFact) int { return cmp.Compare(a.player, b.player) }
	in.players = max(in.players, len(in.base.Standings))
	for _, fact := range today {
		if at, known := slices.BinarySearchFunc(in.facts, fact, byNumber); !known {
			in.facts = slices.Insert(in.facts, at, fact)
		}
		in.players = max(in.players, int(fact.player)+1)
	}
	for _, o := range run.Overrides {
		in.players = max(in.players, int(o.Player)+1)
	}
	return tx.keepMade(run, in)
}
