package hall

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/signin"
	"github.com/arpadchess/arpad/internal/test/authenticator"
	"github.com/arpadchess/arpad/roster"
)

// Hall is the portal of a bureau with an account of each role, whose clock a test sets. All have the same password; who
// works in the office has one-time codes, too.
type Hall struct {
	*Browser
	*portal.Portal
	Bureau  *bureau.Bureau
	Now     time.Time
	Secrets map[string][]byte // of one-time codes, by role
}

// Email returns the address of the account of a role.
func Email(role string) string { return role + "@example.jp" }

// New opens the portal at a public address; empty: at this machine only.
func New(t *testing.T, lang, public string) *Hall { return Opening(t, lang, public, "") }

// Opening is New with an opening list as CSV; empty: of nobody.
func Opening(t *testing.T, lang, public, csv string) *Hall {
	t.Helper()
	return Under(t, lang, public, "jcf", csv)
}

// Under is like Opening, under the rules of an authority.
func Under(t *testing.T, lang, public, authority, csv string) *Hall {
	t.Helper()
	return opening(t, lang, public, csv, bureau.Settings{Authority: authority, ListZero: "2024-10"}, time.Date(2024, 10, 22, 9, 0, 10, 0, time.UTC))
}

// WithFees is New at a time when the rules of Japan had a fee for each player of a report.
func WithFees(t *testing.T, lang string) *Hall {
	t.Helper()
	return opening(t, lang, "", "", bureau.Settings{Authority: "ncs", ListZero: "2023-02"}, time.Date(2023, 2, 2, 9, 0, 10, 0, time.UTC))
}

func opening(t *testing.T, lang, public, csv string, settings bureau.Settings, now time.Time) *Hall {
	t.Helper()
	players, list, found := roster.Read(strings.NewReader(cmp.Or(csv, "id,name\n")), "list.csv")
	if slices.ContainsFunc(found, func(f finding.Finding) bool { return f.Severity == finding.Error }) {
		t.Fatal(found)
	}
	h := &Hall{Browser: NewBrowser(t, lang), Now: now, Secrets: map[string][]byte{}}
	o := &office.Office{Database: filepath.Join(t.TempDir(), "arpad.db"), Officer: "root", Clock: func() time.Time { return h.Now }}
	b, _, err := o.Begin(t.Context(), settings, players.Players, &list)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := office.Close(b); err != nil {
			t.Error(err)
		}
	})
	h.Bureau = b
	if _, err := register.AddClub(t.Context(), b, []string{"name=Kawagoe Tsuru"}, ""); err != nil {
		t.Fatal(err)
	}
	h.Portal = Open(t, o, b, public)
	for _, role := range account.RoleNames[1:] {
		wish := account.Wish{Roles: []string{role}}
		if role == "organiser" {
			wish.Clubs = []string{"Kawagoe Tsuru"}
		}
		h.Joins(role, wish)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := h.Served(ctx, h.Portal, h.Refuse)
	t.Cleanup(func() {
		stop()
		h.CloseIdleConnections()
		ended()
	})
	return h
}

// hashed is Password as accounts have it. It is made once: that takes a while, on purpose.
var hashed = sync.OnceValues(func() (string, error) { return signin.HashPassword(context.Background(), Password) })

// Joins makes an account that has accepted its invitation.
func (h *Hall) Joins(role string, wish account.Wish) {
	h.Helper()
	made, err := account.Invite(h.Context(), h.Bureau, Email(role), strings.ToUpper(role[:1])+role[1:], wish, "")
	h.Must(err)
	f := bureau.Factors{}
	f.Password, err = hashed()
	h.Must(err)
	if role != "organiser" && role != "player" {
		h.Secrets[role] = signin.NewSecret()
		f.Codes, err = h.Door.Sealer.Seal(h.Secrets[role], made.Number)
		h.Must(err)
	}
	_, _, err = account.Accept(h.Context(), h.Bureau, made.Token, "", f)
	h.Must(err)
}

// Must fails the test for an error.
func (h *Hall) Must(err error) {
	h.Helper()
	if err != nil {
		h.Fatal(err)
	}
}

// Say returns a text of pages.
func (h *Hall) Say(key string) string { return page.In(h.Lang).Text(key, nil) }

// Enters signs in as a role, in a browser, and returns the page to which it leads.
func (h *Hall) Enters(b *Browser, role string) Answer {
	h.Helper()
	if b.Hidden("next") == "" && !strings.Contains(b.Last, `id="password"`) {
		b.Get("login/")
	}
	a := b.Post("login/", "email", Email(role), "password", Password)
	if h.Secrets[role] != nil {
		b.Wants(a, http.StatusOK, "login/", h.Say("desk.code.title"))
		a = b.Post("login/code/", "code", authenticator.Code(h.Secrets[role], h.Now))
		h.Now = h.Now.Add(time.Minute) // each code works once
	}
	if a.Status != http.StatusOK || a.Path == "/"+h.Lang+"/login/" {
		h.Fatalf("%s is not let in: %d at %s\n%s", role, a.Status, a.Path, a.Text())
	}
	return a
}

// Token returns the cookie of a browser's session.
func (b *Browser) Token() string {
	u, err := url.Parse(b.Base)
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range b.Jar.Cookies(u) {
		if c.Name == "arpad" {
			return c.Value
		}
	}
	return ""
}

// Find returns the account of an address, if there is one.
func (h *Hall) Find(email string) (number string, a *bureau.Account) {
	h.Helper()
	h.Must(h.Bureau.View(h.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		return bureau.Accounts.Scan(r, "", "", func(n string, other *bureau.Account) (bool, error) {
			if other.Email == email {
				number, a = n, other
			}
			return true, nil
		})
	}))
	return number, a
}
