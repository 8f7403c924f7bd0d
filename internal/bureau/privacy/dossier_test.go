package privacy_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/privacy"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/memory"
)

// The reports that a person is in are the same whether they are found by rows or by reading
// all: entries of players, of strangers with an ID, matched to others, merged, unmerged, and
// of files that others have replaced.
func TestAppearancesAreThoseOfAllReports(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	f := synth.New(5, synth.Size{Players: 60, Clubs: 3})
	d := bureautest.JapanOf(t, &memory.Store{}, f, nil)
	refs := map[string]string{}
	submit := func(name string, players []int, change func(n int, r *register.Player)) {
		r := bureautest.Event(f, name, "", players...)
		for i := range r.Sections[0].Players {
			p := register.Player{ID: r.Sections[0].Players[i].ID, Name: r.Sections[0].Players[i].Name}
			if change != nil {
				change(i, &p)
			}
			r.Sections[0].Players[i].ID, r.Sections[0].Players[i].Name, r.Sections[0].Players[i].FideID = p.ID, p.Name, p.FideID
		}
		refs[name] = d.Send(r).Report.Ref
	}
	add := func(id, name, fide string) {
		if _, err := register.Register(ctx, d.Bureau, register.Player{ID: id, Name: name, FideID: fide}, register.Person{}, "joined"); err != nil {
			t.Fatal(err)
		}
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	add("N23990001", "New Comer", "1234567")
	add("N23990002", "Nova Comer", "7654321")
	submit("plain", []int{0, 1, 2, 3}, nil)
	submit("by FIDE ID", []int{4, 5, 6, 7}, func(n int, p *register.Player) {
		if n == 0 {
			p.ID, p.Name, p.FideID = "", "Nova Comer", "7654321"
		}
	})
	submit("a stranger's ID", []int{8, 9, 10, 11}, func(n int, p *register.Player) {
		if n == 0 {
			p.ID, p.Name = "N23990009", "Later Comer"
		}
	})
	submit("matched to another", []int{12, 13, 14, 15}, func(n int, p *register.Player) {
		if n == 0 {
			p.ID, p.Name = "N23990008", "Second Comer"
		}
	})
	must(desk.Match(ctx, d.Bureau, refs["matched to another"], "", 1, "N23990001"))
	add("N23990008", "Second Comer", "")
	add("N23990009", "Later Comer", "")
	submit("replaced", []int{16, 17, 18, 19}, nil)
	submit("replaced", []int{16, 17, 18, 20}, nil)
	submit("ID in the field of the FIDE ID", []int{21, 22, 23, 24}, func(n int, p *register.Player) {
		if n == 0 {
			p.ID, p.Name, p.FideID = "", "New Comer", "N23990001"
		}
	})
	_, err := desk.MergePlayers(ctx, d.Bureau, "N23990002", "N23990001", "one person")
	must(err)
	submit("after the merge", []int{25, 26, 27, 28}, func(n int, p *register.Player) {
		if n == 0 {
			p.ID, p.Name = "N23990002", "Nova Comer"
		}
	})
	_, err = desk.UnmergePlayers(ctx, d.Bureau, "N23990002", "two people")
	must(err)
	_, err = desk.MergePlayers(ctx, d.Bureau, "N23990009", "N23990008", "one person")
	must(err)
	submit("merged", []int{30, 32, 33, 34}, func(n int, p *register.Player) {
		if n == 0 {
			p.ID, p.Name = "N23990009", "Later Comer"
		}
	})
	must(desk.Decide(ctx, d.Bureau, refs["plain"], check.Withheld, "not so"))

	in := map[string]int{} // appearances by event
	must(d.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
		return register.Players.Scan(r, "", "", func(id string, _ *register.Player) (bool, error) {
			var found, want []privacy.Appearance
			who, err := privacy.PersonIDsOf(r, id)
			if err != nil {
				return false, err
			}
			err = who.Appearances(r, func(_ *check.Case, at []privacy.Appearance) error {
				found = append(found, at...)
				return nil
			})
			if err != nil {
				return false, err
			}
			err = intake.Cases.Scan(r, "", "", func(_ string, c *check.Case) (bool, error) {
				at, err := who.AppearancesIn(r, c)
				want = append(want, at...)
				return true, err
			})
			if err != nil {
				return false, err
			}
			if diff := cmp.Diff(want, found); diff != "" {
				t.Errorf("%s: %s", id, diff)
			}
			for _, at := range found {
				in[at.Event]++
			}
			return true, nil
		})
	}))
	for event, n := range map[string]int{
		"plain": 4, "by FIDE ID": 5, "a stranger's ID": 5, "matched to another": 5, "replaced": 8, "ID in the field of the FIDE ID": 4, "after the merge": 5, "merged": 5,
	} {
		if in[event] < n {
			t.Errorf("%s has %d appearances, want %d", event, in[event], n)
		}
	}
}
