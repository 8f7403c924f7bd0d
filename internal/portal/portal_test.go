package portal

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/explain"
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

// Signing in by password and code, in both languages: a code works once, a recovery code, too; whoever signs out is out.
func TestSignIn(t *testing.T) {
	for _, lang := range explain.Languages {
		t.Run(lang, func(t *testing.T) {
			h := newHall(t, lang, "")
			h.wants(h.get("/login"), http.StatusOK, "login/", h.say("desk.login.title"))
			h.wants(h.enters(h.browser, "organiser"), http.StatusOK, "account/", "Kawagoe Tsuru", "organiser@example.jp")
			h.wants(h.get("desk/"), http.StatusNotFound, "desk/")
			officer := h.another()
			officer.wants(h.enters(officer, "officer"), http.StatusOK, "desk/", "Officer")
			a := officer.post("account/", "do", "name", "name", "Suzuki Hana")
			officer.wants(a, http.StatusOK, "account/", "Suzuki Hana")
			was := officer.token()
			a = officer.post("logout/")
			officer.wants(a, http.StatusOK, "login/")
			if got := a.response.Request.Response.Header.Get("Clear-Site-Data"); got != `"cache", "storage"` {
				t.Errorf("what the browser keeps is cleared by %q", got)
			}
			if is, err := h.Door.Work.Session(t.Context(), was); is != nil || err != nil {
				t.Errorf("the session goes on: %+v, %v", is, err)
			}
			officer.wants(officer.get("account/"), http.StatusOK, "login/")
			if got := officer.hidden("next"); got != "/"+lang+"/account/" {
				t.Errorf("it goes on at %q", got)
			}
			officer.wants(h.enters(officer, "officer"), http.StatusOK, "account/")
		})
	}
}

// What is wrong has one answer, whether there is an account or not.
func TestWrongSignIn(t *testing.T) {
	h := newHall(t, "en", "")
	texts := map[string]string{}
	for name, fields := range map[string][]string{
		"no account": {"email", "nobody@example.jp", "password", goodPassword}, "password": {"email", email("officer"), "password", "five words of nobody"},
		"no password": {"email", email("officer")}, "nothing": {}, "passkey": {"passkey", "{}", "ceremony", "nothing"}, "no ceremony": {"passkey", "{}"},
	} {
		b := h.another()
		b.get("login/")
		a := b.post("login/", fields...)
		b.wants(a, http.StatusUnprocessableEntity, "login/", h.say("desk.login.wrong"))
		texts[a.text()] = name
		if b.token() != "" {
			t.Errorf("%s: there is a session", name)
		}
	}
	if len(texts) != 1 {
		t.Errorf("there are %d answers: %v", len(texts), texts)
	}
	h.get("login/")
	h.wants(h.post("login/", "email", email("officer"), "password", goodPassword), http.StatusOK, "login/", h.say("desk.code.title"))
	used := authenticator.Code(h.secret["officer"], h.now)
	for _, code := range []string{"000000", "abc", "", authenticator.Code(h.secret["treasurer"], h.now)} {
		h.wants(h.post("login/code/", "code", code), http.StatusUnprocessableEntity, "login/code/", h.say("desk.login.wrong"))
	}
	h.wants(h.post("login/code/", "code", used), http.StatusOK, "desk/")
	other := h.another()
	other.get("login/")
	other.post("login/", "email", email("officer"), "password", goodPassword)
	other.wants(other.post("login/code/", "code", used), http.StatusUnprocessableEntity, "login/code/", h.say("desk.login.wrong"))
	for range 20 {
		other.post("login/code/", "code", "000000")
	}
	other.wants(other.post("login/code/", "code", authenticator.Code(h.secret["officer"], h.now)), http.StatusUnprocessableEntity, "login/code/", h.say("desk.login.often"))
}

