package tamper_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/mod/sumdb/tlog"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/proof"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/tamper"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/memory"
	"github.com/arpadchess/arpad/internal/test/storetest"
	"github.com/arpadchess/arpad/internal/test/tree"
	"github.com/arpadchess/arpad/report/file"
)

// office is the fixture under another name, so that it can be embedded beside its Bureau.
type office = bureautest.Bureau

// fixture is a bureau whose tree of leaves is signed.
type fixture struct {
	*office
	guard *tamper.Guard
	first string // reference of the first report
}

// guarded returns a guard of a store, with a key in a temporary folder.
func guarded(t testing.TB, s bureau.Store, authority string) *tamper.Guard {
	t.Helper()
	key, err := tamper.NewKey("arpad/" + authority)
	if err != nil {
		t.Fatal(err)
	}
	return &tamper.Guard{Store: s, Key: key, File: filepath.Join(t.TempDir(), "checkpoint"), Failed: func(err error) { t.Error(err) }}
}

// japan returns a bureau in memory with the opening list of the Japanese demo.
func japan(t testing.TB) *fixture {
	t.Helper()
	return japanIn(t, &memory.Store{})
}

func japanIn(t testing.TB, s bureau.Store) *fixture {
	t.Helper()
	guard := guarded(t, s, "ncs")
	return &fixture{office: bureautest.Demo(t, guard), guard: guard}
}

// submit submits a report on a day and admits it.
func (d *fixture) submit(name string, data []byte, day string) string {
	d.T.Helper()
	parsed, found := file.Read(data, name, "")
	if day == "" {
		day = parsed.ReceivedOn().String()
	}
	d.On(day)
	receipt, err := intake.Submit(context.Background(), d.Bureau, intake.Submission{File: name, Data: data, Parsed: parsed, Found: found, From: "club"})
	d.Must(err)
	if receipt.Report.State != check.Admitted {
		d.Must(desk.Decide(context.Background(), d.Bureau, receipt.Report.Ref, check.Admitted, "looked at"))
	}
	if d.first == "" {
		d.first = receipt.Report.Ref
	}
	return receipt.Report.Ref
}

// submitDemo submits a report of the demo on the day of its receipt.
func (d *fixture) submitDemo(path string) string {
	d.T.Helper()
	data, err := os.ReadFile(tree.Path("demo/" + path))
	d.Must(err)
	return d.submit(filepath.Base(path), data, "")
}

// tree returns the current tree.
func (d *fixture) tree() (tree *tamper.Tree) {
	d.T.Helper()
	d.Look(func(r bureau.Reader) (err error) {
		tree, err = tamper.TreeOf(r)
		return err
	})
	return tree
}

// last returns the last checkpoint, which must be on disk.
func (d *fixture) last() *tamper.Checkpoint {
	d.T.Helper()
	c, err := d.guard.Last()
	d.Must(err)
	return c
}

// kept returns a copy of the store as it is.
func (d *fixture) kept() *memory.Store {
	return d.guard.Store.(*memory.Store).Clone()
}

// restore puts a kept store in the place of the bureau's.
func (d *fixture) restore(s *memory.Store) {
	d.guard = &tamper.Guard{Store: s.Clone(), Key: d.guard.Key, File: d.guard.File}
	d.Store = d.guard
}

// lives has a bureau publish and correct; it returns the checkpoints along the
// way.
func (d *fixture) lives() []*tamper.Checkpoint {
	d.T.Helper()
	checkpoints := []*tamper.Checkpoint{d.last()}
	ref := d.submitDemo("japan/reports/new-year-rapid.trf")
	d.submitDemo("japan/reports/winter-open.json")
	for _, step := range []func(){
		func() { d.PublishAll(1) },
		func() { d.Accept(correction.Amendment{Kind: correction.Withdraw, Report: ref}, "") },
		func() {
			d.Must(proof.AnnounceKey(context.Background(), d.Bureau, proof.KeyLeaf{Key: d.guard.Key.Public, Reason: "a test"}))
		},
	} {
		step()
		checkpoints = append(checkpoints, d.last())
	}
	return checkpoints
}

// Every publication, correction and key is signed, and each checkpoint extends
// the earlier ones, as shown by the leaves and by the proofs.
func TestCheckpointsExtendEachOther(t *testing.T) {
	t.Parallel()
	for name, open := range storetest.Stores {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checkpointsGoOn(t, japanIn(t, open(t)))
		})
	}
}

