package players_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/correction"
)

// submits has a report of a round robin of four come, in which the first player wins all games. It is admitted.
func (o *office) submits() string {
	o.Helper()
	a := &act.SubmitReport{For: "Kawagoe Tsuru", From: "Aoki Ren", File: act.File{Name: "club.trf", Data: []byte(`012 Club evening
022 Kawagoe
032 JPN
042 2024/10/12
052 2024/10/12
062 4
092 Individual: Round-Robin
102 Aoki Ren
122 90min+30sec
001    1 m    Aoki, Ren                         2010 JPN   N00000001 1984/05/02  3.0    1     4 w 1     3 b 1     2 w 1
001    2 w    Baba, Mio                         1875 JPN   N00000002 1991/09/14  2.0    2     3 w 1     4 b 1     1 b 0
001    3 m    Chiba, Sota                       1700 JPN   N00000003 2012/01/30  1.0    3     2 b 0     1 w 0     4 w 1
001    4 w    Doi, Kana                         1500 JPN   N00000004 1999/12/01  0.0    4     1 b 0     2 w 0     3 b 0
`)}}
	a.Organizer, a.Responsible, a.Time = "Kawagoe Tsuru", "Aoki Ren", "10:00"
	ref := o.does(a).Subject
	o.does(&act.AdmitReport{Ruling: act.Ruling{Decided: act.Decided{Ref: ref, Reason: "Aoki Ren reports for the club"}}})
	return ref
}

// game returns what names a game on the page that was last shown.
func game(t *testing.T, page, ref, round string) string {
	t.Helper()
	_, rest, found := strings.Cut(page, `value="`+ref+" "+round+" ")
	value, _, _ := strings.Cut(rest, `"`)
	if !found {
		t.Fatalf("the page has no round %s of %s", round, ref)
	}
	return ref + " " + round + " " + value
}

// A player says that a result is wrong, an officer does what is asked for, and the page says so.
func TestWrongResult(t *testing.T) {
	both(t, func(t *testing.T, o *office) {
		ref := o.submits()
		b := o.player()
		page := "inquiry/new/"
		a := b.Get(page + "?player=N00000001&report=" + ref)
		b.Wants(a, http.StatusOK, page, "Club evening", map[string]string{"en": "Doi Kana", "ja": "土井 佳奈"}[o.Lang], o.say("desk.wrong.round", "round", "3"))
		if strings.Contains(a.Body, `name="email"`) {
			t.Error("whoever is signed in is asked for an address")
		}
		fields := b.Form(`name="about"`)
		b.Wants(b.Post(page, fields...), http.StatusUnprocessableEntity, page, o.Say("desk.wrong.nothing"), "Club evening")
		b.Wants(b.Post(page, append(fields, "about", "result")...), http.StatusUnprocessableEntity, page, o.Say("desk.wrong.which"))
		asks := slices.Concat(fields, []string{"about", "result", "game", game(t, a.Body, ref, "1"), "should", "1/2-1/2", "words", "It was a draw."})
		for range 2 { // pressed twice
			b.Wants(b.Post(page, asks...), http.StatusOK, "account/inquiries/Q1/", o.Say("desk.asked.is-sent"), "It was a draw.", "Club evening", o.Say("desk.asked.open"))
		}
		officer := o.Another()
		o.Enters(officer, "officer")
		officer.Wants(officer.Get("desk/inquiries/Q1/"), http.StatusOK, "desk/inquiries/Q1/", "It was a draw.", o.Say("desk.inquiry.grant"), "Aoki Ren")
		o.does(&act.AskClub{Ref: ref, Text: "What does the score sheet say?", Round: 1, White: 1, Black: 4})
		b.Wants(b.Get("account/inquiries/Q1/"), http.StatusOK, "account/inquiries/Q1/", o.Say("desk.asked.step-club"))
		o.does(&act.GrantInquiry{Number: "Q1", Because: act.Because{Reason: "so says the score sheet"}})
		b.Wants(b.Get("account/inquiries/Q1/"), http.StatusOK, "account/inquiries/Q1/", o.Say("desk.asked.granted"), "so says the score sheet")

		b.Get(page + "?player=N00000002")
		a = b.Post(page, append(b.Form(`name="about"`), "about", "person", "words", "These two are one.")...)
		b.Wants(a, http.StatusOK, "account/inquiries/Q3/", "These two are one.", "N00000002")
		o.Must(o.Bureau.View(t.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
			q, who, err := correction.FindInquiry(r, "Q3")
			if err == nil && (q.Player != "N00000002" || who.Name != "Player" || who.Contact != "player@example.jp") {
				t.Errorf("%+v, %+v", q, who)
			}
			return err
		}))
		for _, of := range []string{"player=N00000099", "report=2024-10-9999", "list=2030-01"} {
			if a := b.Get(page + "?" + of); a.Status != http.StatusNotFound {
				t.Errorf("%s: %d", of, a.Status)
			}
		}
	})
}
