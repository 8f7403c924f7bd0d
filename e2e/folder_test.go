package e2e

import (
	"encoding/json"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// A folder on a plain host is walked as a visitor walks it: from the search in any script to
// a player, the calculation of a number and the rule behind a step, and the games of two
// players.
func TestFolderIsWalked(t *testing.T) {
	const who = "N00900347"
	for i, lang := range languages {
		l, o := []look{phone, laptop}[i], open(t)
		for _, typed := range []string{"jo yok", "城", "じょ", "n0090 0347", "９００３４７", "347"} {
			o.showAt(folderHome, lang+"/", l)
			o.do(chromedp.SendKeys("#q", typed))
			o.until(`[...document.querySelectorAll("#hits a")].some((a) => a.pathname.endsWith("/players/` + who + `/"))`)
			o.check(lang+" search for "+typed, l)
		}
		for _, step := range []struct{ link, to string }{
			{`#hits a[href*="` + who + `"]`, "/players/" + who + "/"}, {`main a[href*="/why/2024-10/"]`, "/why/2024-10/"}, {`main a[href*="/rules/"]`, "/rules/"},
		} {
			o.until("!!document.querySelector(`" + step.link + "`)") // a packed page comes later
			o.do(chromedp.Evaluate[chromedp.Void]("document.querySelector(`" + step.link + "`).click()"))
			o.until(`location.href.includes("` + step.to + `") && document.readyState == "complete" && !!document.querySelector("main h1")`)
			o.check(lang+step.to, l)
		}

		o.showAt(folderHome, inFolder(lang+"/players/"+who+"/results/"), l)
		o.until(`!!document.querySelector("a[href*='against=']")`)
		all := read[int](o, `document.querySelectorAll("main tbody tr").length`)
		against := read[string](o, `document.querySelector("a[href*='against=']").getAttribute("href")`)
		o.showAt(folderHome, lang+"/open/"+against, l)
		o.until(`[...document.querySelectorAll("main tbody tr")].some((r) => r.hidden)`)
		if some := read[int](o, `[...document.querySelectorAll("main tbody tr")].filter((r) => !r.hidden).length`); some == 0 || some >= all {
			t.Errorf("%s: %d of %d games are against one player", lang, some, all)
		}
	}
}

// A folder finds events and clubs as the server does.
func TestFolderFindsEventsAndClubs(t *testing.T) {
	o := open(t)
	for typed, link := range map[string]string{"Nagasaki": "/clubs/C0012/", "盛岡 2023": "/events/2023-", "2024-07-0011": "/events/2024-07-0011/", "c0002": "/clubs/C0002/"} {
		for _, at := range []string{home, folderHome} {
			o.showAt(at, "ja/", phone)
			o.do(chromedp.SendKeys("#q", typed))
			o.until(`[...document.querySelectorAll("#hits a")].some((a) => a.pathname.includes("` + link + `"))`)
		}
	}
}

// A folder sorts and filters a list as the server does: in each order with each filter the first page
// has the same lines.
func TestFolderSortsAsTheServer(t *testing.T) {
	const lines = `[...document.querySelectorAll("main tbody tr")].slice(0, 100).map((r) => [...r.children].map((c) => c.textContent).join("|")).join("\n")`
	o := open(t)
	for i, lang := range spoken(t) {
		l, address := []look{laptop, phone}[i], lang+"/lists/2024-10/standard/"
		o.showAt(home, address, l)
		whole := read[string](o, lines)
		club := strings.Split(whole, "|")[3]
		for _, filter := range []string{"", "club=" + strings.ToUpper(club), "sex=w", "active=1", "sex=w&active=1"} {
			for _, sort := range []string{"", "name", "id", "change", "games"} {
				query := "?" + strings.ReplaceAll(filter, " ", "+") + "&sort=" + sort
				o.showAt(home, address+query, l)
				want := read[string](o, lines)
				if (filter+sort != "") == (want == whole) || want == "" {
					t.Errorf("%s%s has the first lines of the whole list, or none", address, query)
				}
				o.showAt(folderHome, address+query, l)
				o.until("(" + lines + ") == " + quoted(t, want))
				if sort == "" {
					o.check(address+query, l)
				}
			}
		}
	}
}

// quoted returns a text as a script has it.
func quoted(t *testing.T, text string) string {
	t.Helper()
	is, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	return string(is)
}

// A folder makes the further pages of a list as the server has them, from the page that opens them on.
func TestFolderHasFurtherPages(t *testing.T) {
	const shown = `[...document.querySelectorAll("main tbody tr, .pager p, .pager ul:has([aria-current])")].map((e) => e.textContent).join("\n")`
	const whys = `[...document.querySelectorAll("main tbody tr a")].map((a) => (a.href.match(/players\/.*[^\/]/) || [""])[0]).join("\n")`
	o := open(t)
	for i, lang := range spoken(t) {
		l := []look{laptop, phone}[i]
		for own, address := range map[string]string{"2024-10/standard/pages/3/": "open/?lists/2024-10/standard/pages/3", "2024-09/r1/standard/?page=2": "lists/2024-09/r1/standard/?page=2", "2024-10/standard/?sort=games&page=2": "lists/2024-10/standard/?sort=games&page=2"} {
			o.showAt(home, lang+"/lists/"+own, l)
			want, why := read[string](o, shown), read[string](o, whys)
			o.showAt(folderHome, lang+"/"+address, l)
			o.until("(" + shown + ") == " + quoted(t, want))
			if got := read[string](o, whys); got != why || !strings.Contains(why, "/why/") {
				t.Errorf("%s leads to %s, on the server to %s", address, got, why)
			}
			o.check(address, l)
		}
	}
}

// A folder's page of an event shows the rounds, and each player's games, as the server's does.
func TestFolderHasTheRounds(t *testing.T) {
	const shown = `[...document.querySelectorAll("main .rounds, main .persons, main .cross")].map((e) => e.textContent.replace(/\s+/g, "")).join("\n")`
	o := open(t)
	for i, name := range []string{"event", "event-sections", "event-admitted", "event-not-rated", "event-waiting"} {
		address, l := languages[i%2]+"/"+pages[name]+"/", []look{phone, laptop}[i%2]
		o.showAt(home, address, l)
		want := read[string](o, shown)
		o.showAt(folderHome, address, l)
		if got := read[string](o, shown); got != want {
			t.Errorf("%s shows another text than on the server", address)
		}
		o.check("folder: "+address, l)
	}
	o.showAt(folderHome, "en/"+pages["event-sections"]+"/#p2-3", phone)
	if !read[bool](o, `document.getElementById("p2-3").closest("details").open`) {
		t.Error("the games of a player to whom an address leads are folded away")
	}
}

var packed = regexp.MustCompile(`^(..)/(players/[^/]+/(?:results|why/.+)|lists/.+/pages/\d+)/$`)

// inFolder returns where a folder has the page at an address.
func inFolder(address string) string { return packed.ReplaceAllString(address, "$1/open/?$2") }

// A folder's events are filtered on all pages of a year, and a typing mistake is seen through.
func TestFolderFiltersEventsAndForgivesSlips(t *testing.T) {
	const rows = `[...document.querySelectorAll("main tbody tr")].filter((r) => !r.hidden).map((r) => r.querySelector("a").pathname.split("/").at(-2)).join(" ")`
	o := open(t)
	for _, query := range []string{"?club=C0002", "?type=rapid", "?rated=yes&club=C0005"} {
		o.showAt(home, "en/events/2023/"+query, laptop)
		want := read[string](o, rows)
		o.showAt(folderHome, "en/events/2023/"+query, laptop)
		o.until("(" + rows + ") == " + quoted(t, want))
	}
	for typed, who := range map[string]string{"jo yoak": "N00900347", "tkahashi": "N009"} {
		o.showAt(folderHome, "en/", laptop)
		o.do(chromedp.SendKeys("#q", typed))
		o.until(`[...document.querySelectorAll("#hits a")].some((a) => a.pathname.includes("/players/` + who + `"))`)
	}
}

// onServer are the pages that a folder cannot have, with the reason.
var onServer = map[string]string{
	"why-now": "each report that arrives would change them all", "why-no-game": "nothing leads to the calculation of a number that did not move", "search": "the script of the home page searches", "against": "the script of the page of results shows them", "event-card": "the page of the event has the rounds", "event-card-section": "the page of the event has the rounds", "calculator-wrong": "asked in a query", "calculator-answer": "asked in a query", "calculator-player": "asked in a query",
}

// Every kind of page in a folder works on a plain host as on the server.
func TestPagesOfAFolder(t *testing.T) {
	o, shown := open(t), 0
	for i, name := range named() {
		address := languages[i%2] + strings.TrimSuffix("/"+pages[name], "/") + "/"
		if onServer[name] != "" || strings.Contains(address, "?") || strings.Contains(address, "/now/") {
			continue
		}
		if status := statusOf(t, folderHome+inFolder(address)); status != http.StatusOK {
			if own := statusOf(t, home+address); own == http.StatusOK {
				t.Errorf("%s: %d in a folder, %d on the server", address, status, own)
			}
			continue
		}
		l := []look{phone, laptop}[i/2%2]
		o.showAt(folderHome, inFolder(address), l)
		o.until(`document.readyState == "complete" && !!document.querySelector("main h1") && !document.getElementById("packed") && !document.querySelector("meta[http-equiv=refresh]")`) // a page may lead on
		o.check("folder: "+address, l)
		shown++
	}
	if shown < 25 {
		t.Errorf("only %d pages were shown", shown)
	}
}

// statusOf returns how an address is answered.
func statusOf(t *testing.T, address string) int {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	if err := response.Body.Close(); err != nil {
		t.Fatal(err)
	}
	return response.StatusCode
}
