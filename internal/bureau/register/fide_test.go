package register_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// A new player is registered with somebody else's FIDE ID. The FIDE list is
// imported, with a warning that the ID may be wrong, and the ID is corrected. A
// player without a FIDE rating entered unrated, with K 40 for 18 games, 5(1),
// 6(3) (Reading J3).
func TestFideIDPutRight(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	const number = "99000001"
	entry := roster.Player{ID: number, FideID: number, Name: "Else Somebody"}
	entry.Fide[rating.Standard-1] = 1800
	fide := roster.New()
	fide.Add(entry)
	type how int
	const (
		right how = iota
		cleared
		replaced
	)
	listed := map[how]map[string]bureautest.Ratings{}
	for _, way := range []how{right, cleared, replaced} {
		d := bureautest.Sixteen(t, "ncs")
		id := d.ID(13) // unrated
		if way != right {
			_, err := register.Set(ctx, d.Bureau, id, []string{"fide_id=" + number}, "the form")
			d.Must(err)
			made, err := register.UpdateFide(ctx, d.Bureau, fide, "2024-01")
			d.Must(err)
			if len(made.Findings) == 0 {
				t.Fatal("no warning")
			}
			switch way {
			case cleared:
				_, err = register.Set(ctx, d.Bureau, id, []string{"fide_id=", "fide_standard="}, "it was another's")
			case replaced:
				_, err = register.Set(ctx, d.Bureau, id, []string{"fide_id=99000002"}, "it was another's")
				d.Must(err)
				_, err = register.UpdateFide(ctx, d.Bureau, fide, "2024-01") // the player is in no FIDE list
			}
			d.Must(err)
		}
		d.Live(1, 3, nil)
		listed[way] = d.Standing()
	}
	for way, what := range map[how]string{cleared: "the ID and rating are cleared", replaced: "the ID is replaced"} {
		if diff := cmp.Diff(listed[right], listed[way]); diff != "" {
			t.Errorf("%s: %s", what, diff)
		}
	}
}

// A FIDE list that lacks many who were in the one before, or has other names or ratings
// under their numbers, is refused and changes nothing.
func TestDoubtfulFideListIsRefused(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	const linked = 12
	list := func(players int, entry func(i int, p *roster.Player)) *roster.Roster {
		fide := roster.New()
		for i := range players {
			p := roster.Player{FideID: fmt.Sprint(99000000 + i)}
			p.ID, p.Fide[rating.Standard-1] = p.FideID, 1700
			entry(i, &p)
			fide.Add(p)
		}
		return fide
	}
	usual := func(int, *roster.Player) {}
	for _, tt := range []struct {
		name string
		list *roster.Roster
		id   string
	}{
		{"two are gone", list(linked-2, usual), ""},
		{"a third is gone", list(linked-4, usual), "fide-list-short"},
		{"a quarter is somebody else", list(linked, func(i int, p *roster.Player) {
			if i%4 == 0 {
				p.Name = "Else Somebody"
			}
		}), ""},
		{"all are somebody else", list(linked, func(_ int, p *roster.Player) { p.Name = "Else Somebody" }), "fide-list-strange"},
		{"another column", list(linked, func(_ int, p *roster.Player) { p.Fide[rating.Standard-1] = 20 }), "fide-list-strange"},
	} {
		d := bureautest.Sixteen(t, "ncs")
		for i := range linked {
			_, err := register.Set(ctx, d.Bureau, d.ID(i+1), []string{"fide_id=" + fmt.Sprint(99000000+i)}, "the form")
			d.Must(err)
		}
		_, err := register.UpdateFide(ctx, d.Bureau, list(linked, usual), "2023-12")
		d.Must(err)
		before := d.Standing()
		_, err = register.UpdateFide(ctx, d.Bureau, tt.list, "2024-01")
		if tt.id == "" {
			d.Must(err)
			continue
		}
		bureautest.Refused(t, err, tt.id)
		if diff := cmp.Diff(before, d.Standing()); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
}

// An older FIDE list does not replace a newer one: the rating taken over is
// that of the list in force, 6(2) (Reading J23).
func TestOlderFideListComesLater(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	const number = "99000001"
	list := func(r rating.Rating) *roster.Roster {
		entry := roster.Player{ID: number, FideID: number, Name: "Player NoN"}
		entry.Fide[rating.Standard-1] = r
		fide := roster.New()
		fide.Add(entry)
		return fide
	}
	for _, label := range []string{"2024-03", "January", ""} { // in December 2023
		_, err := register.UpdateFide(ctx, bureautest.Sixteen(t, "ncs").Bureau, list(1700), label)
		bureautest.Refused(t, err, "fide-label")
	}
	var listed []map[string]bureautest.Ratings
	for _, twice := range []bool{false, true} {
		d := bureautest.Sixteen(t, "ncs")
		_, err := register.Set(ctx, d.Bureau, d.ID(13), []string{"fide_id=" + number}, "the form")
		d.Must(err)
		_, err = register.UpdateFide(ctx, d.Bureau, list(1700), "2024-01")
		d.Must(err)
		if twice {
			made, err := register.UpdateFide(ctx, d.Bureau, list(1500), "2023-06")
			d.Must(err)
			if !slices.ContainsFunc(made.Findings, func(f finding.Finding) bool { return f.ID == "fide-list-older" }) {
				t.Errorf("%v", made.Findings)
			}
		}
		d.Live(1, 1, nil)
		listed = append(listed, d.Standing())
	}
	if diff := cmp.Diff(listed[0], listed[1]); diff != "" {
		t.Error(diff)
	}
}
