package identity_test

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/identity"
	"github.com/arpadchess/arpad/report"
)

func TestNames(t *testing.T) {
	sora := identity.Person{Name: "Aoki Sora", NameLocal: "青木 空", Kana: "あおき そら"}
	shinichi := identity.Person{Name: "Ito Shinichi", NameLocal: "伊藤 真一", Kana: "いとう しんいち"}
	junko := identity.Person{Name: "Homma Junko", NameLocal: "本間 さくら"}
	saito := identity.Person{Name: "Saito Ren", NameLocal: "齋藤 蓮", Kana: "さいとう れん"}
	johan := identity.Person{Name: "van der Merwe Johan Pieter"}
	obrien := identity.Person{Name: "O'Brien Jean-Pierre"}
	muller := identity.Person{Name: "Müller Jürgen"}
	im := identity.Person{Name: "Im Jihoon"}
	foreign := identity.Person{NameLocal: "スミス マイケル"}
	nobody := identity.Person{}
	ivanov := identity.Person{Name: "Ivanov Ivan"}
	ivan := identity.Person{Name: "Ivanov Ivan", NameLocal: "Иванов Иван"}
	for _, c := range []struct {
		name, local string
		player      identity.Person
		want        identity.Doubt
	}{
		{"", "", sora, identity.NoDoubt},
		{"Aoki Sora", "", nobody, identity.NoDoubt},
		{"Иван Иванов", "", ivanov, identity.NoDoubt},
		{"Петров Пётр", "", ivanov, identity.NoDoubt}, // may be written by another table
		{"Петров Пётр", "", ivan, identity.NameDiffers},
		{"Иванов Иван", "Aoki Ren", ivan, identity.NoDoubt},
		{"Sora Aoki", "", sora, identity.NoDoubt},
		{"AOKI, Sora", "", sora, identity.NoDoubt},
		{"S. Aoki", "", sora, identity.NoDoubt},
		{"Aoki", "", sora, identity.NoDoubt},
		{"R. Aoki", "", sora, identity.NameDiffers},
		{"Aoki Ren", "", sora, identity.NameDiffers},
		{"Sora", "", shinichi, identity.NameDiffers},
		{"GM Aoki, Sora (7000012)", "", sora, identity.NoDoubt},
		{"Dr. Sora AOKI, FM", "", sora, identity.NoDoubt},
		{"Aoki Sora N23900001", "", sora, identity.NoDoubt},
		{"Aoki Sora (Tokyo)", "", sora, identity.NoDoubt},
		{"\uff21\uff4f\uff4b\uff49\u3000\uff33\uff4f\uff52\uff41", "", sora, identity.NoDoubt}, // full width
		{"Aoki Soar", "", sora, identity.NoDoubt},
		{"Aogi Sora", "", sora, identity.NoDoubt},
		{"Aogi Soar", "", sora, identity.NameDiffers}, // two errors
		{"青木 空", "", sora, identity.NoDoubt},
		{"青木空", "", sora, identity.NoDoubt},
		{"空 青木", "", sora, identity.NoDoubt},
		{"青木 蓮", "", sora, identity.NameDiffers},
		{"青木空 三段", "", sora, identity.NoDoubt},
		{"青木空(アオキ ソラ)", "", sora, identity.NoDoubt},
		{"アオキ ソラ", "", sora, identity.NoDoubt},
		{"\uff71\uff75\uff77\u3000\uff7f\uff97", "", sora, identity.NoDoubt}, // half width
		{"アオキ レン", "", sora, identity.NameDiffers},
		{"アオキ レン", "", junko, identity.NoDoubt}, // the kana are unknown
		{"本間さくら", "", junko, identity.NoDoubt},
		{"Aoki Sora", "伊藤 真一", sora, identity.NoDoubt}, // one of the two agrees
		{"Ito Shinichi", "伊藤 真一", sora, identity.NameDiffers},
		{"Itoh Sinichi", "", shinichi, identity.NoDoubt},
		{"ITOU Shin-ichi", "", shinichi, identity.NoDoubt},
		{"Shin'ichi Itō", "", shinichi, identity.NoDoubt},
		{"Itô, Sin'iti", "", shinichi, identity.NoDoubt},
		{"Ito Shinji", "", shinichi, identity.NameDiffers},
		{"Zyunko Honma", "", junko, identity.NoDoubt},
		{"斎藤 蓮", "", saito, identity.NoDoubt},
		{"斉藤蓮", "", saito, identity.NoDoubt},
		{"Saitō Ren", "", saito, identity.NoDoubt},
		{"Saito Rin", "", saito, identity.NameDiffers}, // two short names
		{"Johan van der Merwe", "", johan, identity.NoDoubt},
		{"Vandermerwe, Johan", "", johan, identity.NoDoubt},
		{"J P van der Merwe", "", johan, identity.NoDoubt},
		{"van der Merwe, Hendrik", "", johan, identity.NameDiffers},
		{"Obrien, Jean Pierre", "", obrien, identity.NoDoubt},
		{"O’Brien, J.-P.", "", obrien, identity.NoDoubt},
		{"Muller Jurgen", "", muller, identity.NoDoubt},
		{"Mueller, Juergen", "", muller, identity.NoDoubt},
		{norm.NFD.String("Müller Jürgen"), "", muller, identity.NoDoubt},
		{"IM Im, Jihoon", "", im, identity.NoDoubt},
		{"Im Ren", "", im, identity.NameDiffers},
		{"Michael Smith", "", foreign, identity.NoDoubt},
		{"Venkataramanathan Subrahmaniya", "", identity.Person{Name: "Venkataramanathan Subrahmaniyam Iyer"}, identity.NoDoubt}, // truncated
		{"Aoki Sora", "", identity.Person{Name: "Aoki S."}, identity.NoDoubt},
		{"青木 蓮 (Tokyo)", "", identity.Person{Name: "Oda Mei"}, identity.NoDoubt}, // a remark, and no kanji to compare with
		{"山田 太郎", "", identity.Person{NameLocal: "山田 花子"}, identity.NameDiffers},
	} {
		if got := identity.Contradicts(&report.Player{Name: c.name, NameLocal: c.local}, &c.player); got != c.want {
			t.Errorf("%q, %q against %+v: got %d, want %d", c.name, c.local, c.player, got, c.want)
		}
	}
}

