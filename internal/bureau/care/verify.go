package care

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/projection"
	"github.com/arpadchess/arpad/internal/bureau/proof"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/vault"
	"github.com/arpadchess/arpad/roster"
)

// VerifyMemory is a soft memory limit, in bytes, for a process that verifies a bureau of
// 100,000 players: Verify needs less, but leaves much garbage.
const VerifyMemory = 300 << 20

// VerifyGarbage is how much garbage there may be in such a process before it is collected, in
// percent of what is in use: it takes nine tenths of the time.
const VerifyGarbage = 400

// Verify makes every list again from the records and compares them, checks the
// audit log, and checks the bytes of every report. It returns the faults found,
// causes before their consequences, or nil if everything is intact. Damage does
// not keep it from checking the rest. It goes run by run and holds two lists at
// a time; everything else is checked concurrently. progress may be nil; it is
// called with the number of runs done and of all runs.
func Verify(ctx context.Context, b *bureau.Bureau, progress func(done, all int)) ([]bureau.Fault, error) {
	return VerifySince(ctx, b, 0, progress)
}

// VerifySince is like Verify where the first leaves of the log, as many as given, are known to be as
// they were signed. Lists published by these are not made again, nor the rows: that every document
// is as the log says tells that their documents are as they were.
func VerifySince(ctx context.Context, b *bureau.Bureau, leaves int, progress func(done, all int)) ([]bureau.Fault, error) {
	records, rows, listed := &verification{ctx: ctx}, &verification{ctx: ctx}, &verification{ctx: ctx, progress: progress, since: leaves}
	look := func(v *verification, steps ...func() error) error {
		return b.Store.View(ctx, func(r bureau.Reader) error {
			v.Reader, v.raw, v.faults, v.named = bureau.Checked(r), r, nil, nil
			for _, step := range steps {
				if err := step(); err != nil {
					return err
				}
			}
			return nil
		})
	}
	var group sync.WaitGroup
	var errs [3]error
	group.Go(func() {
		steps := []func() error{records.log, records.documents, records.register, records.reports}
		if leaves > 0 {
			steps = steps[:2] // the others follow from documents that are as written
		}
		errs[0] = look(records, steps...)
	})
	if b.Projection != nil && leaves == 0 {
		group.Go(func() { errs[1] = look(rows, rows.rows) })
	}
	errs[2] = look(listed, listed.publications, listed.runs, listed.leaves)
	group.Wait()
	if len(records.faults) == 0 { // rows that follow from damaged documents say nothing
		records.faults, records.named = rows.faults, rows.named
	}
	for _, f := range listed.faults {
		records.fault(f.What, f.Name, f.Why)
	}
	return records.faults, errors.Join(errs[:]...)
}

type verification struct {
	bureau.Reader
	raw      bureau.Reader // without verifying checksums
	ctx      context.Context
	progress func(done, all int)
	faults   []bureau.Fault
	named    map[[2]string]bool // what and name of the faults

	written fold // nil if the log is wrong

	since     int                          // leaves whose lists are not made again
	published map[int][]*lists.Publication // by run
	ids       *lists.Numbering
	made      int // the run of the last list made
	list      []roster.Standing
	bytes     []byte // buffer for canonical bytes
}

func (v *verification) fault(what, name, why string) {
	if v.named == nil {
		v.named = map[[2]string]bool{}
	}
	if id := [2]string{what, name}; !v.named[id] {
		v.named[id] = true
		v.faults = append(v.faults, bureau.Fault{What: what, Name: name, Why: why})
	}
}

// scan calls each for the stored documents of a kind, damaged or not. What
// cannot be read at all is a fault.
func (v *verification) scan(kind string, each func(key string, stored []byte)) error {
	err := v.raw.Scan(kind, "", "", func(key string, stored []byte) (bool, error) {
		each(key, stored)
		return true, v.ctx.Err()
	})
	if err != nil && v.ctx.Err() == nil {
		v.fault(kind, "", "unreadable")
		return nil
	}
	return err
}

// rows verifies the rows in one view, and names those at fault. What they follow from may be
// damaged in a way that has the projection panic.
func (v *verification) rows() (err error) {
	defer func() {
		if recover() != nil {
			v.fault(projection.RowFault, "", "unreadable")
		}
	}()
	faults, err := projection.Compare(v.Reader)
	for _, f := range faults {
		v.fault(f.What, f.Name, f.Why)
	}
	return v.unless(err, projection.RowFault, "")
}

// count compares the number of documents seen with that of a store that can
// count them independently.
func (v *verification) count(seen int) error {
	store, ok := v.raw.(interface{ Count() (int, error) })
	if !ok {
		return nil
	}
	if n, err := store.Count(); err != nil || n != seen {
		v.fault("database", "", "unreadable")
	}
	return v.ctx.Err()
}

