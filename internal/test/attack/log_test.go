// Package attack_test tests what comes of attacks on a whole bureau (docs/attacks.md).
package attack_test

import (
	"context"
	"encoding/json"
	"slices"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/care"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// forger writes to a store past the bureau, with seals that are right.
type forger struct {
	t testing.TB
	w bureau.Writer
}

func (f forger) must(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatal(err)
	}
}

func (f forger) put(kind, key string, v any) {
	value, err := json.Marshal(v)
	f.must(err)
	stored, _ := bureau.Seal(kind, key, value, nil)
	f.must(f.w.Put(kind, key, stored))
}

func (f forger) log() []*bureau.Entry {
	all, err := bureau.Entries.All(bureau.Checked(f.w), "")
	f.must(err)
	return all
}

// rehash makes the hashes of all entries anew, and the head.
func (f forger) rehash(all []*bureau.Entry) {
	prev := ""
	for _, e := range all {
		f.must(e.Chain(prev))
		prev = e.Hash
		f.put("audit", bureau.SeqKey(e.Seq), e)
	}
	f.put("audit-head", "", bureau.LogHead{Seq: len(all), Hash: prev})
}

// cut removes the last entries of the log, with their write sets, and mends its head.
func (f forger) cut(entries int) {
	all := f.log()
	for _, e := range all[len(all)-entries:] {
		f.must(f.w.Delete("audit", bureau.SeqKey(e.Seq)))
		f.must(f.w.Delete(bureau.WriteSets, bureau.SeqKey(e.Seq)))
		f.must(f.w.DeleteRows(&rows.Actions.Relation, []bureau.Row{{int64(e.Seq)}}))
	}
	f.rehash(all[:len(all)-entries])
}

// What somebody can do who can write to the database, but has no signing key, is named
// by verify.
func TestAttackOnTheLog(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		forge func(forger)
		named string // a fault: kind, name and why
	}{
		"a log cut":                 {func(f forger) { f.cut(5) }, "leaf 6 changed"},
		"documents of what was cut": {func(f forger) { f.cut(1) }, "correction C000001 changed"},
		"another actor, all hashes made anew": {func(f forger) {
			all := f.log()
			all[2].Actor = "somebody else"
			f.rehash(all)
		}, "leaf 6 contradicts"},
		"another actor": {func(f forger) {
			e := f.log()[2]
			e.Actor = "somebody else"
			f.put("audit", bureau.SeqKey(e.Seq), e)
		}, "audit 3 changed"},
		"another reason": {func(f forger) {
			all := f.log()
			e := all[slices.IndexFunc(all, func(e *bureau.Entry) bool { return e.Reason != "" })]
			e.Reason += "?"
			f.put("audit", bureau.SeqKey(e.Seq), e)
		}, "audit 1 changed"},
		"a reason erased": {func(f forger) {
			all := f.log()
			e := all[slices.IndexFunc(all, func(e *bureau.Entry) bool { return e.Reason != "" })]
			e.Reason, e.Nonce = bureau.ErasedReason, ""
			f.put("audit", bureau.SeqKey(e.Seq), e)
		}, "audit 1 changed"},
	} {
		t.Run(name, func(t *testing.T) {
			d := bureautest.Sixteen(t, "ncs")
			refs := d.Live(1, 3, nil)
			d.Accept(correction.Amendment{Kind: correction.Withdraw, Report: refs[3]}, "")
			d.Verified()
			first := 0
			err := d.Store.Update(context.Background(), func(w bureau.Writer) error {
				f := forger{t, w}
				all := f.log()
				first = slices.IndexFunc(all, func(e *bureau.Entry) bool { return e.Reason != "" }) + 1
				c.forge(f)
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			faults, err := care.Verify(context.Background(), d.Bureau, nil)
			if err != nil || !slices.ContainsFunc(faults, func(f bureau.Fault) bool { return f.What+" "+f.Name+" "+f.Why == c.named }) {
				t.Errorf("%v %v, want %s (first reason: entry %d)", faults, err, c.named, first)
			}
		})
	}
}