// Signing in leads to pages of ours only.
func TestNext(t *testing.T) {
	h := newHall(t, "en", "")
	for next, want := range map[string]string{
		"/en/account/": "/en/account/", "/ja/account/": "/ja/account/", "/en/account/?x=1": "/en/account/",
		"https://evil.example/en/account/": "/en/account/", "//evil.example/en/account/": "/en/account/", `/\evil.example/en/account/`: "/en/account/", "/en/account/\r\nSet-Cookie: a=b": "/en/account/",
		"/en/nothing/": "/en/account/", "javascript:alert(1)": "/en/account/", "en/account/": "/en/account/", "": "/en/account/",
	} {
		b := h.another()
		a := b.get("login/?" + url.Values{"next": {next}}.Encode())
		b.wants(a, http.StatusOK, "login/")
		a = b.post("login/", "email", email("organiser"), "password", goodPassword)
		if u := a.response.Request.URL; a.status != http.StatusOK || u.Path != want || u.Host != strings.TrimPrefix(h.base, "http://") {
			t.Errorf("%q leads to %s", next, u)
		}
	}
}

// A session is that of whoever signed in: one that was given to a browser before is not taken over, and none goes on under
// its old token.
func TestFixation(t *testing.T) {
	h := newHall(t, "en", "")
	u, err := url.Parse(h.base)
	h.must(err)
	h.Jar.SetCookies(u, []*http.Cookie{{Name: ofSession, Value: "planted", Path: "/"}})
	h.enters(h.browser, "organiser")
	first := h.token()
	h.get("login/")
	h.enters(h.browser, "officer")
	second := h.token()
	if first == "planted" || second == first {
		t.Fatal("a token goes on")
	}
	if is, err := h.Door.Work.Session(t.Context(), first); is != nil || err != nil {
		t.Errorf("the session before goes on: %v, %v", is, err)
	}
}

// Every page by every role: who may not see it finds none, and who is not signed in is asked to.
func TestPagesByRole(t *testing.T) {
	h := newHall(t, "en", "")
	browsers := map[string]*browser{"": h.another()}
	for _, role := range account.RoleNames[1:] {
		browsers[role] = h.another()
		h.enters(browsers[role], role)
	}
	number, _ := h.find(email("treasurer"))
	running, err := h.Door.Work.BeginJob(t.Context(), number, "verify", -1)
	h.must(err)
	for _, rt := range routes {
		to := strings.NewReplacer("{number}", number, "{job}", running).Replace(rt.path) + "/"
		for role, b := range browsers {
			bits, err := account.Roles(slices.DeleteFunc([]string{role}, func(s string) bool { return s == "" }))
			h.must(err)
			status, path := http.StatusOK, to
			switch {
			case rt.who == anybody && rt.path != "login" && rt.path != "login/code" && rt.path != "invite":
			case rt.path == "invite":
				status = http.StatusNotFound // nobody is invited
			case rt.who == anybody && role != "" && strings.HasPrefix(rt.path, "login"):
				path = "account/"
			case rt.path == "login/code" || rt.who != anybody && role == "":
				path = "login/"
			case rt.who != anybody && bits&rt.who == 0:
				status = http.StatusNotFound
			}
			if rt.template != "" {
				b.wants(b.get(to), status, path)
			}
			if rt.send != nil && rt.who != anybody {
				a := b.post(to, "owner", "A9999") // a form of somebody else
				want := http.StatusConflict
				switch {
				case role == "":
					want = http.StatusOK
				case bits&rt.who == 0:
					want = http.StatusNotFound
				}
				if a.status != want {
					t.Errorf("%q sends to %s: got %d, want %d", role, to, a.status, want)
				}
			}
		}
	}
}

