package bureau

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/arpadchess/arpad/finding"
)

// leaves holds every leaf against what it speaks of, and every publication and
// accepted correction against its leaf. A bureau that has published nothing
// since there are leaves has none.
func (v *verification) leaves() error {
	all, err := v.storedLeaves()
	if err != nil || len(all) == 0 {
		return err
	}
	w := &leafWalk{verification: v, told: map[string]bool{}, stated: map[string]statement{}}
	for i, stored := range all {
		if stored == nil {
			continue // it is named already
		}
		l := &Leaf{}
		if json.Unmarshal(stored, l) != nil || !w.sound(l, i+1, stored) {
			v.fault(leaves.kind, fmt.Sprint(i+1), "changed")
		}
		for _, s := range l.statements() {
			w.stated[s.period.Label] = s
		}
		if err := v.ctx.Err(); err != nil {
			return err
		}
	}
	return errors.Join(w.untold(), w.standing())
}

// storedLeaves gives the bytes of the leaves in their order, nil for one that is
// missing or damaged.
func (v *verification) storedLeaves() ([][]byte, error) {
	n, err := LeafCount(v)
	if err != nil {
		return nil, v.unless(err, counters.kind, leafCounter)
	}
	all := make([][]byte, n)
	for i := range all {
		key := seqKey(i + 1)
		if all[i], err = v.Get(leaves.kind, key); err != nil || all[i] == nil {
			v.fault(leaves.kind, keyName(key), "missing")
		}
		if err := v.ctx.Err(); err != nil {
			return nil, err
		}
	}
	return all, v.scan(leaves.kind, func(key string, _ []byte) {
		if key > seqKey(n) {
			v.fault(leaves.kind, keyName(key), "changed") // it was not counted
		}
	})
}

// leafWalk goes through the leaves in their order.
type leafWalk struct {
	*verification
	told   map[string]bool      // lists and corrections that have a leaf
	stated map[string]statement // by label the last one of its list
	seq    int                  // of the publication that came last
	people string               // digest of the commitments so far
}

// sound says whether a leaf is what should be written.
func (w *leafWalk) sound(l *Leaf, number int, stored []byte) bool {
	should := &Leaf{At: l.At, Key: l.Key}
	leaf := 0
	switch {
	case l.List != nil:
		p, err := publications.get(w, revisionKey(l.List.Label, l.List.Revision))
		if err != nil || p == nil {
			return false
		}
		list, err := w.list(p)
		if err != nil {
			if refused := new(finding.Refused); errors.As(err, &refused) && refused.ID == "list-base" {
				w.fault(runs.kind, fmt.Sprint(p.Run), "old-base")
				return true
			}
			return false
		}
		w.told[p.name()] = true
		should.At, should.List, leaf = p.At, list, p.Leaf
	case l.Correction != nil:
		k, err := corrections.get(w, numbered(l.Correction.Number))
		if err != nil || k == nil || k.Decided == nil {
			return false
		}
		w.told[k.Number] = true
		should, leaf = correctionLeaf(k), k.Leaf
	default:
		leaf = number
	}
	should.Number = number
	again, err := json.Marshal(should)
	return err == nil && leaf == number && bytes.Equal(again, stored)
}

// list gives what the leaf of a publication should say.
func (w *leafWalk) list(p *Publication) (*ListLeaf, error) {
	for ; w.seq < p.Seq; w.seq++ {
		lines, err := w.Get(commitmentKind, seqKey(w.seq+1))
		if err != nil {
			return nil, err
		}
		w.people = digestOf(w.people, lines)
	}
	return listLeaf(w, p, w.people)
}

// standing holds the lists as they stand now against what the leaves say of them.
func (w *leafWalk) standing() error {
	matches := func(id *int, s statement) bool {
		if id == nil {
			return false
		}
		run, err := runs.get(w, seqKey(*id))
		return err == nil && run != nil && startsFrom(run, s) == nil
	}
	var newest statement
	for _, label := range slices.Sorted(maps.Keys(w.stated)) {
		s := w.stated[label]
		id, err := currentRuns.get(w, label)
		if err != nil || !matches(id, s) {
			w.fault(currentRuns.kind, label, "changed")
		}
		if newest.zero() || inOrder(s.period, newest.period) > 0 {
			newest = s
		}
	}
	id, err := latestRun.get(w, "")
	if err != nil || !matches(id, newest) {
		w.fault(latestRun.kind, "", "changed")
	}
	return w.ctx.Err()
}

// untold names the publications and corrections that have no leaf.
func (w *leafWalk) untold() error {
	err := w.scan(publications.kind, func(key string, _ []byte) {
		if !w.told[keyName(key)] {
			w.fault(leaves.kind, keyName(key), "missing")
		}
	})
	if err != nil {
		return err
	}
	return w.scan(corrections.kind, func(key string, stored []byte) {
		data, err := open(corrections.kind, key, stored)
		if err != nil {
			return // it is named already
		}
		k, err := corrections.read(key, data)
		if err == nil && k.State == Accepted && !w.told[k.Number] {
			w.fault(leaves.kind, k.Number, "missing")
		}
	})
}
