package portal_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/page"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/signin"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/authenticator"
	"github.com/arpadchess/arpad/internal/test/hall"
)

// Signing in by password and code, in both languages: a code works once, a recovery code, too; whoever signs out is out.
func TestSignIn(t *testing.T) {
	for _, lang := range explain.Languages {
		t.Run(lang, func(t *testing.T) {
			h := hall.New(t, lang, "")
			h.Wants(h.Get("/login"), http.StatusOK, "login/", h.Say("desk.login.title"))
			h.Wants(h.Enters(h.Browser, "organiser"), http.StatusOK, "portal/", "Kawagoe Tsuru")
			h.Wants(h.Get("account/"), http.StatusOK, "account/", "organiser@example.jp")
			h.Wants(h.Get("desk/"), http.StatusNotFound, "desk/")
			officer := h.Another()
			officer.Wants(h.Enters(officer, "officer"), http.StatusOK, "desk/", "Officer")
			a := officer.Post("account/", "do", "name", "name", "Suzuki Hana")
			officer.Wants(a, http.StatusOK, "account/", "Suzuki Hana")
			was := officer.Token()
			a = officer.Post("logout/")
			officer.Wants(a, http.StatusOK, "login/")
			if got := a.Response.Request.Response.Header.Get("Clear-Site-Data"); got != `"cache", "storage"` {
				t.Errorf("what the browser keeps is cleared by %q", got)
			}
			if is, err := h.Door.Work.Session(t.Context(), was); is != nil || err != nil {
				t.Errorf("the session goes on: %+v, %v", is, err)
			}
			officer.Wants(officer.Get("account/"), http.StatusOK, "login/")
			if got := officer.Hidden("next"); got != "/"+lang+"/account/" {
				t.Errorf("it goes on at %q", got)
			}
			officer.Wants(h.Enters(officer, "officer"), http.StatusOK, "account/")
		})
	}
}

// What is wrong has one answer, whether there is an account or not.
func TestWrongSignIn(t *testing.T) {
	h := hall.New(t, "en", "")
	texts := map[string]string{}
	for name, fields := range map[string][]string{
		"no account": {"email", "nobody@example.jp", "password", hall.Password}, "password": {"email", hall.Email("officer"), "password", "five words of nobody"},
		"no password": {"email", hall.Email("officer")}, "nothing": {}, "passkey": {"passkey", "{}", "ceremony", "nothing"}, "no ceremony": {"passkey", "{}"},
	} {
		b := h.Another()
		b.Get("login/")
		a := b.Post("login/", fields...)
		b.Wants(a, http.StatusUnprocessableEntity, "login/", h.Say("desk.login.wrong"))
		texts[a.Text()] = name
		if b.Token() != "" {
			t.Errorf("%s: there is a session", name)
		}
	}
	if len(texts) != 1 {
		t.Errorf("there are %d answers: %v", len(texts), texts)
	}
	h.Get("login/")
	h.Wants(h.Post("login/", "email", hall.Email("officer"), "password", hall.Password), http.StatusOK, "login/", h.Say("desk.code.title"))
	used := authenticator.Code(h.Secrets["officer"], h.Now)
	for _, code := range []string{"000000", "abc", "", authenticator.Code(h.Secrets["treasurer"], h.Now)} {
		h.Wants(h.Post("login/code/", "code", code), http.StatusUnprocessableEntity, "login/code/", h.Say("desk.login.wrong"))
	}
	h.Wants(h.Post("login/code/", "code", used), http.StatusOK, "desk/")
	other := h.Another()
	other.Get("login/")
	other.Post("login/", "email", hall.Email("officer"), "password", hall.Password)
	other.Wants(other.Post("login/code/", "code", used), http.StatusUnprocessableEntity, "login/code/", h.Say("desk.login.wrong"))
	for range 20 {
		other.Post("login/code/", "code", "000000")
	}
	other.Wants(other.Post("login/code/", "code", authenticator.Code(h.Secrets["officer"], h.Now)), http.StatusUnprocessableEntity, "login/code/", h.Say("desk.login.often"))
}