func TestBirths(t *testing.T) {
	for _, c := range []struct {
		entry, player civil.Birth
		want          identity.Doubt
	}{
		{0, 20100502, identity.NoDoubt},
		{20100502, 0, identity.NoDoubt},
		{20100502, 20100502, identity.NoDoubt},
		{20100502, 20100503, identity.BirthDiffers},
		{20100000, 20100502, identity.NoDoubt},
		{20100502, 20100000, identity.NoDoubt},
		{20110000, 20100502, identity.BirthDiffers},
		{20100500, 20100502, identity.NoDoubt}, // 00
		{20100205, 20100502, identity.NoDoubt}, // day and month exchanged
		{20110205, 20100502, identity.BirthDiffers},
		{20100101, 20100502, identity.NoDoubt}, // placeholders
		{19000101, 20100502, identity.NoDoubt},
		{20100502, 20000101, identity.NoDoubt},
	} {
		entry, player := &report.Player{Birth: c.entry}, &identity.Person{Birth: c.player}
		if got := identity.Contradicts(entry, player); got != c.want {
			t.Errorf("%d against %d: got %d, want %d", c.entry, c.player, got, c.want)
		}
		entry.Name, player.Name = "Aoki Ren", "Sato Mio"
		if got := identity.Contradicts(entry, player); got != c.want|identity.NameDiffers {
			t.Errorf("%d against %d, other names: got %d, want %d", c.entry, c.player, got, c.want|identity.NameDiffers)
		}
	}
}

// A typing error in a name is tolerated unless the birth differs too; in kanji
// only if the birth is the same.
func TestTypingErrorsDependOnTheBirth(t *testing.T) {
	player := &identity.Person{Name: "Aoki Sora", NameLocal: "青木 健太", Birth: 20100502}
	for _, c := range []struct {
		name  string
		birth civil.Birth
		want  identity.Doubt
	}{
		{"Aoki Soraa", 0, identity.NoDoubt},
		{"Aoki Soraa", 20100502, identity.NoDoubt},
		{"Aoki Soraa", 20120630, identity.NameDiffers | identity.BirthDiffers},
		{"Aoki Sora", 20120630, identity.BirthDiffers},
		{"青木 建太", 0, identity.NameDiffers},
		{"青木 建太", 20100502, identity.NoDoubt},
		{"青木 建太", 20120630, identity.NameDiffers | identity.BirthDiffers},
	} {
		if got := identity.Contradicts(&report.Player{Name: c.name, Birth: c.birth}, player); got != c.want {
			t.Errorf("%q, %v: got %d, want %d", c.name, c.birth, got, c.want)
		}
	}
}

