package registers_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"golang.org/x/text/encoding/japanese"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/hall"
)

// looks uploads a file and returns the page that says what it would change.
func (d *desks) looks(kind, name, content string) hall.Answer {
	d.Helper()
	d.Get("desk/import/")
	return d.over(d.Upload("desk/import/", []hall.File{{Field: "file", Name: name, Content: content}}, "kind", kind, "label", "2024-10"))
}

// over returns a page as it is when its job is over.
func (d *desks) over(a hall.Answer) hall.Answer {
	d.Helper()
	d.Jobs.Wait()
	return d.Get(strings.TrimPrefix(a.Path, "/"+d.Lang+"/"))
}

// decides sends the form of a preview.
func (d *desks) decides(a hall.Answer, filled ...string) hall.Answer {
	d.Helper()
	return d.over(d.Post(strings.TrimPrefix(a.Path, "/"+d.Lang+"/"), with(d.Form("form-all"), filled...)...))
}

// memberships returns the memberships of a player.
func (d *desks) memberships(id string) (all []register.Membership) {
	d.Helper()
	d.Must(d.Bureau.View(d.Context(), func(r bureau.Reader, _ *bureau.Settings) (err error) {
		all, err = register.MembershipsOf(r, id, 0)
		return err
	}))
	return all
}

// A list of members as an office keeps it, with a title above its headings, days as they are written, and in Shift_JIS, is looked at
// first; a row that cannot be right is written otherwise, one of nobody is left out, and then all of it is imported.
func TestImportMembers(t *testing.T) {
	each(t, func(t *testing.T, d *desks) {
		d.does(&act.AddMember{Player: d.first, From: civil.Of(2024, 4, 1), To: civil.Of(2025, 3, 31)})
		list := "会員名簿,2024年10月\r\n会員番号,氏名,入会日,有効期限\r\n" +
			d.first + ",平田 泰則,2024/4/1,2025/3/31\r\n" +
			d.second + ",平田 泰則,2024/10/1,2025/3/32\r\n" +
			d.other + ",平田 康則,2024/10/1,2025/3/31\r\n" +
			"N00099999,田中 一,2024/10/1,2025/3/31\r\n"
		content, err := japanese.ShiftJIS.NewEncoder().String(list)
		d.Must(err)
		a := d.looks("", "members.csv", content)
		d.Wants(a, http.StatusOK, strings.TrimPrefix(a.Path, "/"+d.Lang+"/"), d.Say("desk.registers.kind-member"), d.Say("desk.registers.cannot"), "2025/3/32", "N00099999", "会員番号", d.tell("desk.registers.row", "row", "4"), d.tell("desk.registers.row", "row", "6"))
		if len(d.memberships(d.other)) > 0 {
			t.Error("a look has imported something")
		}
		a = d.decides(a, "do", "decide", "row-4", "written", "cell-4-3", "2025/3/31", "row-6", "out")
		d.Wants(a, http.StatusOK, strings.TrimPrefix(a.Path, "/"+d.Lang+"/"), "2 "+d.Say("desk.registers.count-new"), "1 "+d.Say("desk.registers.count-same"), "2024-10-01 – 2025-03-31")
		done := d.decides(a, "do", "take", "reason", "list of October")
		d.Wants(done, http.StatusOK, strings.TrimPrefix(a.Path, "/"+d.Lang+"/"), d.Say("desk.registers.is-imported"))
		for _, id := range []string{d.first, d.second, d.other} {
			if all := d.memberships(id); len(all) != 1 || all[0].Days.To != civil.Of(2025, 3, 31) {
				t.Errorf("%s: %+v", id, all)
			}
		}
		d.Wants(d.decides(a, "do", "take"), http.StatusOK, strings.TrimPrefix(a.Path, "/"+d.Lang+"/"), d.Say("desk.registers.is-imported")) // pressed twice
		number, _ := d.Find(hall.Email("officer"))
		d.Must(d.Bureau.View(d.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
			n := 0
			err := bureau.Entries.Scan(r, "", "", func(_ string, e *bureau.Entry) (bool, error) {
				if e.Action == "member.import" {
					if n++; e.Actor != number || e.Reason != "list of October" {
						t.Errorf("the log has %+v", e)
					}
				}
				return true, nil
			})
			if n != 1 {
				t.Errorf("%d imports are in the log", n)
			}
			return err
		}))
	})
}

