package roster

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	_ "github.com/arpadchess/arpad/internal/test/draw" // the same cases in every run
)

func TestSameName(t *testing.T) {
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{"Ohno Taro", "Ono Tarou", true},
		{"Yano Junki", "Yano JJunki", true},
		{"Kinoshita Kazuki", "Kinoshita KKazuki", true},
		{"Tsuchiya, Shinji", "Shinji TUTIYA", true},
		{"van Wyk Pieter", "Pieter van Wyk", true},
		{"Réti Anna", "Reti Anna", true},
		{"Adams Ann Mary", "Adams Ann", true},
		{"Sato Hana", "Suzuki Ken", false},
		{"Sato Hana", "Sato Ken", false},
		{"Naidoo Kiran", "Naidoo Priya", false},
	} {
		if got := SameName(c.a, c.b); got != c.same {
			t.Errorf("%q, %q: %v", c.a, c.b, got)
		}
	}
}

func TestClosest(t *testing.T) {
	r := New()
	for _, p := range []Player{{ID: "1", Name: "Sato Hana"}, {ID: "2", Name: "Satou Hanna"}, {ID: "3", Name: "Suzuki Ken"}} {
		r.Add(p)
	}
	if got := r.Closest("Hana Sato", 3); !slices.Equal(got, []uint32{0, 1}) {
		t.Errorf("the closest are %v", got)
	}
	r.Add(Player{ID: "0", Name: "Sato Hana"})
	if got := r.Closest("Sato Hana", 2); !slices.Equal(got, []uint32{3, 0}) {
		t.Errorf("of two alike the lower ID comes first: %v", got)
	}
}

// Closest returns the first of all players with similar names.
func TestClosestAreTheFirstOfAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.Map(rapid.SliceOfN(rapid.SampledFrom([]string{"sato", "satou", "hana", "hanna", "ken", "kenta", "s"}), 0, 3), func(words []string) string {
			return strings.Join(words, " ")
		})
		r := New()
		for n := range rapid.IntRange(0, 12).Draw(t, "players") {
			r.Add(Player{ID: fmt.Sprint(n), Name: name.Draw(t, "name")})
		}
		sought, room := name.Draw(t, "sought"), rapid.IntRange(1, 4).Draw(t, "room")
		type hit struct {
			player uint32
			score  float64
		}
		var hits []hit
		x := sortedWords(sought)
		for n := range r.Players {
			y := sortedWords(r.Players[n].Name)
			common := slices.ContainsFunc(beginnings(x), func(b string) bool { return slices.Contains(beginnings(y), b) })
			a, b := []rune(strings.Join(x, " ")), []rune(strings.Join(y, " "))
			score := 1 - float64(edits(a, b))/float64(max(len(a), len(b), 1))
			if common && (score >= 0.6 || within(x, y) || within(y, x)) {
				hits = append(hits, hit{uint32(n), score})
			}
		}
		slices.SortFunc(hits, func(a, b hit) int {
			return cmp.Or(-cmp.Compare(a.score, b.score), cmp.Compare(r.Players[a.player].ID, r.Players[b.player].ID))
		})
		var want []uint32
		for _, h := range hits[:min(room, len(hits))] {
			want = append(want, h.player)
		}
		if got := r.Closest(sought, room); !slices.Equal(got, want) {
			t.Fatalf("%q: got %v, want %v", sought, got, want)
		}
	})
}

// However many names have the same beginnings, a search stays within its
// effort, and finds the player whose name has a rarer word.
func TestClosestAmongManyAlike(t *testing.T) {
	const many = 100_000
	r := New()
	for n := range many {
		r.Add(Player{ID: fmt.Sprint(n), Name: fmt.Sprintf("Family%d Given%d", n, n)})
	}
	rare := r.Add(Player{ID: "rare", Name: "Family7 Rare"})
	got, spent := r.closest("Family8 Rare", 3)
	if len(got) == 0 || got[0] != rare {
		t.Errorf("the closest are %v, want %d first", got, rare)
	}
	const most = effort + 10_000 // the last name may exceed it
	if spent > most {
		t.Errorf("it took %d, want %d at most", spent, most)
	}
}

// distance is the Levenshtein distance, up to the limit; what is known of two names before
// they are compared is no more than that.
func TestDistance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringOfN(rapid.SampledFrom([]rune("ab\u9752")), 0, 12, -1)
		l := letters{a: []rune(word.Draw(t, "a")), b: []rune(word.Draw(t, "b"))}
		most, want := rapid.IntRange(0, 13).Draw(t, "most"), edits(l.a, l.b)
		if got := l.distance(most); got != want && min(got, want) <= most {
			t.Fatalf("%q and %q, %d at most: got %d, want %d", string(l.a), string(l.b), most, got, want)
		}
		x, y := spellingOf(string(l.a)), spellingOf(string(l.b))
		if apart := x.apart(&y); apart > want {
			t.Fatalf("%q and %q are %d apart at least, but %d edits make them equal", x.name, y.name, apart, want)
		}
	})
}

// edits is the Levenshtein distance by its definition, row by row.
func edits(a, b []rune) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		for j := range rows[i] {
			switch {
			case i == 0 || j == 0:
				rows[i][j] = i + j
			case a[i-1] == b[j-1]:
				rows[i][j] = rows[i-1][j-1]
			default:
				rows[i][j] = 1 + min(rows[i-1][j-1], rows[i-1][j], rows[i][j-1])
			}
		}
	}
	return rows[len(a)][len(b)]
}

func TestSound(t *testing.T) {
	for _, test := range []struct {
		a, b string
		same bool
	}{
		{"Ito Shinichi", "Sinichi Itoh", true},
		{"Ito, Shin'ichi", "ITOU SHIN-ICHI", true},
		{"Ōno Jun", "Ohno Zyun", true},
		{"Kouhei Oota", "Ota Kohei", true},
		{"Honma Rei", "Homma Rei", true},
		{"Jou Shouta", "Shota Zyo", true},
		{"Kyouko Chuujou", "Tyuzyo Kyoko", true},
		{"Oouchi Ken", "Ken Ouchi", true},
		{"Ohara Mei", "Oara Mei", false},
		{"Sato Ken", "Sato Kenta", false},
	} {
		if same := Sound(test.a) == Sound(test.b); same != test.same {
			t.Errorf("%q and %q: %q and %q", test.a, test.b, Sound(test.a), Sound(test.b))
		}
	}
}

func TestPlainName(t *testing.T) {
	for name, want := range map[string]string{
		"Aoki,Ren": "Aoki Ren", "Aoki, Ren": "Aoki Ren", "Aoki , Ren,": "Aoki Ren", "\u9752\u6728\u3001\u84ee": "\u9752\u6728 \u84ee", "Aoki Ren": "Aoki Ren", "": "",
	} {
		if got := PlainName(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}
