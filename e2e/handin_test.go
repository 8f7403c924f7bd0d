package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// handedIn writes the exchange file of an event of six players and a round, as pairing programs do, and returns its path. The ID of the
// second player has a wrong digit, the third one has none, and the fifth and the sixth both say that they won; without mistakes it is sound.
func handedIn(t *testing.T, name string, mistakes bool) string {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "012 %s\n022 Kawagoe\n032 JPN\n042 2024/10/20\n052 2024/10/20\n062 6\n092 Individual: Swiss-System\n102 Yano Sohei\n122 30min+30s/move\n", name)
	ids := []string{"N00900200", "N00900201", "N00900202", "N00900203", "N00900204", "N00900205"}
	won := "101010"
	if mistakes {
		ids[1], ids[2], won = "N00900291", "", "101011"
	}
	for n, id := range ids {
		line := []byte(strings.Repeat(" ", 99))
		copy(line, "001")
		for at, text := range map[int]string{
			4: fmt.Sprintf("%4d", n+1), 14: fmt.Sprintf("Tanabe, %c", 'A'+n), 48: fmt.Sprint(1500 - n), 57: id, 81: "101010"[n:n+1] + ".0", 85: fmt.Sprintf("%4d", n+1),
			91: fmt.Sprintf("%4d", n+1+1-n%2*2), 96: string("wb"[n%2]), 98: won[n : n+1],
		} {
			copy(line[at:], text)
		}
		fmt.Fprintln(&b, strings.TrimRight(string(line), " "))
	}
	path := filepath.Join(t.TempDir(), strings.ToLower(strings.ReplaceAll(name, " ", "-"))+".trf")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// here returns the address of the page below the language.
func (o *office) here() string {
	o.t.Helper()
	return strings.TrimPrefix(read[string](o.tab, `location.pathname`), "/"+o.lang+"/")
}

// chooses takes a file and has it read.
func (o *office) chooses(path string) {
	o.t.Helper()
	o.do(chromedp.SetUploadFiles("#files", []string{path}), chromedp.Click(".drop ~ .acts button"))
	o.until(`document.readyState == "complete" && !!document.querySelector("#send")`)
}

// An organiser chooses the file of an event with three mistakes, mends them on the page and submits it. Another one, without scripts,
// leaves them for later; a better file stands beside the old one.
func TestHandIn(t *testing.T) {
	for _, lang := range spoken(t) {
		t.Run(lang, func(t *testing.T) {
			o := organiser(t, lang)
			o.do(chromedp.Navigate(o.at + lang + "/portal/submit/"))
			o.look("report-submit", "portal/submit/")
			began, clicks := time.Now(), 2
			o.chooses(handedIn(t, "Kawagoe Autumn", true))
			took := time.Since(began)
			o.look("report-check", o.here())
			o.do(chromedp.EmulateViewport(laptop.width, laptop.height))
			began = time.Now()
			press := func(what string) {
				o.do(chromedp.Click(what))
				clicks++
			}
			if read[bool](o.tab, `!!document.querySelector("[name=certain]")`) {
				press("[name=certain]")
				o.until(`document.readyState == "complete" && !document.querySelector("[data-finding=id-missing], .note.certain")`)
			}
			press(`[data-finding=games-differ] input[value="1-0"]`)
			o.fills("#f-venue", "Kawagoe Hall", "#f-time", "13:00")
			if read[bool](o.tab, `!document.querySelector("#f-responsible").value`) {
				o.fills("#f-responsible", "Yano Sohei")
			}
			press("[name=keep]")
			o.until(`document.readyState == "complete" && !document.querySelector("[data-finding=games-differ]")`)
			o.look("report-mended", o.here())
			if left := read[string](o.tab, `[...document.querySelectorAll(".find-item .sev.bad, .find-item .sev.wait")].map((e) => e.parentElement.innerText).join("; ")`); left != "" {
				t.Errorf("it is mended, but: %s", left)
			}
			press("[name=submit]")
			o.until(`document.readyState == "complete" && location.pathname.endsWith("/sent/")`)
			t.Logf("a file with three mistakes: %d clicks and 3 fields, read in %v and mended and submitted in %v in this browser", clicks, took.Round(time.Millisecond), time.Since(began).Round(time.Millisecond))
			o.look("report-sent", o.here())

			s := o.somebodyElse(still)
			s.fills("#email", "yano@example.jp", "#password", "four words of nobody")
			s.do(chromedp.Click(".narrow form:last-child button"))
			s.until(`document.readyState == "complete" && location.pathname == "/` + lang + `/portal/"`)
			s.do(chromedp.Navigate(o.at + lang + "/portal/submit/"))
			s.look("report-submit-still", "portal/submit/")
			s.chooses(handedIn(t, "Kawagoe Harvest", true))
			s.look("report-check-still", s.here())
			s.do(chromedp.Click("[name=submit]"))
			s.until(`document.readyState == "complete" && location.pathname.endsWith("/sent/")`)
			s.look("report-sent-still", s.here())
			s.do(chromedp.Click("main a.button"))
			s.until(`document.readyState == "complete" && !!document.querySelector("#messages")`)
			s.look("report-still", s.here())

			report := s.here()
			o.do(chromedp.Navigate(o.at + lang + "/" + report))
			o.look("report-waiting", report)
			o.do(chromedp.Click(`a[href*="submit/?ref="]`))
			o.until(`document.readyState == "complete" && !!document.querySelector("#replaces")`)
			o.look("report-another", "portal/submit/")
			o.chooses(handedIn(t, "Kawagoe Harvest", false))
			o.look("report-better", o.here())
			o.until(`document.querySelectorAll("#old tbody tr").length > 1`)
			o.do(chromedp.Click("[name=submit]"))
			o.until(`document.readyState == "complete" && location.pathname.endsWith("/sent/")`)
		})
	}
}
