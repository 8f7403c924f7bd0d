package players_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/portal/players"
	"github.com/arpadchess/arpad/internal/test/hall"
)

// Siblings with one guardian each get an account by the guardian's address. The first one is entered by the address, the other by its ID.
func TestAccountsOfSiblings(t *testing.T) {
	both(t, func(_ *testing.T, o *office) {
		for _, child := range [][3]string{{"N00000003", "ken@example.jp", "the first long password"}, {"N00000004", "N00000004", "the other long password"}} {
			id, as, password := child[0], child[1], child[2]
			o.does(&act.SetPlayer{ID: id, Fields: []string{"birth=2012-01-30", "guardian=Chiba Ken", "guardian_email=ken@example.jp"}})
			b := o.Another()
			b.Post("account/new/", "id", id)
			b.Get(o.link("bind", "ken@example.jp"))
			b.Wants(b.Post("account/bind/"), http.StatusOK, "invite/", as)
			b.Wants(b.Post("invite/", "name", "Chiba Ken", "password", password), http.StatusOK, "account/me/", id)
			again := o.Another()
			again.Get("login/")
			again.Wants(again.Post("login/", "email", as, "password", password), http.StatusOK, "account/me/", id)
		}
	})
}

// Whoever the register reaches nowhere says where they are reached, and opens a link there. Then they stand in a list of the office, which
// invites them or answers; who does not administer accounts reads the command. Nothing tells whether the register has an address.
func TestAccountIsAskedOfTheOffice(t *testing.T) {
	both(t, func(t *testing.T, o *office) {
		o.does(&act.SetPlayer{ID: "N00000002", Fields: []string{"email=mio@example.jp"}})
		b, page := o.Another(), "account/new/"
		b.Wants(b.Post(page, "id", "N00000004", "email", "kana@example.jp"), http.StatusUnprocessableEntity, page, o.Say("desk.wrong.no-email"))
		for id, email := range map[string]string{"N00000002": "other@example.jp", "N00000004": "kana@example.jp"} { // an address; none
			b.Wants(b.Post(page, "id", id, "who", "Doi Kana", "email", email), http.StatusOK, page, o.say("desk.bind.officer", "email", email))
			if o.link("confirm-inquiry", email) == "" {
				t.Errorf("no letter goes to %s", email)
			}
		}
		reader := o.Another()
		reader.Wants(reader.Get(o.link("confirm-inquiry", "kana@example.jp")), http.StatusOK, "inquiry/confirm/", o.say("desk.bind.says", "id", "N00000004"))
		reader.Wants(reader.Post("inquiry/confirm/"), http.StatusOK, "inquiry/confirm/", "Q1")
		officer := o.Another()
		o.Enters(officer, "officer")
		officer.Wants(officer.Get("desk/"), http.StatusOK, "desk/", o.Say("desk.morning.inquiries"))
		a := officer.Get("desk/inquiries/")
		officer.Wants(a, http.StatusOK, "desk/inquiries/", o.Say("desk.inquiries.accounts"), "N00000004", "Doi Kana", "kana@example.jp", "Kawagoe Tsuru")
		officer.Wants(officer.Get("desk/inquiries/Q1/"), http.StatusOK, "desk/inquiries/Q1/", o.Say("desk.inquiries.account"), "arpad account invite --role player --player N00000004")
		o.does(&act.CloseInquiry{Number: "Q1", Reason: "come to the office"})
		if a := officer.Get("desk/inquiries/"); strings.Contains(a.Text(), o.Say("desk.inquiries.accounts-about")) {
			t.Error("it is still to be decided")
		}
	})
}

