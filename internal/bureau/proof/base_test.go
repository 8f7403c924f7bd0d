package proof_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/care"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/proof"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// lead simulates tampering: it changes the document that names the newest list,
// with its checksum, to an older run.
func lead(d *bureautest.Bureau, run int) {
	d.T.Helper()
	err := d.Update(context.Background(), func(w bureau.Writer) error { return w.Put("run-latest", "", fmt.Append(nil, run)) })
	if err != nil {
		d.T.Fatal(err)
	}
}

// stored returns a document as it is stored, with its seal.
func stored(d *bureautest.Bureau, kind, key string) (stored []byte) {
	d.T.Helper()
	err := d.Store.View(context.Background(), func(r bureau.Reader) (err error) {
		stored, err = r.Get(kind, key)
		return err
	})
	if err != nil {
		d.T.Fatal(err)
	}
	return stored
}

// latest returns the run of the newest list.
func latest(d *bureautest.Bureau) (run int) {
	d.T.Helper()
	d.Look(func(r bureau.Reader) (err error) {
		run, err = lists.RunNow(r, "")
		return err
	})
	return run
}

// A list starts from the newest list before it. Otherwise no period is closed,
// no list published and no correction accepted, and verify reports it.
func TestListStartsFromTheNewest(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.Sixteen(t, "ncs")
	refs := d.Live(1, 4, nil)
	k := d.Accept(correction.Amendment{Kind: correction.Withdraw, Report: refs[2]}, "")
	d.Live(5, 5, nil)
	newest := latest(d)

	d.On("2024-06-10T03:00:00Z")
	d.Submit(d.Event("Open 6", "2024-06-05"))
	d.On("2024-06-25T03:00:00Z")
	was := stored(d, "run-latest", "")
	before := newestBase(d)
	lead(d, before)
	if _, err := closing.Close(ctx, d.Bureau, "2024-07"); err == nil {
		t.Error("a period was closed on an old list")
	} else {
		bureautest.Refused(t, err, "list-base")
	}
	faults, err := care.Verify(ctx, d.Bureau, nil)
	if err != nil || !slices.ContainsFunc(faults, func(f bureau.Fault) bool { return f.What == "run-latest" }) {
		t.Errorf("verify finds %v %v, want run-latest", faults, err)
	}
	_, err = correction.Undo(ctx, d.Bureau, k.Number, "", "it was right")
	bureautest.Refused(t, err, "list-base")

	d.Put("run-latest", "", was)
	d.Verified()
	if _, err := closing.Close(ctx, d.Bureau, "2024-07"); err != nil {
		t.Fatal(err)
	}
	if _, err := closing.Tick(ctx, d.Bureau, "2024-07", "all", "looked at"); err != nil {
		t.Fatal(err)
	}
	// The draft's own base is changed together with the newest list.
	lead(d, before)
	err = d.Update(context.Background(), func(w bureau.Writer) error {
		return bureautest.Forge(w, "run", fmt.Sprintf("%010d", newest+1), fmt.Sprintf(`"base":%d`, newest), fmt.Sprintf(`"base":%d`, before))
	})
	if err != nil {
		t.Fatal(err)
	}
	_, err = closing.Publish(ctx, d.Bureau, "2024-07", "")
	bureautest.Refused(t, err, "list-base")
}

// newestBase returns the base of the newest run.
func newestBase(d *bureautest.Bureau) (base int) {
	d.T.Helper()
	d.Look(func(r bureau.Reader) error {
		n, err := lists.RunNow(r, "")
		d.Must(err)
		run, err := lists.FindRun(r, n)
		base = run.Base
		return err
	})
	return base
}

// A disclosure proves that its list starts from its newest predecessor.
func TestDisclosureShowsTheNewestBase(t *testing.T) {
	t.Parallel()
	d := bureautest.Sixteen(t, "ncs")
	refs := d.Live(1, 4, nil)
	d.Accept(correction.Amendment{Kind: correction.Withdraw, Report: refs[2]}, "")
	d.Live(5, 5, nil)
	var disclosed []*proof.Disclosure
	var leaves []json.RawMessage
	d.Look(func(r bureau.Reader) error {
		all, err := lists.AllPublications(r)
		for _, p := range all {
			one, err := proof.Disclose(r, p)
			if err != nil {
				return err
			}
			disclosed = append(disclosed, one)
		}
		if err == nil {
			err = proof.Leaves(r, 0, func(leaf []byte) error {
				leaves = append(leaves, slices.Clone(leaf))
				return nil
			})
		}
		return err
	})
	for i, e := range disclosed {
		leaf, err := e.Check(nil)
		if err != nil {
			t.Fatal(err)
		}
		if base := leaf.List.Base; base != nil && base.Leaf != leaf.Number-len(e.Before) {
			t.Errorf("list %d starts from leaf %d, and shows those from %d on", i, base.Leaf, leaf.Number-len(e.Before))
		}
	}
	newest := disclosed[len(disclosed)-1]
	own := &proof.Leaf{}
	if err := json.Unmarshal(newest.Leaf, own); err != nil {
		t.Fatal(err)
	}
	older := &proof.Leaf{}
	if err := json.Unmarshal(leaves[1], older); err != nil {
		t.Fatal(err)
	}
	honest := *newest
	for name, forge := range map[string]func(*proof.Disclosure, *proof.ListLeaf){
		"an old list, all leaves shown": func(e *proof.Disclosure, l *proof.ListLeaf) {
			l.Base = &proof.BaseLeaf{Leaf: 2, Label: older.List.Label, InForce: older.List.InForce, Players: older.List.Players, Standings: older.List.Standings}
			e.Before = leaves[1 : own.Number-1]
		},
		"an old list, the newest leaf shown": func(_ *proof.Disclosure, l *proof.ListLeaf) {
			l.Base.Label, l.Base.Standings = older.List.Label, older.List.Standings
		},
		"a leaf left out": func(e *proof.Disclosure, _ *proof.ListLeaf) { e.Before = nil },
		"another leaf":    func(e *proof.Disclosure, _ *proof.ListLeaf) { e.Before = leaves[1:2] },
		"other standings": func(_ *proof.Disclosure, l *proof.ListLeaf) { l.Base.Standings = older.List.Standings },
		"a leaf more": func(e *proof.Disclosure, _ *proof.ListLeaf) {
			e.Before = leaves[own.Number-len(e.Before)-2 : own.Number-1]
		},
		"no list that it names": func(_ *proof.Disclosure, l *proof.ListLeaf) { l.Base = nil },
	} {
		e, leaf := honest, &proof.Leaf{}
		if err := json.Unmarshal(honest.Leaf, leaf); err != nil {
			t.Fatal(err)
		}
		forge(&e, leaf.List)
		data, err := json.Marshal(leaf)
		if err != nil {
			t.Fatal(err)
		}
		e.Leaf = data
		_, err = e.Check(nil)
		t.Run(name, func(t *testing.T) { bureautest.Refused(t, err, "bundle-base") })
	}
}
