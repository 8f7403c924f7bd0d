package register_test

import (
	"context"
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
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/roster"
)

// Players with a name and a birth are found, however the name is written, and
// nobody else.
func TestNamesakes(t *testing.T) {
	t.Parallel()
	d := bureautest.Empty(t, "ncs")
	ren := d.Enter("name=Aoki Ren", "name_local=青木 蓮", "kana=あおき れん", "birth=2010-05-02")
	shin := d.Enter("name=Ohno Shinji", "birth=1984")
	twin := d.Enter("name=Aoki Rei", "birth=2010-05-02")
	namesake := d.Enter("name=Aoki Ren", "birth=1971-11-30")
	d.Enter("name=Sato Mio")
	merged := d.Enter("name=Shioda Chie", "birth=1990-03-04")
	into := d.Enter("name=Tanaka Chie", "birth=1990-03-04")
	if _, err := desk.MergePlayers(context.Background(), d.Bureau, merged, into, "married"); err != nil {
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
		{"Aoki Ren", "", 0, []string{ren, namesake}},
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
		d.Look(func(r bureau.Reader) error {
			found, err := register.Namesakes(r, c.name, c.local, c.birth)
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

// Whoever is sought among others is found by the sound of the name, however it is divided into words.
func TestBySound(t *testing.T) {
	t.Parallel()
	d := bureautest.Empty(t, "ncs")
	names := []string{"Aoki Ren", "Aoki Ren", "Ohno Shin'ichi", "Itoh Jean-Paul", "de' Rossi A", "Smith J.P.", "Mc.Carthy Al", "Sato- Mio", "Aoki 2nd Ren", "Saint Exupéry Rei"}
	var ids []string
	for _, name := range names {
		ids = append(ids, d.Enter("name="+name))
	}
	wanted := slices.Concat(names, []string{"Ono Sinichi", "Ren Aoki", "Nobody Such", "", "."})
	d.Look(func(r bureau.Reader) error {
		found, err := register.BySound(r, wanted...)
		d.Must(err)
		for i, name := range names {
			p, err := register.Players.Get(r, ids[i])
			d.Must(err)
			if !slices.Contains(found[name], p.Number) {
				t.Errorf("%q is not found: %v", name, found[name])
			}
		}
		for _, name := range wanted {
			alone, err := register.BySound(r, name)
			d.Must(err)
			if !slices.Equal(alone[name], found[name]) {
				t.Errorf("%q is %v among others, %v alone", name, found[name], alone[name])
			}
		}
		return nil
	})
}

// reversed returns a name with its words in reverse order.
func reversed(name string) string {
	words := strings.Fields(report.FoldName(name))
	slices.Reverse(words)
	return strings.Join(words, " ")
}

// In a whole federation, everybody is found by their own name and birth.
func TestEverybodyIsFoundByNameAndBirth(t *testing.T) {
	t.Parallel()
	for _, country := range []synth.Country{synth.Japan, synth.SouthAfrica} {
		players, _ := synth.New(16, synth.Size{Country: country, Players: soak.Of(700, 1500)}).Opening()
		d := bureautest.With(t, map[synth.Country]string{synth.Japan: "ncs", synth.SouthAfrica: "chessa"}[country], players.Players, &roster.List{})
		others := 0
		d.Look(func(r bureau.Reader) error {
			for _, p := range players.Players[:300] {
				found, err := register.Namesakes(r, reversed(p.Name), "", p.Birth)
				if err != nil {
					return err
				}
				if p.Birth != 0 && !slices.ContainsFunc(found, func(o *register.Card) bool { return o.ID == p.ID }) {
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
