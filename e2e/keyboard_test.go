package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// typist is an officer without a mouse.
type typist struct {
	*office
	pressed int
}

// inSight says what is wrong with where the focus is: nowhere, out of the window, or not to be seen. Empty: nothing.
const inSight = `(() => {
	const e = document.activeElement, box = e.getBoundingClientRect(), style = getComputedStyle(e);
	if (e === document.body) return "the focus is nowhere";
	const is = e.tagName + " " + e.textContent.trim().slice(0, 40);
	if (box.bottom <= 0 || box.top >= innerHeight || !box.width) return is + " is out of sight";
	return style.outlineStyle === "none" || !parseFloat(style.outlineWidth) ? is + " does not show that it has the focus" : "";
})()`

// stands fails unless the focus is seen.
func (w *typist) stands() {
	w.t.Helper()
	if wrong := read[string](w.tab, inSight); wrong != "" {
		w.t.Errorf("%s: %s", w.here(), wrong)
	}
}

// hits presses keys, after each of which the focus is seen.
func (w *typist) hits(keys ...string) {
	w.t.Helper()
	for _, key := range keys {
		w.do(chromedp.KeyEvent(key))
		w.pressed++
		w.stands()
	}
}

// writes types a text into the field that has the focus.
func (w *typist) writes(text string) {
	w.t.Helper()
	w.do(chromedp.KeyEvent(text))
	w.pressed += len(text)
}

// isIn fails unless the focus is in something.
func (w *typist) isIn(what string) {
	w.t.Helper()
	if !read[bool](w.tab, fmt.Sprintf(`!!document.activeElement.closest(%q)`, what)) {
		w.t.Fatalf("%s: the focus is not in %s, but on %s", w.here(), what, read[string](w.tab, `document.activeElement.outerHTML.slice(0, 300)`))
	}
}

// tabs goes on by Tab until the focus is in something, and returns how often.
func (w *typist) tabs(what string) (times int) {
	w.t.Helper()
	for ; times < 60; times++ {
		if read[bool](w.tab, fmt.Sprintf(`!!document.activeElement.closest(%q)`, what)) {
			return times
		}
		w.hits(kb.Tab)
	}
	w.t.Fatalf("%s: %s is not to be reached", w.here(), what)
	return 0
}

// leads presses keys that lead to another page.
func (w *typist) leads(keys ...string) {
	w.t.Helper()
	w.do(chromedp.Evaluate[chromedp.Void](`window.before = true`))
	for _, key := range keys {
		w.do(chromedp.KeyEvent(key))
		w.pressed++
	}
	w.until(`!window.before && document.readyState == "complete"`)
}

// does presses the button that has the focus. Afterwards the focus is where the page says what came of it.
func (w *typist) does() {
	w.t.Helper()
	w.leads(kb.Enter)
	w.stands()
	if refused := read[string](w.tab, `document.querySelector("main .note.grave[role=alert]")?.innerText ?? ""`); refused != "" {
		w.t.Fatalf("%s: %s", w.here(), refused)
	}
}

// TestWithoutAMouse does an officer's work with the keyboard alone: the first page, a report, an answer taken back and given again,
// and the end of the month. The focus is always visible. After each press it is on the line that says what was done.
func TestWithoutAMouse(t *testing.T) {
	inOne(t, "en", func(t *testing.T, lang string) {
		database := copyOfDemo(t)
		invitation := command(t, database, deskClock, "account", "invite", "sato@example.jp", "--role", "officer", "--name", "Sato Nao")
		w := &typist{office: enters(t, served(t, database, deskClock), lang, invitation)}
		w.do(chromedp.Navigate(w.at + lang + "/desk/"))
		w.until(`document.readyState == "complete" && !!document.querySelector("[data-row]")`)

		w.hits("j", "j", "k")
		w.isIn(".find-item")
		w.leads("a") // what is certain, in all reports
		w.tabs("#all button")
		w.does()
		w.isIn(".note.done")
		for rows := 0; !read[bool](w.tab, `document.activeElement.matches("[data-row] a[href*='2024-10-0004']")`); rows++ {
			if w.hits("j"); rows > 60 {
				t.Fatal("the keys lead to no row of the report")
			}
		}
		w.leads("o")
		for problems := 2; problems > 0; problems-- {
			w.hits("n")
			w.isIn("[data-problem]")
			w.hits("1", "1") // the first answer, and its reason
			w.isIn("[name=reason]")
			w.writes("as the arbiter has said")
			w.does()
			w.isIn(".note.done")
		}
		w.hits("u")
		w.isIn(".note.done button")
		w.does()
		w.isIn(".note.done")
		w.hits("n", "1", "1")
		w.writes("as the arbiter has said, again")
		w.does()
		if left := read[int](w.tab, `document.querySelectorAll("[data-problem]").length`); left != 0 {
			t.Errorf("%d problems are left", left)
		}

		w.leads("g", "m")
		t.Logf("to the month: %d times Tab", w.tabs(`main a[href$="/periods/2024-11/"]`))
		w.leads(kb.Enter)
		t.Logf("to its close: %d times Tab", w.tabs("#will button"))
		w.does()
		t.Logf("to its effect: %d times Tab", w.tabs("main form button"))
		w.does()
		w.isIn(".note.done")
		t.Logf("to the review: %d times Tab", w.tabs(`a[href$="/review/"]`))
		w.leads(kb.Enter)
		w.hits("n")
		w.isIn("#questions")
		w.tabs("#questions [name=reason]")
		w.writes("seen on the score sheet")
		w.does()
		w.isIn(".note.done")
		t.Logf("%d keys", w.pressed)
	})
}
