package finder_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/finder"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/register/namekey"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/memory"
	"github.com/arpadchess/arpad/internal/test/soak"
	"github.com/arpadchess/arpad/rating"
)

// Somebody is found by both of their names though many have the one, and many the other.
func TestFindAmongManyNamesakes(t *testing.T) {
	t.Parallel()
	d := bureautest.Sixteen(t, "ncs")
	var csv strings.Builder
	csv.WriteString("id,name,name_local\n")
	for i := range 600 {
		name := fmt.Sprintf("Sato G%03d", i)
		if i%2 == 1 {
			name = fmt.Sprintf("F%03d Taro", i)
		}
		fmt.Fprintf(&csv, "N%08d,%s,\n", 1000+i, name)
	}
	csv.WriteString("N00002000,Sato Taro,佐藤 太郎\n")
	_, err := register.ImportPlayers(t.Context(), d.Bureau, strings.NewReader(csv.String()), "many.csv", "a test")
	d.Must(err)
	d.Look(func(r bureau.Reader) error {
		search, err := finder.New(r)
		d.Must(err)
		for _, text := range []string{"Sato Taro", "taro satou", "佐藤太郎", "N00002000"} {
			found, err := search.Find(r, text, 5)
			if err != nil || len(found.Players) == 0 || found.Players[0].ID != "N00002000" {
				t.Errorf("%s finds %+v, %v", text, found, err)
			}
		}
		found, err := search.Find(r, "sato", 5)
		if err != nil || len(found.Players) != 5 || !found.More || slices.ContainsFunc(found.Players, func(h finder.Hit) bool { return !strings.HasPrefix(h.Name, "Sato") }) {
			t.Errorf("sato finds %+v, %v", found, err)
		}
		found, err = search.Find(r, "sato nobody", 5)
		if err != nil || len(found.Players) != 0 {
			t.Errorf("sato nobody finds %+v, %v", found, err)
		}
		return nil
	})
}

// A search finds the players whom a comparison with all names finds, the best first,
// whether or not the best players of short words are kept.
func TestFindComparedWithAllNames(t *testing.T) {
	t.Parallel()
	players, list := synth.New(7, synth.Size{Players: 3000}).Opening()
	for i := range players.Players {
		players.Players[i].ID = fmt.Sprintf("N%08d", i+1)
		if i%50 == 0 { // more than anybody can win
			list.Standings[i][0].Rating = rating.Max + rating.Rating(i)
		}
	}
	d := bureautest.New(t, &memory.Store{})
	d.On("2024-01-01")
	d.Init("ncs", "2024-01", bureautest.AsReported, players.Players, list)
	d.Look(func(r bureau.Reader) error {
		fresh, err := finder.New(r)
		if err != nil {
			return err
		}
		prepared, err := finder.New(r)
		if err == nil {
			err = prepared.Prepare(r)
		}
		if err != nil {
			return err
		}
		best := func(n int) rating.Rating {
			s := &list.Standings[n]
			return max(s[0].Rating, s[1].Rating, s[2].Rating)
		}
		keys := make([][]namekey.Key, len(players.Players))
		for n := range players.Players {
			keys[n] = namekey.Keys(players.Players[n].Name, players.Players[n].NameLocal)
		}
		dice := rand.New(rand.NewPCG(1, 2))
		texts := []string{"K", "K 恭太"} // the second one finds many by a word that it does not look up
		for range soak.Of(100, 1000) {
			p := &players.Players[dice.IntN(len(players.Players))]
			words := strings.Fields(p.Name + " " + p.NameLocal)
			start := func() string {
				word := []rune(words[dice.IntN(len(words))])
				return string(word[:1+dice.IntN(len(word))])
			}
			text := start()
			if dice.IntN(3) == 0 {
				text += " " + start()
			}
			texts = append(texts, text)
		}
		for _, text := range texts {
			query := namekey.Query(text)
			var want []finder.Hit
			match := map[string]namekey.Match{}
			rated := map[string]rating.Rating{}
			for n := range players.Players {
				p := &players.Players[n]
				if m := namekey.Rank(query, keys[n]); m != namekey.None {
					want = append(want, finder.Hit{ID: p.ID, Name: p.Name})
					match[p.ID], rated[p.ID] = m, best(n)
				}
			}
			slices.SortFunc(want, func(a, b finder.Hit) int {
				return cmp.Or(cmp.Compare(match[a.ID], match[b.ID]), cmp.Compare(rated[b.ID], rated[a.ID]), strings.Compare(a.Name, b.Name), strings.Compare(a.ID, b.ID))
			})
			for _, limit := range []int{10, 100} {
				for name, search := range map[string]*finder.Search{"fresh": fresh, "prepared": prepared} {
					got, err := search.Find(r, text, limit)
					if err != nil {
						return err
					}
					if len(got.Players) != min(limit, len(want)) || got.More != (len(want) > limit) {
						t.Fatalf("%q, %s: got %d of at most %d players, more: %t; %d fit", text, name, len(got.Players), limit, got.More, len(want))
					}
					for i, hit := range got.Players {
						if w := &want[i]; match[hit.ID] != match[w.ID] || rated[hit.ID] != rated[w.ID] {
							t.Fatalf("%q, %s, at %d: got %s, want %s", text, name, i, hit.Name, w.Name)
						}
					}
				}
			}
		}
		return nil
	})
}
