package bureau_test

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/care"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/events"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/proof"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/memory"
	"github.com/arpadchess/arpad/internal/test/source"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// everyKind returns a bureau that has documents of every kind.
func everyKind(t *testing.T) *fixture {
	t.Helper()
	ctx := context.Background()
	f := synth.New(3, synth.Size{Players: 60, Clubs: 3, On: civil.Of(2023, 1, 21)}) // while there are fees
	d := deskOf(t, &memory.Store{}, f, nil)
	d.t, d.Daily = t, proof.AppendDayLeaf

	club := f.Clubs[0].Name
	_, err := register.AddClub(ctx, d.Bureau, []string{"name=" + club, "representative=" + f.People[0].ID, "reporters=" + f.People[0].ID}, "applied")
	d.must(err)
	_, err = register.Enrol(ctx, d.Bureau, register.Membership{Player: f.People[0].ID, Days: civil.Range{From: civil.Of(2023, 1, 1), To: civil.Of(2023, 12, 31)}}, "paid")
	d.must(err)
	d.must(register.Distinguish(ctx, d.Bureau, f.People[1].ID, f.People[2].ID, "they are two"))
	_, err = register.Register(ctx, d.Bureau, register.Player{ID: "N00999999", Name: "Twice Registered"}, register.Person{}, "applied")
	d.must(err)
	_, err = desk.MergePlayers(ctx, d.Bureau, "N00999999", f.People[21].ID, "registered twice")
	d.must(err)
	_, err = desk.AddPrecedent(ctx, d.Bureau, desk.Precedent{Title: "Late?", Text: "No.", By: "the board"})
	d.must(err)
	_, _, err = events.Announce(ctx, d.Bureau, intake.Announcement{Name: "Cup", Club: club, Days: civil.Range{From: f.On + 30, To: f.On + 30}, Type: rating.Standard, Rounds: 5,
		TimeControl: []report.TimeControl{"5400"}})
	d.must(err)

	meeting := event(f, "Evening", "", 0, 1, 2, 3)
	meeting.Meeting, meeting.SubmittedBy = true, f.People[0].Name
	ref := d.send(t, meeting).Report.Ref
	_, err = desk.Pay(ctx, d.Bureau, ref, 0)
	d.must(err)
	beside := submission(written(t, event(f, "Open", "", 4, 5, 6, 7)))
	beside.Sidecar = []byte(`{"responsible": "` + f.People[4].Name + `"}`)
	_, err = intake.Submit(ctx, d.Bureau, beside)
	d.must(err)
	d.sendBytes(t, []byte("<html><body>Log in</body></html>"))
	rapid := event(f, "Rapid", "", 8, 9)
	rapid.Sections[0].Players[0].FideID = "99900017" // of nobody in the register
	back := d.send(t, rapid).Report.Ref
	d.must(desk.Decide(ctx, d.Bureau, back, intake.Returned, "the wrong file"))

	d.on("2023-02-21T03:00:00Z")
	d.publish(d.report(ref).Period)
	q, err := correction.Inquire(ctx, d.Bureau, correction.Inquiry{Report: ref}, correction.Inquirer{Name: "Mori Kei", Contact: "kei@example.jp"})
	d.must(err)
	d.accept(turn(ref, meeting, 0), q.Number)
	d.called(f.People[0].ID, "Zqfam05 Given05", "") // for the next list
	d.verified()
	return d
}

// documents returns all documents as they are stored, by kind and key.
func (d *fixture) documents() map[string]map[string][]byte {
	d.t.Helper()
	all := map[string]map[string][]byte{}
	d.must(d.Store.View(context.Background(), func(r bureau.Reader) error {
		kinds, err := r.Kinds()
		for _, kind := range kinds {
			all[kind] = map[string][]byte{}
			d.must(r.Scan(kind, "", "", func(key string, stored []byte) (bool, error) {
				all[kind][key] = slices.Clone(stored)
				return true, nil
			}))
		}
		return err
	}))
	return all
}

// Verify names a document of any kind that somebody who can write to the database has
// edited, deleted or added, with checksums that are right.
func TestVerifyNamesAnEdit(t *testing.T) {
	d := everyKind(t)
	all := d.documents()
	kinds, err := source.Kinds(".")
	d.must(err)
	if diff := cmp.Diff(kinds, slices.Sorted(maps.Keys(all))); diff != "" {
		t.Fatal("the kinds that the code has, and those of the test: ", diff)
	}
	f := edits{d, rand.New(rand.NewPCG(1, 1))}
	for _, kind := range kinds {
		keys := slices.Sorted(maps.Keys(all[kind]))
		for range 3 {
			key := keys[f.dice.IntN(len(keys))]
			was := all[kind][key]
			for how, alter := range map[string]func([]byte) []byte{"a byte": f.flipped, "a letter or digit": f.retyped} {
				edited, _ := bureau.Seal(kind, key, alter(was[:len(was)-bureau.SealSize]), nil)
				f.write(kind, key, edited)
				f.named(kind, key, how)
			}
			f.write(kind, key, nil)
			f.named(kind, key, "deleted")
			f.write(kind, key, was)
		}
		if kind == bureau.Entries.Kind { // an entry behind the last one is named by its number
			continue
		}
		const key = "9999999999"
		added, _ := bureau.Seal(kind, key, []byte("{}"), nil)
		f.write(kind, key, added)
		f.named(kind, key, "added")
		f.write(kind, key, nil)
	}
	d.verified()
}

// Verify names a record that has players whom there are not, one twice, or figures that there cannot
// be. With some of them the projection and the engine cannot go on: they panic.
func TestVerifyNamesAnImpossibleRecord(t *testing.T) {
	d := everyKind(t)
	f := edits{d, nil}
	records := d.documents()[lists.RecordKind]
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
			d.must(err)
			alter(record)
			data, err := record.AppendBinary(nil)
			d.must(err)
			edited, _ := bureau.Seal(lists.RecordKind, key, data, nil)
			f.write(lists.RecordKind, key, edited)
			f.named(lists.RecordKind, key, how)
		}
		f.write(lists.RecordKind, key, was)
	}
	d.verified()
}

// edits are what somebody does to the documents of a store.
type edits struct {
	*fixture
	dice *rand.Rand
}

// write stores a document past the bureau, or deletes it.
func (f edits) write(kind, key string, stored []byte) {
	f.t.Helper()
	f.must(f.Store.Update(context.Background(), func(w bureau.Writer) error {
		if stored == nil {
			return w.Delete(kind, key)
		}
		return w.Put(kind, key, stored)
	}))
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
	f.t.Helper()
	faults, err := care.Verify(context.Background(), f.Bureau, nil)
	readable := strings.ReplaceAll(key, "\x00", "/")
	is := func(is bureau.Fault) bool {
		return is.What == kind && (is.Name == readable || is.Name == strings.TrimLeft(readable, "0") || how == "deleted" && is.Name == bureau.VanishedName(kind, key)) ||
			is.What == bureau.Entries.Kind && kind == bureau.Heads.Kind
	}
	if err != nil || !slices.ContainsFunc(faults, is) {
		f.t.Errorf("%s %q, %s: %v, %v", kind, key, how, faults, err)
	}
}