func checkpointsGoOn(t *testing.T, d *fixture) {
	all := d.lives()
	tree := d.tree()
	for i, c := range all {
		if i > 0 && c.Size <= all[i-1].Size {
			t.Errorf("checkpoint %d counts %d leaves, the one before %d", i, c.Size, all[i-1].Size)
		}
		opened, err := tamper.OpenCheckpoint(c.Signed, d.guard.Key.Public)
		d.Must(err)
		if holds, err := opened.Holds(tree); err != nil || !holds {
			t.Errorf("the tree does not go on from checkpoint %d (%v)", i, err)
		}
		shown, err := tlog.ProveTree(tree.Size(), c.Size, tree)
		d.Must(err)
		root, err := tree.Root(tree.Size())
		d.Must(err)
		d.Must(tlog.CheckTree(shown, tree.Size(), root, c.Size, c.Root))
	}
	last := all[len(all)-1]
	if last.Size != tree.Size() || last.Origin != "arpad/ncs" || last.Size < 5 {
		t.Errorf("the last checkpoint is %d leaves of %d, by %s", last.Size, tree.Size(), last.Origin)
	}
	for number := int64(1); number <= tree.Size(); number++ {
		leaf, err := tree.Leaf(number)
		d.Must(err)
		shown, err := tlog.ProveRecord(tree.Size(), number-1, tree)
		d.Must(err)
		d.Must(tlog.CheckRecord(shown, last.Size, last.Root, number-1, leaf))
	}
	if found, err := d.guard.Examine(t.Context()); err != nil || len(found) > 0 {
		t.Error(found, err)
	}
	if _, err := verify(d.bundle("2024-02", 2), d.guard.Key.Public); err != nil {
		t.Error(err)
	}
}

// When many publish at the same time, each with their own guard, no checkpoint
// is lost or replaces a later one.
func TestCheckpointsDoNotGoBack(t *testing.T) {
	t.Parallel()
	const guards, times = 4, 10
	for name, open := range storetest.Stores {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := japanIn(t, open(t))
			first := d.last().Size
			var group sync.WaitGroup
			var watched sync.WaitGroup
			done := make(chan struct{})
			watched.Go(func() {
				for last := first; ; {
					now := d.last().Size
					if now < last {
						t.Errorf("the checkpoint counts %d leaves, and has counted %d", now, last)
					}
					last = now
					select {
					case <-done:
						return
					default:
					}
				}
			})
			for range guards {
				group.Go(func() {
					guard := &tamper.Guard{Store: d.guard.Store, Key: d.guard.Key, File: d.guard.File, Failed: d.guard.Failed}
					b := &bureau.Bureau{Store: guard, Clock: d.Clock, Actor: bureau.AtTerminal("officer"), Projection: d.Projection}
					for range times {
						if err := proof.AnnounceKey(t.Context(), b, proof.KeyLeaf{Key: guard.Key.Public}); err != nil {
							t.Error(err)
						}
					}
				})
			}
			group.Wait()
			close(done)
			watched.Wait()
			if now := d.last().Size; now != first+guards*times {
				t.Errorf("the last checkpoint counts %d leaves", now)
			}
		})
	}
}

// A checkpoint is valid only exactly as signed.
func TestCheckpointIsSigned(t *testing.T) {
	t.Parallel()
	d := japan(t)
	last := d.last()
	for i := range last.Signed {
		flipped := slices.Clone(last.Signed)
		flipped[i] ^= 1
		if c, err := tamper.OpenCheckpoint(flipped, d.guard.Key.Public); err == nil {
			t.Errorf("byte %d is another, and it is still the checkpoint %q", i, c.Signed)
		}
	}
	other, err := tamper.NewKey("arpad/ncs")
	d.Must(err)
	if _, err := tamper.OpenCheckpoint(last.Signed, other.Public); !errors.Is(err, tamper.ErrNotSigned) {
		t.Errorf("with another key it says %v", err)
	}
	if _, err := tamper.OpenCheckpoint(last.Signed, "nonsense"); !errors.Is(err, tamper.ErrNoKey) {
		t.Errorf("with no key it says %v", err)
	}
}