// A form that is sent when its session has ended is there again after signing in, and is done when its button is pressed
// again. Nobody else sees it.
func TestExpiredForm(t *testing.T) {
	h := newHall(t, "en", "")
	h.enters(h.browser, "administrator")
	h.get("admin/people/")
	h.now = h.now.Add(13 * time.Hour)
	a := h.post("admin/people/", "email", "new@example.jp", "name", "Kubo Jun", "role", "officer", "reason", "second officer", "password", "a secret", "code", "123456")
	h.wants(a, http.StatusOK, "login/", h.say("desk.login.kept"))
	other := h.another()
	other.Jar = h.Jar // the same browser
	other.last = h.last
	other.wants(h.enters(other, "auditor"), http.StatusOK, "admin/people/")
	if strings.Contains(other.last, "Kubo Jun") {
		t.Error("somebody else sees the form")
	}
	other.post("logout/")
	h.last = other.last
	h.get("login/?next=/en/admin/people/")
	h.wants(h.enters(h.browser, "administrator"), http.StatusOK, "admin/people/", h.say("desk.kept"), "Kubo Jun", "new@example.jp", "second officer")
	if strings.Contains(h.last, "a secret") || strings.Contains(h.last, "123456") {
		t.Error("a secret was kept")
	}
	if number, a := h.find("new@example.jp"); number != "" {
		t.Fatalf("it was done by itself: %v", a)
	}
	h.wants(h.post("admin/people/", "email", "new@example.jp", "name", "Kubo Jun", "role", "officer", "reason", "second officer"), http.StatusOK, "admin/people/", h.say("desk.invited.title"))
	h.wants(h.get("admin/people/"), http.StatusOK, "admin/people/", "Kubo Jun", "invited until")
	if strings.Contains(h.last, h.say("desk.kept")) {
		t.Error("the form is kept still")
	}
}