// Signing in leads to pages of ours only.
func TestNext(t *testing.T) {
	h := hall.New(t, "en", "")
	for next, want := range map[string]string{
		"/en/account/": "/en/account/", "/ja/account/": "/ja/account/", "/en/account/?x=1": "/en/account/",
		"https://evil.example/en/account/": "/en/portal/", "//evil.example/en/account/": "/en/portal/", `/\evil.example/en/account/`: "/en/portal/", "/en/account/\r\nSet-Cookie: a=b": "/en/portal/",
		"/en/nothing/": "/en/portal/", "javascript:alert(1)": "/en/portal/", "en/account/": "/en/portal/", "": "/en/portal/",
	} {
		b := h.Another()
		a := b.Get("login/?" + url.Values{"next": {next}}.Encode())
		b.Wants(a, http.StatusOK, "login/")
		a = b.Post("login/", "email", hall.Email("organiser"), "password", hall.Password)
		if u := a.Response.Request.URL; a.Status != http.StatusOK || u.Path != want || u.Host != strings.TrimPrefix(h.Base, "http://") {
			t.Errorf("%q leads to %s", next, u)
		}
	}
}

// A session is that of whoever signed in: one that was given to a browser before is not taken over, and none goes on under
// its old token.
func TestFixation(t *testing.T) {
	h := hall.New(t, "en", "")
	u, err := url.Parse(h.Base)
	h.Must(err)
	h.Jar.SetCookies(u, []*http.Cookie{{Name: "arpad", Value: "planted", Path: "/"}})
	h.Enters(h.Browser, "organiser")
	first := h.Token()
	h.Get("login/")
	h.Enters(h.Browser, "officer")
	second := h.Token()
	if first == "planted" || second == first {
		t.Fatal("a token goes on")
	}
	if is, err := h.Door.Work.Session(t.Context(), first); is != nil || err != nil {
		t.Errorf("the session before goes on: %v, %v", is, err)
	}
}

// A form that is sent when its session has ended is there again after signing in, and is done when its button is pressed
// again. Nobody else sees it.
func TestExpiredForm(t *testing.T) {
	h := hall.New(t, "en", "")
	h.Enters(h.Browser, "administrator")
	h.Get("admin/people/")
	h.Now = h.Now.Add(13 * time.Hour)
	a := h.Post("admin/people/", "email", "new@example.jp", "name", "Kubo Jun", "role", "officer", "reason", "second officer", "password", "a secret", "code", "123456")
	h.Wants(a, http.StatusOK, "login/", h.Say("desk.login.kept"))
	other := h.Another()
	other.Jar = h.Jar // the same browser
	other.Last = h.Last
	other.Wants(h.Enters(other, "auditor"), http.StatusOK, "admin/people/")
	if strings.Contains(other.Last, "Kubo Jun") {
		t.Error("somebody else sees the form")
	}
	other.Post("logout/")
	h.Last = other.Last
	h.Get("login/?next=/en/admin/people/")
	h.Wants(h.Enters(h.Browser, "administrator"), http.StatusOK, "admin/people/", h.Say("desk.kept"), "Kubo Jun", "new@example.jp", "second officer")
	if strings.Contains(h.Last, "a secret") || strings.Contains(h.Last, "123456") {
		t.Error("a secret was kept")
	}
	if number, a := h.Find("new@example.jp"); number != "" {
		t.Fatalf("it was done by itself: %v", a)
	}
	h.Wants(h.Post("admin/people/", "email", "new@example.jp", "name", "Kubo Jun", "role", "officer", "reason", "second officer"), http.StatusOK, "admin/people/", h.Say("desk.invited.title"))
	h.Wants(h.Get("admin/people/"), http.StatusOK, "admin/people/", "Kubo Jun", "invited until")
	if strings.Contains(h.Last, h.Say("desk.kept")) {
		t.Error("the form is kept still")
	}
}

