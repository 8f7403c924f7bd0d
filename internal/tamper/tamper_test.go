package tamper_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/care"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/projection"
	"github.com/arpadchess/arpad/internal/bureau/proof"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/tamper"
	"github.com/arpadchess/arpad/internal/test/memory"
	"github.com/arpadchess/arpad/internal/test/storetest"
	"github.com/arpadchess/arpad/report/file"
	"github.com/arpadchess/arpad/roster"
)

// fixture is a bureau with a clock set by the test.
type fixture struct {
	*bureau.Bureau
	t     testing.TB
	now   time.Time
	guard *tamper.Guard
	first string // reference of the first report
}

// open returns a bureau in memory with an opening list, and a key in a
// temporary folder.
func open(t testing.TB, authority, label string, opening []byte) *fixture {
	t.Helper()
	return openIn(t, &memory.Store{}, authority, label, opening)
}

func openIn(t testing.TB, s bureau.Store, authority, label string, opening []byte) *fixture {
	t.Helper()
	key, err := tamper.NewKey("arpad/" + authority)
	if err != nil {
		t.Fatal(err)
	}
	d := &fixture{t: t, guard: &tamper.Guard{Store: s, Key: key, File: filepath.Join(t.TempDir(), "checkpoint")}}
	d.guard.Failed = func(err error) { t.Error(err) }
	d.Bureau = &bureau.Bureau{Store: d.guard, Clock: func() time.Time { return d.now }, Actor: "officer", Projection: projection.Rows{}}
	players, list, _ := roster.Read(bytes.NewReader(opening), "opening.csv")
	d.on("2023-12-21")
	var options map[string]string
	if authority == "ncs" {
		options = map[string]string{"late": "count", "non_members": "count"}
	}
	d.must(closing.Init(context.Background(), d.Bureau, bureau.Settings{Authority: authority, ListZero: label, Options: options, Reason: "as the board has decided"}, players.Players, &list))
	return d
}

func japan(t testing.TB) *fixture {
	t.Helper()
	return japanIn(t, &memory.Store{})
}

func japanIn(t testing.TB, s bureau.Store) *fixture {
	t.Helper()
	opening, err := os.ReadFile("../../demo/japan/opening.csv")
	if err != nil {
		t.Fatal(err)
	}
	return openIn(t, s, "ncs", "2024-01", opening)
}

func (d *fixture) on(day string) {
	d.t.Helper()
	now, err := time.Parse(time.RFC3339, day+"T12:00:00Z")
	d.must(err)
	d.now = now
}

func (d *fixture) must(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
}

// submit submits a report on a day and admits it.
func (d *fixture) submit(name string, data []byte, day string) string {
	d.t.Helper()
	parsed, found := file.Read(data, name, "")
	if day == "" {
		day = parsed.ReceivedOn().String()
	}
	d.on(day)
	receipt, err := intake.Submit(context.Background(), d.Bureau, intake.Submission{File: name, Data: data, Parsed: parsed, Found: found, From: "club"})
	d.must(err)
	if receipt.Report.State != intake.Admitted {
		d.must(desk.Decide(context.Background(), d.Bureau, receipt.Report.Ref, intake.Admitted, "looked at"))
	}
	if d.first == "" {
		d.first = receipt.Report.Ref
	}
	return receipt.Report.Ref
}

// submitDemo submits a report of the demo on the day of its receipt.
func (d *fixture) submitDemo(path string) string {
	d.t.Helper()
	data, err := os.ReadFile("../../demo/" + path)
	d.must(err)
	return d.submit(filepath.Base(path), data, "")
}

// publishAll publishes the lists of all periods in order.
func (d *fixture) publishAll() {
	d.t.Helper()
	var open []string
	d.must(d.View(context.Background(), func(r bureau.Reader, _ *bureau.Settings) error {
		all, err := lists.AllPeriods(r)
		for _, p := range all {
			if p.State == lists.Open {
				open = append(open, p.Label)
			}
		}
		return err
	}))
	if len(open) == 0 {
		d.t.Fatal("no period is open")
	}
	for _, label := range open {
		d.publish(label)
	}
}

// publish closes the period of a label and publishes its list.
func (d *fixture) publish(label string) *lists.Publication {
	d.t.Helper()
	ctx := context.Background()
	d.on("2026-01-01")
	_, err := closing.Close(ctx, d.Bureau, label)
	d.must(err)
	_, err = closing.Tick(ctx, d.Bureau, label, "all", "looked at")
	d.must(err)
	p, err := closing.Publish(ctx, d.Bureau, label, "")
	d.must(err)
	return p
}

