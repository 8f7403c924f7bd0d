package pack_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/synth"
)

// Unpacking returns what was packed, also after other batches.
func TestBatchIsPacked(t *testing.T) {
	_, _, want := synth.Period(1, 500, 4_000)
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
	_, _, other := synth.Period(2, 50, 100)
	more, err := other.AppendBinary(nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := got.Unpack(more, 8); err != nil || len(got.Games) != len(want.Games)+len(other.Games) {
		t.Fatalf("%d games, %v", len(got.Games), err)
	}
}

// Whatever the bytes, unpacking ends, and its result can be packed.
func FuzzUnpack(f *testing.F) {
	_, _, batch := synth.Period(1, 20, 30)
	data, err := batch.AppendBinary(nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add(data[:len(data)/2])
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
		if _, err := b.AppendBinary(nil); err != nil && !errors.Is(err, pack.ErrTooLarge) {
			t.Fatal(err)
		}
	})
}