// What somebody types is kept as a draft, also for another device and in the other language; two tabs are told of each other,
// and nobody else sees it. It goes when the form is sent.
func TestDraft(t *testing.T) {
	h := newHall(t, "en", "")
	h.enters(h.browser, "administrator")
	h.get("admin/people/")
	keep := func(b *browser, of, version string, fields ...string) int {
		t.Helper()
		form := url.Values{"owner": {b.hidden("owner")}, "draft-of": {of}, "draft-version": {version}}
		for i := 0; i < len(fields); i += 2 {
			form.Set(fields[i], fields[i+1])
		}
		last := b.last
		a := b.send("draft", "application/x-www-form-urlencoded", strings.NewReader(form.Encode()))
		b.last = last
		return a.status
	}
	for _, c := range []struct {
		of, version, name string
		want              int
	}{
		{"/en/admin/people/", "0", "Kubo", 200}, {"/en/admin/people/", "1", "Kubo Jun", 200}, {"/en/admin/people/", "1", "another tab", 409}, {"/en/admin/people/", "0", "an old tab", 409},
		{"/en/account/factors/", "0", "no drafts", 403}, {"/en/nothing/", "0", "no page", 403}, {"https://evil.example/", "0", "elsewhere", 403}, {"", "0", "nowhere", 403},
	} {
		if got := keep(h.browser, c.of, c.version, "name", c.name, "password", "a secret"); got != c.want {
			t.Errorf("%s of %s: got %d, want %d", c.name, c.of, got, c.want)
		}
	}
	device := newBrowser(t, "ja")
	device.base = h.base
	h.lang = "ja"
	h.enters(device, "administrator")
	h.lang = "en"
	device.wants(device.get("admin/people/"), http.StatusOK, "admin/people/", "Kubo Jun", page.In("ja").Text("desk.draft.here", nil))
	if strings.Contains(device.last, "a secret") {
		t.Error("a secret was kept")
	}
	auditor := h.another()
	h.enters(auditor, "auditor")
	auditor.get("admin/people/")
	if strings.Contains(auditor.last, "Kubo Jun") {
		t.Error("somebody else sees the draft")
	}
	if got := keep(h.another(), "/en/admin/people/", "2", "owner", h.hidden("owner")); got != http.StatusForbidden {
		t.Errorf("nobody keeps a draft: %d", got)
	}
	h.get("admin/people/")
	h.wants(h.post("admin/people/", "email", "new@example.jp", "name", "Kubo Jun", "role", "officer"), http.StatusOK, "admin/people/", h.say("desk.invited.title"))
	device.get("admin/people/")
	if strings.Contains(device.last, page.In("ja").Text("desk.draft.here", nil)) {
		t.Error("the draft is there after it was sent")
	}
	h.get("admin/people/")
	keep(h.browser, "/en/admin/people/", "0", "name", "Mori Aoi")
	h.wants(h.get("admin/people/"), http.StatusOK, "admin/people/", "Mori Aoi")
	a := h.send("draft", "application/x-www-form-urlencoded", strings.NewReader(url.Values{"owner": {h.hidden("owner")}, "draft-of": {"/en/admin/people/"}, "begin-again": {"1"}}.Encode()))
	h.wants(a, http.StatusOK, "admin/people/")
	if strings.Contains(a.body, "Mori Aoi") {
		t.Error("the draft is there still")
	}
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

// Before what matters people are asked again who they are. What they have typed goes with it, and it is done once they have said.
func TestConfirm(t *testing.T) {
	h := newHall(t, "en", "")
	h.enters(h.browser, "administrator")
	h.get("admin/people/")
	h.now = h.now.Add(time.Hour)
	before := h.token()
	a := h.post("admin/people/", "email", "new@example.jp", "name", "Kubo Jun", "role", "officer")
	h.wants(a, http.StatusOK, "admin/people/", h.say("desk.confirm.title"))
	fields := []string{"email", h.hidden("email"), "name", h.hidden("name"), "role", h.hidden("role")}
	if !slices.Equal(fields, []string{"email", "new@example.jp", "name", "Kubo Jun", "role", "officer"}) {
		t.Fatalf("the form goes on as %q", fields)
	}
	h.wants(h.post("admin/people/", append(fields, "confirm-password", "five words of nobody", "confirm-code", authenticator.Code(h.secret["administrator"], h.now))...), http.StatusForbidden, "admin/people/", h.say("desk.login.wrong"))
	h.now = h.now.Add(time.Minute)
	a = h.post("admin/people/", append(fields, "confirm-password", goodPassword, "confirm-code", authenticator.Code(h.secret["administrator"], h.now))...)
	h.wants(a, http.StatusOK, "admin/people/", h.say("desk.invited.title"))
	if is, err := h.Door.Work.Session(t.Context(), before); h.token() == before || is != nil || err != nil {
		t.Errorf("the session goes on under its old token: %v, %v", is, err)
	}
}

// An invitation works once, for seven days, and its token stands in no address that is shown.
func TestInvitation(t *testing.T) {
	h := newHall(t, "en", "")
	invite := func(address string) string {
		t.Helper()
		made, err := account.Invite(t.Context(), h.bureau, address, "Hara Mei", account.Wish{Roles: []string{"organiser"}, Clubs: []string{"Kawagoe Tsuru"}}, "")
		h.must(err)
		return made.Token
	}
	token := invite("hara@example.jp")
	guest := h.another()
	a := guest.get("/invite?code=" + token)
	guest.wants(a, http.StatusOK, "invite/", "Kawagoe Tsuru", "hara@example.jp")
	if strings.Contains(a.body, token) {
		t.Error("the page has the token")
	}
	thief := h.another()
	thief.wants(thief.get("/invite?code=guess"), http.StatusNotFound, "invite/")
	guest.wants(guest.post("invite/", "name", "Hara Mei", "password", goodPassword), http.StatusOK, "account/", "Hara Mei")
	thief.wants(thief.get("/invite?code="+token), http.StatusNotFound, "invite/")
	late := invite("mori@example.jp")
	h.now = h.now.Add(7 * 24 * time.Hour)
	thief.wants(thief.get("/invite?code="+late), http.StatusNotFound, "invite/")

	// Who works in the office is not let in by a password alone.
	made, err := account.Invite(t.Context(), h.bureau, "kubo@example.jp", "Kubo Jun", account.Wish{Roles: []string{"auditor"}}, "")
	h.must(err)
	auditor := h.another()
	auditor.get("/invite?code=" + made.Token)
	auditor.wants(auditor.post("invite/", "name", "Kubo Jun", "password", goodPassword), http.StatusUnprocessableEntity, "invite/", h.say("desk.factor.wrong-code"))
	auditor.wants(auditor.post("invite/", "name", "Kubo Jun", "password", goodPassword, "code", authenticator.Code(auditor.secret(), h.now)), http.StatusOK, "invite/", h.say("desk.codes.title"))
	auditor.wants(auditor.get("desk/"), http.StatusOK, "desk/")
}

// Whoever loses a role, is disabled or is signed out elsewhere is out at the next request.
func TestRevocation(t *testing.T) {
	h := newHall(t, "en", "")
	officer, other := h.another(), h.another()
	h.enters(officer, "officer")
	h.enters(other, "officer")
	h.enters(h.browser, "administrator")
	number, _ := h.find(email("officer"))

	officer.get("account/")
	officer.wants(officer.post("account/", "do", "end-others"), http.StatusOK, "account/")
	other.wants(other.get("desk/"), http.StatusOK, "login/")

	to := "admin/people/" + number + "/"
	h.wants(h.get(to), http.StatusOK, to, "Officer")
	h.wants(h.post(to, "do", "roles", "role", "treasurer", "reason", ""), http.StatusUnprocessableEntity, to)
	h.wants(h.post(to, "do", "roles", "role", "treasurer", "reason", "other work"), http.StatusOK, to, "treasurer")
	officer.wants(officer.get("admin/people/"), http.StatusNotFound, "admin/people/")
	h.get(to)
	h.wants(h.post(to, "do", "disable", "reason", "gone"), http.StatusOK, to, "disabled")
	officer.wants(officer.get("account/"), http.StatusOK, "login/")
	stale := h.hidden("seen")
	h.wants(h.post(to, "do", "enable", "reason", "back"), http.StatusOK, to)
	h.wants(h.post(to, "do", "disable", "seen", stale, "reason", "again"), http.StatusUnprocessableEntity, to, "has changed")
	h.get(to)
	h.wants(h.post(to, "do", "reset", "reason", "lost"), http.StatusOK, to, "/invite?code=")
}

// Factors are changed by whoever has just said who they are, and sessions elsewhere end.
func TestFactors(t *testing.T) {
	h := newHall(t, "en", "")
	elsewhere := h.another()
	h.enters(elsewhere, "officer")
	h.enters(h.browser, "officer")
	h.now = h.now.Add(time.Hour)
	h.wants(h.get("account/factors/"), http.StatusOK, "account/factors/", h.say("desk.confirm.title"))
	h.wants(h.post("account/factors/", "do", "remove-password"), http.StatusOK, "account/factors/", h.say("desk.confirm.title"))
	h.wants(h.post("account/factors/", "confirm-password", goodPassword, "confirm-code", authenticator.Code(h.secret["officer"], h.now)), http.StatusOK, "account/factors/", h.say("desk.factor.add"))
	h.wants(h.post("account/factors/", "do", "remove-password"), http.StatusUnprocessableEntity, "account/factors/", h.say("desk.factor.last"))
	h.wants(h.post("account/factors/", "do", "recovery"), http.StatusOK, "account/factors/", h.say("desk.codes.title"))
	h.wants(h.get("account/"), http.StatusOK, "account/", "10 codes are left")
	h.get("account/factors/")
	h.wants(h.post("account/factors/", "do", "password", "password", "five words of nobody else"), http.StatusOK, "account/")
	elsewhere.wants(elsewhere.get("account/"), http.StatusOK, "login/")
	h.now = h.now.Add(time.Minute)
	again := h.another()
	again.get("login/")
	again.wants(again.post("login/", "email", email("officer"), "password", goodPassword), http.StatusUnprocessableEntity, "login/", h.say("desk.login.wrong"))
	again.wants(again.post("login/", "email", email("officer"), "password", "five words of nobody else"), http.StatusOK, "login/", h.say("desk.code.title"))

	organiser := h.another()
	h.enters(organiser, "organiser")
	organiser.wants(organiser.get("account/factors/"), http.StatusOK, "account/factors/", h.say("desk.confirm.title"))
	organiser.wants(organiser.post("account/factors/", "confirm-password", goodPassword), http.StatusOK, "account/factors/", h.say("desk.factor.add"))
}

// Whoever reports for a club makes keys for programs: after saying who they are, shown once. Others have none.
func TestKeysOfPrograms(t *testing.T) {
	h := newHall(t, "en", "")
	officer := h.another()
	h.enters(officer, "officer")
	officer.wants(officer.get("account/"), http.StatusOK, "account/")
	if strings.Contains(officer.last, h.say("desk.key.title")) {
		t.Error("an officer has keys")
	}
	h.enters(h.browser, "organiser")
	h.wants(h.get("account/"), http.StatusOK, "account/", h.say("desk.key.title"))
	h.wants(h.post("account/", "do", "key", "name", "pairings", "may", "submit"), http.StatusOK, "account/", h.say("desk.confirm.title"))
	a := h.post("account/", "do", h.hidden("do"), "name", h.hidden("name"), "may", h.hidden("may"), "confirm-password", goodPassword)
	h.wants(a, http.StatusOK, "account/", h.say("desk.key.made"))
	token := regexp.MustCompile(`arpad_A\d+_[A-Z2-7]+`).FindString(a.body)
	h.must(h.bureau.View(t.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		_, _, key, err := account.OfKey(r, token)
		if key == nil || key.Name != "pairings" || !slices.Equal(key.May, []string{account.Submit}) {
			t.Errorf("the key %q is %+v", token, key)
		}
		return err
	}))
	a = h.get("account/")
	h.wants(a, http.StatusOK, "account/", "pairings", h.say("desk.account.never"))
	if strings.Contains(a.body, token) {
		t.Error("the key is shown again")
	}
	h.wants(h.post("account/", "do", "key", "name", "", "may", "submit"), http.StatusUnprocessableEntity, "account/")
	h.wants(h.post("account/", "do", "revoke", "key", "K1"), http.StatusOK, "account/")
	if strings.Contains(h.last, "pairings") {
		t.Error("the key is there still")
	}
}

