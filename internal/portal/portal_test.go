package portal_test

import (
	"context"
	"encoding/base64"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/portal/rooms"
	"github.com/arpadchess/arpad/internal/signin"
	"github.com/arpadchess/arpad/internal/test/hall"
)

// byLink are the pages to which only a link leads.
var byLink = []string{"invite", "inquiry/confirm", "inquiry/state", "follow", "follow/confirm", "account/bind"}

// Every page by every role: who may not see it finds none, and who is not signed in is asked to.
func TestPagesByRole(t *testing.T) {
	h := hall.Opening(t, "en", "", "id,name,standard\nN00000001,\"Aoki, Ren\",2010\n")
	h.Joins("player", account.Wish{Roles: []string{"player"}, Player: "N00000001"})
	browsers := map[string]*hall.Browser{"": h.Another()}
	for _, role := range account.RoleNames {
		browsers[role] = h.Another()
		h.Enters(browsers[role], role)
	}
	number, _ := h.Find(hall.Email("treasurer"))
	running, err := h.Door.Work.BeginJob(t.Context(), number, "verify", -1)
	h.Must(err)
	for _, rt := range portal.Pages(rooms.All...) {
		to := strings.NewReplacer("{number}", number, "{job}", running).Replace(rt.Path) + "/"
		for role, b := range browsers {
			bits, err := account.Roles(slices.DeleteFunc([]string{role}, func(s string) bool { return s == "" }))
			h.Must(err)
			status, path := http.StatusOK, to
			switch {
			case rt.Who == portal.Anybody && rt.Path != "login" && rt.Path != "login/code" && !slices.Contains(byLink, rt.Path):
			case slices.Contains(byLink, rt.Path):
				status = http.StatusNotFound // nobody has one
			case rt.Who == portal.Anybody && role != "" && strings.HasPrefix(rt.Path, "login"):
				path = "account/"
			case rt.Path == "login/code" || rt.Who != portal.Anybody && role == "":
				path = "login/"
			case rt.Who != portal.Anybody && bits&rt.Who == 0:
				status = http.StatusNotFound
			case strings.Contains(to, "{"): // of nothing that is there
				status = http.StatusNotFound
			}
			if rt.Template != "" {
				b.Wants(b.Get(to), status, path)
			}
			if rt.Send != nil && rt.Who != portal.Anybody {
				a := b.Post(to, "owner", "A9999") // a form of somebody else
				want := http.StatusConflict
				switch {
				case role == "":
					want = http.StatusOK
				case bits&rt.Who == 0:
					want = http.StatusNotFound
				}
				if a.Status != want {
					t.Errorf("%q sends to %s: got %d, want %d", role, to, a.Status, want)
				}
			}
		}
	}
}

// Names under which the portal does not answer, and what is sent from other sites.
func TestOtherNames(t *testing.T) {
	h := hall.New(t, "en", "http://club.lan")
	ask := func(method, to, host string, header map[string]string) hall.Answer {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, h.Base+to, strings.NewReader(""))
		h.Must(err)
		r.Host = host
		for name, value := range header {
			r.Header.Set(name, value)
		}
		return h.Read(r)
	}
	for host, status := range map[string]int{"localhost": 200, "127.0.0.1:80": 200, "[::1]:8080": 200, "club.lan": 200, "CLUB.lan": 200, "club.lan:81": 421, "evil.example": 421, "192.0.2.1": 421} {
		if a := ask(http.MethodGet, "/en/login/", host, nil); a.Status != status {
			t.Errorf("%s: got %d, want %d", host, a.Status, status)
		}
	}
	if a := ask(http.MethodGet, "/en/login/", "localhost", map[string]string{"X-Forwarded-For": "192.0.2.1"}); a.Status != 421 {
		t.Errorf("a proxy that says this machine is the name: got %d, want 421", a.Status)
	}
	for _, rt := range portal.Pages(rooms.All...) {
		for field, value := range map[string]string{"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"} {
			if a := ask(http.MethodPost, "/en/"+strings.Replace(rt.Path, "{number}", "A0001", 1)+"/", "localhost", map[string]string{field: value}); a.Status != http.StatusForbidden {
				t.Errorf("%s from another site: got %d", rt.Path, a.Status)
			}
		}
	}
	if a := ask(http.MethodPost, "/passkey/sign-in", "localhost", map[string]string{"Origin": "https://evil.example"}); a.Status != http.StatusForbidden {
		t.Errorf("a passkey for another site: got %d", a.Status)
	}
}

