package e2e

import (
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// away has the network be away, or back. What the browser says of it is no problem of a page.
func (o *office) away(is bool) {
	o.t.Helper()
	speed := conditions{Offline: is, Down: -1, Up: -1}
	call(o.tab, throttle, speed)
	if !is {
		o.mu.Lock()
		o.problems, o.weight = nil, map[network.ResourceType]float64{}
		o.mu.Unlock()
	}
}

// leaves goes from the page to an empty one while the network is away.
func (o *office) leaves() {
	o.t.Helper()
	o.do(chromedp.Evaluate[chromedp.Void](`setTimeout(() => location.replace("about:blank"))`)) // Page.navigate would send the form
	o.until(`location.href == "about:blank"`)
}

// A file that is sent while the network is away waits in the browser, also when its page is loaded again, and becomes one draft when the
// network is back. So does what was typed and is handed in. In one language, with ARPAD_SOAK=1 in both.
func TestNetworkIsAway(t *testing.T) {
	for _, lang := range spoken(t) {
		t.Run(lang, func(t *testing.T) {
			o := organiser(t, lang)
			submit := o.at + lang + "/portal/submit/"
			waits, ready := `!document.querySelector("[data-away-state]").hidden`, `document.readyState == "complete"`
			o.do(chromedp.Navigate(submit), chromedp.SetUploadFiles("#files", []string{handedIn(t, "Kawagoe Winter", false)}))
			o.away(true)
			o.do(chromedp.Click(".drop ~ .acts button"))
			o.until(waits)
			o.away(false)
			o.until(ready + ` && location.pathname.includes("/portal/drafts/") && !!document.querySelector("#send")`) // by itself
			o.do(chromedp.Navigate(submit))
			o.until(ready + ` && document.querySelectorAll("[name=discard]").length == 1 && document.querySelector("[data-away-state]").hidden`)

			o.do(chromedp.SetUploadFiles("#files", []string{handedIn(t, "Kawagoe Spring", false)}))
			o.away(true)
			o.do(chromedp.Click(".drop ~ .acts button"))
			o.until(waits)
			key := read[string](o.tab, `document.querySelector("[name=key]").value`)
			o.leaves()
			o.away(false)
			o.do(chromedp.Navigate(submit))
			o.until(ready + ` && document.querySelector("#files").files.length == 1 && ` + waits)
			o.look("report-away", "portal/submit/")
			o.do(chromedp.Click("[data-away-state] button"))
			o.until(ready + ` && location.pathname.endsWith("/portal/drafts/` + key + `/") && !!document.querySelector("#send")`)

			o.fills("#f-venue", "Kawagoe Hall", "#f-time", "13:00", "#f-responsible", "Yano Sohei")
			o.away(true)
			o.do(chromedp.Click("[name=submit]"))
			o.until(waits)
			o.away(false)
			o.until(ready + ` && location.pathname.endsWith("/sent/")`)
			o.do(chromedp.Navigate(submit))
			o.until(ready + ` && document.querySelectorAll("[name=discard]").length == 1 && document.querySelector("[data-away-state]").hidden`)
		})
	}
}

// What is typed while the network is away is there again when the page is loaded later, and the server has it from then on.
func TestTypedWhileAway(t *testing.T) {
	o := organiser(t, "en")
	address := o.at + "en/portal/type/"
	o.do(chromedp.Navigate(address), chromedp.SendKeys("#name", "Autumn"))
	o.until(`document.querySelector("[data-draft-state]").textContent != ""`)
	o.away(true)
	o.do(chromedp.SendKeys("#p1", "N00900200"+kb.Enter), chromedp.KeyEvent("N00900201"))
	o.until(`!document.querySelector("[data-away-state]").hidden`)
	o.leaves()
	o.away(false)
	o.do(chromedp.Navigate(address))
	o.until(`document.readyState == "complete" && document.querySelector("#name").value == "Autumn" && document.querySelector("#p2").value == "N00900201" && document.querySelector("[data-away-state]").hidden`)
	other := o.somebodyElse(laptop)
	other.fills("#email", "yano@example.jp", "#password", "four words of nobody")
	other.do(chromedp.Click(".narrow form:last-child button"))
	other.until(`document.readyState == "complete" && location.pathname == "/en/portal/"`)
	other.do(chromedp.Navigate(address))
	other.until(`document.readyState == "complete" && document.querySelector("#p2").value.startsWith("N00900201 ")`) // with the name that the server knows
}
