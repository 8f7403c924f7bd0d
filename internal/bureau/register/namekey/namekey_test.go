package namekey_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau/register/namekey"
	"github.com/arpadchess/arpad/internal/synth"
)

// found reports whether a query finds a player by their keys.
func found(query string, keys []namekey.Key) bool {
	return namekey.Rank(namekey.Query(query), keys) != namekey.None
}

// texts returns the texts of keys.
func texts(keys []namekey.Key) []string {
	var all []string
	for _, key := range keys {
		all = append(all, key.Text)
	}
	return all
}

// Each line is a player (Roman name; local name; kana) and the queries that
// find them, then those that do not.
var examples = []struct{ player, finds, doesNot string }{
	{"Ito Taro; 伊藤 太郎; いとう たろう", "it, ito, itou, itoh, itō, itô, itoo, ITO, Ｉｔｏｕ, いと, いとう, イトウ, ｲﾄｳ, 伊, 伊藤, 藤, 藤太郎, 郎, 伊藤太郎, taro ito, Itou Tarou, 太郎 伊藤, 伊藤 tar, いとうたろう, いとうた",
		"itai, sato, 佐藤, 伊東, 太郎伊藤, taro sato"},
	{"Satou Kenichi; 佐藤 健一; さとう けんいち", "sa, sat, sato, satou, satoh, Satō, ken, ken'ichi, Ken-ichi, kenichi s, けん, けんい", "satsuki, san"},
	{"Kato Shin'ichi; 加藤 真一; かとう しんいち", "かとう, カトウ, ka, kat, kato, katou, katō, shi, si, sh, shin, shinichi, sinichi, shin'i, 眞一", "katz, shim"},
	{"Takahashi Jun; 髙橋 純; たかはし じゅん", "高橋, 髙橋, 高, 橋, 橋純, takahasi, takahas, takahash, たかはs, jun, zyun, jyun, j, ju, じ, じゅ", "jim"},
	{"Watanabe Chika; 渡邊 千佳; わたなべ ちか", "渡辺, 渡邊, 渡邉, 辺, 邊, ch, chi, ti, chika, tika, 千佳 渡邉, わたなべ", "渡部"},
	{"Yoshida Fumi; 𠮷田 文; よしだ ふみ", "吉田, 𠮷田, 田文, yosi, yoshi, yos, fu, hu, fumi, humi, f, ふ", "fi, 文吉"},
	{"Saito Hiroshi; 齋藤 廣; さいとう ひろし", "斉藤, 斎藤, 齊藤, 齋藤, 広, 廣, saitoh", "西東"},
	{"Yamazaki Kyoko; 山﨑 恭子; やまざき きょうこ", "山崎, 山嵜, 﨑, kyo, kyou, kyohko, きょ, き, yamaz", "yamasaki"},
	{"Shimbashi Junpei; 新橋 順平; しんばし じゅんぺい", "shin, shim, shinb, shimb, sinbasi, jumpei, junp, jum, しんば", "shimo"},
	{"Hotchi Etsu; 発知 悦; ほっち えつ", "hotc, hotch, hotchi, hocchi, hotti, hoc, hocc, ほっc, ets, et, etu, ほっ, ほっち, 發, 悅", "hocho, eto"},
	{"Ohno Yuki; 大野 勇気; おおの ゆうき", "oh, oo, ono, ohn, oono, ōno, yu, yuu, yuuk, yuuki, yūki, おお, オオノ, 勇氣", "ohara, yuri"},
	{"Ohara Toru; 大原 徹; おおはら とおる", "tohru, tooru, とおる, 大原", ""},
	{"Ohyama Go; 大山 剛; おおやま ごう", "oya, ohya, ouyama, ōyama, gou, goh", ""},
	{"Sasaki Misuzu; 佐々木 みすゞ; ささき みすず", "佐々木, 佐佐木, 々木, 木み, みすず, みすゞ, misuzu, 佐々木みす", "木佐"},
	{"Ichinose Sakura; 一ノ瀬 さくら; いちのせ さくら", "一ノ瀬, 一の瀬, 瀨, 瀬さ, さく, サク, ich, ic, さくら 一ノ瀬", ""},
	{"Kamagaya Ryo; 鎌ヶ谷 龍; かまがや りょう", "鎌ケ谷, 鎌ヶ, 竜, り, りょ, ryoh, ryo", ""},
	{"Mark Smith-Jones; マーク・スミス＝ジョーンズ; ", "smith-j, smithj, smith, jo, jones, マーク, マク, mark smith, スミ, ｽﾐｽ, じょ, ジ", "ark"},
	{"Jörg Müller; イェルク・ミュラー; ", "müller, muller, mueller, mue, mu, jorg, joerg, jörg, みゅ, み, イ, いぇ", "mul ler x"},
	{"; ; いすゞ けん", "isuzu, いすず, いすゞ, いすす゛, イスヾ", "いすす"},
	{"; ; しぃな れい", "しいな, しぃ, shii, し", "しな"},
	{"; 井上みすず; ", "みす, misuzu, 井上み, 上み", "みか"},
	{"Offu Jin; ; ", "of, off, offu, ohhu, ohh, おっふ", "ono"},
	{"Tshabalala Sipho; ; ", "ts, tsh, tshab, sipho, si", "tsukuda"},
	{"Nakamura Kei; 中村 圭; なかむら けい", "na, nakam, GM Nakamura, nakamura 様, 中村 氏", "gm"},
	{"Im Nina; 임 니나; イム ニナ", "im, ni, nin, im nina, 임, イム", ""},
	{"Иванов Пётр; ; ", "иван, Иванов, ivanov, petr, пётр иванов, ИВАНОВ", "петров, ivanof"},
	{"Παπαδόπουλος Γιώργος; ; ", "papad, Papadopoulos, giorgos, παπαδ, ΓΙΩΡΓΟΣ, Γιωργος", "papadakis"},
	{"Μπέλλου Ευθυμία; ; ", "bellou, efthymia", "mpellou"},
	{"Groß Käthe; ; ", "gross, grosz, groß, kaethe, kathe", "grotz"},
	{"Größler Jan; ; ", "grossler, groessler, groeszler, größl", ""},
	{"de la Cruz Ana; ; ", "delacruz, de la cruz, ana, delac, cruz", "laana"},
	{"van der Berg Piet; ; ", "vanderberg, berg, derberg", "bergpiet"},
	{"Sato Ken; 佐藤 健; ", "сато, сатоу, sato кен", "сату"},
	{"Stafford Tina; スタッフォード ティナ; ", "sta, スタッ, スタッフ, スタッフォ, て, ティ, tina, staf", ""},
}