// Who has looked at how others are reached is kept.
func TestLooksAreKept(t *testing.T) {
	h := newHall(t, "en", "")
	h.enters(h.browser, "administrator")
	number, _ := h.find(email("officer"))
	own, _ := h.find(email("administrator"))
	h.get("account/")
	h.get("admin/people/")
	h.now = h.now.Add(time.Minute)
	h.get("admin/people/" + number + "/")
	h.get("admin/people/A9999/")
	var kept []string
	h.must(h.Door.Work.Looks(t.Context(), time.Time{}, func(l bureau.Look) bool {
		kept = append(kept, l.Account+" "+l.What)
		return true
	}))
	if want := []string{own + " account " + number, own + " accounts"}; !slices.Equal(kept, want) {
		t.Errorf("the looks are %q, want %q", kept, want)
	}
}

// Names under which the portal does not answer, and what is sent from other sites.
func TestOtherNames(t *testing.T) {
	h := newHall(t, "en", "http://club.lan")
	ask := func(method, to, host string, header map[string]string) shows {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, h.base+to, strings.NewReader(""))
		h.must(err)
		r.Host = host
		for name, value := range header {
			r.Header.Set(name, value)
		}
		return h.read(r)
	}
	for host, status := range map[string]int{"localhost": 200, "127.0.0.1:80": 200, "[::1]:8080": 200, "club.lan": 200, "CLUB.lan": 200, "club.lan:81": 421, "evil.example": 421, "192.0.2.1": 421} {
		if a := ask(http.MethodGet, "/en/login/", host, nil); a.status != status {
			t.Errorf("%s: got %d, want %d", host, a.status, status)
		}
	}
	if a := ask(http.MethodGet, "/en/login/", "localhost", map[string]string{"X-Forwarded-For": "192.0.2.1"}); a.status != 421 {
		t.Errorf("a proxy that says this machine is the name: got %d, want 421", a.status)
	}
	for _, rt := range routes {
		for field, value := range map[string]string{"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"} {
			if a := ask(http.MethodPost, "/en/"+strings.Replace(rt.path, "{number}", "A0001", 1)+"/", "localhost", map[string]string{field: value}); a.status != http.StatusForbidden {
				t.Errorf("%s from another site: got %d", rt.path, a.status)
			}
		}
	}
	if a := ask(http.MethodPost, "/passkey/sign-in", "localhost", map[string]string{"Origin": "https://evil.example"}); a.status != http.StatusForbidden {
		t.Errorf("a passkey for another site: got %d", a.status)
	}
}