// What somebody types is kept as a draft, also for another device and in the other language; two tabs are told of each other,
// and nobody else sees it. It goes when the form is sent.
func TestDraft(t *testing.T) {
	h := hall.New(t, "en", "")
	h.Enters(h.Browser, "administrator")
	h.Get("admin/people/")
	keep := func(b *hall.Browser, of, version string, fields ...string) int {
		t.Helper()
		form := url.Values{"owner": {b.Hidden("owner")}, "draft-of": {of}, "draft-version": {version}}
		for i := 0; i < len(fields); i += 2 {
			form.Set(fields[i], fields[i+1])
		}
		last := b.Last
		a := b.Send("draft", "application/x-www-form-urlencoded", strings.NewReader(form.Encode()))
		b.Last = last
		return a.Status
	}
	for _, c := range []struct {
		of, version, name string
		want              int
	}{
		{"/en/admin/people/", "0", "Kubo", 200}, {"/en/admin/people/", "1", "Kubo Jun", 200}, {"/en/admin/people/", "1", "another tab", 409}, {"/en/admin/people/", "0", "an old tab", 409},
		{"/en/account/factors/", "0", "no drafts", 403}, {"/en/nothing/", "0", "no page", 403}, {"https://evil.example/", "0", "elsewhere", 403}, {"", "0", "nowhere", 403},
	} {
		if got := keep(h.Browser, c.of, c.version, "name", c.name, "password", "a secret"); got != c.want {
			t.Errorf("%s of %s: got %d, want %d", c.name, c.of, got, c.want)
		}
	}
	device := hall.NewBrowser(t, "ja")
	device.Base = h.Base
	h.Lang = "ja"
	h.Enters(device, "administrator")
	h.Lang = "en"
	device.Wants(device.Get("admin/people/"), http.StatusOK, "admin/people/", "Kubo Jun", page.In("ja").Text("desk.draft.here", nil))
	if strings.Contains(device.Last, "a secret") {
		t.Error("a secret was kept")
	}
	auditor := h.Another()
	h.Enters(auditor, "auditor")
	auditor.Get("admin/people/")
	if strings.Contains(auditor.Last, "Kubo Jun") {
		t.Error("somebody else sees the draft")
	}
	if got := keep(h.Another(), "/en/admin/people/", "2", "owner", h.Hidden("owner")); got != http.StatusForbidden {
		t.Errorf("nobody keeps a draft: %d", got)
	}
	h.Get("admin/people/")
	h.Wants(h.Post("admin/people/", "email", "new@example.jp", "name", "Kubo Jun", "role", "officer"), http.StatusOK, "admin/people/", h.Say("desk.invited.title"))
	device.Get("admin/people/")
	if strings.Contains(device.Last, page.In("ja").Text("desk.draft.here", nil)) {
		t.Error("the draft is there after it was sent")
	}
	h.Get("admin/people/")
	keep(h.Browser, "/en/admin/people/", "0", "name", "Mori Aoi")
	h.Wants(h.Get("admin/people/"), http.StatusOK, "admin/people/", "Mori Aoi")
	a := h.Send("draft", "application/x-www-form-urlencoded", strings.NewReader(url.Values{"owner": {h.Hidden("owner")}, "draft-of": {"/en/admin/people/"}, "begin-again": {"1"}}.Encode()))
	h.Wants(a, http.StatusOK, "admin/people/")
	if strings.Contains(a.Body, "Mori Aoi") {
		t.Error("the draft is there still")
	}
}

