package fidereport

import (
	"slices"
	"testing"

	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

func record() *pack.Batch {
	return &pack.Batch{
		Events: []pack.Event{{}},
		Sections: []pack.Section{{
			Name: "A", Entries: []pack.Entry{{Player: 7, Start: 1}, {Player: 8, Start: 2}, {Player: 9, Start: 3}},
			Byes: []pack.Bye{{Player: 9, Round: 1, Kind: report.PairingBye}},
		}},
		Games: []pack.Game{{White: 7, Black: 8, Round: 1, Result: report.WhiteWon}, {White: 8, Black: 9, Round: 2, Result: report.Drawn}},
	}
}

// A section has to be sent again when players, games or results are others than those that
// were sent, and not when only the bureau sees it otherwise.
func TestWhatHasToBeSentAgain(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*pack.Batch)
		want   State
	}{
		"nothing":        {func(*pack.Batch) {}, Confirmed},
		"a day":          {func(b *pack.Batch) { b.Games[0].Date = 5; slices.Reverse(b.Games) }, Confirmed},
		"counting":       {func(b *pack.Batch) { b.Games[0].Out = pack.NonMember }, Confirmed},
		"result":         {func(b *pack.Batch) { b.Games[0].Result = report.BlackWon }, Changed},
		"colours":        {func(b *pack.Batch) { g := &b.Games[0]; g.White, g.Black = g.Black, g.White }, Changed},
		"a game more":    {func(b *pack.Batch) { b.Games = append(b.Games, pack.Game{White: 7, Black: 9, Round: 3}) }, Changed},
		"a bye":          {func(b *pack.Batch) { b.Sections[0].Byes[0].Kind = report.HalfBye }, Changed},
		"another player": {func(b *pack.Batch) { b.Sections[0].Entries[2].Player = 5 }, Changed},
		"another name":   {func(b *pack.Batch) { b.Sections[0].Name = "B" }, Changed},
	} {
		was, now := record(), record()
		c.change(was)
		if got := stateOf(&Filing{Section: "A", Receipt: "412345"}, was, now, 0); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
	if got := stateOf(&Filing{Section: "A"}, record(), record(), 0); got != Sent {
		t.Errorf("without a receipt: %s", got)
	}
}

// An excluded section is not to be sent, whatever was sent of it, until it is included again.
func TestExcludedSectionIsNotSent(t *testing.T) {
	t.Parallel()
	e := &Event{Sent: []Filing{{Section: "A"}, {Section: "B"}}}
	e.Exclude("A", 5)
	if x := e.exclusionOf("A"); x == nil || x.Day != 5 || e.exclusionOf("B") != nil {
		t.Errorf("%+v", e)
	}
	e.File(Filing{Section: "B", Receipt: "412345"})
	if len(e.Sent) != 2 || e.Of("A") == nil || e.Of("B").Receipt == "" {
		t.Errorf("%+v", e)
	}
	if e.Include("A"); e.exclusionOf("A") != nil {
		t.Errorf("%+v", e)
	}
	if all := States(); all[len(all)-1] != Excluded || slices.Contains(Open, Excluded) {
		t.Errorf("%v, of which %v are open", all, Open)
	}
}

// What was sent is kept when a later file no longer says that it is a FIDE event.
func TestFollow(t *testing.T) {
	t.Parallel()
	var none *Event
	if none.Follow(false) != nil || none.Follow(true) == nil || none.Follow(true).Follow(false) != nil {
		t.Error("an event of which nothing was sent is a FIDE event as long as it is one")
	}
	sent := &Event{Sent: []Filing{{Section: "A"}}}
	if sent.Follow(false) != sent || sent.Follow(true) != sent {
		t.Error("what was sent is gone")
	}
}