// Where what is sent can be read on the way, nobody signs in to the office, unless it is allowed, and each page says so.
func TestWithoutTLS(t *testing.T) {
	for _, allowed := range []bool{false, true} {
		h := newHall(t, "en", "")
		h.Public, h.Bare = strings.Replace(h.base, "localhost", "club.lan", 1), allowed
		transport := http.DefaultTransport.(*http.Transport).Clone()
		to := strings.TrimPrefix(h.base, "http://")
		transport.DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, to)
		}
		h.base = h.Public
		h.Transport = transport
		t.Cleanup(transport.CloseIdleConnections)
		h.wants(h.get("login/"), http.StatusOK, "login/", h.say("desk.passkey.insecure"), h.say("desk.bare"))
		a := h.post("login/", "email", email("officer"), "password", goodPassword)
		if allowed {
			h.wants(a, http.StatusOK, "login/", h.say("desk.code.title"))
		} else {
			h.wants(a, http.StatusUnprocessableEntity, "login/", h.say("desk.login.bare"))
		}
		h.get("login/")
		h.wants(h.enters(h.browser, "organiser"), http.StatusOK, "account/", h.say("desk.bare"))
	}
}

// With TLS cookies have names that only this host can set, and go to it alone.
func TestCookies(t *testing.T) {
	for _, tls := range []bool{false, true} {
		at := &place{tls: tls}
		w := recorded{http.Header{}}
		v := &visit{w: w, at: at}
		v.setCookie(ofSession, "token", time.Hour)
		c, err := http.ParseSetCookie(w.Header().Get("Set-Cookie"))
		if err != nil || !c.HttpOnly || c.Secure != tls || c.SameSite != http.SameSiteLaxMode || c.Path != "/" || c.Domain != "" || strings.HasPrefix(c.Name, "__Host-") != tls {
			t.Errorf("with TLS %t: %+v, %v", tls, c, err)
		}
	}
}

