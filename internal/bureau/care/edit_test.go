package care_test

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/care"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/proof"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/soak"
	"github.com/arpadchess/arpad/internal/test/source"
	"github.com/arpadchess/arpad/internal/test/tree"
	"github.com/arpadchess/arpad/report/pack"
)

// Verify names a document of any kind that somebody who can write to the database has
// edited, deleted or added, with checksums that are right.
func TestVerifyNamesAnEdit(t *testing.T) {
	t.Parallel()
	whole := bureautest.EveryKind(t)
	all := whole.Stored()
	kinds, err := source.Kinds(tree.Path("internal/bureau"))
	whole.Must(err)
	if diff := cmp.Diff(kinds, slices.Sorted(maps.Keys(all))); diff != "" {
		t.Fatal("the kinds that the code has, and those of the test: ", diff)
	}
	for i, kind := range kinds {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			f := edits{d: whole.Clone(t), dice: rand.New(rand.NewPCG(1, uint64(i)))}
			keys := slices.Sorted(maps.Keys(all[kind]))
			for range soak.Of(1, 5) {
				key := keys[f.dice.IntN(len(keys))]
				was := all[kind][key]
				for _, edit := range []struct {
					how   string
					alter func([]byte) []byte
				}{{"a byte", f.flipped}, {"a letter or digit", f.retyped}} {
					edited, _ := bureau.Seal(kind, key, edit.alter(was[:len(was)-bureau.SealSize]), nil)
					f.d.Put(kind, key, edited)
					f.named(kind, key, edit.how)
				}
				f.d.Put(kind, key, nil)
				f.named(kind, key, "deleted")
				f.d.Put(kind, key, was)
			}
			if kind != bureau.Entries.Kind { // an entry behind the last one is named by its number
				const key = "9999999999"
				added, _ := bureau.Seal(kind, key, []byte("{}"), nil)
				f.d.Put(kind, key, added)
				f.named(kind, key, "added")
				f.d.Put(kind, key, nil)
			}
			f.d.Sound()
		})
	}
}

// Verify since the last leaf makes no list again, and still names an edit of any document of which the
// log speaks.
func TestVerifySinceNamesAnEdit(t *testing.T) {
	t.Parallel()
	d := bureautest.EveryKind(t)
	f := edits{d: d, dice: rand.New(rand.NewPCG(2, 0))}
	d.Look(func(r bureau.Reader) (err error) {
		f.since, err = proof.LeafCount(r)
		return err
	})
	all := d.Stored()
	for _, kind := range slices.Sorted(maps.Keys(all)) {
		if !bureau.Logged(kind) {
			continue
		}
		keys := slices.Sorted(maps.Keys(all[kind]))
		key := keys[f.dice.IntN(len(keys))]
		was := all[kind][key]
		edited, _ := bureau.Seal(kind, key, f.flipped(was[:len(was)-bureau.SealSize]), nil)
		d.Put(kind, key, edited)
		f.named(kind, key, "a byte")
		d.Put(kind, key, was)
	}
	if faults, err := care.VerifySince(context.Background(), d.Bureau, f.since, nil); err != nil || len(faults) > 0 {
		t.Error(faults, err)
	}
}

// Verify names a record that has players whom there are not, one twice, or figures that there cannot
// be. With some of them the projection and the engine cannot go on: they panic.
func TestVerifyNamesAnImpossibleRecord(t *testing.T) {
	t.Parallel()
	d := bureautest.EveryKind(t)
	f := edits{d: d}
	records := d.Stored()[lists.RecordKind]
	for _, key := range slices.Sorted(maps.Keys(records)) {
		was := records[key]
		for how, alter := range map[string]func(*pack.Batch){
			"a player beyond all":      func(b *pack.Batch) { b.Sections[0].Entries[0].Player = 1 << 20 },
			"nobody":                   func(b *pack.Batch) { b.Sections[0].Entries[0].Player = pack.Nobody },
			"the same player twice":    func(b *pack.Batch) { b.Sections[0].Entries[1].Player = b.Sections[0].Entries[0].Player },
			"a section without a kind": func(b *pack.Batch) { b.Sections[0].Kind = 0 },
			"a year before all":        func(b *pack.Batch) { b.Events[0].AgeYear = -5 },
			"fewer rounds than none":   func(b *pack.Batch) { b.Sections[0].Rounds = -1 },
		} {
			record := &pack.Batch{}
			_, err := record.Unpack(was[:len(was)-bureau.SealSize], 0)
			d.Must(err)
			alter(record)
			data, err := record.AppendBinary(nil)
			d.Must(err)
			edited, _ := bureau.Seal(lists.RecordKind, key, data, nil)
			f.d.Put(lists.RecordKind, key, edited)
			f.named(lists.RecordKind, key, how)
		}
		f.d.Put(lists.RecordKind, key, was)
	}
	d.Verified()
}

// edits are what somebody does to the documents of a store.
type edits struct {
	d     *bureautest.Bureau
	dice  *rand.Rand
	since int // leaves that verify takes as they were signed
}

// flipped returns a value with another byte.
func (f edits) flipped(value []byte) []byte {
	if len(value) == 0 {
		return []byte("0")
	}
	value = slices.Clone(value)
	value[f.dice.IntN(len(value))] ^= byte(1 + f.dice.IntN(255))
	return value
}

// retyped returns a value with another letter or digit, so that most JSON is still JSON.
func (f edits) retyped(value []byte) []byte {
	value = slices.Clone(value)
	for _, at := range f.dice.Perm(len(value)) {
		switch c := value[at]; {
		case '0' <= c && c <= '9':
			value[at] = '0' + (c-'0'+1+byte(f.dice.IntN(9)))%10
		case 'a' <= c && c <= 'z':
			value[at] = 'a' + (c-'a'+1+byte(f.dice.IntN(25)))%26
		default:
			continue
		}
		return value
	}
	return f.flipped(value)
}

// named checks that verify names a document.
func (f edits) named(kind, key, how string) {
	f.d.T.Helper()
	faults, err := care.VerifySince(context.Background(), f.d.Bureau, f.since, nil)
	readable := strings.ReplaceAll(key, "\x00", "/")
	is := func(is bureau.Fault) bool {
		return is.What == kind && (is.Name == readable || is.Name == strings.TrimLeft(readable, "0") || how == "deleted" && is.Name == bureau.VanishedName(kind, key)) ||
			is.What == bureau.Entries.Kind && kind == bureau.Heads.Kind
	}
	if err != nil || !slices.ContainsFunc(faults, is) {
		f.d.T.Errorf("%s %q, %s: %v, %v", kind, key, how, faults, err)
	}
}
