package entry_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/entry"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/entrylist"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

const tsuru, subaru = "Kawagoe Tsuru", "Tokushima Subaru"

// people are a register: the number of each is that of the place, from 1.
func people() []roster.Player {
	all := []roster.Player{
		{Name: "Ota Hiroe", NameLocal: "太田 裕江", Club: tsuru},
		{Name: "Shimada Kensuke", NameLocal: "島田 健介", Club: tsuru},
		{Name: "Kimura Masaki", NameLocal: "木村 正樹", Club: tsuru},
		{Name: "Kimura Motoaki", NameLocal: "木村 元昭", Club: tsuru},
		{Name: "Sato Yukito", NameLocal: "佐藤 幸斗", Club: tsuru},
		{Name: "Takahashi Jun", NameLocal: "髙橋 純", Club: subaru},
		{Name: "Takahashi Jun", NameLocal: "高橋 潤", Club: tsuru},
		{Name: "Mori Kenji", NameLocal: "森 健二", Club: subaru},
		{Name: "Mori Kenji", NameLocal: "森 賢治", Club: subaru},
		{Name: "Murayama Takao", NameLocal: "村山 貴雄", Club: tsuru},
		{Name: "Yoshida Fumi", NameLocal: "吉田 文", Club: subaru},
	}
	for n := range all {
		all[n].ID = fmt.Sprintf("N009%05d", 7*(n+1))
	}
	return all
}

func office(t *testing.T, births bool) *bureautest.Bureau {
	t.Helper()
	all := people()
	list := &roster.List{From: civil.Of(2024, 2, 1), Standings: make([]roster.Standing, len(all))}
	for n := range all {
		if births {
			all[n].Birth = civil.BirthOn(civil.Of(1980+n, 3, 4))
		}
		*list.Standings[n].Of(rating.Standard) = roster.State{Rating: rating.Rating(1200 + n), Peak: 1500, Games: 60, K: 20}
	}
	d := bureautest.With(t, "ncs", all, list)
	for i, name := range []string{tsuru, subaru} {
		d.Must(bureautest.KeepClub(d.Bureau, &register.Club{ID: fmt.Sprint("C000", i+1), Name: name, NameLocal: []string{"川越つる", "徳島すばる"}[i]}))
	}
	d.Set(all[0].ID, "kana=おおた ひろえ")
	d.Set(all[5].ID, "kana=たかはし じゅん")
	return d
}

// find returns who the entries of a text are, for an organiser of the first club.
func find(d *bureautest.Bureau, text string, chosen map[string]string) *entry.List {
	d.T.Helper()
	var list *entry.List
	d.Must(d.View(d.T.Context(), func(r bureau.Reader, _ *bureau.Settings) (err error) {
		list, err = entry.Find(r, entry.Asked{Lines: entrylist.Pasted(text), Chosen: chosen, Clubs: []string{"C0001"}, Days: civil.Range{From: civil.Of(2024, 3, 3), To: civil.Of(2024, 3, 4)}})
		return err
	}))
	return list
}

// said returns who an entry is: the state, the number, the candidates, and what is to be looked at.
func said(f *entry.Found) string {
	short := func(id string) string { return strings.TrimPrefix(id, "N009000") }
	text := []string{"settled", "taken", "open", "unknown", "left-out"}[f.State]
	if f.Is != nil {
		text += " " + short(f.Is.ID)
	}
	for i := range f.May {
		text += " ?" + short(f.May[i].ID)
	}
	if f.More {
		text += " ..."
	}
	for _, n := range f.Notes {
		text += " " + n.What
		if n.N != 0 {
			text += fmt.Sprint("=", n.N)
		}
	}
	return text
}

