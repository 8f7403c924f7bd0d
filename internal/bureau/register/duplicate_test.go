package register_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/soak"
	"github.com/arpadchess/arpad/roster"
)

// doubles are the ways in which a person is registered twice.
var doubles = []struct {
	name    string
	spoil   func(p *roster.Player)
	planted int // of 20
}{
	{"the same again", func(*roster.Player) {}, 20},
	{"names turned round", func(p *roster.Player) {
		words := strings.Fields(p.Name)
		slices.Reverse(words)
		p.Name = strings.Join(words, " ")
	}, 20},
	{"another romanisation", func(p *roster.Player) {
		p.Name = strings.NewReplacer("shi", "si", "Shi", "Si", "tsu", "tu", "chi", "ti", "ji", "zi", "o", "ou").Replace(p.Name)
	}, 20},
	{"digits of the birth transposed", func(p *roster.Player) {
		if y, m, d := p.Birth.Date().Split(); d <= 12 {
			p.Birth, _ = civil.NewBirth(y, d, int(m))
		}
	}, 20},
	{"year of birth alone", func(p *roster.Player) { p.Birth = civil.BirthIn(p.Birth.Year()) }, 20},
	{"a letter wrong", func(p *roster.Player) { p.Name = p.Name[:len(p.Name)-1] + "z" }, 20},
}

// Planted duplicates are found, however their names were changed, and few
// others are proposed.
func TestDuplicatesAreFound(t *testing.T) {
	t.Parallel()
	federation, _ := synth.New(3, synth.Size{Players: soak.Of(1200, 3000)}).Opening()
	people := slices.DeleteFunc(federation.Players, func(p roster.Player) bool { return p.Birth == 0 || p.Birth.YearOnly() })
	proposed := func(players []roster.Player) map[[2]string]bool {
		d := bureautest.With(t, "ncs", players, &roster.List{})
		found := map[[2]string]bool{}
		d.Look(func(r bureau.Reader) error {
			pairs, err := register.Duplicates(r)
			for i, p := range pairs {
				found[[2]string{p.A, p.B}] = true
				if i > 0 && p.Points > pairs[i-1].Points {
					t.Error("not the likeliest first")
				}
			}
			return err
		})
		return found
	}
	clean := proposed(people)
	if most := len(people) / 500; len(clean) > most {
		t.Errorf("of %d who are all different, %d pairs are proposed; at most %d would do", len(people), len(clean), most)
	}
	for _, double := range doubles {
		t.Run(double.name, func(t *testing.T) {
			players := slices.Clone(people)
			want := map[[2]string]bool{}
			for i := range 20 {
				p := people[i*(len(people)/20)]
				old := p.ID
				p.ID = fmt.Sprintf("N9900%04d", i)
				double.spoil(&p)
				players = append(players, p)
				want[[2]string{p.ID, old}] = true
			}
			found := proposed(players)
			n := 0
			for pair := range want {
				if found[pair] {
					n++
				}
			}
			if n < double.planted || len(found) > len(clean)+n+5 {
				t.Errorf("%d of 20 are found, among %d pairs proposed", n, len(found))
			}
		})
	}
}

// An officer's decision that two players are different is kept, and does not
// undo a merge.
func TestDistinct(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.Empty(t, "ncs")
	one := d.Enter("name=Sato Ken", "birth=2001-01-01")
	card, alike, err := register.Enter(ctx, d.Bureau, []string{"name=Satou Ken", "birth=2001-01-01"}, "")
	if err != nil || len(alike) != 1 || alike[0].B != one || alike[0].A != card.ID {
		t.Fatal(alike, err)
	}
	if err := register.Distinguish(ctx, d.Bureau, one, card.ID, "cousins"); err != nil {
		t.Fatal(err)
	}
	d.Look(func(r bureau.Reader) error {
		if pairs, err := register.Duplicates(r); err != nil || len(pairs) > 0 {
			t.Error(pairs, err)
		}
		return nil
	})
	if _, err := desk.MergePlayers(ctx, d.Bureau, card.ID, one, "same"); bureautest.Refusal(err) != "merge-of-distinct" {
		t.Error(err)
	}
}
