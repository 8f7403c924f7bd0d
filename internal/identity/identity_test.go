package identity_test

import (
	"slices"
	"testing"

	"github.com/arpadchess/arpad/internal/identity"
)

// What speaks for and against an entry being a registered player, and when it is certain.
func TestCompare(t *testing.T) {
	ren := identity.Person{ID: "012345678", Name: "Aoki Shin'ichi", NameLocal: "青木 新一", Kana: "あおき しんいち", Birth: 20010304, Sex: "m", Club: "Minato", Rating: 1650}
	for _, c := range []struct {
		name     string
		entry    identity.Person
		evidence []string
		certain  bool
	}{
		{"as registered", identity.Person{Name: "Aoki Shin'ichi", Birth: 20010304}, []string{"name", "birth"}, true},
		{"exchanged order, another romanisation", identity.Person{Name: "Sin-iti AOKI", Birth: 20010304}, []string{"name-sound", "birth"}, true},
		{"kanji in the column of the name", identity.Person{Name: "青木新一", Birth: 20010304}, []string{"local", "birth"}, true},
		{"kanji and the rating of the list", identity.Person{Name: "青木　新一", Rating: 1650}, []string{"local", "birth-unknown", "rating"}, true},
		{"kana alone", identity.Person{Name: "アオキ シンイチ", Birth: 20010304}, []string{"kana", "birth"}, true},
		{"kanji in the column for Latin letters and in their own", identity.Person{Name: "Aoki Shinichi", NameLocal: "青木新一", Club: "MINATO"},
			[]string{"name-sound", "local", "birth-unknown", "club"}, true},
		{"Cyrillic", identity.Person{Name: "Аоки Шиничи", Birth: 20010304}, []string{"name-sound", "birth"}, true},
		{"a name alone", identity.Person{Name: "Aoki Shin'ichi", NameLocal: "青木 新一"}, []string{"name", "local", "birth-unknown"}, false},
		{"a birth alone", identity.Person{Name: "Baba Mio", Birth: 20010304}, []string{"birth"}, false},
		{"a birth alone, in kanji", identity.Person{Name: "馬場 美緒", Birth: 20010304}, []string{"local-differs", "birth"}, false},
		{"a twin", identity.Person{Name: "Aoki Shinji", Birth: 20010304, Club: "Minato", Sex: "m"}, []string{"name-similar", "birth", "club"}, false},
		{"a sister", identity.Person{Name: "Aoki Shin'ichi", Birth: 20010304, Sex: "f"}, []string{"name", "birth", "sex-differs"}, false},
		{"a namesake", identity.Person{Name: "Aoki Shin'ichi", Birth: 19700809}, []string{"name", "birth-differs"}, false},
		{"a namesake in other kanji", identity.Person{Name: "Aoki Shin'ichi", NameLocal: "青木 伸一", Rating: 1650, Club: "Minato"},
			[]string{"name", "local-differs", "birth-unknown", "club", "rating"}, false},
		{"a year", identity.Person{Name: "Aoki Shin'ichi", Birth: 20010000}, []string{"name", "birth-year"}, false},
		{"1 January, which stands for an unknown day", identity.Person{Name: "Aoki Shin'ichi", Birth: 20010101}, []string{"name", "birth-year"}, false},
		{"an older rating", identity.Person{Name: "Aoki Shin'ichi", Rating: 1622}, []string{"name", "birth-unknown", "rating-near"}, false},
		{"another rating", identity.Person{Name: "Aoki Shin'ichi", Rating: 1200, Club: "Sakura"}, []string{"name", "birth-unknown", "club-differs", "rating-differs"}, false},
		{"a number without its zeros", identity.Person{ID: "12345678", Name: "Aoki Shin'ichi"}, []string{"name", "birth-unknown", "id-zeros"}, true},
		{"a wrong digit", identity.Person{ID: "012345673", Name: "Aoki Shin'ichi"}, []string{"name", "birth-unknown", "id-digit"}, false},
		{"nothing", identity.Person{}, []string{"birth-unknown"}, false},
	} {
		c.entry.Entry = true
		got := identity.New(c.entry).Compare(identity.New(ren))
		var evidence []string
		for _, e := range got.Evidence {
			evidence = append(evidence, e.What)
		}
		if !slices.Equal(evidence, c.evidence) || got.Certain() != c.certain {
			t.Errorf("%s: %v, %d points, certain %v; want %v, %v", c.name, evidence, got.Points, got.Certain(), c.evidence, c.certain)
		}
	}
}

// A number that lost or won zeros, and one slip of the keyboard.
func TestNumbers(t *testing.T) {
	if got := identity.Padded("12345678"); !slices.Equal(got, []string{"012345678", "0012345678", "00012345678", "000012345678"}) {
		t.Error(got)
	}
	if got := identity.Padded("N12"); !slices.Contains(got, "N00000012") || slices.Contains(got, "N12") {
		t.Error(got)
	}
	for _, none := range []string{"", "000", "Aoki"} {
		if got := identity.Padded(none); got != nil {
			t.Error(none, got)
		}
	}
	for _, slip := range []string{"N13", "N1", "N112", "N21", "12"} {
		if !slices.Contains(identity.Slips("N12"), slip) {
			t.Error(slip)
		}
	}
}
