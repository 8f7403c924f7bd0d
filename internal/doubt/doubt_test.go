package doubt_test

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/doubt"
	"github.com/arpadchess/arpad/report"
)

func TestNames(t *testing.T) {
	sora := doubt.Listed{Name: "Aoki Sora", NameLocal: "青木 空", Kana: "あおき そら"}
	shinichi := doubt.Listed{Name: "Ito Shinichi", NameLocal: "伊藤 真一", Kana: "いとう しんいち"}
	junko := doubt.Listed{Name: "Homma Junko", NameLocal: "本間 さくら"}
	saito := doubt.Listed{Name: "Saito Ren", NameLocal: "齋藤 蓮", Kana: "さいとう れん"}
	johan := doubt.Listed{Name: "van der Merwe Johan Pieter"}
	obrien := doubt.Listed{Name: "O'Brien Jean-Pierre"}
	muller := doubt.Listed{Name: "Müller Jürgen"}
	im := doubt.Listed{Name: "Im Jihoon"}
	foreign := doubt.Listed{NameLocal: "スミス マイケル"}
	nobody := doubt.Listed{}
	for _, c := range []struct {
		name, local string
		player      doubt.Listed
		want        doubt.Doubt
	}{
		{"", "", sora, doubt.None},
		{"Aoki Sora", "", nobody, doubt.None},
		{"Sora Aoki", "", sora, doubt.None},
		{"AOKI, Sora", "", sora, doubt.None},
		{"S. Aoki", "", sora, doubt.None},
		{"Aoki", "", sora, doubt.None},
		{"R. Aoki", "", sora, doubt.Name},
		{"Aoki Ren", "", sora, doubt.Name},
		{"Sora", "", shinichi, doubt.Name},
		{"GM Aoki, Sora (7000012)", "", sora, doubt.None},
		{"Dr. Sora AOKI, FM", "", sora, doubt.None},
		{"Aoki Sora N23900001", "", sora, doubt.None},
		{"Aoki Sora (Tokyo)", "", sora, doubt.None},
		{"\uff21\uff4f\uff4b\uff49\u3000\uff33\uff4f\uff52\uff41", "", sora, doubt.None}, // full width
		{"Aoki Soar", "", sora, doubt.None},
		{"Aogi Sora", "", sora, doubt.None},
		{"Aogi Soar", "", sora, doubt.Name}, // two errors
		{"青木 空", "", sora, doubt.None},
		{"青木空", "", sora, doubt.None},
		{"空 青木", "", sora, doubt.None},
		{"青木 蓮", "", sora, doubt.Name},
		{"青木空 三段", "", sora, doubt.None},
		{"青木空(アオキ ソラ)", "", sora, doubt.None},
		{"アオキ ソラ", "", sora, doubt.None},
		{"\uff71\uff75\uff77\u3000\uff7f\uff97", "", sora, doubt.None}, // half width
		{"アオキ レン", "", sora, doubt.Name},
		{"アオキ レン", "", junko, doubt.None}, // the kana are unknown
		{"本間さくら", "", junko, doubt.None},
		{"Aoki Sora", "伊藤 真一", sora, doubt.None}, // one of the two agrees
		{"Ito Shinichi", "伊藤 真一", sora, doubt.Name},
		{"Itoh Sinichi", "", shinichi, doubt.None},
		{"ITOU Shin-ichi", "", shinichi, doubt.None},
		{"Shin'ichi Itō", "", shinichi, doubt.None},
		{"Itô, Sin'iti", "", shinichi, doubt.None},
		{"Ito Shinji", "", shinichi, doubt.Name},
		{"Zyunko Honma", "", junko, doubt.None},
		{"斎藤 蓮", "", saito, doubt.None},
		{"斉藤蓮", "", saito, doubt.None},
		{"Saitō Ren", "", saito, doubt.None},
		{"Saito Rin", "", saito, doubt.Name}, // two short names
		{"Johan van der Merwe", "", johan, doubt.None},
		{"Vandermerwe, Johan", "", johan, doubt.None},
		{"J P van der Merwe", "", johan, doubt.None},
		{"van der Merwe, Hendrik", "", johan, doubt.Name},
		{"Obrien, Jean Pierre", "", obrien, doubt.None},
		{"O’Brien, J.-P.", "", obrien, doubt.None},
		{"Muller Jurgen", "", muller, doubt.None},
		{"Mueller, Juergen", "", muller, doubt.None},
		{norm.NFD.String("Müller Jürgen"), "", muller, doubt.None},
		{"IM Im, Jihoon", "", im, doubt.None},
		{"Im Ren", "", im, doubt.Name},
		{"Michael Smith", "", foreign, doubt.None},
		{"Venkataramanathan Subrahmaniya", "", doubt.Listed{Name: "Venkataramanathan Subrahmaniyam Iyer"}, doubt.None}, // truncated
		{"Aoki Sora", "", doubt.Listed{Name: "Aoki S."}, doubt.None},
		{"青木 蓮 (Tokyo)", "", doubt.Listed{Name: "Oda Mei"}, doubt.None}, // a remark, and no kanji to compare with
		{"山田 太郎", "", doubt.Listed{NameLocal: "山田 花子"}, doubt.Name},
	} {
		if got := doubt.Contradicts(&report.Player{Name: c.name, NameLocal: c.local}, &c.player); got != c.want {
			t.Errorf("%q, %q against %+v: got %d, want %d", c.name, c.local, c.player, got, c.want)
		}
	}
}

