package finding

import (
	"slices"
	"testing"
)

// An id has one audience. What rests on the registers is told to officers only.
func TestAudiences(t *testing.T) {
	both := slices.Concat(ofFiles(), ofReports())
	slices.Sort(both)
	if len(slices.Compact(slices.Clone(both))) != len(both) {
		t.Error("an id stands twice")
	}
	for _, id := range []string{
		"entry-contradicts", "ids-exchanged", "perhaps-not-new", "perhaps-registered", "non-member", "reporter-no-member", "responsible-no-annual-member", "responsible-unknown", "first-timer-lacks",
		"birth-differs", "births-differ", "birth-from-report", "birth-implausible", "facts-differ", "player-merged", "player-unknown", "games-twice", "meets-overlap", "event-known", "no-inquiry", "no such id",
	} {
		if to := AudienceOf(id); to != Officers {
			t.Errorf("%s is for %s", id, to)
		}
	}
	for id, want := range map[string]Audience{"no-date": Public, "format-unknown": Public, "points-differ": Public, "late": Organizer, "organizer-missing": Organizer, "entry-doubted": Organizer} {
		if to := AudienceOf(id); to != want {
			t.Errorf("%s is for %s, not %s", id, to, want)
		}
	}
}

// An audience reads what is for it and for wider ones; officers read everything.
func TestFor(t *testing.T) {
	all := []Finding{New("no-date", Error, At{}), New("late", Warning, At{}), New("non-member", Warning, At{})}
	for to, want := range []int{Officers: 3, Organizer: 2, Public: 1} {
		if got := For(all, Audience(to)); len(got) != want || len(all) != 3 {
			t.Errorf("%s read %v", Audience(to), got)
		}
	}
}

// Doubted says of an entry once that it is doubted. It says neither why nor whose entry it may be.
func TestDoubted(t *testing.T) {
	entry := []Value{Int("player", 3), Text("name", "Aoki Ren")}
	all := []Finding{
		New("entry-contradicts", Warning, At{Line: 7}, append(entry, Text("id", "N00000001"), Text("listed", "Aoki Ren"), Text("differs", "birth"))...).In("A"),
		New("player-unknown", Warning, At{Line: 7}, entry...).In("A"), New("late", Warning, At{}),
	}
	got := Doubted(all)
	if len(got) != 2 || got[0].ID != "entry-doubted" || got[0].Line != 7 || got[0].Section != "A" || !slices.Equal(got[0].Values, entry) || got[1].ID != "late" {
		t.Errorf("%+v", got)
	}
}