func TestFound(t *testing.T) {
	t.Parallel()
	for _, e := range examples {
		names := strings.Split(e.player, "; ")
		keys := namekey.Keys(names...)
		each := func(queries string, want bool) {
			for query := range strings.SplitSeq(queries, ", ") {
				if query == "" {
					continue
				}
				if got := found(query, keys); got != want {
					t.Errorf("%q finds %s: got %t, want %t; prefixes %v, keys %v", query, e.player, got, want, namekey.Query(query), keys)
				}
			}
		}
		each(e.finds, true)
		each(e.doesNot, false)
	}
}

func TestWholeWordsComeFirst(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		query, name string
		want        namekey.Match
	}{
		{"森", "森 一郎", namekey.Whole},
		{"森", "森田 一郎", namekey.Beginning},
		{"森", "大森 一郎", namekey.Inside},
		{"森 大", "大森 大", namekey.Inside},
		{"林", "森 一郎", namekey.None},
		{"森一郎", "森 一郎", namekey.Whole},
		{"森一", "森 一郎", namekey.Beginning},
		{"Mori", "Mori Ichiro", namekey.Whole},
		{"mohri ich", "Mori Ichiro", namekey.Beginning},
		{"もり", "Mori Ichiro", namekey.Whole},
		{"mori", "Morita Ichiro", namekey.Beginning},
		{"", "Morita Ichiro", namekey.None},
		{"-", "Morita Ichiro", namekey.None},
		{"ー", "Morita Ichiro", namekey.None},
		{"morita ー", "Morita Ichiro", namekey.Whole},
	} {
		if got := namekey.Rank(namekey.Query(c.query), namekey.Keys(c.name)); got != c.want {
			t.Errorf("%q for %s: got %d, want %d", c.query, c.name, got, c.want)
		}
	}
}

func TestKeys(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		names string
		want  string
	}{
		{"Takahashi Tarou; 髙橋 太郎; たかはし たろう", "takahasi takahasitaro taro 太郎 橋太郎 郎 高橋太郎"},
		{"高橋みすず", "misuzu 橋みすず 高橋みすず"},
		{"Smith-Jones O'Brien", "obrien smithzyones zyones"},
		{"", ""},
		{"- ' ー", ""},
	} {
		if got := strings.Join(texts(namekey.Keys(strings.Split(c.names, "; ")...)), " "); got != c.want {
			t.Errorf("keys of %s: got %s, want %s", c.names, got, c.want)
		}
	}
}

