package identity_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/identity"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/rating"
)

// Of the entries without an ID that clubs send, many are certain, none of them wrongly; and nobody who
// is new is taken for a registered player.
func TestRates(t *testing.T) {
	for _, country := range []synth.Country{synth.Japan, synth.SouthAfrica} {
		t.Run(string(country), func(t *testing.T) {
			t.Parallel()
			f := synth.New(53, synth.Size{Country: country, Players: 6000})
			r := register{bins: map[string][]*identity.Known{}}
			for i := range f.People {
				if i%4 != 0 { // the others are new
					r.add(person(&f.People[i]))
				}
			}
			dice := rand.New(rand.NewPCG(53, 3))
			settled, of, newcomers := 0, 0, 0
			for i := range f.People {
				p := person(&f.People[i])
				id := r.settle(identity.New(written(dice, p)))
				switch registered := i%4 != 0; {
				case id != "" && (!registered || id != p.ID):
					t.Errorf("%+v is taken for %s", p, id)
				case registered:
					if of++; id != "" {
						settled++
					}
				default:
					newcomers++
				}
			}
			t.Logf("%d of %d settled; %d newcomers, none of them", settled, of, newcomers)
			if 10*settled < 3*of {
				t.Errorf("only %d of %d are settled", settled, of)
			}
		})
	}
}

func person(p *synth.Person) identity.Person {
	return identity.Person{
		ID: p.ID, Name: p.Name, NameLocal: p.NameLocal, Kana: p.Kana, Birth: p.Birth, Sex: p.Sex, Club: p.Club, Rating: p.Standing.Of(rating.Standard).Rating,
	}
}

// written returns what an entry states of a person: little.
func written(dice *rand.Rand, p identity.Person) identity.Person {
	one := func(n int) bool { return dice.IntN(n) == 0 }
	e := identity.Person{Name: p.Name, Sex: p.Sex, Entry: true}
	family, given, _ := strings.Cut(p.Name, " ")
	switch {
	case one(4) && p.NameLocal != "":
		e.Name = strings.ReplaceAll(p.NameLocal, " ", "")
	case one(8) && p.Kana != "":
		e.Name = p.Kana
	case one(3):
		e.Name = given + " " + strings.ToUpper(family)
	case one(2):
		e.Name = family + ", " + given
	}
	if one(3) {
		e.NameLocal = p.NameLocal
	}
	if one(3) {
		e.Birth = p.Birth
	}
	if !one(3) {
		e.Club = p.Club
	}
	if !one(3) {
		e.Rating = p.Rating
	}
	return e
}

// register finds people by what they share.
type register struct{ bins map[string][]*identity.Known }

func (r *register) add(p identity.Person) {
	k := identity.New(p)
	for _, bin := range k.Bins() {
		r.bins[bin] = append(r.bins[bin], k)
	}
}

// settle returns the ID of the only one whom an entry is certain to be.
func (r *register) settle(entry *identity.Known) (id string) {
	seen := map[string]bool{}
	near := 0
	for _, bin := range entry.Bins() {
		for _, k := range r.bins[bin] {
			if seen[k.ID] {
				continue
			}
			seen[k.ID] = true
			w := entry.Compare(k)
			if w.Points >= identity.Level {
				near++
			}
			if w.Certain() {
				id = k.ID
			}
		}
	}
	if near != 1 {
		return ""
	}
	return id
}