func TestSameName(t *testing.T) {
	player := &identity.Person{Name: "Ito Shinichi", NameLocal: "伊藤 真一", Kana: "いとう しんいち"}
	for name, want := range map[string]bool{
		"Ito Shinichi": true, "Shin'ichi Itoh": true, "IA Itō, Sinichi (7000012)": true, "伊藤真一": true, "イトウ シンイチ": true,
		"S. Ito": false, "Ito": false, "Ito Shinichii": false, "Ito Shinji": false, "": false,
	} {
		if got := identity.SameName(&identity.Person{Name: name}, player); got != want {
			t.Errorf("%q: got %v, want %v", name, got, want)
		}
	}
	if !identity.SameName(&identity.Person{Name: "Щукин Пётр"}, &identity.Person{Name: "Petr Shchukin"}) {
		t.Error("Cyrillic is as passports write it")
	}
	if !identity.SameName(&identity.Person{Name: "Oda Ren", NameLocal: "伊藤　真一"}, player) {
		t.Error("the kanji are the same")
	}
	if identity.SameName(&identity.Person{}, &identity.Person{}) {
		t.Error("nobody is nobody")
	}
}

// Each letter with a diacritic maps to the letter without it, as Unicode
// decomposes it, and each half-width kana to the full-width one.
func TestLettersWithMarks(t *testing.T) {
	same := func(a, b string) {
		if !identity.SameName(&identity.Person{Name: "q" + a + "qq"}, &identity.Person{Name: "q" + b + "qq"}) {
			t.Errorf("%q is not %q", a, b)
		}
	}
	for r := rune(0xC0); r <= 0x1EF9; r++ {
		if parts := []rune(norm.NFD.String(string(r))); len(parts) > 1 && parts[0] < 0x80 && (r < 0x180 || r >= 0x1CD && r <= 0x1DC || r >= 0x1EA0) {
			same(string(r), string(parts[0]))
		}
	}
	for r := rune(0xFF66); r <= 0xFF9D; r++ {
		half, full := string(r)+"\uff76\uff9e", norm.NFKC.String(string(r))+"\u30ac"
		if !identity.SameName(&identity.Person{Kana: half}, &identity.Person{Kana: full}) {
			t.Errorf("%q is not %q", half, full)
		}
	}
}

