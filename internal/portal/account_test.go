package portal

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/test/authenticator"
)

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
