package portal

import (
	"context"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/signin"
	"github.com/arpadchess/arpad/internal/test/authenticator"
	"github.com/arpadchess/arpad/roster"
)

// hall is the portal of a bureau with an account of each role, whose clock a test sets. All have the same password; who
// works in the office has one-time codes, too.
type hall struct {
	*browser
	*Portal
	office *office.Office
	bureau *bureau.Bureau
	now    time.Time
	secret map[string][]byte // of one-time codes, by role
}

// email returns the address of the account of a role.
func email(role string) string { return role + "@example.jp" }

// newHall opens the portal at a public address; empty: at this machine only.
func newHall(t *testing.T, lang, public string) *hall {
	t.Helper()
	h := &hall{browser: newBrowser(t, lang), now: time.Date(2024, 10, 22, 9, 0, 10, 0, time.UTC), secret: map[string][]byte{}}
	h.office = &office.Office{Database: filepath.Join(t.TempDir(), "arpad.db"), Officer: "root", Clock: func() time.Time { return h.now }}
	b, _, err := h.office.Begin(t.Context(), bureau.Settings{Authority: "jcf", ListZero: "2024-10"}, nil, &roster.List{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := office.Close(b); err != nil {
			t.Error(err)
		}
	})
	h.bureau = b
	if _, err := register.AddClub(t.Context(), b, []string{"name=Kawagoe Tsuru"}, ""); err != nil {
		t.Fatal(err)
	}
	h.Portal = opened(t, h.office, b, public)
	for _, role := range account.RoleNames[1:] {
		wish := account.Wish{Roles: []string{role}}
		if role == "organiser" {
			wish.Clubs = []string{"Kawagoe Tsuru"}
		}
		h.joins(role, wish)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := h.serves(ctx, h.Portal, h.Refuse)
	t.Cleanup(func() {
		stop()
		h.CloseIdleConnections()
		ended()
	})
	return h
}

// joins makes an account that has accepted its invitation.
func (h *hall) joins(role string, wish account.Wish) {
	h.Helper()
	made, err := account.Invite(h.Context(), h.bureau, email(role), strings.ToUpper(role[:1])+role[1:], wish, "")
	h.must(err)
	f := bureau.Factors{}
	f.Password, err = signin.HashPassword(h.Context(), goodPassword)
	h.must(err)
	if role != "organiser" {
		h.secret[role] = signin.NewSecret()
		f.Codes, err = h.Door.Sealer.Seal(h.secret[role], made.Number)
		h.must(err)
	}
	_, _, err = account.Accept(h.Context(), h.bureau, made.Token, "", f)
	h.must(err)
}

func (h *hall) must(err error) {
	h.Helper()
	if err != nil {
		h.Fatal(err)
	}
}

// say returns a text of pages.
func (h *hall) say(key string) string { return page.In(h.lang).Text(key, nil) }

// enters signs in as a role, in a browser, and returns the page to which it leads.
func (h *hall) enters(b *browser, role string) shows {
	h.Helper()
	if b.hidden("next") == "" && !strings.Contains(b.last, `id="password"`) {
		b.get("login/")
	}
	a := b.post("login/", "email", email(role), "password", goodPassword)
	if h.secret[role] != nil {
		b.wants(a, http.StatusOK, "login/", h.say("desk.code.title"))
		a = b.post("login/code/", "code", authenticator.Code(h.secret[role], h.now))
		h.now = h.now.Add(time.Minute) // each code works once
	}
	if a.status != http.StatusOK || a.path == "/"+h.lang+"/login/" {
		h.Fatalf("%s is not let in: %d at %s\n%s", role, a.status, a.path, a.text())
	}
	return a
}

// token returns the cookie of a browser's session.
func (b *browser) token() string {
	u, err := url.Parse(b.base)
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range b.Jar.Cookies(u) {
		if c.Name == ofSession {
			return c.Value
		}
	}
	return ""
}

// find returns the account of an address, if there is one.
func (h *hall) find(email string) (number string, a *bureau.Account) {
	h.Helper()
	h.must(h.bureau.View(h.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		return bureau.Accounts.Scan(r, "", "", func(n string, other *bureau.Account) (bool, error) {
			if other.Email == email {
				number, a = n, other
			}
			return true, nil
		})
	}))
	return number, a
}
