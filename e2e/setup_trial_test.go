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
	inOne(t, "en", func(t *testing.T, lang string) {
		began := time.Now()
		o, code := newcomer(t, lang, laptop)
		w := &trial{office: o, elsewhere: 90 * time.Second, began: began} // for the program in a terminal and the code, the recovery codes, and sending the link
		w.reads()
		w.leads(func() { w.do(chromedp.SendKeys("#code", code+kb.Enter)) })
		w.fields++
		w.chooses("label[for=authority-jcf]")
		w.fill("#federation", "Example Chess Federation")
		w.fill("#contact", "rating@example.jp")
		w.press("main button")
		w.do(chromedp.SetUploadFiles("#list", []string{list}))
		w.presses += 3 // in the window in which a file is chosen
		w.press(".drop ~ .acts button")
		w.chooses(".act .form button")
		w.until(`location.pathname == "/` + lang + `/setup/officer/" && document.readyState == "complete"`)
		w.pages++ // how far it is
		w.reads()
		w.fill("#name", "Suzuki Hana")
		w.fill("#email", "suzuki@example.jp")
		w.press(".act button")
		w.chooses("[data-only-passkey]")
		w.presses += 2 // what the browser asks
		w.until(`!!document.querySelector(".codes") && document.readyState == "complete"`)
		w.reads()
		w.chooses("label[for=kept]")
		w.press("main button")
		w.press("main a.button")
		w.fill("#name", "Shimizu Aoi")
		w.fill("#email", "shimizu@example.jp")
		w.chooses("label[for=role-officer]")
		w.chooses("label[for=role-administrator]")
		w.press(".act button")
		if link := read[string](w.tab, `document.querySelector("pre.copy").textContent`); !strings.Contains(link, "/invite?code=") {
			t.Errorf("the link of the invitation is %q", link)
		}
		w.ends("the first start", 10)
		w.do(chromedp.Navigate(o.at + lang + "/players/N00000500/"))
		w.until(`document.title.includes("Number500")`)
	})
}
