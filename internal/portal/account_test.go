package portal_test

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/internal/test/authenticator"
	"github.com/arpadchess/arpad/internal/test/hall"
)

// An invitation works once, for seven days, and its token stands in no address that is shown.
func TestInvitation(t *testing.T) {
	h := hall.New(t, "en", "")
	invite := func(address string) string {
		t.Helper()
		made, err := account.Invite(t.Context(), h.Bureau, address, "Hara Mei", account.Wish{Roles: []string{"organiser"}, Clubs: []string{"Kawagoe Tsuru"}}, "")
		h.Must(err)
		return made.Token
	}
	token := invite("hara@example.jp")
	guest := h.Another()
	a := guest.Get("/invite?code=" + token)
	guest.Wants(a, http.StatusOK, "invite/", "Kawagoe Tsuru", "hara@example.jp")
	if strings.Contains(a.Body, token) {
		t.Error("the page has the token")
	}
	thief := h.Another()
	thief.Wants(thief.Get("/invite?code=guess"), http.StatusNotFound, "invite/")
	guest.Wants(guest.Post("invite/", "name", "Hara Mei", "password", hall.Password), http.StatusOK, "portal/", "Hara Mei")
	thief.Wants(thief.Get("/invite?code="+token), http.StatusNotFound, "invite/")
	late := invite("mori@example.jp")
	h.Now = h.Now.Add(7 * 24 * time.Hour)
	thief.Wants(thief.Get("/invite?code="+late), http.StatusNotFound, "invite/")

	// Who works in the office is not let in by a password alone.
	made, err := account.Invite(t.Context(), h.Bureau, "kubo@example.jp", "Kubo Jun", account.Wish{Roles: []string{"auditor"}}, "")
	h.Must(err)
	auditor := h.Another()
	auditor.Get("/invite?code=" + made.Token)
	auditor.Wants(auditor.Post("invite/", "name", "Kubo Jun", "password", hall.Password), http.StatusUnprocessableEntity, "invite/", h.Say("desk.factor.wrong-code"))
	auditor.Wants(auditor.Post("invite/", "name", "Kubo Jun", "password", hall.Password, "code", authenticator.Code(auditor.Secret(), h.Now)), http.StatusOK, "invite/", h.Say("desk.codes.title"))
	auditor.Wants(auditor.Get("desk/"), http.StatusOK, "desk/")
}

// Whoever loses a role, is disabled or is signed out elsewhere is out at the next request.
func TestRevocation(t *testing.T) {
	h := hall.New(t, "en", "")
	officer, other := h.Another(), h.Another()
	h.Enters(officer, "officer")
	h.Enters(other, "officer")
	h.Enters(h.Browser, "administrator")
	number, _ := h.Find(hall.Email("officer"))

	officer.Get("account/")
	officer.Wants(officer.Post("account/", "do", "end-others"), http.StatusOK, "account/")
	other.Wants(other.Get("desk/"), http.StatusOK, "login/")

	to := "admin/people/" + number + "/"
	h.Wants(h.Get(to), http.StatusOK, to, "Officer")
	h.Wants(h.Post(to, "do", "roles", "role", "treasurer", "reason", ""), http.StatusUnprocessableEntity, to)
	h.Wants(h.Post(to, "do", "roles", "role", "treasurer", "reason", "other work"), http.StatusOK, to, "treasurer")
	officer.Wants(officer.Get("admin/people/"), http.StatusNotFound, "admin/people/")
	h.Get(to)
	h.Wants(h.Post(to, "do", "disable", "reason", "gone"), http.StatusOK, to, "disabled")
	officer.Wants(officer.Get("account/"), http.StatusOK, "login/")
	stale := h.Hidden("seen")
	h.Wants(h.Post(to, "do", "enable", "reason", "back"), http.StatusOK, to)
	h.Wants(h.Post(to, "do", "disable", "seen", stale, "reason", "again"), http.StatusUnprocessableEntity, to, "has changed")
	h.Get(to)
	h.Wants(h.Post(to, "do", "reset", "reason", "lost"), http.StatusOK, to, "/invite?code=")
}

