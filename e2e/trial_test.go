package e2e

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// inOne runs a test in one of the languages, and with ARPAD_SOAK=1 in both.
func inOne(t *testing.T, one string, f func(t *testing.T, lang string)) {
	t.Helper()
	for _, lang := range languages {
		if lang == one || soak {
			t.Run(lang, func(t *testing.T) { f(t, lang) })
		}
	}
}

// command runs the program on a database at a time, and returns what it says. That a report waits for something is no fault.
func command(t *testing.T, database, clock string, args ...string) string {
	t.Helper()
	c := exec.Command(program, args...)
	c.Env = append(os.Environ(), clock, "ARPAD_DB="+database)
	out, err := c.CombinedOutput()
	var status *exec.ExitError
	if waits := errors.As(err, &status) && strings.Join(args[:2], " ") == "report submit"; err != nil && !waits {
		t.Fatalf("%v: %v\n%s", args, err, out)
	}
	return string(out)
}

// copyOfDemo returns a copy of the database of the demo.
func copyOfDemo(t *testing.T) string {
	t.Helper()
	database := filepath.Join(t.TempDir(), "arpad.db")
	for _, name := range []string{"", ".key", ".key.checkpoint"} {
		data, err := os.ReadFile(filepath.Join(desk, "arpad.db") + name)
		if err == nil {
			err = os.WriteFile(database+name, data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return database
}

// served serves a database at a time, and returns where.
func served(t *testing.T, database, clock string) string {
	t.Helper()
	at, stop, err := start(program, database, clock)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := stop(); err != nil {
			t.Error(err)
		}
	})
	return strings.Replace(at, "127.0.0.1", "localhost", 1)
}

// enters accepts an invitation with a passkey, in a browser with cookies of its own.
func enters(t *testing.T, at, lang, invitation string) *office {
	t.Helper()
	ctx, closed := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(closed)
	o := &office{openIn(ctx, t), at, lang, false}
	o.authenticator()
	o.showAt(at, lang+"/login/", laptop)
	o.do(chromedp.Navigate(at + lang + "/invite?" + regexp.MustCompile(`code=\S+`).FindString(invitation)))
	o.until(`!!document.querySelector("[data-only-passkey]")`)
	o.do(chromedp.Click("[data-only-passkey]"))
	o.until(`!!document.querySelector(".codes")`)
	o.do(chromedp.Click("label[for=kept]"), chromedp.Click("main button"))
	o.until(`document.readyState == "complete" && !location.pathname.includes("/invite")`)
	return o
}

// trial is somebody who works on pages against the clock: what they press, fill in and read is counted.
type trial struct {
	*office
	presses, fields, pages int
	elsewhere              time.Duration // what a person takes off the pages
	began                  time.Time
}

// officerOf serves a database at a time, and has a new officer look at their first page.
func officerOf(t *testing.T, database, lang, clock string) *trial {
	t.Helper()
	invitation := command(t, database, clock, "account", "invite", "sato@example.jp", "--role", "officer", "--name", "Sato Nao")
	return begins(enters(t, served(t, database, clock), lang, invitation), "desk/")
}

// begins has somebody look at a page, from which on all is counted.
func begins(o *office, page string) *trial {
	o.t.Helper()
	o.do(chromedp.Navigate(o.at + o.lang + "/" + page))
	o.until(`document.readyState == "complete" && location.pathname == "/` + o.lang + `/` + page + `"`)
	w := &trial{office: o, began: time.Now()}
	w.reads()
	return w
}

// reads counts a page. With ARPAD_SHOTS=FOLDER it is seen.
func (w *trial) reads() {
	w.t.Helper()
	w.pages++
	w.mu.Lock()
	for _, problem := range w.problems {
		w.t.Errorf("%s: %s", w.here(), problem)
	}
	w.problems = nil
	w.mu.Unlock()
	if wide := read[[]string](w.tab, overflowing); len(wide) > 0 {
		w.t.Errorf("%s is too wide: %s", w.here(), strings.Join(wide, ", "))
	}
	if folder := os.Getenv("ARPAD_SHOTS"); folder != "" {
		png, err := chromedp.Run(w.Context, chromedp.FullScreenshot(100))
		w.must(err)
		name := strings.NewReplacer("/", "_").Replace(fmt.Sprintf("%s-%02d", w.t.Name(), w.pages))
		w.must(os.WriteFile(filepath.Join(folder, name+".png"), png, 0o600))
	}
}

// chooses presses what leads to no other page.
func (w *trial) chooses(what string) {
	w.t.Helper()
	w.do(chromedp.Click(what))
	w.presses++
}

// press presses what leads to another page, and reads that.
func (w *trial) press(what string) {
	w.t.Helper()
	w.leads(func() { w.chooses(what) })
	if refused := read[string](w.tab, `document.querySelector("main .note.grave[role=alert]")?.innerText ?? ""`); refused != "" {
		w.t.Fatalf("%s leads to %s: %s", what, w.here(), refused)
	}
}

// leads does what leads to another page, and reads that.
func (w *trial) leads(does func()) {
	w.t.Helper()
	w.do(chromedp.Evaluate[chromedp.Void](`window.before = true`))
	does()
	w.until(`!window.before && document.readyState == "complete"`)
	w.reads()
}

// fill fills in a field.
func (w *trial) fill(field, text string) {
	w.t.Helper()
	w.do(chromedp.SetValue(field, text))
	w.fields++
}

// has reports whether the page has something.
func (w *trial) has(what string) bool {
	w.t.Helper()
	return read[bool](w.tab, fmt.Sprintf("!!document.querySelector(%q)", what))
}

// says fails unless the page has a text.
func (w *trial) says(text string) {
	w.t.Helper()
	if !read[bool](w.tab, fmt.Sprintf("document.querySelector('main').innerText.includes(%q)", text)) {
		w.t.Errorf("%s does not say %q", w.here(), text)
	}
}

// opens leads to the report of a reference: from the list of a page, or as the next one that needs an officer.
func (w *trial) opens(ref string) {
	w.t.Helper()
	if w.has("a[rel=next]") {
		w.press("a[rel=next]")
	} else {
		w.press(`main a[href$="/` + ref + `/"]`)
	}
	w.until(`location.pathname.includes("` + ref + `")`)
}

// answers presses an answer to a question of a report, or says who an entry is.
func (w *trial) answers(answer string) {
	w.t.Helper()
	if id, is := strings.CutPrefix(answer, "player="); is {
		form := `form:has(input[type=radio][value="` + id + `"])`
		w.chooses(form + ` [value="` + id + `"]`)
		w.press(form + " button")
		return
	}
	form := `form:has(input[type=radio][value="` + answer + `"])`
	w.chooses(form + ` [value="` + answer + `"] + label`)
	w.fill(form+" [name=reason]", "as the arbiter has said")
	w.press(form + " button")
}

// month goes to the page of a period from any page of the desk.
func (w *trial) month(path string) {
	w.t.Helper()
	w.press(`.stand a[href$="/desk/periods/"]`)
	w.press(`main a[href$="/periods/` + path + `/"]`)
}

// publishes closes the period of the page, answers the questions of its review, and publishes its list.
func (w *trial) publishes() {
	w.t.Helper()
	w.press(`#will button`)
	if w.has(`.act form [name=looked]`) { // its effect is shown first
		w.press(`.act form button`)
	}
	w.press(`main a[href$="/review/"]`)
	if all := `form:has([name=check][value=all])`; w.has(all) {
		w.fill(all+` [name=reason]`, "seen on the score sheets")
		w.press(all + ` button`)
	} else if w.has(`#questions details.else form`) {
		w.chooses(`#questions details.else summary`)
		w.fill(`#questions details.else [name=reason]`, "seen on the score sheet")
		w.press(`#questions details.else form button`)
	}
	w.press(`main a[href$="/publish/"]`)
	publish := `form[action*="period.publish"]`
	if w.has(publish + ` [name=reason]`) {
		w.fill(publish+` [name=reason]`, "the congress needs it")
	}
	w.press(publish + ` button`)
	if !w.has(`main a.button[href*="/lists/"]`) {
		w.t.Errorf("the list is not out: %s", read[string](w.tab, `document.querySelector("main").innerText`))
	}
}

// ends fails unless everything takes somebody at most so many minutes: 3 seconds for what they press, 8 for a field, and 10 for
// reading a page.
func (w *trial) ends(what string, minutes int) {
	w.t.Helper()
	person := w.elsewhere + time.Duration(3*w.presses+8*w.fields+10*w.pages)*time.Second
	w.t.Logf("%s, %s: %d presses, %d fields, %d pages: a person %v; the machine %v", what, w.lang, w.presses, w.fields, w.pages, person, time.Since(w.began).Round(100*time.Millisecond))
	if most := time.Duration(minutes) * time.Minute; person > most {
		w.t.Errorf("%s takes a person %v, more than %v", what, person, most)
	}
}