type recorded struct{ header http.Header }

func (r recorded) Header() http.Header         { return r.header }
func (r recorded) Write(p []byte) (int, error) { return len(p), nil }
func (r recorded) WriteHeader(int)             {}

// A stolen database holds nothing that opens anything: no token, no code, no secret, no password.
func TestStolenDatabase(t *testing.T) {
	h := newHall(t, "en", "")
	h.enters(h.browser, "officer")
	h.get("account/factors/")
	h.post("account/factors/", "do", "recovery")
	var secrets []string
	for _, line := range strings.Split(h.last, "<li>") {
		if code, _, is := strings.Cut(line, "</li>"); is && strings.Count(code, "-") == 3 {
			secrets = append(secrets, code, strings.ReplaceAll(code, "-", ""))
		}
	}
	if len(secrets) != 2*signin.RecoveryCodes {
		t.Fatalf("there are %d codes", len(secrets)/2)
	}
	made, err := account.Invite(t.Context(), h.bureau, "kubo@example.jp", "Kubo Jun", account.Wish{Roles: []string{"auditor"}}, "")
	h.must(err)
	secrets = append(secrets, h.token(), made.Token, goodPassword, string(h.secret["officer"]), signin.SecretText(h.secret["officer"]))
	for _, file := range []string{"", "-wal", ".work", ".work-wal"} {
		data, err := os.ReadFile(h.office.Database + file)
		if os.IsNotExist(err) {
			continue
		}
		h.must(err)
		for _, secret := range secrets {
			if secret == "" || strings.Contains(string(data), secret) {
				t.Errorf("arpad.db%s has %q", file, secret)
			}
		}
	}
}

