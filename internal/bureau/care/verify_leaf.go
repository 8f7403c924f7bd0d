package care

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/proof"
)

// leaves compares every leaf with what it describes, and every publication and
// accepted correction with its leaf. A bureau that has published nothing since
// leaves were introduced has none.
func (v *verification) leaves() error {
	all, err := v.storedLeaves()
	if err != nil || len(all) == 0 {
		return err
	}
	w := &leafWalk{verification: v, told: map[string]bool{}, stated: map[string]proof.Statement{}}
	for i, stored := range all {
		if stored == nil {
			continue // already a fault
		}
		l := &proof.Leaf{}
		switch err := json.Unmarshal(stored, l); {
		case err == nil && i < v.since:
			w.known(l)
		case err != nil || !w.sound(l, i+1, stored):
			v.fault(proof.AllLeaves.Kind, fmt.Sprint(i+1), "changed")
		}
		for _, s := range l.Statements() {
			w.stated[s.Period.Label] = s
		}
		if err := v.ctx.Err(); err != nil {
			return err
		}
	}
	return errors.Join(v.edge(all), w.missingLeaves(), w.standing())
}

// edge compares the edge of the tree with the leaves.
func (v *verification) edge(all [][]byte) error {
	is, err := proof.EdgeOf(v)
	if err != nil || is.Size == 0 { // it was made before there were edges
		return v.unless(err, proof.EdgeKind, "")
	}
	should := &proof.Edge{}
	for _, leaf := range all {
		should.Add(leaf)
	}
	if is.Size != should.Size || is.Root() != should.Root() {
		v.fault(proof.EdgeKind, "", "changed")
	}
	return nil
}

// storedLeaves returns the bytes of the leaves in order, nil for one that is
// missing or damaged.
func (v *verification) storedLeaves() ([][]byte, error) {
	n, err := proof.LeafCount(v)
	if err != nil {
		return nil, v.unless(err, bureau.Counters.Kind, proof.LeafCounter)
	}
	stored := 0
	if err := v.scan(proof.AllLeaves.Kind, func(string, []byte) { stored++ }); err != nil {
		return nil, err
	}
	all := make([][]byte, min(n, stored+mostMissing))
	for i := range all {
		key := bureau.SeqKey(i + 1)
		if all[i], err = v.Get(proof.AllLeaves.Kind, key); err != nil || all[i] == nil {
			v.fault(proof.AllLeaves.Kind, bureau.KeyName(key), "missing")
		}
		if err := v.ctx.Err(); err != nil {
			return nil, err
		}
	}
	return all, v.scan(proof.AllLeaves.Kind, func(key string, _ []byte) {
		if key > bureau.SeqKey(n) {
			v.fault(proof.AllLeaves.Kind, bureau.KeyName(key), "changed") // beyond the count
		}
	})
}

// leafWalk visits the leaves in order.
type leafWalk struct {
	*verification
	told   map[string]bool            // lists and corrections that have a leaf
	stated map[string]proof.Statement // the last statement by label
	seq    int                        // of the last publication
	people string                     // digest of the commitments so far
}

// known notes a leaf that is as it was signed.
func (w *leafWalk) known(l *proof.Leaf) {
	if l.List != nil {
		w.told[bureau.KeyName(lists.RevisionKey(l.List.Label, l.List.Revision))] = true
	}
	if l.Correction != nil {
		w.told[l.Correction.Number] = true
	}
	w.headed(l)
}

// sound reports whether a leaf is as it should be written.
func (w *leafWalk) sound(l *proof.Leaf, number int, stored []byte) bool {
	should := &proof.Leaf{At: l.At, Key: l.Key}
	leaf := 0
	switch {
	case l.List != nil:
		p, err := lists.Publications.Get(w, lists.RevisionKey(l.List.Label, l.List.Revision))
		if err != nil || p == nil {
			return false
		}
		list, err := w.list(p)
		if err != nil {
			if refused := new(finding.Refused); errors.As(err, &refused) && refused.ID == "list-base" {
				w.fault(lists.Runs.Kind, fmt.Sprint(p.Run), "old-base")
				return true
			}
			return false
		}
		w.told[publicationName(p)] = true
		should.At, should.List, leaf = p.At, list, p.Leaf
	case l.Correction != nil:
		k, err := correction.Corrections.Get(w, correction.Key(l.Correction.Number))
		if err != nil || k == nil || k.Decided == nil {
			return false
		}
		w.told[k.Number] = true
		should, leaf = correction.LeafOf(k), k.Leaf
	default:
		leaf = number
	}
	should.Number, should.Log = number, l.Log
	w.headed(l)
	again, err := json.Marshal(should)
	return err == nil && leaf == number && bytes.Equal(again, stored)
}

// headed reports a leaf that contradicts the audit log: entries before it were changed,
// together with all hashes behind them, or are gone.
func (w *leafWalk) headed(l *proof.Leaf) {
	if l.Log == nil {
		return
	}
	e, err := bureau.Entries.Get(w, bureau.SeqKey(l.Log.Seq))
	if err == nil && (e == nil || e.Hash != l.Log.Hash) {
		w.fault(proof.AllLeaves.Kind, fmt.Sprint(l.Number), "contradicts")
	}
}

// list returns the correct leaf of a publication.
func (w *leafWalk) list(p *lists.Publication) (*proof.ListLeaf, error) {
	for ; w.seq < p.Seq; w.seq++ {
		lines, err := w.Get(proof.CommitmentKind, bureau.SeqKey(w.seq+1))
		if err != nil {
			return nil, err
		}
		w.people = lists.DigestOf(w.people, lines)
	}
	return proof.NewListLeaf(w, p, w.people)
}

// standing compares the current lists with what the leaves state.
func (w *leafWalk) standing() error {
	matches := func(id *int, s proof.Statement) bool {
		if id == nil {
			return false
		}
		run, err := lists.Runs.Get(w, bureau.SeqKey(*id))
		return err == nil && run != nil && proof.StartsFrom(run, s) == nil
	}
	var newest proof.Statement
	for _, label := range slices.Sorted(maps.Keys(w.stated)) {
		s := w.stated[label]
		id, err := lists.CurrentRuns.Get(w, label)
		if err != nil || !matches(id, s) {
			w.fault(lists.CurrentRuns.Kind, label, "changed")
		}
		if newest.Zero() || s.Period.Compare(newest.Period) > 0 {
			newest = s
		}
	}
	id, err := lists.LatestRun.Get(w, "")
	if err != nil || !matches(id, newest) {
		w.fault(lists.LatestRun.Kind, "", "changed")
	}
	return w.ctx.Err()
}

// missingLeaves reports the publications and corrections without a leaf.
func (w *leafWalk) missingLeaves() error {
	err := w.scan(lists.Publications.Kind, func(key string, _ []byte) {
		if !w.told[bureau.KeyName(key)] {
			w.fault(proof.AllLeaves.Kind, bureau.KeyName(key), "missing")
		}
	})
	if err != nil {
		return err
	}
	return w.scan(correction.Corrections.Kind, func(key string, stored []byte) {
		data, err := bureau.OpenDocument(correction.Corrections.Kind, key, stored)
		if err != nil {
			return // already a fault
		}
		k, err := correction.Corrections.Read(key, data)
		if err == nil && k.State == correction.Accepted && !w.told[k.Number] {
			w.fault(proof.AllLeaves.Kind, k.Number, "missing")
		}
	})
}
