package roster

import (
	"slices"
	"testing"
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
		{"Ohara Mei", "Oara Mei", false},
		{"Sato Ken", "Sato Kenta", false},
	} {
		if same := Sound(test.a) == Sound(test.b); same != test.same {
			t.Errorf("%q and %q: %q and %q", test.a, test.b, Sound(test.a), Sound(test.b))
		}
	}
}