func TestKeysAreBounded(t *testing.T) {
	t.Parallel()
	words, kanji := strings.Repeat("ab", 300)+strings.Repeat(" x高y", 300), strings.Repeat("高橋", 300)
	many := ""
	for i := range 100 {
		many += " w" + strings.Repeat("a", i)
	}
	for _, names := range [][]string{{words, kanji, many}, {many}, {kanji, kanji, kanji}} {
		keys := namekey.Keys(names...)
		if len(keys) > namekey.MaxKeys {
			t.Errorf("got %d keys, want at most %d", len(keys), namekey.MaxKeys)
		}
		for _, key := range keys {
			if len(key.Text) > namekey.MaxBytes {
				t.Errorf("got a key of %d bytes, want at most %d", len(key.Text), namekey.MaxBytes)
			}
		}
	}
	if found("sato", namekey.Keys(strings.Repeat("a", 1000)+" sato")) {
		t.Error("what is behind the 1000th byte of a name finds it")
	}
	if long := strings.Repeat("sato", 200); !found(long, namekey.Keys(long)) {
		t.Error("a long name does not find itself")
	}
}

// Every player of an invented federation is found by every beginning of each of
// their words.
func TestEverybodyIsFound(t *testing.T) {
	t.Parallel()
	for _, country := range []synth.Country{synth.Japan, synth.SouthAfrica} {
		f := synth.New(1, synth.Size{Players: 300, Country: country, On: civil.Of(2023, 12, 21)})
		for i := range f.People {
			p := &f.People[i]
			keys := namekey.Keys(p.Name, p.NameLocal, p.Kana)
			for _, word := range strings.Fields(p.Name + " " + p.NameLocal + " " + p.Kana) {
				for _, start := range beginnings(word) {
					if !found(start, keys) {
						t.Errorf("%q does not find %s %s", start, p.Name, p.NameLocal)
					}
				}
			}
		}
	}
}

func BenchmarkKeys(b *testing.B) {
	f := synth.New(1, synth.Size{Players: 10_000})
	keys, bytes, people := 0, 0, 0
	for b.Loop() {
		p := &f.People[people%len(f.People)]
		people++
		for _, key := range namekey.Keys(p.Name, p.NameLocal, p.Kana) {
			keys++
			bytes += len(key.Text)
		}
	}
	b.ReportMetric(float64(keys)/float64(people), "keys/player")
	b.ReportMetric(float64(bytes)/float64(people), "bytes/player")
}

func BenchmarkQuery(b *testing.B) {
	for b.Loop() {
		namekey.Query("Tarou Takahash")
	}
}

func BenchmarkRank(b *testing.B) {
	query := namekey.Query("Tarou Takahash")
	keys := namekey.Keys("Takahashi Tarou", "髙橋 太郎", "たかはし たろう")
	for b.Loop() {
		namekey.Rank(query, keys)
	}
}

func FuzzKeys(f *testing.F) {
	for _, e := range examples {
		f.Add(e.player, e.finds)
	}
	f.Fuzz(func(t *testing.T, name, query string) {
		keys := namekey.Keys(name)
		if len(keys) > namekey.MaxKeys {
			t.Errorf("%q has %d keys", name, len(keys))
		}
		for _, key := range keys {
			if key.Text == "" || len(key.Text) > namekey.MaxBytes || !utf8.ValidString(key.Text) || key.Word > len(key.Text) {
				t.Errorf("%q has the key %v", name, key)
			}
		}
		for _, w := range namekey.Query(query) {
			if len(w.Prefixes) == 0 || slices.Contains(w.Prefixes, "") {
				t.Errorf("%q has the word %q", query, w.Prefixes)
			}
			for i, prefix := range w.Prefixes {
				if len(prefix) > namekey.MaxBytes || !utf8.ValidString(prefix) || i > 0 && strings.HasPrefix(prefix, w.Prefixes[i-1]) {
					t.Errorf("%q has the prefixes %q", query, w.Prefixes)
				}
			}
		}
		if len(keys) > 0 && len(keys) < namekey.MaxKeys && !found(name, keys) {
			t.Errorf("%q does not find itself: %q, %v", name, namekey.Query(name), keys)
		}
	})
}