// Factors are changed by whoever has just said who they are, and sessions elsewhere end.
func TestFactors(t *testing.T) {
	h := hall.New(t, "en", "")
	elsewhere := h.Another()
	h.Enters(elsewhere, "officer")
	h.Enters(h.Browser, "officer")
	h.Now = h.Now.Add(time.Hour)
	h.Wants(h.Get("account/factors/"), http.StatusOK, "account/factors/", h.Say("desk.confirm.title"))
	h.Wants(h.Post("account/factors/", "do", "remove-password"), http.StatusOK, "account/factors/", h.Say("desk.confirm.title"))
	h.Wants(h.Post("account/factors/", "confirm-password", hall.Password, "confirm-code", authenticator.Code(h.Secrets["officer"], h.Now)), http.StatusOK, "account/factors/", h.Say("desk.factor.add"))
	h.Wants(h.Post("account/factors/", "do", "remove-password"), http.StatusUnprocessableEntity, "account/factors/", h.Say("desk.factor.last"))
	h.Wants(h.Post("account/factors/", "do", "recovery"), http.StatusOK, "account/factors/", h.Say("desk.codes.title"))
	h.Wants(h.Get("account/"), http.StatusOK, "account/", "10 codes are left")
	h.Get("account/factors/")
	h.Wants(h.Post("account/factors/", "do", "password", "password", "five words of nobody else"), http.StatusOK, "account/")
	elsewhere.Wants(elsewhere.Get("account/"), http.StatusOK, "login/")
	h.Now = h.Now.Add(time.Minute)
	again := h.Another()
	again.Get("login/")
	again.Wants(again.Post("login/", "email", hall.Email("officer"), "password", hall.Password), http.StatusUnprocessableEntity, "login/", h.Say("desk.login.wrong"))
	again.Wants(again.Post("login/", "email", hall.Email("officer"), "password", "five words of nobody else"), http.StatusOK, "login/", h.Say("desk.code.title"))

	organiser := h.Another()
	h.Enters(organiser, "organiser")
	organiser.Wants(organiser.Get("account/factors/"), http.StatusOK, "account/factors/", h.Say("desk.confirm.title"))
	organiser.Wants(organiser.Post("account/factors/", "confirm-password", hall.Password), http.StatusOK, "account/factors/", h.Say("desk.factor.add"))
}

// Whoever reports for a club makes keys for programs: after saying who they are, shown once. Others have none.
func TestKeysOfPrograms(t *testing.T) {
	h := hall.New(t, "en", "")
	officer := h.Another()
	h.Enters(officer, "officer")
	officer.Wants(officer.Get("account/"), http.StatusOK, "account/")
	if strings.Contains(officer.Last, h.Say("desk.key.title")) {
		t.Error("an officer has keys")
	}
	h.Enters(h.Browser, "organiser")
	h.Wants(h.Get("account/"), http.StatusOK, "account/", h.Say("desk.key.title"))
	h.Wants(h.Post("account/", "do", "key", "name", "pairings", "may", "submit"), http.StatusOK, "account/", h.Say("desk.confirm.title"))
	a := h.Post("account/", "do", h.Hidden("do"), "name", h.Hidden("name"), "may", h.Hidden("may"), "confirm-password", hall.Password)
	h.Wants(a, http.StatusOK, "account/", h.Say("desk.key.made"))
	token := regexp.MustCompile(`arpad_A\d+_[A-Z2-7]+`).FindString(a.Body)
	h.Must(h.Bureau.View(t.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		_, _, key, err := account.OfKey(r, token)
		if key == nil || key.Name != "pairings" || !slices.Equal(key.May, []string{account.Submit}) {
			t.Errorf("the key %q is %+v", token, key)
		}
		return err
	}))
	a = h.Get("account/")
	h.Wants(a, http.StatusOK, "account/", "pairings", h.Say("desk.account.never"))
	if strings.Contains(a.Body, token) {
		t.Error("the key is shown again")
	}
	h.Wants(h.Post("account/", "do", "key", "name", "", "may", "submit"), http.StatusUnprocessableEntity, "account/")
	h.Wants(h.Post("account/", "do", "revoke", "key", "K1"), http.StatusOK, "account/")
	if strings.Contains(h.Last, "pairings") {
		t.Error("the key is there still")
	}
}