// Where what is sent can be read on the way, nobody signs in to the office, unless it is allowed, and each page says so.
func TestWithoutTLS(t *testing.T) {
	for _, allowed := range []bool{false, true} {
		h := hall.New(t, "en", "")
		h.Public, h.Bare = strings.Replace(h.Base, "localhost", "club.lan", 1), allowed
		transport := http.DefaultTransport.(*http.Transport).Clone()
		to := strings.TrimPrefix(h.Base, "http://")
		transport.DialContext = func(ctx context.Context, network, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, to)
		}
		h.Base = h.Public
		h.Transport = transport
		t.Cleanup(transport.CloseIdleConnections)
		h.Wants(h.Get("login/"), http.StatusOK, "login/", h.Say("desk.passkey.insecure"), h.Say("desk.bare"))
		a := h.Post("login/", "email", hall.Email("officer"), "password", hall.Password)
		if allowed {
			h.Wants(a, http.StatusOK, "login/", h.Say("desk.code.title"))
		} else {
			h.Wants(a, http.StatusUnprocessableEntity, "login/", h.Say("desk.login.bare"))
		}
		h.Get("login/")
		h.Wants(h.Enters(h.Browser, "organiser"), http.StatusOK, "portal/", h.Say("desk.bare"))
	}
}

// With TLS cookies have names that only this host can set, and go to it alone.
func TestCookies(t *testing.T) {
	for _, tls := range []bool{false, true} {
		w := recorded{http.Header{}}
		portal.SetsCookie(w, tls)
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
	h := hall.New(t, "en", "")
	h.Enters(h.Browser, "officer")
	h.Get("account/factors/")
	h.Post("account/factors/", "do", "recovery")
	var secrets []string
	for _, line := range strings.Split(h.Last, "<li>") {
		if code, _, is := strings.Cut(line, "</li>"); is && strings.Count(code, "-") == 3 {
			secrets = append(secrets, code, strings.ReplaceAll(code, "-", ""))
		}
	}
	if len(secrets) != 2*signin.RecoveryCodes {
		t.Fatalf("there are %d codes", len(secrets)/2)
	}
	made, err := account.Invite(t.Context(), h.Bureau, "kubo@example.jp", "Kubo Jun", account.Wish{Roles: []string{"auditor"}}, "")
	h.Must(err)
	secrets = append(secrets, h.Token(), made.Token, hall.Password, string(h.Secrets["officer"]), signin.SecretText(h.Secrets["officer"]))
	const waits = "012 Autumn Open\n042 2024/10/20\n052 2024/10/20\n001    1      Aoki, Ren\n"
	organiser := h.Another()
	h.Enters(organiser, "organiser")
	organiser.Get("portal/submit/")
	a := organiser.Upload("portal/submit/", []hall.File{{Field: "files", Name: "boards-of-kubo.trf", Content: waits}})
	if !strings.HasPrefix(a.Path, "/en/portal/drafts/") || !strings.Contains(a.Body, "Autumn Open") || !strings.Contains(a.Body, "boards-of-kubo.trf") {
		t.Fatalf("the file does not wait: %d at %s", a.Status, a.Path)
	}
	at := strings.TrimPrefix(a.Path, "/en/")
	if a := organiser.Post(at, append(organiser.Form(`name="was"`), "venue", "Hall of Kubo", "keep", "1")...); a.Path != "/en/"+at || !strings.Contains(a.Body, "Hall of Kubo") {
		t.Fatalf("what was typed is not kept: %d at %s", a.Status, a.Path)
	}
	secrets = append(secrets, "boards-of-kubo", "Hall of Kubo", "Autumn Open", "Aoki, Ren", "042 2024/10/20", base64.StdEncoding.EncodeToString([]byte(waits))[:40], base64.RawURLEncoding.EncodeToString([]byte(waits))[:40])
	for _, file := range []string{"", "-wal", ".work", ".work-wal"} {
		data, err := os.ReadFile(h.Office.Database + file)
		if os.IsNotExist(err) {
			continue
		}
		h.Must(err)
		for _, secret := range secrets {
			if secret == "" || strings.Contains(string(data), secret) {
				t.Errorf("arpad.db%s has %q", file, secret)
			}
		}
	}
}