// correct proposes a correction and accepts it.
func (d *fixture) correct(what correction.Amendment) {
	d.t.Helper()
	k, err := correction.Propose(context.Background(), d.Bureau, correction.Proposal{What: what, Reason: "the score sheets say so"})
	d.must(err)
	_, err = correction.Accept(context.Background(), d.Bureau, k.Number, "looked at")
	d.must(err)
}

// tree returns the current tree.
func (d *fixture) tree() (tree *tamper.Tree) {
	d.t.Helper()
	d.must(d.View(context.Background(), func(r bureau.Reader, _ *bureau.Settings) (err error) {
		tree, err = tamper.TreeOf(r)
		return err
	}))
	return tree
}

// last returns the last checkpoint, which must be on disk.
func (d *fixture) last() *tamper.Checkpoint {
	d.t.Helper()
	c, err := d.guard.Last()
	d.must(err)
	return c
}

// everything returns all documents as stored.
func (d *fixture) everything() map[string]string {
	d.t.Helper()
	all := map[string]string{}
	d.must(d.guard.View(context.Background(), func(r bureau.Reader) error {
		kinds, err := r.Kinds()
		for _, kind := range kinds {
			err = errors.Join(err, r.Scan(kind, "", "", func(key string, value []byte) (bool, error) {
				all[kind+"\x00"+key] = string(value)
				return true, nil
			}))
		}
		return err
	}))
	return all
}

