package players_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau/account"
)

// Who played against somebody who asks for another result is asked on their own page, without the words and the name of who asked beside
// what the report has. They and the club answer, an officer reads both, and nobody else finds the page.
func TestOpponentIsAsked(t *testing.T) {
	both(t, func(t *testing.T, o *office) {
		ref := o.submits()
		o.Joins("opponent", account.Wish{Roles: []string{"player"}, Player: "N00000004"})
		o.Joins("stranger", account.Wish{Roles: []string{"player"}, Player: "N00000002"})
		b, opponent, stranger, organiser := o.player(), o.Another(), o.Another(), o.Another()
		o.Enters(opponent, "opponent")
		o.Enters(stranger, "stranger")
		o.Enters(organiser, "organiser")
		a := b.Get("inquiry/new/?player=N00000001&report=" + ref)
		asks := slices.Concat(b.Form(`name="about"`), []string{"about", "result", "game", game(t, a.Body, ref, "1"), "should", "1/2-1/2", "words", "secret words"})
		b.Wants(b.Post("inquiry/new/", asks...), http.StatusOK, "account/inquiries/Q1/", o.Say("desk.asked.open"))

		page := "account/asked/Q1/"
		for name, who := range map[string]int{"who asked": b.Get(page).Status, "another player": stranger.Get(page).Status, "of another number": opponent.Get("account/asked/Q2/").Status} {
			if who != http.StatusNotFound {
				t.Errorf("%s: %d", name, who)
			}
		}
		opponent.Wants(opponent.Get("account/me/"), http.StatusOK, "account/me/", o.Say("desk.doubt.waits"), "asked/Q1/")
		a = opponent.Get(page)
		opponent.Wants(a, http.StatusOK, page, "Club evening", "N00000001", "N00000004", map[string]string{"en": "Aoki Ren", "ja": "青木 蓮"}[o.Lang], o.Say("desk.doubt.yes"), o.Say("desk.doubt.no"))
		for _, secret := range []string{"secret words", "player@example.jp", "1984", "1999"} {
			if strings.Contains(a.Body, secret) {
				t.Errorf("the opponent reads %s", secret)
			}
		}
		opponent.Wants(opponent.Post(page, opponent.Form(`name="result"`)...), http.StatusUnprocessableEntity, page, o.Say("desk.doubt.nothing"))
		opponent.Wants(opponent.Post(page, append(opponent.Form(`name="result"`), "result", "1/2-1/2")...), http.StatusOK, page, o.say("desk.doubt.said", "result", o.Say("desk.wrong.result-1212")))
		if a := opponent.Get("account/me/"); strings.Contains(a.Text(), o.Say("desk.doubt.waits")) {
			t.Error("they are asked again")
		}

		organiser.Wants(organiser.Get("portal/"), http.StatusOK, "portal/", "asked/Q1/")
		organiser.Wants(organiser.Get("portal/asked/Q1/"), http.StatusOK, "portal/asked/Q1/", o.Say("desk.doubt.yes"))
		organiser.Wants(organiser.Post("portal/asked/Q1/", append(organiser.Form(`name="result"`), "result", "1-0")...), http.StatusOK, "portal/asked/Q1/", o.say("desk.doubt.said", "result", o.Say("desk.wrong.result-10")))

		sheet := o.does(&act.AskClub{Ref: ref, Text: "What does the score sheet say?", Round: 1, White: 1, Black: 4}).Subject
		page = "portal/asked/" + sheet + "/"
		organiser.Wants(organiser.Get(page), http.StatusOK, page, "What does the score sheet say?", "N00000004", o.Say("desk.question.as-reported"))
		organiser.Wants(organiser.Post(page, append(organiser.Form(`name="result"`), "result", "1-0")...), http.StatusOK, page, o.Say("desk.question.replied"))
		officer := o.Another()
		o.Enters(officer, "officer")
		officer.Wants(officer.Get("desk/inquiries/Q1/"), http.StatusOK, "desk/inquiries/Q1/", o.Say("desk.inquiry.others"), "N00000004", o.Say("desk.inquiry.as-asked"), o.Say("desk.inquiry.reporting-club"), o.Say("desk.inquiry.as-reported"))
		officer.Wants(officer.Get("desk/inquiries/"+sheet+"/"), http.StatusOK, "desk/inquiries/"+sheet+"/", o.say("desk.question.says-reported", "result", o.Say("desk.wrong.result-10")))
		o.does(&act.GrantInquiry{Number: "Q1", Because: act.Because{Reason: "so says the score sheet"}})
		page = "account/asked/Q1/"
		opponent.Wants(opponent.Get(page), http.StatusOK, page, o.say("desk.doubt.said", "result", o.Say("desk.wrong.result-1212")))
	})
}