// A database that is older than the last checkpoint, or different, can be read
// but not written. One that extends it can be written.
func TestOlderDatabaseIsRefused(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	d, other := japan(t), japan(t)
	older := d.kept()
	d.lives()
	d.submitDemo("japan/reports/spring-cup.trf")
	d.PublishAll(-1) // the last leaf is not a key
	newest := d.kept()
	other.lives()
	other.submitDemo("japan/reports/spring-cup.trf")
	other.PublishAll(-1)
	last := string(d.last().Signed)
	for name, c := range map[string]struct {
		store      *memory.Store
		refused    string
		checkpoint string // empty: missing
	}{
		"newest":                 {newest, "", last},
		"older":                  {older, "database-older", last},
		"other":                  {other.kept(), "database-other", last},
		"without its checkpoint": {newest, "checkpoint-missing", ""},
	} {
		if c.checkpoint == "" {
			d.Must(os.Remove(d.guard.File))
		} else {
			d.Must(os.WriteFile(d.guard.File, []byte(c.checkpoint), 0o600))
		}
		d.restore(c.store)
		before := d.Stored()
		_, err := register.Register(ctx, d.Bureau, register.Player{ID: "N00000099", Name: "Mori Kei"}, register.Person{}, "so")
		var refused *finding.Refused
		switch {
		case c.refused == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case c.refused != "" && (!errors.As(err, &refused) || refused.ID != c.refused):
			t.Errorf("%s: %v, not %s", name, err, c.refused)
		case c.refused != "" && !cmp.Equal(before, d.Stored()):
			t.Errorf("%s was refused and written to", name)
		}
		found, err := d.guard.Examine(ctx)
		if err != nil || (len(found) > 0) != (c.refused != "") || len(found) > 0 && found[0].ID != c.refused {
			t.Errorf("%s: the doctor says %v, %v", name, found, err)
		}
		if _, err := d.guard.Sign(ctx); (err != nil) != (c.refused != "") {
			t.Errorf("%s: it is signed: %v", name, err)
		}
		d.Sound()
	}
}

// A process that stops between the commit and the signature loses nothing: the
// next change signs.
func TestNextChangeSigns(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	d := japan(t)
	first := d.last()
	d.submitDemo("japan/reports/new-year-rapid.trf")
	d.Store = d.guard.Store // as if it had stopped
	d.PublishAll(1)
	d.Store = d.guard
	if found, err := d.guard.Examine(ctx); err != nil || len(found) != 1 || found[0].ID != "checkpoint-behind" {
		t.Error(found, err)
	}
	if d.last().Size != first.Size {
		t.Fatal("it was signed")
	}
	_, err := register.Register(ctx, d.Bureau, register.Player{ID: "N00000099", Name: "Mori Kei"}, register.Person{}, "so")
	d.Must(err)
	if now := d.last(); now.Size != first.Size+1 {
		t.Errorf("the last checkpoint counts %d leaves", now.Size)
	}
}

// A write that cannot be signed still succeeds, the failure is reported, and no
// part of a checkpoint is left behind.
func TestUnsignedWriteIsReported(t *testing.T) {
	t.Parallel()
	d := japan(t)
	d.submitDemo("japan/reports/new-year-rapid.trf")
	failed := 0
	d.guard.Failed = func(error) { failed++ }
	before := d.last()
	d.Must(os.Mkdir(d.guard.File+".arpad-part", 0o700)) // blocks the file
	d.PublishAll(1)
	if failed != 1 {
		t.Fatalf("it failed %d times", failed)
	}
	if now := d.last(); !bytes.Equal(now.Signed, before.Signed) {
		t.Error("the checkpoint has changed")
	}
	d.Must(os.Remove(d.guard.File + ".arpad-part"))
	if now, err := d.guard.Sign(t.Context()); err != nil || now.Size != before.Size+1 {
		t.Error(now, err)
	}
}

// BenchmarkTree builds a tree of 10,000 leaves, which happens once per writing
// process and whenever a checkpoint is signed.
func BenchmarkTree(b *testing.B) {
	d := japan(b)
	var leaf []byte
	d.Must(d.View(b.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		return proof.Leaves(r, 0, func(data []byte) error {
			leaf = data
			return nil
		})
	}))
	for b.Loop() {
		tree := &tamper.Tree{}
		for i := range 10_000 {
			d.Must(tree.Add(tlog.RecordHash(fmt.Append(leaf, i))))
		}
	}
}