// Ceremonies of passkeys are begun by whoever may, and not without end.
func TestPasskeysAreAskedFor(t *testing.T) {
	h := newHall(t, "en", "")
	ask := func(purpose string) (status int, ceremony string) {
		a := h.send("passkey/"+purpose, "", strings.NewReader(""))
		var asked signin.Asked
		_ = json.Unmarshal([]byte(a.body), &asked)
		return a.status, asked.Ceremony
	}
	for purpose, want := range map[string]int{"sign-in": 200, "confirm": 403, "add": 403, "join": 403, "other": 404} {
		if status, ceremony := ask(purpose); status != want || (ceremony != "") != (want == 200) {
			t.Errorf("%s: got %d and %q, want %d", purpose, status, ceremony, want)
		}
	}
	h.enters(h.browser, "officer")
	for purpose, want := range map[string]int{"sign-in": 200, "confirm": 403, "add": 200, "join": 403} { // the officer has none to confirm with
		if status, _ := ask(purpose); status != want {
			t.Errorf("%s, signed in: got %d, want %d", purpose, status, want)
		}
	}
	h.now = h.now.Add(time.Hour)
	if status, _ := ask("add"); status != 403 {
		t.Errorf("a passkey is added without saying who it is: %d", status)
	}
	for n := range 100 {
		if status, _ := ask("sign-in"); status == http.StatusTooManyRequests {
			if n < 20 {
				t.Errorf("%d were too many", n)
			}
			return
		}
	}
	t.Error("there is no end")
}

// Where too many sign in at once, whoever waited too long is told, and that nothing was changed.
func TestBusy(t *testing.T) {
	p := (&Portal{Use: func(func(*bureau.Bureau) error) error { return signin.ErrBusy }}).Open()
	h := &hall{browser: newBrowser(t, "en"), Portal: p}
	ctx, stop := context.WithCancel(context.Background())
	ended := h.serves(ctx, p, p.Refuse)
	a := h.get("login/")
	h.wants(a, http.StatusServiceUnavailable, "login/", h.say("desk.refused.busy"))
	if a.response.Header.Get("Retry-After") == "" {
		t.Error("it does not say when to try again")
	}
	stop()
	h.CloseIdleConnections()
	ended()
}

// Browsers are named as their owners know them.
func TestBrowserOf(t *testing.T) {
	for agent, want := range map[string]string{
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0":                                                        "Firefox, Windows",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Safari/605.1.15":                   "Safari, macOS",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.6 Mobile/15E148 Safari/604.1": "Safari, iPhone",
		"Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36":                         "Chrome, Android",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0":           "Edge, Windows",
		"curl/8.5.0": "curl", "": "", "<script>": "",
	} {
		if got := browserOf(agent); got != want {
			t.Errorf("%s: got %q, want %q", agent, got, want)
		}
	}
}
