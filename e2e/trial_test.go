package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// trial is somebody who works on pages against the clock: what they click, fill in and read is counted.
type trial struct {
	*office
	clicks, fields, pages int
	began                 time.Time
}

// click clicks on something of the page.
func (w *trial) click(what string) {
	w.t.Helper()
	w.do(chromedp.Click(what))
	w.clicks++
}

// press clicks on what leads to another page, and reads that.
func (w *trial) press(what string) {
	w.t.Helper()
	w.leads(what, func() { w.click(what) })
}

// leads does what leads to another page, and reads that.
func (w *trial) leads(what string, do func()) {
	w.t.Helper()
	w.do(chromedp.Evaluate[chromedp.Void](`window.before = true`))
	do()
	w.until(`!window.before && document.readyState == "complete"`)
	w.pages++
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, problem := range w.problems {
		w.t.Errorf("after %s: %s", what, problem)
	}
	w.problems = nil
}

// fill fills in a field.
func (w *trial) fill(field, text string) {
	w.t.Helper()
	w.do(chromedp.SetValue(field, text))
	w.fields++
}

// ends fails unless everything took somebody at most so many minutes, with 3 seconds for a click, 8 for a field, and 10 for reading a
// page, and what they did elsewhere.
func (w *trial) ends(what string, elsewhere time.Duration, minutes int) {
	w.t.Helper()
	person := elsewhere + time.Duration(3*w.clicks+8*w.fields+10*w.pages)*time.Second
	w.t.Logf("%s, %s: %d clicks, %d fields, %d pages: a person %v; the machine %v", what, w.lang, w.clicks, w.fields, w.pages, person, time.Since(w.began).Round(100*time.Millisecond))
	if most := time.Duration(minutes) * time.Minute; person > most {
		w.t.Errorf("%s takes a person %v, more than %v", what, person, most)
	}
}

// From an empty folder to a federation with 500 players that runs, an officer with a passkey and a second administrator who is invited, it takes
// less than ten minutes.
func TestSetupAgainstTheClock(t *testing.T) {
	var rows strings.Builder
	rows.WriteString("id,name,standard\n")
	for i := range 500 {
		fmt.Fprintf(&rows, "N%08d,Player Number%d,%d\n", i+1, i+1, 1000+i)
	}
	list := filepath.Join(t.TempDir(), "list.csv")
	if err := os.WriteFile(list, []byte(rows.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, lang := range languages {
		t.Run(lang, func(t *testing.T) {
			began := time.Now()
			at, code := setUp(t)
			ctx, stop := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
			t.Cleanup(stop)
			o := &office{openIn(ctx, t), at, lang, false}
			o.authenticator()
			o.showAt(at, lang+"/setup/", laptop)
			w := &trial{office: o, pages: 1, began: began}
			w.leads("the code", func() { w.do(chromedp.SendKeys("#code", code+kb.Enter)) })
			w.fields++
			w.click("label[for=authority-jcf]")
			w.fill("#federation", "Example Chess Federation")
			w.fill("#contact", "rating@example.jp")
			w.press("main button")
			w.do(chromedp.SetUploadFiles("#list", []string{list}))
			w.clicks += 3 // in the window in which a file is chosen
			w.press(".drop ~ .acts button")
			w.click(".act .form button")
			w.until(`location.pathname == "/` + lang + `/setup/officer/" && document.readyState == "complete"`)
			w.pages += 2 // how far it is, and the next one
			w.fill("#name", "Suzuki Hana")
			w.fill("#email", "suzuki@example.jp")
			w.press(".act button")
			w.click("[data-only-passkey]")
			w.clicks += 2 // what the browser asks
			w.until(`!!document.querySelector(".codes") && document.readyState == "complete"`)
			w.pages++
			w.click("label[for=kept]")
			w.press("main button")
			w.press("main a.button")
			w.fill("#name", "Shimizu Aoi")
			w.fill("#email", "shimizu@example.jp")
			w.click("label[for=role-officer]")
			w.click("label[for=role-administrator]")
			w.press(".act button")
			if link := read[string](w.tab, `document.querySelector("pre.copy").textContent`); !strings.Contains(link, "/invite?code=") {
				t.Errorf("the link of the invitation is %q", link)
			}
			// They start the program in a terminal and copy the code, keep the recovery codes, and send the link.
			w.ends("the first start", 90*time.Second, 10)
			w.do(chromedp.Navigate(at + lang + "/players/N00000500/"))
			w.until(`document.title.includes("Number500")`)
		})
	}
}
