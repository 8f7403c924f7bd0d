package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// A folder on a plain host is walked as a visitor walks it: from the search in any script to
// a player, the calculation of a number and the rule behind a step; a list in another order
// and of a club, and the games of two players.
func TestFolderIsWalked(t *testing.T) {
	const who = "N00900347"
	for i, lang := range languages {
		l, o := []look{phone, laptop}[i], open(t)
		for _, typed := range []string{"jo yok", "城", "じょ"} {
			o.showAt(folderHome, lang+"/", l)
			o.do(chromedp.SendKeys("#q", typed))
			o.until(`[...document.querySelectorAll("#hits a")].some((a) => a.pathname.endsWith("/players/` + who + `/"))`)
			o.check(lang+" search for "+typed, l)
		}
		for _, step := range []struct{ link, to string }{
			{`#hits a[href*="` + who + `"]`, "/players/" + who + "/"}, {`main a[href*="/why/2024-10/"]`, "/why/2024-10/"}, {`main a[href*="/rules/"]`, "/rules/"},
		} {
			o.do(chromedp.Evaluate[chromedp.Void]("document.querySelector(`" + step.link + "`).click()"))
			o.until(`location.pathname.includes("` + step.to + `") && document.readyState == "complete" && !!document.querySelector("main h1")`)
			o.check(lang+step.to, l)
		}

		o.showAt(folderHome, lang+"/lists/2024-10/standard/?sort=name", l)
		o.until(`document.querySelector("main tbody tr td").textContent == ""`) // no places
		club := read[string](o, `[...document.querySelectorAll("main tbody tr td:nth-child(4)")].map((c) => c.textContent).find((c) => c)`)
		o.showAt(folderHome, lang+"/lists/2024-10/standard/?club="+strings.ReplaceAll(club, " ", "+"), l)
		o.until("[...document.querySelectorAll(`main tbody tr`)].every((r) => r.children[3].textContent == `" + club + "`)")
		o.check(lang+" list of "+club, l)

		whole := read[int](o, `Math.max(...document.querySelector("main .pager p").textContent.match(/\d+/g))`)
		for _, filter := range []string{"sex=w", "active=1", "sex=w&active=1"} {
			o.showAt(folderHome, lang+"/lists/2024-10/standard/", l)
			o.showAt(home, lang+"/lists/2024-10/standard/?"+filter, l)
			first := read[string](o, `document.querySelector("main tbody th a").textContent`)
			left := read[int](o, `Math.max(...document.querySelector("main .pager p").textContent.match(/\d+/g))`)
			o.showAt(folderHome, lang+"/lists/2024-10/standard/?"+filter, l)
			o.until(fmt.Sprintf("document.querySelectorAll(`main tbody tr`).length == %d && document.querySelector(`main tbody th a`).textContent == `%s`", left, first))
			o.check(lang+" list of "+filter, l)
			if left == 0 || left >= whole {
				t.Errorf("%s: %s leaves %d of %d players", lang, filter, left, whole)
			}
		}

		o.showAt(folderHome, lang+"/players/"+who+"/results/", l)
		all := read[int](o, `document.querySelectorAll("main tbody tr").length`)
		against := read[string](o, `document.querySelector("a[href^='?against=']").getAttribute("href")`)
		o.showAt(folderHome, lang+"/players/"+who+"/results/"+against, l)
		if some := read[int](o, `[...document.querySelectorAll("main tbody tr")].filter((r) => !r.hidden).length`); some == 0 || some >= all {
			t.Errorf("%s: %d of %d games are against one player", lang, some, all)
		}
	}
}

// onServer are the pages that a folder cannot have, with the reason.
var onServer = map[string]string{
	"search": "the script of the home page searches", "against": "the script of the page of results shows them", "calculator-wrong": "asked in a query", "calculator-answer": "asked in a query", "calculator-player": "asked in a query",
}

// Every kind of page in a folder works on a plain host as on the server.
func TestPagesOfAFolder(t *testing.T) {
	o, shown := open(t), 0
	for i, name := range named() {
		address := languages[i%2] + strings.TrimSuffix("/"+pages[name], "/") + "/"
		if onServer[name] != "" || strings.Contains(address, "?") || strings.Contains(address, "/now/") {
			continue
		}
		if status := statusOf(t, folderHome+address); status != http.StatusOK {
			if own := statusOf(t, home+address); own == http.StatusOK && !strings.Contains(address, "/why/") { // the folder has the calculations of two lists
				t.Errorf("%s: %d in a folder, %d on the server", address, status, own)
			}
			continue
		}
		l := []look{phone, laptop}[i/2%2]
		o.showAt(folderHome, address, l)
		o.until(`document.readyState == "complete" && !!document.querySelector("main h1") && !document.querySelector("meta[http-equiv=refresh]")`) // a page may lead on
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
