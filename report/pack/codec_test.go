package pack_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/test/workload"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// Unpacking returns what was packed, also after other batches.
func TestBatchIsPacked(t *testing.T) {
	_, _, want := workload.Period(1, 500, 4_000)
	for i := range want.Events {
		want.Events[i].Report = 7
	}
	data, err := want.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	if perGame := float64(len(data)) / float64(len(want.Games)); perGame > 20 {
		t.Errorf("a game takes %.1f bytes", perGame)
	}
	got := &pack.Batch{}
	rest, err := got.Unpack(append(data, "more"...), 7)
	if err != nil || string(rest) != "more" {
		t.Fatalf("%q is left, %v", rest, err)
	}
	got.Sort()
	for i := range got.Sections {
		if len(got.Sections[i].Byes) == 0 {
			got.Sections[i].Byes = want.Sections[i].Byes // nil or empty
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Fatal("the batch is unpacked to something else")
	}
	_, _, other := workload.Period(2, 50, 100)
	more, err := other.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := got.Unpack(more, 8); err != nil || len(got.Games) != len(want.Games)+len(other.Games) {
		t.Fatalf("%d games, %v", len(got.Games), err)
	}
}

// Points of blank rounds are kept in a form of their own; without them a record
// has the bytes that it always had.
func TestSurplusIsPacked(t *testing.T) {
	points := rating.Score(3)
	r := &report.Report{Name: "Open", Start: civil.Of(2015, 1, 27), Sections: []report.Section{{
		Name: "A", Rounds: 3, Players: []report.Player{{StartNumber: 1, Points: &points}, {StartNumber: 2}},
		Games: []report.Game{{Round: 1, White: 1, Black: 2, Result: report.Drawn}},
	}}}
	for want, stated := range map[rating.Score]*rating.Score{0: nil, 2: &points} {
		r.Sections[0].Players[0].Points = stated
		batch := &pack.Batch{}
		batch.Add(0, r, [][]uint32{{4, 5}}, []pack.Ruling{{}})
		entry := batch.Sections[0].Entries[0]
		if entry.Surplus != want || entry.Points != rating.Draw+want {
			t.Errorf("of %v points %v are of blank rounds, want %v", entry.Points, entry.Surplus, want)
		}
		data, err := batch.AppendBinary(nil)
		if err != nil {
			t.Fatal(err)
		}
		if version := 1 + int(want)/2; int(data[0]) != version {
			t.Errorf("with a surplus of %v the form is %d, want %d", want, data[0], version)
		}
		got := &pack.Batch{}
		if rest, err := got.Unpack(data, 0); err != nil || len(rest) > 0 {
			t.Fatalf("%q is left, %v", rest, err)
		}
		if diff := cmp.Diff(batch, got, cmpopts.EquateEmpty()); diff != "" {
			t.Error(diff)
		}
	}
}

// Whatever the bytes, unpacking ends, and its result can be packed and unpacked again.
// readWords reads all words of a batch: those that there are not panic.
func readWords(b *pack.Batch) {
	for i := range b.Events {
		_ = b.Events[i].System.String()
	}
	for i := range b.Sections {
		s := &b.Sections[i]
		_, _ = [rating.Kinds + 1]bool{}[s.Kind], s.Group.String()
		for _, bye := range s.Byes {
			_ = bye.Kind.String()
		}
	}
	for i := range b.Games {
		_, _ = b.Games[i].Result.String(), b.Games[i].Out.String()
	}
}

// Every word of every enumeration survives packing.
func TestWordsArePacked(t *testing.T) {
	batch := &pack.Batch{}
	for _, system := range report.Systems() {
		batch.Events = append(batch.Events, pack.Event{System: system})
	}
	for _, group := range report.Groups() {
		batch.Sections = append(batch.Sections, pack.Section{Group: group})
	}
	for _, kind := range rating.AllKinds {
		batch.Sections = append(batch.Sections, pack.Section{Kind: kind})
	}
	for _, kind := range report.ByeKinds() {
		batch.Sections[0].Byes = append(batch.Sections[0].Byes, pack.Bye{Kind: kind})
	}
	data, err := batch.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	got := &pack.Batch{}
	if rest, err := got.Unpack(data, 0); err != nil || len(rest) > 0 {
		t.Fatalf("%q is left, %v", rest, err)
	}
	if diff := cmp.Diff(batch, got, cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
}

// A batch with a word that there is not is damaged, whichever of its bytes was changed.
func TestUnknownWordsAreDamaged(t *testing.T) {
	_, _, batch := workload.Period(1, 8, 6)
	batch.Sections[0].Byes = []pack.Bye{{Player: batch.Sections[0].Entries[0].Player, Round: 1, Kind: report.DefaultLoss}}
	data, err := batch.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	damaged := 0
	for at := range data {
		for _, to := range []byte{4, 7, 0x5f, 0x7f, 0xf5} {
			was := data[at]
			data[at] = to
			b := &pack.Batch{}
			if _, err := b.Unpack(data, 0); err != nil {
				damaged++
			} else {
				readWords(b)
			}
			data[at] = was
		}
	}
	if damaged == 0 {
		t.Error("nothing was damaged")
	}
}

func FuzzUnpack(f *testing.F) {
	_, _, batch := workload.Period(1, 20, 30)
	data, err := batch.AppendBinary(nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add(data[:len(data)/2])
	batch.Sections[0].Entries[0].Surplus = rating.Draw
	if data, err = batch.AppendBinary(nil); err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte("\x01\x00\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01" + "\x00\x00\x00\x00\x00\x00\x00\x00" + "\x01\x00\x00\x00" + "\x00" +
		"\x01" + strings.Repeat("\x00", 10))) // a game in a section of event -1
	f.Fuzz(func(t *testing.T, data []byte) {
		b := &pack.Batch{}
		if _, err := b.Unpack(data, 0); err != nil {
			if !errors.Is(err, pack.ErrDamaged) {
				t.Fatal(err)
			}
			return
		}
		readWords(b)
		data, err := b.AppendBinary(nil)
		if errors.Is(err, pack.ErrTooLarge) {
			return
		}
		again := &pack.Batch{}
		if _, unpacked := again.Unpack(data, 0); err != nil || unpacked != nil {
			t.Fatal(err, unpacked)
		}
		if diff := cmp.Diff(b, again, cmpopts.EquateEmpty()); diff != "" {
			t.Fatal(diff)
		}
	})
}