// Players: one who may be registered is, one who is new gets the next ID, and a date of birth stays as we have it unless it is to
// change. No date of birth is on the page.
func TestImportPlayers(t *testing.T) {
	each(t, func(t *testing.T, d *desks) {
		list := "id,name,name_local,birth,club,Verein-Nr\n" +
			d.other + ",Hirata Yasunori,平田 康則,2009-02-12,Kawagoe Tsuru,7\n" +
			",Hirata Yasunori,平田 泰則,1961-07-19,Kawagoe Tsuru,8\n" +
			",Ono Yasuo,小野 康夫,1990-05-05,Kawagoe Tsuru,9\n"
		a := d.looks("player", "players.csv", list)
		to := strings.TrimPrefix(a.Path, "/"+d.Lang+"/")
		d.Wants(a, http.StatusOK, to, d.tell("desk.registers.row", "row", "2"), d.tell("desk.registers.row", "row", "3"), d.Say("desk.registers.is-new"), "Ono Yasuo", d.Say("desk.registers.keep-birth"), "Verein-Nr", "Tokushima Subaru")
		a = d.decides(a, "do", "decide", "row-3", "is-"+d.first)
		d.Wants(a, http.StatusOK, strings.TrimPrefix(a.Path, "/"+d.Lang+"/"), "1 "+d.Say("desk.registers.count-new"))
		d.Wants(d.decides(a, "do", "take"), http.StatusOK, strings.TrimPrefix(a.Path, "/"+d.Lang+"/"), d.Say("desk.registers.is-imported"))
		if card := d.card(d.other); card.Birth.String() != "2009-02-11" || card.Club != "Kawagoe Tsuru" {
			t.Errorf("the card is %+v", card)
		}
		d.Wants(d.Get("desk/players/?q=Ono"), http.StatusOK, "desk/players/", "Ono Yasuo")
		d.Get(to)
		if a := d.Get(to); a.Status != http.StatusNotFound { // another file has taken its place
			t.Errorf("the file before: %d", a.Status)
		}
	})
}

// A list of FIDE brings titles and ratings, and proposes links, which are looked at as a list of players.
func TestImportFIDE(t *testing.T) {
	each(t, func(t *testing.T, d *desks) {
		linked := d.enters("name=Ono Yasuo", "birth=1990-05-05", "sex=m", "federation=JPN", "fide_id=7000135")
		player := func(id int, name, title string, rating, born int) string {
			return fmt.Sprintf("<player><fideid>%d</fideid><name>%s</name><country>JPN</country><sex>M</sex><title>%s</title><rating>%d</rating><birthday>%d</birthday></player>\n", id, name, title, rating, born)
		}
		list := `<?xml version="1.0"?>` + "\n<playerslist>\n" + player(7000135, "Ono, Yasuo", "FM", 2210, 1990) + player(7000136, "Hirata, Yasunori", "", 1720, 1961) + "</playerslist>\n"
		a := d.looks("", "standard_oct24frl_xml.xml", list)
		to := strings.TrimPrefix(a.Path, "/"+d.Lang+"/")
		d.Wants(a, http.StatusOK, to, d.Say("desk.registers.kind-fide"), "1 "+d.Say("desk.registers.count-changed"))
		d.Wants(d.decides(a, "do", "take"), http.StatusOK, to, d.Say("desk.registers.is-imported"))
		if card := d.card(linked); card.Title != "FM" || card.FideList != "2024-10" {
			t.Errorf("the card is %+v", card)
		}
	})
}

// A file that is none of these, an empty one and one that is given up import nothing.
func TestImportNothing(t *testing.T) {
	each(t, func(t *testing.T, d *desks) {
		d.Get("desk/import/")
		d.Wants(d.Upload("desk/import/", nil, "kind", ""), http.StatusUnprocessableEntity, "desk/import/")
		a := d.looks("fide", "notes.txt", "nothing of the kind\n")
		to := strings.TrimPrefix(a.Path, "/"+d.Lang+"/")
		d.Wants(a, http.StatusOK, to, "notes.txt", d.Say("desk.registers.drop"))
		a = d.looks("club", "clubs.csv", "Name,Prefecture\nGifu Midori,Gifu\n")
		d.Wants(a, http.StatusOK, strings.TrimPrefix(a.Path, "/"+d.Lang+"/"), "Gifu Midori")
		d.Wants(d.Get("desk/import/"), http.StatusOK, "desk/import/", "clubs.csv")
		d.Wants(d.decides(d.Get(strings.TrimPrefix(a.Path, "/"+d.Lang+"/")), "do", "drop"), http.StatusOK, "desk/import/")
		lacks(t, d.Get("desk/import/"), "clubs.csv")
		other := d.auditor()
		if a := other.Get(to); a.Status != http.StatusNotFound {
			t.Errorf("an auditor sees a file: %d", a.Status)
		}
	})
}
