package portal

import (
	"context"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/signin"
)

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