// Where a letter goes is read as often whether there is a player with the ID, an address or an account.
func TestNoPlayerIsToldFromNone(t *testing.T) {
	o := &office{hall.Opening(t, "en", "", opening), t}
	o.does(&act.SetPlayer{ID: "N00000002", Fields: []string{"email=mio@example.jp"}})
	o.Joins("player", account.Wish{Roles: []string{"player"}, Player: "N00000001"})
	reads := map[int][]string{}
	o.Must(o.Bureau.View(t.Context(), func(r bureau.Reader, s *bureau.Settings) error {
		for _, id := range []string{"N00000001", "N00000002", "N00000004", "N09999999", "x"} { // an account; an address; none; nobody
			n := 0
			if err := players.Reached(&counting{r, &n}, o.Bureau.Today(s), id); err != nil {
				return err
			}
			reads[n] = append(reads[n], id)
		}
		return nil
	}))
	if len(reads) != 1 {
		t.Errorf("reads, and for whom: %v", reads)
	}
}

// counting counts what is read.
type counting struct {
	bureau.Reader
	n *int
}

func (c *counting) Get(kind, key string) ([]byte, error) {
	*c.n++
	return c.Reader.Get(kind, key)
}

func (c *counting) Scan(kind, from, to string, each func(string, []byte) (bool, error)) error {
	return c.Reader.Scan(kind, from, to, func(key string, value []byte) (bool, error) {
		*c.n++
		return each(key, value)
	})
}

// A player gets an account by the address that the register has for them, a minor by that of their guardian. Whoever asks for the ID of
// somebody else learns nothing of them, and a letter goes to none but these.
func TestAccountOfPlayer(t *testing.T) {
	both(t, func(t *testing.T, o *office) {
		o.does(&act.SetPlayer{ID: "N00000002", Fields: []string{"email=mio@example.jp"}})
		o.does(&act.SetPlayer{ID: "N00000003", Fields: []string{"email=sota@example.jp", "guardian=Chiba Ken", "guardian_email=ken@example.jp"}})
		b := o.Another()
		page := "account/new/"
		b.Wants(b.Get("login/"), http.StatusOK, "login/", o.Say("desk.bind.new"))
		b.Wants(b.Post(page), http.StatusUnprocessableEntity, page, o.Say("desk.bind.no-id"))
		pages := map[string]bool{}
		for _, id := range []string{"N00000002", "N00000003", "N00000004", "N09999999", "N00000001"} { // an address; a guardian's; none; nobody; an account
			a := b.Post(page, "id", id)
			b.Wants(a, http.StatusOK, page, o.say("desk.bind.sent", "id", id))
			pages[strings.ReplaceAll(a.Body, id, "ID")] = true
		}
		if len(pages) != 1 {
			t.Errorf("there are %d pages", len(pages))
		}
		if to := o.link("bind", "sota@example.jp"); to != "" {
			t.Errorf("a minor gets a letter: %s", to)
		}
		for id, address := range map[string]string{"N00000002": "mio@example.jp", "N00000003": "ken@example.jp"} {
			lost := o.Another() // who has opened the link, and lost the page before they chose how to sign in
			lost.Get(o.link("bind", address))
			lost.Wants(lost.Post("account/bind/"), http.StatusOK, "invite/", address)
			b.Post(page, "id", id)
			to := o.link("bind", address)
			reader := o.Another()
			reader.Wants(reader.Get(to), http.StatusOK, "account/bind/", id)
			reader.Wants(reader.Post("account/bind/"), http.StatusOK, "invite/", address)
			reader.Wants(reader.Post("invite/", "name", "Somebody", "password", hall.Password), http.StatusOK, "account/me/", id)
			if other := o.Another(); other.Get(to).Status != http.StatusNotFound {
				t.Errorf("the link of %s works twice", id)
			}
		}
		n := 0
		o.Must(o.Bureau.View(o.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
			return bureau.Accounts.Scan(r, "", "", func(_ string, a *bureau.Account) (bool, error) {
				if a.Roles == bureau.Player && a.Player != "" && a.May() {
					n++
				}
				return true, nil
			})
		}))
		if n < 2 {
			t.Errorf("%d players have accounts", n)
		}
	})
}