// Before what matters people are asked again who they are. What they have typed goes with it, and it is done once they have said.
func TestConfirm(t *testing.T) {
	h := hall.New(t, "en", "")
	h.Enters(h.Browser, "administrator")
	h.Get("admin/people/")
	h.Now = h.Now.Add(time.Hour)
	before := h.Token()
	a := h.Post("admin/people/", "email", "new@example.jp", "name", "Kubo Jun", "role", "officer")
	h.Wants(a, http.StatusOK, "admin/people/", h.Say("desk.confirm.title"))
	fields := []string{"email", h.Hidden("email"), "name", h.Hidden("name"), "role", h.Hidden("role")}
	if !slices.Equal(fields, []string{"email", "new@example.jp", "name", "Kubo Jun", "role", "officer"}) {
		t.Fatalf("the form goes on as %q", fields)
	}
	h.Wants(h.Post("admin/people/", append(fields, "confirm-password", "five words of nobody", "confirm-code", authenticator.Code(h.Secrets["administrator"], h.Now))...), http.StatusForbidden, "admin/people/", h.Say("desk.login.wrong"))
	h.Now = h.Now.Add(time.Minute)
	a = h.Post("admin/people/", append(fields, "confirm-password", hall.Password, "confirm-code", authenticator.Code(h.Secrets["administrator"], h.Now))...)
	h.Wants(a, http.StatusOK, "admin/people/", h.Say("desk.invited.title"))
	if is, err := h.Door.Work.Session(t.Context(), before); h.Token() == before || is != nil || err != nil {
		t.Errorf("the session goes on under its old token: %v, %v", is, err)
	}
}

// Ceremonies of passkeys are begun by whoever may, and not without end.
func TestPasskeysAreAskedFor(t *testing.T) {
	h := hall.New(t, "en", "")
	ask := func(purpose string) (status int, ceremony string) {
		a := h.Send("passkey/"+purpose, "", strings.NewReader(""))
		var asked signin.Asked
		_ = json.Unmarshal([]byte(a.Body), &asked)
		return a.Status, asked.Ceremony
	}
	for purpose, want := range map[string]int{"sign-in": 200, "confirm": 403, "add": 403, "join": 403, "other": 404} {
		if status, ceremony := ask(purpose); status != want || (ceremony != "") != (want == 200) {
			t.Errorf("%s: got %d and %q, want %d", purpose, status, ceremony, want)
		}
	}
	h.Enters(h.Browser, "officer")
	for purpose, want := range map[string]int{"sign-in": 200, "confirm": 403, "add": 200, "join": 403} { // the officer has none to confirm with
		if status, _ := ask(purpose); status != want {
			t.Errorf("%s, signed in: got %d, want %d", purpose, status, want)
		}
	}
	h.Now = h.Now.Add(time.Hour)
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

// Where too many sign in at once, whoever waited too long is told, and that nothing was changed; so is everybody while the
// database is away.
func TestUnavailable(t *testing.T) {
	for key, why := range map[string]error{"busy": signin.ErrBusy, "away": &store.Trouble{What: store.Away, Err: errors.New("connection refused")}} {
		told := error(nil)
		p := (&portal.Portal{Use: func(func(*bureau.Bureau) error) error { return why }, Failed: func(_ string, why error) { told = why }}).Open()
		h := &hall.Hall{Browser: hall.NewBrowser(t, "en"), Portal: p}
		ctx, stop := context.WithCancel(context.Background())
		ended := h.Served(ctx, p, p.Refuse)
		a := h.Get("login/")
		h.Wants(a, http.StatusServiceUnavailable, "login/", h.Say("desk.refused."+key))
		if strings.Contains(a.Text(), h.Say("desk.setup.foot")) {
			t.Error("it says that it belongs to the set-up")
		}
		if a.Response.Header.Get("Retry-After") == "" {
			t.Error("it does not say when to try again")
		}
		stop()
		h.CloseIdleConnections()
		ended()
		if (told != nil) != (key == "away") {
			t.Errorf("%s: the log has %v", key, told)
		}
	}
}