// publications checks the chain of published lists.
func (v *verification) publications() error {
	v.published = map[int][]*lists.Publication{}
	n, err := v.counted("publication", lists.BySeq.Kind)
	if err != nil {
		return err
	}
	prev := ""
	for seq := 1; seq <= n; seq++ {
		p, err := v.publication(seq)
		if err != nil {
			return err
		}
		if p == nil {
			prev = ""
			continue
		}
		v.published[p.Run] = append(v.published[p.Run], p)
		if prev != "" && p.Prev != prev {
			v.fault(lists.Publications.Kind, publicationName(p), "changed")
		}
		prev = p.Digest
	}
	return nil
}

// counted returns the number of documents that a kind, numbered from 1, should
// have. A counter that is damaged or too low is a fault; the existing documents
// are checked all the same.
func (v *verification) counted(counter, kind string) (n int, err error) {
	if err := v.scan(kind, func(string, []byte) { n++ }); err != nil {
		return 0, err
	}
	should, err := bureau.Counters.Get(v, counter)
	switch {
	case err != nil || should == nil && n == 0:
		return n, v.unless(err, bureau.Counters.Kind, counter)
	case should == nil:
		v.fault(bureau.Counters.Kind, counter, "missing")
	case *should < n:
		v.fault(bureau.Counters.Kind, counter, "changed")
	default:
		n = min(*should, n+mostMissing)
	}
	return n, v.ctx.Err()
}

// mostMissing is how many missing documents of a sequence are named: what counts them
// may have been changed to any number.
const mostMissing = 100_000

func publicationName(p *lists.Publication) string {
	return bureau.KeyName(lists.RevisionKey(p.Label, p.Revision))
}

// publication returns a publication by its number, nil if it cannot be read.
func (v *verification) publication(seq int) (*lists.Publication, error) {
	key, err := lists.BySeq.Get(v, bureau.SeqKey(seq))
	if err != nil || key == nil {
		v.fault(lists.BySeq.Kind, fmt.Sprint(seq), "missing")
		return nil, v.ctx.Err()
	}
	p, err := lists.Publications.Get(v, *key)
	if err != nil || p == nil {
		v.fault(lists.Publications.Kind, bureau.KeyName(*key), "missing")
		return nil, v.ctx.Err()
	}
	return p, nil
}

// unless turns an error into a fault of a document, unless the verification was
// cancelled.
func (v *verification) unless(err error, what, name string) error {
	if err != nil && v.ctx.Err() == nil {
		v.fault(what, name, "unreadable")
	}
	return v.ctx.Err()
}

// runs makes every run again, and the lists published from it.
func (v *verification) runs() error {
	n, err := v.counted("run", lists.Runs.Kind)
	if err != nil {
		return err
	}
	if v.ids, err = lists.ReadNumbering(v); err != nil {
		v.ids = nil
		if err := v.unless(err, lists.NumberKind, ""); err != nil {
			return err
		}
	}
	for id := v.firstRun(); id <= n; id++ {
		if err := v.run(id); err != nil {
			v.fault(lists.Runs.Kind, fmt.Sprint(id), "unmakeable")
		}
		if err := v.ctx.Err(); err != nil {
			return err
		}
		if v.progress != nil {
			v.progress(id, n)
		}
	}
	return nil
}

// firstRun returns the first run after those of the leaves whose lists are not made again. If one of
// them cannot be read, all runs are made.
func (v *verification) firstRun() int {
	for number := v.since; number > 0; number-- {
		l, err := proof.AllLeaves.Get(v, bureau.SeqKey(number))
		if err != nil || l == nil {
			return 1
		}
		if l.List == nil {
			continue
		}
		p, err := lists.Publications.Get(v, lists.RevisionKey(l.List.Label, l.List.Revision))
		if err != nil || p == nil {
			return 1
		}
		return p.Run + 1
	}
	return 1
}

var errMissing = errors.New("it is missing")

func (v *verification) run(id int) error {
	run, err := lists.Runs.Get(v, bureau.SeqKey(id))
	if err != nil {
		return err
	}
	if run == nil {
		return errMissing
	}
	state, err := lists.PackedStandings(v, run)
	if err != nil {
		return err
	}
	if sum := sha256.Sum256(state); hex.EncodeToString(sum[:]) != run.Digest {
		v.fault(lists.StateKind, fmt.Sprint(id), "changed")
	}
	standings, err := v.make(run)
	if err != nil {
		return err
	}
	if standings == nil { // list zero is made from nothing
		if standings, err = roster.UnpackStandings(state); err != nil {
			return err
		}
	} else if v.bytes = roster.AppendStandings(v.bytes[:0], standings); !bytes.Equal(v.bytes, state) {
		v.fault(lists.Runs.Kind, fmt.Sprint(id), "differs")
	}
	v.made, v.list = id, standings
	for _, p := range v.published[id] {
		if err := v.publishedBytes(p, run); err != nil {
			return err
		}
	}
	return nil
}

