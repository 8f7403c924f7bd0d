package players_test

import (
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/act"
	"github.com/arpadchess/arpad/internal/site"
)

// Each public page about a number, a list, an event or a club leads to the form on which something is wrong, with what the page is about,
// and those of a player, a club and an event to letters about them.
func TestPublicPagesLeadHere(t *testing.T) {
	both(t, func(t *testing.T, o *office) {
		ref := o.submits()
		const at = "https://office.example.jp"
		o.does(&act.ChangeSettings{Because: act.Because{Reason: "people sign in"}, Settings: []string{"portal=" + at}})
		public := site.New(o.Bureau)
		b := o.Another()
		leads := regexp.MustCompile(`href="` + at + `(/[^"]*)"`)
		local := regexp.MustCompile(`href="([^":#?]*/)"`)
		asks := map[string]string{ // by a beginning of the address, the longest first
			"players/N00000001/": "N00000001", "events/" + ref + "/": "Club evening", "lists/2024-10/": "2024-10", "clubs/": "", "events/": "", "lists/": "", "players/": "", "corrections/": "",
		}
		follows := []string{"players/N00000001/", "events/" + ref + "/", "clubs/C0001/"}
		seen, waits := map[string]bool{}, []string{"/" + o.Lang + "/events/" + ref + "/", "/" + o.Lang + "/players/N00000001/", "/" + o.Lang + "/players/N00000001/why/now/standard/", "/" + o.Lang + "/clubs/C0001/", "/" + o.Lang + "/lists/2024-10/standard/"}
		walked := 0
		for ; len(waits) > 0 && walked < 80; waits = waits[1:] {
			path := waits[0]
			rest := strings.TrimPrefix(path, "/"+o.Lang+"/")
			if seen[path] || rest == path || strings.Contains(rest, "N0000000") && !strings.Contains(rest, "N00000001") {
				continue
			}
			seen[path] = true
			answer := httptest.NewRecorder()
			public.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, path, http.NoBody))
			if answer.Code != http.StatusOK || !strings.HasPrefix(answer.Header().Get("Content-Type"), "text/html") {
				continue
			}
			walked++
			for _, to := range local.FindAllStringSubmatch(answer.Body.String(), -1) {
				next, err := (&url.URL{Path: path}).Parse(to[1])
				o.Must(err)
				waits = append(waits, next.Path)
			}
			begins := ""
			for of := range asks {
				if strings.HasPrefix(rest, of) && len(of) > len(begins) {
					begins = of
				}
			}
			if begins == "" {
				continue
			}
			var to []string
			for _, found := range leads.FindAllStringSubmatch(answer.Body.String(), -1) {
				to = append(to, html.UnescapeString(found[1]))
			}
			form := slices.IndexFunc(to, func(to string) bool { return strings.HasPrefix(to, "/"+o.Lang+"/inquiry/new/") })
			if form < 0 {
				t.Errorf("%s does not lead to the form", path)
				continue
			}
			b.Wants(b.Get(to[form]), http.StatusOK, "inquiry/new/", asks[begins])
			wants := slices.ContainsFunc(follows, func(of string) bool { return strings.HasPrefix(rest, of) })
			follow := slices.IndexFunc(to, func(to string) bool { return strings.HasPrefix(to, "/"+o.Lang+"/follow/") })
			switch {
			case wants != (follow >= 0):
				t.Errorf("%s leads to letters: %v", path, !wants)
			case wants:
				b.Wants(b.Get(to[follow]), http.StatusOK, "follow/")
			}
		}
		if walked < 20 {
			t.Errorf("only %d pages", walked)
		}
	})
}