// lives has a bureau publish and correct; it returns the checkpoints along the
// way.
func (d *fixture) lives() []*tamper.Checkpoint {
	d.t.Helper()
	checkpoints := []*tamper.Checkpoint{d.last()}
	ref := d.submitDemo("japan/reports/new-year-rapid.trf")
	d.submitDemo("japan/reports/winter-open.json")
	for _, step := range []func(){
		func() { d.publish("2024-02") },
		func() { d.correct(correction.Amendment{Kind: correction.Withdraw, Report: ref}) },
		func() {
			d.must(proof.AnnounceKey(context.Background(), d.Bureau, proof.KeyLeaf{Key: d.guard.Key.Public, Reason: "a test"}))
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
	for name, open := range storetest.Stores {
		t.Run(name, func(t *testing.T) { checkpointsGoOn(t, japanIn(t, open(t))) })
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
		d.must(err)
		if holds, err := opened.Holds(tree); err != nil || !holds {
			t.Errorf("the tree does not go on from checkpoint %d (%v)", i, err)
		}
		shown, err := tlog.ProveTree(tree.Size(), c.Size, tree)
		d.must(err)
		root, err := tree.Root(tree.Size())
		d.must(err)
		d.must(tlog.CheckTree(shown, tree.Size(), root, c.Size, c.Root))
	}
	last := all[len(all)-1]
	if last.Size != tree.Size() || last.Origin != "arpad/ncs" || last.Size < 5 {
		t.Errorf("the last checkpoint is %d leaves of %d, by %s", last.Size, tree.Size(), last.Origin)
	}
	for number := int64(1); number <= tree.Size(); number++ {
		leaf, err := tree.Leaf(number)
		d.must(err)
		shown, err := tlog.ProveRecord(tree.Size(), number-1, tree)
		d.must(err)
		d.must(tlog.CheckRecord(shown, last.Size, last.Root, number-1, leaf))
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
	const guards, times = 4, 10
	for name, open := range storetest.Stores {
		t.Run(name, func(t *testing.T) {
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
					b := &bureau.Bureau{Store: guard, Clock: d.Clock, Actor: "officer"}
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
	d.must(err)
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
	ctx := t.Context()
	d, other := japan(t), japan(t)
	kept := d.everything()
	d.lives()
	d.submitDemo("japan/reports/spring-cup.trf")
	d.publishAll() // the last leaf is not a key
	newest := d.everything()
	other.lives()
	other.submitDemo("japan/reports/spring-cup.trf")
	other.publishAll()
	last := string(d.last().Signed)
	d.Projection = nil // the documents are filled in without them
	for name, c := range map[string]struct {
		documents  map[string]string
		refused    string
		checkpoint string // empty: missing
	}{
		"newest":                 {newest, "", last},
		"older":                  {kept, "database-older", last},
		"other":                  {other.everything(), "database-other", last},
		"without its checkpoint": {newest, "checkpoint-missing", ""},
	} {
		if c.checkpoint == "" {
			d.must(os.Remove(d.guard.File))
		} else {
			d.must(os.WriteFile(d.guard.File, []byte(c.checkpoint), 0o600))
		}
		memory := &memory.Store{}
		d.must(memory.Update(ctx, func(w bureau.Writer) error { return fill(w, c.documents) }))
		d.guard = &tamper.Guard{Store: memory, Key: d.guard.Key, File: d.guard.File}
		d.Store = d.guard
		before := d.everything()
		_, err := register.Register(ctx, d.Bureau, register.Player{ID: "N00000099", Name: "Mori Kei"}, register.Person{}, "so")
		var refused *finding.Refused
		switch {
		case c.refused == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case c.refused != "" && (!errors.As(err, &refused) || refused.ID != c.refused):
			t.Errorf("%s: %v, not %s", name, err, c.refused)
		case c.refused != "" && !maps.Equal(before, d.everything()):
			t.Errorf("%s was refused and written to", name)
		}
		found, err := d.guard.Examine(ctx)
		if err != nil || (len(found) > 0) != (c.refused != "") || len(found) > 0 && found[0].ID != c.refused {
			t.Errorf("%s: the doctor says %v, %v", name, found, err)
		}
		if _, err := d.guard.Sign(ctx); (err != nil) != (c.refused != "") {
			t.Errorf("%s: it is signed: %v", name, err)
		}
		if faults, err := care.Verify(ctx, d.Bureau, nil); err != nil || len(faults) > 0 {
			t.Errorf("%s cannot be read: %v, %v", name, faults, err)
		}
	}
}

func fill(w bureau.Writer, documents map[string]string) error {
	for id, value := range documents {
		kind, key, _ := bytes.Cut([]byte(id), []byte{0})
		if err := w.Put(string(kind), string(key), []byte(value)); err != nil {
			return err
		}
	}
	return nil
}

// A process that stops between the commit and the signature loses nothing: the
// next change signs.
func TestNextChangeSigns(t *testing.T) {
	ctx := t.Context()
	d := japan(t)
	first := d.last()
	d.submitDemo("japan/reports/new-year-rapid.trf")
	d.Store = d.guard.Store // as if it had stopped
	d.publish("2024-02")
	d.Store = d.guard
	if found, err := d.guard.Examine(ctx); err != nil || len(found) != 1 || found[0].ID != "checkpoint-behind" {
		t.Error(found, err)
	}
	if d.last().Size != first.Size {
		t.Fatal("it was signed")
	}
	_, err := register.Register(ctx, d.Bureau, register.Player{ID: "N00000099", Name: "Mori Kei"}, register.Person{}, "so")
	d.must(err)
	if now := d.last(); now.Size != first.Size+1 {
		t.Errorf("the last checkpoint counts %d leaves", now.Size)
	}
}

// A write that cannot be signed still succeeds, the failure is reported, and no
// part of a checkpoint is left behind.
func TestUnsignedWriteIsReported(t *testing.T) {
	d := japan(t)
	d.submitDemo("japan/reports/new-year-rapid.trf")
	failed := 0
	d.guard.Failed = func(error) { failed++ }
	before := d.last()
	d.must(os.Mkdir(d.guard.File+".arpad-part", 0o700)) // blocks the file
	d.publish("2024-02")
	if failed != 1 {
		t.Fatalf("it failed %d times", failed)
	}
	if now := d.last(); !bytes.Equal(now.Signed, before.Signed) {
		t.Error("the checkpoint has changed")
	}
	d.must(os.Remove(d.guard.File + ".arpad-part"))
	if now, err := d.guard.Sign(t.Context()); err != nil || now.Size != before.Size+1 {
		t.Error(now, err)
	}
}

// BenchmarkTree builds a tree of 10,000 leaves, which happens once per writing
// process and whenever a checkpoint is signed.
func BenchmarkTree(b *testing.B) {
	d := japan(b)
	var leaf []byte
	d.must(d.View(b.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		return proof.Leaves(r, 0, func(data []byte) error {
			leaf = data
			return nil
		})
	}))
	for b.Loop() {
		tree := &tamper.Tree{}
		for i := range 10_000 {
			d.must(tree.Add(tlog.RecordHash(fmt.Append(leaf, i))))
		}
	}
}