func TestSameBirth(t *testing.T) {
	for _, c := range []struct {
		a, b civil.Birth
		want bool
	}{
		{20100502, 20100502, true}, {20100502, 20100205, true}, {20100502, 20100000, true}, {20100502, 20100101, true},
		{0, 20100502, false}, {0, 0, false}, {20100502, 20110502, false}, {20110101, 20100502, false},
	} {
		if got := identity.SameBirth(c.a, c.b); got != c.want {
			t.Errorf("%d and %d: got %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

func TestExchanged(t *testing.T) {
	people := []identity.Person{
		{Name: "Aoki Ren", NameLocal: "青木 蓮"}, {Name: "Aoki Mio"}, {Name: "Sato Ken", Birth: 20100502}, {Name: "Sato Kenta", Birth: 20120708}, {Name: "Ito Yui", NameLocal: "伊藤 結衣"}, {}, {Name: "Aoki Ren"},
	}
	for _, c := range []struct {
		name    string
		entries []report.Player
		carry   []int // index of the player whose ID the entry has
		want    [][2]int
	}{
		{"sound", []report.Player{{Name: "Aoki, Ren"}, {Name: "Mio Aoki"}}, []int{0, 1}, nil},
		{"exchanged", []report.Player{{Name: "Aoki, Ren"}, {Name: "Ken Sato"}, {Name: "Mio Aoki"}}, []int{1, 2, 0}, [][2]int{{0, 2}}},
		{"kanji without a blank", []report.Player{{Name: "青木蓮"}, {Name: "Ito Yui"}}, []int{4, 0}, [][2]int{{0, 1}}},
		{"by the birth alone", []report.Player{{Name: "Sato Kenta", Birth: 20120708}, {Name: "K. Sato", Birth: 20100502}}, []int{2, 3}, [][2]int{{0, 1}}},
		{"two pairs", []report.Player{{Name: "Aoki Ren"}, {Name: "Sato Ken"}, {Name: "Aoki Mio"}, {Name: "Ito Yui"}}, []int{1, 4, 0, 2}, [][2]int{{0, 2}, {1, 3}}},
		{"two who may be the other one", []report.Player{{Name: "Aoki Ren"}, {Name: "Aoki Mio"}, {Name: "Mio Aoki"}}, []int{1, 0, 0}, [][2]int{{0, 1}}},
		{"sound namesakes", []report.Player{{Name: "Aoki Ren"}, {Name: "Aoki Ren"}}, []int{0, 6}, nil},
		{"one of them fits", []report.Player{{Name: "Aoki Ren"}, {Name: "Oda Jun"}}, []int{1, 0}, nil},
		{"shifted by one", []report.Player{{Name: "Aoki Ren"}, {Name: "Aoki Mio"}, {Name: "Ito Yui"}}, []int{1, 4, 0}, nil},
		{"without a name", []report.Player{{Name: "Aoki Ren"}, {Birth: 20100502}}, []int{2, 0}, nil},
		{"a player without a name", []report.Player{{Name: "Aoki Ren"}, {Name: "Ito Yui"}}, []int{5, 0}, nil},
		{"one ID twice", []report.Player{{Name: "Aoki Ren"}, {Name: "Aoki Mio"}}, []int{0, 0}, nil},
	} {
		var entries []*report.Player
		var players []*identity.Person
		var doubted []int
		for i := range c.entries {
			if e, p := &c.entries[i], &people[c.carry[i]]; identity.Contradicts(e, p) != identity.NoDoubt {
				entries, players, doubted = append(entries, e), append(players, p), append(doubted, i)
			}
		}
		got := identity.Exchanged(entries, players)
		for i, pair := range got {
			got[i] = [2]int{doubted[pair[0]], doubted[pair[1]]}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

// However many and however long the similar names, the comparison ends.
func TestHostileNamesEnd(t *testing.T) {
	long := &report.Player{Name: strings.Repeat("Aa ", 400) + strings.Repeat("(", 400)}
	identity.Contradicts(long, &identity.Person{Name: strings.Repeat("aaaa", 300), NameLocal: long.Name})
	const many = 20_000
	entries, players := make([]*report.Player, many), make([]*identity.Person, many)
	for i := range entries {
		entries[i], players[i] = &report.Player{Name: "Sato Ken"}, &identity.Person{Name: "Sato Mio"}
	}
	if got := identity.Exchanged(entries, players); got != nil {
		t.Errorf("got %v", got)
	}
}

func TestPersonNamed(t *testing.T) {
	for _, c := range []struct {
		text, name string
		ids        string
	}{
		{"IA Aoki, Ren (7000012)", "Aoki, Ren", "7000012"},
		{"Aoki, Ren", "Aoki, Ren", ""},
		{"Aoki Ren IA", "Aoki Ren", ""},
		{"Aoki Ren, FA, N23900001", "Aoki Ren", "N23900001"},
		{"Dr. Ren Aoki [n23900001] (FIDE ID: 7000012)", "Ren Aoki", "N23900001 7000012"},
		{"IA 青木蓮", "青木蓮", ""},
		{"青木 蓮(\uff17\uff10\uff10\uff10\uff10\uff11\uff12)", "青木 蓮", "7000012"},
		{"Aoki Ren <aoki@example.jp>", "Aoki Ren", ""},
		{"Im Jihoon", "Im Jihoon", ""},
		{"FM IM JIHOON", "IM JIHOON", ""},
		{"No Jihoon", "No Jihoon", ""},
		{"7000012", "", "7000012"},
		{"", "", ""},
		{" , . ", "", ""},
	} {
		if name, ids := identity.PersonNamed(c.text); name != c.name || strings.Join(ids, " ") != c.ids {
			t.Errorf("%q: got %q and %q, want %q and %q", c.text, name, ids, c.name, c.ids)
		}
	}
}