func TestWhoEntriesAre(t *testing.T) {
	t.Parallel()
	d := office(t, true)
	for text, want := range map[string]string{
		"N00900007":                       "settled 07",
		"n00900014 Shimada":               "settled 14",
		"Ｎ００９０００１４　島田":                    "settled 14",
		"900014":                          "settled 14", // as a spreadsheet leaves it
		"太田 裕江":                           "settled 07",
		"裕江　太田":                           "settled 07",
		"太田裕江":                            "settled 07",
		"おおた ひろえ":                         "settled 07",
		"ｵｵﾀ ﾋﾛｴ":                         "settled 07",
		"Hiroe Ohta":                      "settled 07",
		"高橋 純":                            "settled 42", // the other form of a kanji
		"たかはしじゅん":                         "settled 42",
		"太田裕江 川越つる":                       "settled 07",
		"Ota Hiroe (Kawagoe Tsuru)":       "settled 07",
		"Ota Hiroe Kawagoe Tsuru 1827":    "settled 07",
		"Yoshida\tFumi":                   "settled 77",
		"吉田\t文\t徳島すばる":                    "settled 77",
		"Takahashi Jun":                   "taken 49 ?49 ?42 namesakes=1",
		"Takahashi Jun, Tokushima Subaru": "taken 42 ?42 ?49 namesakes=1",
		"Mori Kenji":                      "open ?56 ?63 several=2",
		"Mori Kenji\t森 賢治":                "settled 63",
		"Kimura":                          "open ?21 ?28 several-here=2",
		"木村":                              "open ?21 ?28 several-here=2",
		"Shimada":                         "taken 14 ?14 only-here=1",
		"Ota Hiroe, Tokushima Subaru":     "taken 07 ?07 club-differs",
		"N00900070 Murayama Takao":        "settled 70",
		"N00900007 Murayama Takao":        "open ?70 ?07 number-other",
		"N00900017 Shimada Kensuke":       "taken 14 ?14 number-is", // one digit is wrong
		"N00900041 Shimada Kensuke":       "taken 14 ?14 number-is", // two are exchanged
		"N00800999 Shimada Kensuke":       "taken 14 ?14 number-is", // of our club
		"N00800999 Yoshida Fumi":          "open ?77 number-is",
		"N00900017":                       "open ?07 ?14 ?77 number-unknown",
		"Sato Yukto":                      "taken 35 ?35 near-here",
		"Yoshidda Fumi":                   "open ?77 near",
		"Yoshida":                         "open ?77 part",
		"Nobody Such":                     "unknown nobody",
		"N99999999":                       "unknown number-unknown",
	} {
		list := find(d, text, nil)
		if len(list.Entries) != 1 {
			t.Errorf("%q: got %d entries", text, len(list.Entries))
			continue
		}
		if got := said(&list.Entries[0]); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

// Whom an entry is taken for does not depend on what else is on the list: what all entries need is read at once.
func TestEntriesOfAListAreAsAlone(t *testing.T) {
	t.Parallel()
	d := office(t, true)
	lines := []string{
		"Yoshidda Fumi", "Mori Kenji", "Murayama Takaa", "Yoshida", "N00900017", "Yoshida Fumk", "Mury Kenji", "Nobody Such", "Mori Kenki", "Kimura Masakl",
		"N00800999 Yosida Fumii", "Yoshidda\tFumi", "Yoshidda Fumi", "Ota Hiroee, Tokushima Subaru", "Tkahashi Jun", "吉田 分", "Fumi Yoshidda",
	}
	all := find(d, strings.Join(lines, "\n"), nil)
	if len(all.Entries) != len(lines) {
		t.Fatalf("got %d entries of %d lines", len(all.Entries), len(lines))
	}
	for i, line := range lines {
		if got, want := said(&all.Entries[i]), said(&find(d, line, nil).Entries[0]); got != want {
			t.Errorf("%q on the list is %s, alone %s", line, got, want)
		}
	}
}

func TestChoicesAndDoubles(t *testing.T) {
	t.Parallel()
	d := office(t, true)
	text := "Ota Hiroe\nKimura\nN00900007\nMori Kenji\nYoshida"
	list := find(d, text, nil)
	keys := map[string]string{}
	for i := range list.Entries {
		keys[list.Entries[i].Text] = list.Entries[i].Key
	}
	list = find(d, "Sato Yukito\n"+text, map[string]string{keys["Kimura"]: "N00900028", keys["Mori Kenji"]: entry.Nobody, keys["Yoshida"]: "N00900007"})
	var got []string
	for i := range list.Entries {
		got = append(got, said(&list.Entries[i]))
	}
	want := []string{"settled 35", "settled 07", "settled 28 ?21 ?28 several-here=2", "left-out 07 twice=2", "left-out ?56 ?63 several=2", "open ?77 part"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if r := list.Entries[0].Is.Standing.Of(list.Kind).Rating; r != 1204 || !list.Entries[0].Is.Own || list.Kind != rating.Standard {
		t.Errorf("%+v", list.Entries[0].Is)
	}
	if shown := list.Shown(); len(shown) != 7 {
		t.Errorf("%v are shown", shown)
	}
}

// Births decide nothing.
func TestBirthsHaveNoSay(t *testing.T) {
	t.Parallel()
	text := "Takahashi Jun\nMori Kenji\nKimura\nSato Yukto\nN00900017\nN00900007 Murayama Takao\nYoshida Fumi 1990/03/04"
	with, without := find(office(t, true), text, nil), find(office(t, false), text, nil)
	with.Publication, without.Publication = nil, nil
	if !reflect.DeepEqual(with, without) {
		t.Errorf("got %+v with births, %+v without", with, without)
	}
}

func TestListsAreBounded(t *testing.T) {
	t.Parallel()
	d := office(t, true)
	err := d.View(t.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		_, err := entry.Find(r, entry.Asked{Lines: entrylist.Pasted(strings.Repeat("Ota Hiroe\n", entry.Most+1))})
		return err
	})
	if got := bureautest.Refusal(err); got != "entries-too-many" {
		t.Errorf("got %q", got)
	}
	list := find(d, strings.Repeat("Ota Hiroe\n", entry.Most), nil)
	if len(list.Entries) != entry.Most || said(&list.Entries[entry.Most-1]) != "left-out 07 twice=1" {
		t.Errorf("%d entries", len(list.Entries))
	}
}