// Who has looked at how others are reached is kept.
func TestLooksAreKept(t *testing.T) {
	h := hall.New(t, "en", "")
	h.Enters(h.Browser, "administrator")
	number, _ := h.Find(hall.Email("officer"))
	own, _ := h.Find(hall.Email("administrator"))
	h.Get("account/")
	h.Get("admin/people/")
	h.Now = h.Now.Add(time.Minute)
	h.Get("admin/people/" + number + "/")
	h.Get("admin/people/A9999/")
	var kept []string
	h.Must(h.Door.Work.Looks(t.Context(), time.Time{}, func(l bureau.Look) bool {
		kept = append(kept, l.Account+" "+l.What)
		return true
	}))
	if want := []string{own + " account " + number, own + " accounts"}; !slices.Equal(kept, want) {
		t.Errorf("the looks are %q, want %q", kept, want)
	}
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
		if got := portal.BrowserOf(agent); got != want {
			t.Errorf("%s: got %q, want %q", agent, got, want)
		}
	}
}

// An administrator makes and revokes a key of somebody else's programs, with a reason; the key is shown once.
func TestKeysOfOthers(t *testing.T) {
	for _, lang := range explain.Languages {
		t.Run(lang, func(t *testing.T) {
			h := hall.New(t, lang, "")
			h.Enters(h.Browser, "administrator")
			number, _ := h.Find(hall.Email("organiser"))
			to := "admin/people/" + number + "/"
			h.Wants(h.Get(to), http.StatusOK, to, h.Say("desk.key.title"))
			h.Wants(h.Post(to, "do", "key", "name", "pairings", "may", "submit"), http.StatusUnprocessableEntity, to, "pairings")
			a := h.Post(to, "do", "key", "name", "pairings", "may", "submit", "reason", "asked by telephone")
			h.Wants(a, http.StatusOK, to, h.Say("desk.key.made"))
			token := regexp.MustCompile(`<pre class="copy">([^<]+)</pre>`).FindStringSubmatch(a.Body)
			if token == nil {
				t.Fatal("no key is shown")
			}
			a = h.Get(to)
			h.Wants(a, http.StatusOK, to, "pairings")
			if strings.Contains(a.Body, token[1]) {
				t.Error("the key is shown again")
			}
			key := regexp.MustCompile(`name="key" value="([^"]+)"`).FindStringSubmatch(a.Body)
			a = h.Post(to, "do", "revoke", "key", key[1], "reason", "lost")
			h.Wants(a, http.StatusOK, to)
			if strings.Contains(a.Body, "pairings") {
				t.Error("the key is not revoked")
			}
			other, _ := h.Find(hall.Email("officer"))
			if h.Wants(h.Get("admin/people/"+other+"/"), http.StatusOK, "admin/people/"+other+"/"); strings.Contains(h.Last, h.Say("desk.key.title")) {
				t.Error("who reports for no club has keys")
			}
			// by the form of the act
			a = h.Post("desk/do/account.key/", "account", number, "name", "by hand", "may", "submit", "reason", "asked again", "looked", "1", "seen", h.Hidden("seen"))
			if a.Status == http.StatusOK && !strings.Contains(a.Body, h.Say("desk.key.made")) {
				t.Errorf("the form of the act does not show the key: %s", a.Text())
			}
		})
	}
}
