package portal

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
	"github.com/arpadchess/arpad/internal/signin"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/authenticator"
)

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

// Where too many sign in at once, whoever waited too long is told, and that nothing was changed; so is everybody while the
// database is away.
func TestUnavailable(t *testing.T) {
	for key, why := range map[string]error{"busy": signin.ErrBusy, "away": &store.Trouble{What: store.Away, Err: errors.New("connection refused")}} {
		told := error(nil)
		p := (&Portal{Use: func(func(*bureau.Bureau) error) error { return why }, Failed: func(_ string, why error) { told = why }}).Open()
		h := &hall{browser: newBrowser(t, "en"), Portal: p}
		ctx, stop := context.WithCancel(context.Background())
		ended := h.serves(ctx, p, p.Refuse)
		a := h.get("login/")
		h.wants(a, http.StatusServiceUnavailable, "login/", h.say("desk.refused."+key))
		if a.response.Header.Get("Retry-After") == "" {
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