func TestBirths(t *testing.T) {
	for _, c := range []struct {
		entry, player civil.Birth
		want          doubt.Doubt
	}{
		{0, 20100502, doubt.None},
		{20100502, 0, doubt.None},
		{20100502, 20100502, doubt.None},
		{20100502, 20100503, doubt.Birth},
		{20100000, 20100502, doubt.None},
		{20100502, 20100000, doubt.None},
		{20110000, 20100502, doubt.Birth},
		{20100500, 20100502, doubt.None}, // 00
		{20100205, 20100502, doubt.None}, // day and month exchanged
		{20110205, 20100502, doubt.Birth},
		{20100101, 20100502, doubt.None}, // placeholders
		{19000101, 20100502, doubt.None},
		{20100502, 20000101, doubt.None},
	} {
		entry, player := &report.Player{Birth: c.entry}, &doubt.Listed{Birth: c.player}
		if got := doubt.Contradicts(entry, player); got != c.want {
			t.Errorf("%d against %d: got %d, want %d", c.entry, c.player, got, c.want)
		}
		entry.Name, player.Name = "Aoki Ren", "Sato Mio"
		if got := doubt.Contradicts(entry, player); got != c.want|doubt.Name {
			t.Errorf("%d against %d, other names: got %d, want %d", c.entry, c.player, got, c.want|doubt.Name)
		}
	}
}

// A typing error in a name is tolerated unless the birth differs too; in kanji
// only if the birth is the same.
func TestTypingErrorsDependOnTheBirth(t *testing.T) {
	player := &doubt.Listed{Name: "Aoki Sora", NameLocal: "青木 健太", Birth: 20100502}
	for _, c := range []struct {
		name  string
		birth civil.Birth
		want  doubt.Doubt
	}{
		{"Aoki Soraa", 0, doubt.None},
		{"Aoki Soraa", 20100502, doubt.None},
		{"Aoki Soraa", 20120630, doubt.Both},
		{"Aoki Sora", 20120630, doubt.Birth},
		{"青木 建太", 0, doubt.Name},
		{"青木 建太", 20100502, doubt.None},
		{"青木 建太", 20120630, doubt.Both},
	} {
		if got := doubt.Contradicts(&report.Player{Name: c.name, Birth: c.birth}, player); got != c.want {
			t.Errorf("%q, %v: got %d, want %d", c.name, c.birth, got, c.want)
		}
	}
}

func TestSameName(t *testing.T) {
	player := &doubt.Listed{Name: "Ito Shinichi", NameLocal: "伊藤 真一", Kana: "いとう しんいち"}
	for name, want := range map[string]bool{
		"Ito Shinichi": true, "Shin'ichi Itoh": true, "IA Itō, Sinichi (7000012)": true, "伊藤真一": true, "イトウ シンイチ": true,
		"S. Ito": false, "Ito": false, "Ito Shinichii": false, "Ito Shinji": false, "": false,
	} {
		if got := doubt.SameName(&doubt.Listed{Name: name}, player); got != want {
			t.Errorf("%q: got %v, want %v", name, got, want)
		}
	}
	if !doubt.SameName(&doubt.Listed{Name: "Oda Ren", NameLocal: "伊藤　真一"}, player) {
		t.Error("the kanji are the same")
	}
	if doubt.SameName(&doubt.Listed{}, &doubt.Listed{}) {
		t.Error("nobody is nobody")
	}
}

// Each letter with a diacritic maps to the letter without it, as Unicode
// decomposes it, and each half-width kana to the full-width one.
func TestLettersWithMarks(t *testing.T) {
	same := func(a, b string) {
		if !doubt.SameName(&doubt.Listed{Name: "q" + a + "qq"}, &doubt.Listed{Name: "q" + b + "qq"}) {
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
		if !doubt.SameName(&doubt.Listed{Kana: half}, &doubt.Listed{Kana: full}) {
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
		if got := doubt.SameBirth(c.a, c.b); got != c.want {
			t.Errorf("%d and %d: got %v, want %v", c.a, c.b, got, c.want)
		}
	}
}

func TestExchanged(t *testing.T) {
	people := []doubt.Listed{
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
		var players []*doubt.Listed
		var doubted []int
		for i := range c.entries {
			if e, p := &c.entries[i], &people[c.carry[i]]; doubt.Contradicts(e, p) != doubt.None {
				entries, players, doubted = append(entries, e), append(players, p), append(doubted, i)
			}
		}
		got := doubt.Exchanged(entries, players)
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
	doubt.Contradicts(long, &doubt.Listed{Name: strings.Repeat("aaaa", 300), NameLocal: long.Name})
	const many = 20_000
	entries, players := make([]*report.Player, many), make([]*doubt.Listed, many)
	for i := range entries {
		entries[i], players[i] = &report.Player{Name: "Sato Ken"}, &doubt.Listed{Name: "Sato Mio"}
	}
	if got := doubt.Exchanged(entries, players); got != nil {
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
		if name, ids := doubt.PersonNamed(c.text); name != c.name || strings.Join(ids, " ") != c.ids {
			t.Errorf("%q: got %q and %q, want %q and %q", c.text, name, ids, c.name, c.ids)
		}
	}
}
