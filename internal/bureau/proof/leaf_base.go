package proof

import (
	"bytes"
	"cmp"
	"encoding/json"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/regulation"
)

// Each list starts from its newest predecessor. Only the leaves, which a signed
// checkpoint covers, say which list that is. Nothing else in the store is
// trusted.

// Statement is what a leaf states about the current state of a list.
type Statement struct {
	leaf      int // number of the leaf
	Period    regulation.Period
	standings string // digest of the standings
}

// Zero reports whether the statement is empty.
func (s Statement) Zero() bool { return s.leaf == 0 }

// Statements returns what a leaf states about lists. A correction states all
// lists that it recalculated, from the first to the newest; the leaves of their
// new revisions, which follow, only repeat this.
func (l *Leaf) Statements() []Statement {
	switch {
	case l.List != nil && l.first():
		return []Statement{{l.Number, l.List.period(), l.List.Standings}}
	case l.Correction != nil:
		all := make([]Statement, len(l.Correction.Lists))
		for i, list := range l.Correction.Lists {
			p := regulation.Period{Label: list.Label, Days: civil.Range{From: list.From, To: list.To}, List: list.InForce}
			all[i] = Statement{l.Number, p, list.Standings}
		}
		return all
	}
	return nil
}

// first reports whether a leaf published a list that was later than all earlier
// ones.
func (l *Leaf) first() bool {
	return l.List != nil && (l.List.Cause == lists.CausePeriod || l.List.Cause == lists.CauseZero)
}

func (l *ListLeaf) period() regulation.Period {
	return regulation.Period{Label: l.Label, Days: civil.Range{From: l.From, To: l.To}, List: l.InForce, Meet: l.Meet}
}

// baseSearch finds the last statement about the newest list before a period, or
// of all lists if the period is nil.
type baseSearch struct {
	period *regulation.Period
	found  Statement
}

// look visits the leaves from the last one backwards, and reports whether it
// needs earlier ones.
func (b *baseSearch) look(l *Leaf) (more bool) {
	for _, s := range l.Statements() {
		if b.period != nil && s.Period.Compare(*b.period) >= 0 {
			continue
		}
		if b.found.Zero() || s.Period.Compare(b.found.Period) > 0 {
			b.found = s
		}
	}
	// A first leaf's list is later than those of all earlier leaves.
	return b.found.Zero() || !l.first() || l.List.period().Compare(b.found.Period) > 0
}

// newestStated returns the newest list before a period, or of all lists if the
// period is nil, as stated by the leaves below a number; zero means all leaves.
func newestStated(r bureau.Reader, period *regulation.Period, below int) (Statement, error) {
	n, err := LeafCount(r)
	if below > 0 {
		n = below - 1
	}
	search := &baseSearch{period: period}
	for more := true; more && n > 0 && err == nil; n-- {
		var l *Leaf
		if l, err = AllLeaves.Get(r, bureau.SeqKey(n)); err == nil && l != nil {
			more = search.look(l)
		}
	}
	return search.found, err
}

// StartsFrom refuses a base list that is not the newest by the leaves.
func StartsFrom(base *lists.Run, newest Statement) error {
	if base.Label == newest.Period.Label && base.Digest == newest.standings {
		return nil
	}
	return finding.Refuse("list-base", finding.Text("base", base.Label), finding.Text("newest", newest.Period.Label))
}

// NewestList returns the current run of the newest list, and refuses one that
// is not the newest by the leaves.
func NewestList(tx *bureau.Tx) (*lists.Run, error) {
	id, err := lists.LatestRun.Get(tx, "")
	if err != nil {
		return nil, err
	}
	if id == nil {
		return nil, finding.Refuse("no-list", finding.Text("label", ""))
	}
	run, err := lists.FindRun(tx, *id)
	if err != nil {
		return nil, err
	}
	stated, err := newestStated(tx, nil, 0)
	if err != nil {
		return nil, err
	}
	return run, StartsFrom(run, stated)
}

// base checks that the list starts from its newest predecessor by the leaves in
// between.
func (c *checking) base() error {
	l := c.leaf
	if l.Base == nil {
		if c.leafNumber != 1 || len(c.Before) > 0 { // list zero
			return finding.Refuse("bundle-base", finding.Text("base", ""), finding.Text("newest", ""))
		}
		return nil
	}
	period := l.period()
	search := &baseSearch{period: &period}
	for i := len(c.Before) - 1; i >= 0; i-- {
		before := &Leaf{}
		if json.Unmarshal(c.Before[i], before) != nil || before.Number != c.leafNumber-len(c.Before)+i {
			return finding.Refuse("bundle-base", finding.Text("base", l.Base.Label), finding.Text("newest", ""))
		}
		search.look(before)
	}
	newest := search.found
	if newest.leaf != l.Base.Leaf || newest.leaf != c.leafNumber-len(c.Before) || newest.Period.Label != l.Base.Label || newest.standings != l.Base.Standings {
		return finding.Refuse("bundle-base", finding.Text("base", l.Base.Label), finding.Text("newest", cmp.Or(newest.Period.Label, "?")))
	}
	return nil
}

// leavesBefore returns the leaves from the one that states a list's base to the
// one before the list's own.
func leavesBefore(r bureau.Reader, number int, leaf []byte) ([]json.RawMessage, error) {
	own := &Leaf{}
	if err := json.Unmarshal(leaf, own); err != nil || own.List == nil || own.List.Base == nil {
		return nil, err
	}
	var before []json.RawMessage
	err := r.Scan(AllLeaves.Kind, bureau.SeqKey(own.List.Base.Leaf), bureau.SeqKey(number), func(_ string, leaf []byte) (bool, error) {
		before = append(before, bytes.Clone(leaf))
		return true, nil
	})
	return before, err
}
