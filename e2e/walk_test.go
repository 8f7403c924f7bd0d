package e2e

import (
	"context"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// walk is a visit on a phone that counts the steps: what is pressed, not what is typed.
type walk struct {
	*tab
	steps int
}

// from begins a walk at the home page of a language.
func (w *walk) from(lang string) {
	w.t.Helper()
	w.show(lang+"/", phone)
	w.steps = 0
}

// ask types into the box of the header.
func (w *walk) ask(text string) { w.do(chromedp.SendKeys("#q", text)) }

// press presses what leads to another page, and waits for it.
func (w *walk) press(what string) {
	w.t.Helper()
	ctx, stop := context.WithTimeout(w.Context, patience)
	defer stop()
	_, err := chromedp.RunResponse(ctx, chromedp.Click(what))
	w.must(err)
	w.settle()
	w.steps++
}

// hit presses what the box of the header has found.
func (w *walk) hit(to string) {
	w.t.Helper()
	what := `#hits a[href*="` + to + `"]`
	w.until(`!!document.querySelector('` + what + `')`)
	w.press(what)
}

// took checks the steps of a task, and that the visitor sees what they wanted.
func (w *walk) took(task string, steps int, seen string) {
	w.t.Helper()
	if w.steps != steps || !read[bool](w.tab, seen) {
		w.t.Errorf("%s: %d steps, want %d, to %s, where this must hold: %s", task, w.steps, steps, read[string](w.tab, "location.href"), seen)
	}
	w.narrow(task, phone.width)
}

// What visitors come for takes them few steps.
func TestTasks(t *testing.T) {
	for _, lang := range languages {
		w := &walk{tab: open(t)}
		w.from(lang)
		w.took("the next list", 0, `(e => /Nov|11月/.test(e.innerText) && e.getBoundingClientRect().bottom < innerHeight)(document.querySelector(".next .big"))`)
		w.ask("城 陽")
		w.hit("N00900347")
		w.took("a player by half a name", 1, `document.querySelector(".fact .big").innerText.startsWith("996")`)
		w.press(`.fact a[href*="/why/2024-10/standard"]`)
		w.took("why a rating fell", 2, `document.querySelector("h1").innerText.includes("1031 →")`)
		for _, number := range []string{"N00900347", "n00900347", "900347", "00900347", "Ｎ００９００３４７", "N0090 0347"} {
			w.from(lang)
			w.ask(number)
			w.enter("/players/N00900347/")
			w.steps++
			w.took("a player by "+number, 1, `document.querySelector("h1").innerText.includes("城 陽花")`)
		}
		w.from(lang)
		w.ask("tkahashi masanori")
		w.hit("N00900916")
		w.took("a player by a name with a slip", 1, `document.querySelector("h1").innerText.includes("高橋 昌則")`)
		w.from(lang)
		w.ask("Kichijoji 2022")
		w.hit("events/2022-11-0001")
		w.took("an event of two years ago", 1, `!!document.querySelector("table.cross")`)
		w.from(lang)
		w.press(`.mast nav a[href*="events/"]`)
		w.press(`.tabs a[href*="events/2022/"]`)
		w.took("the events of two years ago", 2, `document.querySelectorAll('main th a[href*="events/2022-"]').length > 10`)
		w.from(lang)
		w.press(`main a[href*="events/2024-09-0001/"]`)
		w.took("standings with points and change", 1, `[...document.querySelector("table.cross tbody tr").cells].slice(0, 4).every((c) => c.innerText && c.getBoundingClientRect().right <= innerWidth)`)
		w.from(lang)
		w.ask("鈴木 浩")
		w.hit("N00900281")
		w.press(`main a[href*="calculators/change/?opponent=N00900281"]`)
		w.do(chromedp.SendKeys(`[name=rating]`, "城 陽花"))
		begun := time.Now()
		w.do(chromedp.Click(`.ask button`))
		w.steps++
		w.until(`!!document.querySelector("main .turn")`)
		t.Logf("%s: what a win would give is there after %d ms", lang, time.Since(begun).Milliseconds()) // it depends on the machine
		w.took("what a win would give", 3, `document.querySelector("main .turn").innerText.includes("996 →")`)
		w.from(lang)
		w.press(`.foot a[href*="programs/"]`)
		w.steps++ // a file leads to no page
		w.took("the list for Swiss-Manager", 2, `(e => !!e && fetch(e.href).then((r) => r.ok && /standard/.test(r.headers.get("Content-Disposition"))))(document.querySelector('main a[href$="standard/programs.csv"]'))`)
		w.from(lang)
		w.ask("N00900347")
		w.hit("N00900347")
		w.steps++ // a letter leads to no page
		w.took("reporting an error", 2, `decodeURIComponent(document.querySelector(".wrong a").href).match(/^mailto:.*N00900347/s) != null`)
		w.from(lang)
		w.ask("城 陽")
		w.hit("N00900347")
		w.press(`main a[href$="N00900347/results/"]`)
		w.press(`main .brief a[href*="against=N00900281"]`)
		w.took("comparing two players", 3, `document.querySelector(".lead").innerText == "+0 =1 −1"`)
	}
}
