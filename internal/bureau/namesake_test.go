package bureau_test

import (
	"context"
	"slices"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/roster"
)

// Players with a name and a birth are found, however the name is written, and
// nobody else.
func TestSameNameAndBirth(t *testing.T) {
	b := emptyBureau(t, "ncs")
	ren := enter(t, b, "name=Aoki Ren", "name_local=青木 蓮", "kana=あおき れん", "birth=2010-05-02")
	shin := enter(t, b, "name=Ohno Shinji", "birth=1984")
	twin := enter(t, b, "name=Aoki Rei", "birth=2010-05-02")
	namesake := enter(t, b, "name=Aoki Ren", "birth=1971-11-30")
	enter(t, b, "name=Sato Mio")
	merged := enter(t, b, "name=Shioda Chie", "birth=1990-03-04")
	into := enter(t, b, "name=Tanaka Chie", "birth=1990-03-04")
	if _, err := desk.MergePlayers(context.Background(), b, merged, into, "married"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, local string
		birth       civil.Birth
		want        []string
	}{
		{"Aoki Ren", "", 20100502, []string{ren}},
		{"IA Aoki, Ren (7000012)", "", 20100502, []string{ren}},
		{"REN AOKI", "", 20100205, []string{ren}}, // day and month exchanged
		{"Aoki Ren", "", 20100000, []string{ren}},
		{"Aoki Ren", "", 19711130, []string{namesake}},
		{"Aoki Ren", "", 20110502, nil},
		{"Aoki Ren", "", 0, nil},
		{"Aoki Rei", "", 20100502, []string{twin}},
		{"青木蓮", "", 20100502, []string{ren}},
		{"", "青木\u3000蓮", 20100502, []string{ren}},
		{"アオキ レン", "", 20100502, []string{ren}},
		{"A. Ren", "", 20100502, nil},
		{"Ono Sinzi", "", 19840717, []string{shin}},
		{"Ōno Shinji", "", 19840717, []string{shin}},
		{"Sato Mio", "", 20100502, nil},
		{"Sioda Tie", "", 19900304, []string{into}}, // the former name
		{"", "", 20100502, nil},
	} {
		look(t, b, func(r bureau.Reader) error {
			found, err := register.SameNameAndBirth(r, c.name, c.local, c.birth)
			var got []string
			for _, p := range found {
				got = append(got, p.ID)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%q, %q, %v: got %v, want %v", c.name, c.local, c.birth, got, c.want)
			}
			return err
		})
	}
}

// In a whole federation, everybody is found by their own name and birth.
func TestEverybodyIsFoundByNameAndBirth(t *testing.T) {
	for _, country := range []synth.Country{synth.Japan, synth.SouthAfrica} {
		players, _ := synth.New(16, synth.Size{Country: country, Players: 1500}).Opening()
		b := bureauWith(t, map[synth.Country]string{synth.Japan: "ncs", synth.SouthAfrica: "chessa"}[country], players.Players, &roster.List{})
		others := 0
		look(t, b, func(r bureau.Reader) error {
			for _, p := range players.Players[:300] {
				found, err := register.SameNameAndBirth(r, register.ReversedName(p.Name), "", p.Birth)
				if err != nil {
					return err
				}
				if p.Birth != 0 && !slices.ContainsFunc(found, func(o *register.Player) bool { return o.ID == p.ID }) {
					t.Errorf("%s %s is not found", p.ID, p.Name)
				}
				others += max(0, len(found)-1)
			}
			return nil
		})
		const most = 3
		if others > most {
			t.Errorf("%s: %d others are found", country, others)
		}
	}
}

// Two clubs call their events alike: the key of the event stays with the first report, also
// when it is derived again.
func TestKeyOfAnEventIsThatOfTheFirstClub(t *testing.T) {
	d, f := alone(t, nil)
	first, second := event(f, "Open", "", 0, 1, 2, 3), event(f, "Open", "", 4, 5, 6, 7)
	second.Organizer = f.Clubs[1].Name
	one, other := d.send(t, first).Report.Ref, d.send(t, second).Report.Ref
	if one == other {
		t.Fatal("they are one report")
	}
	d.verified()
}
