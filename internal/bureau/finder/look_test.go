package finder_test

import (
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/finder"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// A name with one typing mistake offers those whom it may mean, whether or not names are kept.
func TestTypingMistakes(t *testing.T) {
	t.Parallel()
	d := bureautest.Sixteen(t, "ncs")
	_, err := register.ImportPlayers(t.Context(), d.Bureau, strings.NewReader(`id,name,name_local,kana
N00000101,Takahashi Masanori,高橋 昌則,たかはし まさのり
N00000102,Takahama Kei,高浜 圭,たかはま けい
N00000103,Jo Yoka,城 陽花,じょう ようか
N00000104,Ono Ren,小野 蓮,おの れん
`), "more.csv", "a test")
	d.Must(err)
	d.Look(func(r bureau.Reader) error {
		fresh, err := finder.New(r)
		d.Must(err)
		prepared, err := finder.New(r)
		d.Must(err)
		d.Must(prepared.Prepare(r))
		for _, c := range []struct {
			text, want string
			near       bool
		}{
			{"takahashi", "N00000101", false},
			{"Masanori Takahashi", "N00000101", false},
			{"橋", "N00000101", false}, // the second character of a family name
			{"陽花", "N00000103", false},
			{"高", "N00000102 N00000101", false},
			{"たかはし", "N00000101", false},
			{"tkahashi", "N00000101", true},          // a letter less
			{"takahashy", "N00000101", true},         // another letter
			{"takahashhi", "N00000101", true},        // one more
			{"takahsahi", "N00000101", true},         // two exchanged
			{"tkahashi masanori", "N00000101", true}, // beside a right word
			{"takahashi masanpri", "N00000101", true},
			{"takahamashi", "", true}, // two mistakes
			{"たかはち", "N00000101", true},
			{"高橋昌典", "N00000101", true}, // another kanji
			{"uno", "", true},           // too short: Ono, Ueno, Unno
		} {
			for _, search := range []*finder.Search{fresh, prepared} {
				found, err := search.Look(r, c.text, 5)
				d.Must(err)
				var ids []string
				for _, h := range found.Players {
					ids = append(ids, h.ID)
				}
				if got := strings.Join(ids, " "); got != c.want || found.Near != c.near {
					t.Errorf("%q finds %q, nearly: %t; want %q, %t", c.text, got, found.Near, c.want, c.near)
				}
			}
		}
		return nil
	})
}

// Events are found by number, by words of the name, by any name of the organiser, its region, and
// the year, those that ended last first; clubs by both names and by ID.
func TestEventsAndClubs(t *testing.T) {
	t.Parallel()
	d := bureautest.Sixteen(t, "ncs")
	refs := d.Live(1, 3, nil)
	_, err := register.AddClub(t.Context(), d.Bureau, []string{"name=Minato Chess Club", "name_local=港チェスクラブ", "region=Kanagawa"}, "")
	d.Must(err)
	d.Look(func(r bureau.Reader) error {
		search, err := finder.New(r)
		d.Must(err)
		all := strings.Join([]string{refs[3], refs[2], refs[1]}, " ")
		for _, c := range []struct{ text, want string }{
			{refs[2], refs[2]},
			{strings.NewReplacer("0", "０", "1", "１", "2", "２", "4", "４", "-", "－").Replace(refs[2]), refs[2]},
			{"minato open", all}, {"open", all}, {"港", all}, {"kanagawa", all}, {"minato 2024", all}, {"2024", all}, {"港 2024", all},
			{"2023", ""}, {"minato 2023", ""}, {"sakura", ""}, {"", ""},
		} {
			found, err := search.Events(r, c.text, 5)
			d.Must(err)
			var got []string
			for _, e := range found.Reports {
				got = append(got, e.Ref)
			}
			if strings.Join(got, " ") != c.want || found.Number != (c.want != "" && c.want != all) {
				t.Errorf("%q finds the events %v, want %s", c.text, got, c.want)
			}
		}
		if found, err := search.Events(r, "minato", 2); err != nil || len(found.Reports) != 2 || !found.More {
			t.Errorf("two of three: %+v %v", found, err)
		}
		for text, want := range map[string]int{"minato": 1, "港": 1, "チェス": 1, "C0001": 1, "c0001": 1, "Ｃ０００１": 1, "kanagawa": 1, "sakura": 0, "C0002": 0} {
			if found := search.Clubs(text, 5); len(found) != want || want == 1 && found[0].Name != "Minato Chess Club" {
				t.Errorf("%q finds the clubs %v", text, found)
			}
		}
		return nil
	})
}
