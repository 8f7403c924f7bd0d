package care_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/care"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// Verify reports a current list that differs from the leaves.
func TestVerifyComparesCurrentListsWithLeaves(t *testing.T) {
	t.Parallel()
	d := bureautest.Sixteen(t, "ncs")
	d.Live(1, 3, nil)
	d.Projection = nil
	err := d.Update(context.Background(), func(w bureau.Writer) error { return w.Put("run-current", "2024-03", []byte("2")) })
	if err != nil {
		t.Fatal(err)
	}
	faults, err := care.Verify(context.Background(), d.Bureau, nil)
	if err != nil || !slices.ContainsFunc(faults, func(f bureau.Fault) bool { return f.What == "run-current" && f.Name == "2024-03" }) {
		t.Errorf("verify finds %v %v, want run-current 2024-03", faults, err)
	}
}

// Verify reports a leaf that differs from its publication, and one that is
// missing, even if every checksum is right.
func TestVerifyComparesLeavesWithLists(t *testing.T) {
	t.Parallel()
	const last = 6 // list zero, three lists, the correction, the revision of the third
	key := func(n int) string { return fmt.Sprintf("%010d", n) }
	for name, c := range map[string]struct {
		forge func(bureau.Writer) error
		named []string // kind and name of the faults
	}{
		"nothing": {func(bureau.Writer) error { return nil }, nil},
		"another digest": {func(w bureau.Writer) error {
			return bureautest.Forge(w, "leaf", key(2), `"standings":"`, `"standings":"0`)
		}, []string{"leaf 2"}},
		"another cause": {func(w bureau.Writer) error {
			return bureautest.Forge(w, "leaf", key(2), `"cause":"period"`, `"cause":"C1"`)
		}, []string{"leaf 2"}},
		"another impact": {func(w bureau.Writer) error {
			return bureautest.Forge(w, "leaf", key(last-1), `"ratings":`, `"ratings":1`)
		}, []string{"leaf 5"}},
		"a leaf left out": {func(w bureau.Writer) error { return w.Delete("leaf", key(3)) }, []string{"leaf 3"}},
		"the last one left out": {func(w bureau.Writer) error {
			if err := w.Delete("leaf", key(last)); err != nil {
				return err
			}
			return w.Put("counter", "leaf", []byte(fmt.Sprint(last-1)))
		}, []string{"leaf 2024-04/0002"}},
		"a leaf more":          {func(w bureau.Writer) error { return w.Put("leaf", key(99), []byte(`{}`)) }, []string{"leaf 99"}},
		"another commitment":   {func(w bureau.Writer) error { return bureautest.Forge(w, "commitment", key(1), "0 ", "0 f") }, []string{"leaf 1", "leaf 2"}},
		"another event's name": {func(w bureau.Writer) error { return bureautest.Forge(w, "record", "2024-01-0001/0001", "Open", "Oben") }, []string{"leaf 2"}},
		"a correction's effect": {func(w bureau.Writer) error {
			return bureautest.Forge(w, "correction", "C000001", `"from":1`, `"from":2`)
		}, []string{"leaf 5"}},
	} {
		t.Run(name, func(t *testing.T) {
			d := bureautest.Sixteen(t, "ncs")
			refs := d.Live(1, 3, nil)
			d.Accept(correction.Amendment{Kind: correction.Withdraw, Report: refs[3]}, "")
			if err := d.Update(context.Background(), c.forge); err != nil {
				t.Fatal(err)
			}
			faults, err := care.Verify(context.Background(), d.Bureau, nil)
			if err != nil || (len(faults) == 0) != (len(c.named) == 0) {
				t.Fatal(faults, err)
			}
			for _, name := range c.named {
				if !slices.ContainsFunc(faults, func(f bureau.Fault) bool { return f.What+" "+f.Name == name }) {
					t.Errorf("%v, not %s", faults, name)
				}
			}
		})
	}
}

// A missing counter is reported; what it counted is still checked.
func TestMissingCounterIsNamed(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"player", "publication", "run"} {
		d := bureautest.Sixteen(t, "ncs")
		d.Live(1, 2, nil)
		err := d.Update(context.Background(), func(w bureau.Writer) error {
			return errors.Join(w.Delete("counter", name), bureautest.Forge(w, "record", "2024-01-0001/0001", "Open", "Oben"))
		})
		if err != nil {
			t.Fatal(err)
		}
		faults, err := care.Verify(context.Background(), d.Bureau, nil)
		named := func(what, name string) bool {
			return slices.ContainsFunc(faults, func(f bureau.Fault) bool { return f.What == what && f.Name == name })
		}
		if err != nil || !named("counter", name) || !named("list", "2024-02/1") && !named("leaf", "2") {
			t.Errorf("%s: %v %v", name, faults, err)
		}
	}
}
