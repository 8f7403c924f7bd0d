package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// secretary is an organiser who works against the clock, on a laptop or with a finger on a phone.
type secretary struct {
	*trial
	finger bool
}

// secretaries run a test on a phone in English and on a laptop in Japanese, and with ARPAD_SOAK=1 on both in both. Each begins
// on the first page of their club.
func secretaries(t *testing.T, does func(t *testing.T, w *secretary)) {
	t.Helper()
	for i, lang := range languages {
		for j, device := range []string{"phone", "laptop"} {
			if i != j && !soak {
				continue
			}
			t.Run(lang+"/"+device, func(t *testing.T) {
				o := organiser(t, lang)
				finger := device == "phone"
				if finger {
					o.do(chromedp.EmulateViewport(phone.width, phone.height, chromedp.EmulateMobile, chromedp.EmulateTouch))
				}
				does(t, &secretary{begins(o, "portal/"), finger})
			})
		}
	}
}

// touch presses what leads to no other page.
func (w *secretary) touch(what string) {
	w.t.Helper()
	if !w.finger {
		w.chooses(what)
		return
	}
	at := read[[]float64](w.tab, fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		e.scrollIntoView({ block: "center" });
		const box = e.getBoundingClientRect();
		return [box.x + box.width / 2, box.y + box.height / 2];
	})()`, what))
	w.do(chromedp.TapXY(at[0], at[1]))
	w.presses++
}

// follows presses what leads to another page, which has something, and reads that.
func (w *secretary) follows(what, has string) {
	w.t.Helper()
	w.do(chromedp.Evaluate[chromedp.Void](`window.before = true`))
	w.touch(what)
	w.until(fmt.Sprintf(`!window.before && document.readyState == "complete" && !!document.querySelector(%q)`, has))
	w.reads()
}

// submits hands in what the page has, and fails if anything is asked about the report.
func (w *secretary) submits(what string, minutes int) {
	w.t.Helper()
	w.follows("[name=submit]", "ol.timeline")
	w.ends(what, minutes)
	w.do(chromedp.Click("main a.button"))
	w.until(`document.readyState == "complete" && !!document.querySelector("#messages")`)
	if asked := read[string](w.tab, `[...document.querySelectorAll("[data-problem]")].map((e) => e.innerText).join("; ")`); asked != "" {
		w.t.Errorf("of the report is asked: %s", asked)
	}
}

// A file with three mistakes - a wrong digit in an ID, an ID that is missing, and a game that both have won - is handed in within five
// minutes, with what is asked answered in the fields of the page.
func TestFileAgainstTheClock(t *testing.T) {
	secretaries(t, func(t *testing.T, w *secretary) {
		w.follows(`main a[href$="submit/"]`, "#files")
		w.do(chromedp.SetUploadFiles("#files", []string{handedIn(t, "Kawagoe Autumn", true)}))
		w.presses += 2 // the button, and the file among others
		w.follows(".drop ~ .acts button", "#send")
		w.follows("[name=certain]", "#send")
		w.touch(`[data-finding=games-differ] input[value="1-0"] + label`)
		w.fill("#f-venue", "Kawagoe Hall")
		w.fill("#f-time", "13:00")
		w.fill("#f-responsible", "Yano Sohei")
		w.submits("a file with three mistakes", 5)
	})
}

// An event of twelve players and 66 games is typed and handed in within ten minutes: a key for each result.
func TestEventAgainstTheClock(t *testing.T) {
	secretaries(t, func(_ *testing.T, w *secretary) {
		w.follows(`main a[href$="submit/"]`, "#files")
		w.follows(`main a[href$="type/"]`, "#p1")
		for _, field := range [][2]string{{"#name", "Autumn"}, {"#start", "2024-10-20"}, {"#control", "30+30"}, {"#time", "13:00"}, {"#venue", "Kawagoe Hall"}, {"#responsible", "Yano Sohei"}} {
			w.fill(field[0], field[1])
		}
		w.do(chromedp.Focus("#p1"))
		for i := range 12 {
			w.do(chromedp.KeyEvent(fmt.Sprintf("N009002%02d", i)), chromedp.KeyEvent(kb.Enter))
			w.fields++
		}
		w.follows(`[data-players] ~ .acts button`, "#c1-2")
		w.until(`document.activeElement.id == "c1-2"`)
		for i := range 66 {
			w.do(chromedp.KeyEvent(string("105"[i%3])))
			w.presses++
		}
		w.until(`document.querySelector("#c11-12").value == "½"`)
		w.follows(`.part.act button[value=check]`, "#send")
		w.submits("an event of twelve players", 10)
	})
}
