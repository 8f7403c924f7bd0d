package main

import (
	"testing"

	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// A crosstable shows the score of a bye.
func TestByesInTheCrosstable(t *testing.T) {
	const player = 7
	s := pack.Section{Entries: []pack.Entry{{Player: player, Start: 1}}}
	want := []string{"bye", "bye1", "bye=", "-", "-"}
	for i, kind := range []report.ByeKind{report.PairingBye, report.FullBye, report.HalfBye, report.ZeroBye} {
		s.Byes = append(s.Byes, pack.Bye{Player: player, Round: uint8(i + 1), Kind: kind})
	}
	batch := &pack.Batch{Sections: []pack.Section{s}}
	for i := range want {
		if got := cell(batch, 0, player, i+1); got != want[i] {
			t.Errorf("round %d: %s", i+1, got)
		}
	}
}
