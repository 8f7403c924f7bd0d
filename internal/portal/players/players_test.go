package players_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/test/hall"
)

// opening is the list from which the tests start.
const opening = `id,name,name_local,birth,standard,rapid,club
N00000001,"Aoki, Ren",青木 蓮,1984-05-02,2010,1900,Kawagoe Tsuru
N00000002,"Baba, Mio",馬場 澪,1991-09-14,1875,1800,Kawagoe Tsuru
N00000003,"Chiba, Sota",千葉 颯太,2012-01-30,1700,1650,Kawagoe Tsuru
N00000004,"Doi, Kana",土井 佳奈,1999-12-01,1500,1450,Kawagoe Tsuru
`

// office is a federation of four players. The first one has an account.
type office struct {
	*hall.Hall
	*testing.T
}

// both runs a test in each language.
func both(t *testing.T, test func(*testing.T, *office)) {
	t.Helper()
	for _, lang := range explain.Languages {
		t.Run(lang, func(t *testing.T) {
			o := &office{hall.Opening(t, lang, "", opening), t}
			for n := range 4 {
				o.does(&act.AddMember{Player: fmt.Sprintf("N%08d", n+1), From: civil.Of(2024, 1, 1), To: civil.Of(2025, 12, 31)})
			}
			o.Joins("player", account.Wish{Roles: []string{"player"}, Player: "N00000001"})
			test(t, o)
		})
	}
}

// does has something done at the machine itself.
func (o *office) does(a act.Act) *bureau.Outcome {
	o.Helper()
	out, err := act.Do(o.Context(), o.Bureau, a, act.With{})
	o.Must(err)
	return out
}

// player returns the browser of the player, who has entered.
func (o *office) player() *hall.Browser {
	o.Helper()
	b := o.Another()
	if a := o.Enters(b, "player"); a.Path != "/"+o.Lang+"/account/me/" {
		o.Errorf("a player begins at %s", a.Path)
	}
	return b
}

// say returns a text of pages with values.
func (o *office) say(key string, values ...string) string {
	data := explain.Data{}
	for i := 0; i < len(values); i += 2 {
		data[values[i]] = values[i+1]
	}
	return page.In(o.Lang).Text(key, data)
}

// A player sees all that is stored about them, decides how they are shown, and takes it along as a file.
func TestMe(t *testing.T) {
	both(t, func(t *testing.T, o *office) {
		b := o.player()
		a := b.Get("account/me/")
		b.Wants(a, http.StatusOK, "account/me/", "N00000001", "2010", "1900", "青木 蓮", "1984-05-02", o.Say("desk.me.indexed"))
		for _, other := range []string{"N00000002", "1991"} {
			if strings.Contains(a.Text(), other) {
				t.Errorf("the page says %s", other)
			}
		}
		a = b.Post("account/me/", append(b.Form(`value="consent"`), "indexed", "yes", "email", "ren@example.jp")...)
		b.Wants(a, http.StatusOK, "account/me/", o.Say("desk.me.saved"), "ren@example.jp")
		o.Must(o.Bureau.View(t.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
			card, err := register.CardOf(r, "N00000001")
			if err == nil && (!card.Indexed || card.Email != "ren@example.jp") {
				t.Errorf("%+v", card)
			}
			return err
		}))
		b.Wants(b.Post("account/me/", append(b.Form(`value="consent"`), "email", "nobody")...), http.StatusUnprocessableEntity, "account/me/", "nobody")

		b.Get("account/me/")
		a = b.Post("account/me/", append(b.Form(`value="data"`), "confirm-password", hall.Password)...)
		if a.Response.Header.Get("Content-Type") != "application/json" || !strings.Contains(a.Body, "1984-05-02") || strings.Contains(a.Body, "N00000002") {
			t.Errorf("the file: %d %s", a.Status, a.Body)
		}
	})
}

// A player asks to be forgotten, sees where that stands, and withdraws it.
func TestRemove(t *testing.T) {
	both(t, func(t *testing.T, o *office) {
		b := o.player()
		page := "account/me/remove/"
		b.Wants(b.Get(page), http.StatusOK, page, o.Say("desk.remove.erase-about"))
		fields := b.Form(`name="wish"`)
		b.Wants(b.Post(page, fields...), http.StatusUnprocessableEntity, page, o.Say("desk.remove.nothing"))
		for range 2 { // pressed twice
			b.Wants(b.Post(page, append(fields, "wish", "erase", "words", "I have moved away")...), http.StatusOK, "account/inquiries/Q1/", o.Say("desk.asked.open"), o.Say("desk.asked.step-next"), "I have moved away")
		}
		b.Wants(b.Get(page), http.StatusOK, page, o.Say("desk.remove.waits"), "Q1")
		officer := o.Another()
		o.Enters(officer, "officer")
		officer.Wants(officer.Get("desk/inquiries/Q1/"), http.StatusOK, "desk/inquiries/Q1/", "I have moved away")
		b.Get("account/inquiries/Q1/")
		b.Wants(b.Post("account/inquiries/Q1/", b.Form(`name="seen"`)...), http.StatusOK, "account/inquiries/Q1/", o.Say("desk.asked.withdrawn"), o.Say("desk.asked.step-withdrawn"))
		b.Wants(b.Get("account/inquiries/"), http.StatusOK, "account/inquiries/", "Q1", o.Say("desk.asked.are-closed"))

		o.Joins("player2", account.Wish{Roles: []string{"player"}, Player: "N00000002"})
		other := o.Another()
		o.Enters(other, "player2")
		if a := other.Get("account/inquiries/Q1/"); a.Status != http.StatusNotFound {
			t.Errorf("somebody else reads it: %d", a.Status)
		}
		if a := other.Get("account/inquiries/"); strings.Contains(a.Text(), "Q1") {
			t.Error("somebody else knows of it")
		}
	})
}
