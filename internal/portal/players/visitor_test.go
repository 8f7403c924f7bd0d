package players_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/test/hall"
	"github.com/arpadchess/arpad/internal/work"
)

// link returns the address of the link in the last letter of a kind to somebody, empty if there is none.
func (o *office) link(kind, address string) (to string) {
	o.Helper()
	o.Must(o.Door.Work.Letters(o.Context(), work.Waits, "", func(l *work.Letter) bool {
		if l.Kind == kind {
			a, err := o.Door.Work.AskOf(o.Context(), l)
			o.Must(err)
			if a != nil && a.Address == address {
				to = "/" + a.Language + "/" + a.Path + "?code=" + a.Token
			}
		}
		return true
	}))
	return to
}

// inquiries returns how many there are.
func (o *office) inquiries() (n int) {
	o.Helper()
	o.Must(o.Bureau.View(o.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		all, err := correction.Inquiries(r)
		n = len(all)
		return err
	}))
	return n
}

// Somebody without an account asks: nothing comes until they have opened the link in their letter and pressed the button. Then
// an officer reads it and answers, and the link in the next letter shows the answer.
func TestVisitor(t *testing.T) {
	both(t, func(t *testing.T, o *office) {
		ref := o.submits()
		b := o.Another()
		page := "inquiry/new/"
		a := b.Get(page + "?player=N00000004&report=" + ref)
		b.Wants(a, http.StatusOK, page, o.Say("desk.wrong.no-account"), "Club evening")
		asks := append(b.Form(`name="about"`), "about", "result", "game", game(t, a.Body, ref, "1"), "should", "0-1", "words", "I have won it.")
		b.Wants(b.Post(page, append(asks, "who", "Doi", "email", "kana@@example")...), http.StatusUnprocessableEntity, page, o.Say("desk.wrong.no-email"), "I have won it.")
		b.Wants(b.Post(page, append(asks, "who", "Doi Kana", "email", "kana@example.jp")...), http.StatusOK, page, o.Say("desk.wrong.waits-days"), "kana@example.jp")
		to := o.link("confirm-inquiry", "kana@example.jp")
		if to == "" || o.inquiries() != 0 {
			t.Fatalf("the letter: %q; %d inquiries", to, o.inquiries())
		}
		other := o.Another() // in which the letter is read
		for range 2 {        // a program that looks into mails, and they themselves
			other.Wants(other.Get(to), http.StatusOK, "inquiry/confirm/", "I have won it.", "Doi Kana", o.say("desk.wrong.says-game", "event", "Club evening", "round", "1", "name", map[string]string{"en": "Aoki Ren", "ja": "青木 蓮"}[o.Lang]))
		}
		if o.inquiries() != 0 {
			t.Error("it came when the link was opened")
		}
		other.Wants(other.Post("inquiry/confirm/"), http.StatusOK, "inquiry/confirm/", "Q1", "kana@example.jp")
		other.Wants(other.Post("inquiry/confirm/"), http.StatusNotFound, "inquiry/confirm/", o.Say("desk.wrong.gone"))
		if o.inquiries() != 1 {
			t.Errorf("%d inquiries", o.inquiries())
		}
		officer := o.Another()
		o.Enters(officer, "officer")
		officer.Wants(officer.Get("desk/inquiries/Q1/"), http.StatusOK, "desk/inquiries/Q1/", "I have won it.", "Doi Kana", "kana@example.jp", "N00000004")

		state := o.link("inquiry-state", "kana@example.jp")
		third := o.Another()
		third.Wants(third.Get(state), http.StatusOK, "inquiry/state/", "Q1", o.Say("desk.asked.open"), "I have won it.")
		o.does(&act.CloseInquiry{Number: "Q1", Reason: "the score sheet says 1-0"})
		third.Wants(third.Get(state), http.StatusOK, "inquiry/state/", "the score sheet says 1-0", o.Say("desk.asked.answered"))
		if a := b.Get("account/inquiries/Q1/"); a.Path != "/"+o.Lang+"/login/" {
			t.Errorf("without the link: %s", a.Path)
		}
	})
}

// Whatever the address is, and however often it was written to, the page says the same.
func TestVisitorLearnsNothing(t *testing.T) {
	o := &office{hall.Opening(t, "en", "", opening), t}
	b := o.Another()
	said := func(email string) string {
		b.Get("inquiry/new/?player=N00000001")
		a := b.Post("inquiry/new/", append(b.Form(`name="about"`), "about", "other", "words", "x", "who", "Y", "email", email)...)
		return strings.ReplaceAll(a.Body, email, "")
	}
	first := said("officer@example.jp")
	for _, email := range []string{"nobody@example.jp", "officer@example.jp", "officer@example.jp", "officer@example.jp", "officer@example.jp", "officer@example.jp", "officer@example.jp"} {
		if said(email) != first {
			t.Errorf("%s: the page says something else", email)
		}
	}
}

// Somebody follows a player by mail, once they have confirmed that the address is theirs.
func TestFollow(t *testing.T) {
	both(t, func(t *testing.T, o *office) {
		b := o.Another()
		for _, of := range []string{"player+N00000099", "club+C0099", "event+2024-10-0099", "list+1", ""} {
			if a := b.Get("follow/?of=" + of); a.Status != http.StatusNotFound {
				t.Errorf("%q: %d", of, a.Status)
			}
		}
		b.Wants(b.Get("follow/?of=player+N00000002"), http.StatusOK, "follow/", o.Say("desk.follow.will-end"))
		b.Wants(b.Post("follow/", append(b.Form(`name="of"`), "email", "kei@")...), http.StatusUnprocessableEntity, "follow/", o.Say("desk.follow.no-email"))
		b.Wants(b.Post("follow/", append(b.Form(`name="of"`), "email", "kei@example.jp")...), http.StatusOK, "follow/", "kei@example.jp", o.Say("desk.follow.waits-days"))
		followers := func(want int) {
			t.Helper()
			all, err := o.Door.Work.Followers(t.Context(), "player N00000002")
			o.Must(err)
			if len(all) != want {
				t.Errorf("%d followers, not %d", len(all), want)
			}
		}
		b.Wants(b.Get(o.link("confirm-follow", "kei@example.jp")), http.StatusOK, "follow/confirm/", o.Say("desk.follow.confirm"))
		followers(0)
		b.Wants(b.Post("follow/confirm/"), http.StatusOK, "follow/confirm/", o.say("desk.follow.done", "email", "kei@example.jp"))
		followers(1)
	})
}