// publishedBytes checks the bytes of a published list, and makes them again.
func (v *verification) publishedBytes(p *lists.Publication, run *lists.Run) error {
	data, err := v.Get(lists.ListKind, lists.RevisionKey(p.Label, p.Revision))
	if err != nil {
		return v.unless(err, lists.ListKind, publicationName(p))
	}
	if lists.DigestOf(p.Prev, data) != p.Digest {
		v.fault(lists.ListKind, publicationName(p), "changed")
		return nil
	}
	if v.ids == nil {
		return nil
	}
	if v.bytes = v.ids.Canonical(v.bytes[:0], run, v.list, p.Revision); !bytes.Equal(v.bytes, data) {
		v.fault(lists.ListKind, publicationName(p), "differs")
	}
	return nil
}

// make makes the list of a run again; nil for list zero. The engine relies on what a
// bureau writes; documents that somebody has edited may have it panic.
func (v *verification) make(run *lists.Run) (standings []roster.Standing, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("run %d: %v", run.ID, r)
		}
	}()
	if run.Base == 0 {
		return nil, nil
	}
	in, err := v.input(run)
	if err != nil {
		return nil, err
	}
	m, err := run.Make(in, nil)
	if err != nil {
		return nil, err
	}
	return m.Outcome.Standings, nil
}

// input reads the input of a run. Usually its base list was the last one made.
func (v *verification) input(run *lists.Run) (*lists.Input, error) {
	if run.Base != v.made {
		return lists.InputOf(v, run)
	}
	base, err := lists.Runs.Get(v, bureau.SeqKey(run.Base))
	if err != nil {
		return nil, err
	}
	return lists.InputFrom(v, run, &roster.List{From: base.List, Standings: v.list})
}

// reports checks that every report exists, and the bytes of every revision
// whose key exists.
func (v *verification) reports() error {
	last := map[string]int{} // highest number by month
	err := v.scan(intake.Cases.Kind, func(key string, stored []byte) {
		month, number := bureau.SplitRef(bureau.KeyRef(key))
		last[month] = max(last[month], number-mostMissing)
		for last[month]++; last[month] < number; last[month]++ {
			v.fault(intake.Cases.Kind, bureau.RefOf(month, last[month]), "missing")
		}
		data, err := bureau.OpenDocument(intake.Cases.Kind, key, stored)
		if err != nil {
			return // already a fault
		}
		r, err := intake.Cases.Read(key, data)
		if err != nil {
			v.fault(intake.Cases.Kind, bureau.KeyName(key), "damaged")
			return
		}
		for i := range r.Revisions {
			v.revision(r, &r.Revisions[i])
		}
		for i := range r.Stated {
			v.statement(r, &r.Stated[i])
		}
	})
	if err != nil {
		return err
	}
	return v.laterReports(last)
}

// laterReports checks the reports after the last one of each month.
func (v *verification) laterReports(last map[string]int) error {
	const counter = "report-"
	return v.scan(bureau.Counters.Kind, func(key string, stored []byte) {
		month, ok := strings.CutPrefix(key, counter)
		data, err := bureau.OpenDocument(bureau.Counters.Kind, key, stored)
		if n := 0; ok && err == nil && json.Unmarshal(data, &n) == nil {
			for number := last[month] + 1; number <= min(n, last[month]+mostMissing); number++ {
				v.fault(intake.Cases.Kind, bureau.RefOf(month, number), "missing")
			}
		}
	})
}

// revision checks the documents of a revision of a report.
func (v *verification) revision(r *check.Case, revision *check.Revision) {
	key := r.RecordID(revision.Number).Key()
	for _, sealed := range []struct{ kind, digest string }{{vault.Bytes, revision.Digest}, {vault.Sidecar, revision.Sidecar}, {vault.Reading, ""}} {
		data, err := vault.Unseal(v, sealed.kind, r.RecordID(revision.Number))
		sum := sha256.Sum256(data)
		switch {
		case err != nil:
			v.fault(sealed.kind, bureau.KeyName(key), "damaged")
		case sealed.digest == "":
		case data == nil && !revision.Destroyed:
			v.fault(sealed.kind, bureau.KeyName(key), "missing")
		case data != nil && hex.EncodeToString(sum[:]) != sealed.digest:
			v.fault(sealed.kind, bureau.KeyName(key), "changed")
		}
	}
}

// statement checks the words of a statement about a report.
func (v *verification) statement(r *check.Case, s *check.Statement) {
	key := r.RecordID(s.Number).Key()
	switch data, err := vault.Unseal(v, vault.Words, r.RecordID(s.Number)); {
	case err != nil:
		v.fault(vault.Words, bureau.KeyName(key), "damaged")
	case data == nil && !s.Destroyed:
		v.fault(vault.Words, bureau.KeyName(key), "missing")
	}
}

// register compares derived documents with the players.
func (v *verification) register() error {
	faults, err := disagreements(v)
	for _, f := range faults {
		v.fault(f.What, f.Name, f.Why)
	}
	if len(v.faults) > 0 {
		return v.ctx.Err() // already a fault
	}
	return v.unless(err, register.Players.Kind, "")
}
