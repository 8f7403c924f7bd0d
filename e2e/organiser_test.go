package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/chromedp/chromedp"
)

// organiser starts the program with a list of twelve players of a club, and enters as its organiser.
func organiser(t *testing.T, lang string) *office {
	t.Helper()
	folder := t.TempDir()
	list, database, clock := filepath.Join(folder, "list.csv"), filepath.Join(folder, "arpad.db"), "ARPAD_CLOCK=2024-10-22T10:00:00+09:00"
	rows := "id,name,name_local,club,standard,rapid\n"
	for i := range 12 {
		rows += fmt.Sprintf("N009002%02d,Tanabe %c,田辺 %c,Kawagoe Tsuru,%d,%d\n", i, 'A'+i, 'A'+i, 1500-i, 1400-i)
	}
	if err := os.WriteFile(list, []byte(rows), 0o600); err != nil {
		t.Fatal(err)
	}
	command(t, database, clock, "init", "--authority", "jcf", "--label", "2024-10", list)
	command(t, database, clock, "set", "contact=rating@example.jp", "--reason", "begun")
	command(t, database, clock, "club", "add", "name=Kawagoe Tsuru")
	at := served(t, database, clock)
	code := regexp.MustCompile(`code=\S+`).FindString(command(t, database, clock, "account", "invite", "yano@example.jp", "--role", "organiser", "--club", "Kawagoe Tsuru", "--name", "Yano Sohei"))
	ctx, closed := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
	t.Cleanup(closed)
	o := &office{openIn(ctx, t), at, lang, false}
	o.showAt(at, lang+"/login/", laptop)
	o.do(chromedp.Navigate(at + lang + "/invite?" + code))
	o.until(`!!document.querySelector("#new-password")`)
	o.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("details.else").open = true`))
	o.fills("#new-password", "four words of nobody")
	o.do(chromedp.Click("[data-no-passkey]"))
	o.until(`!location.pathname.includes("/invite")`)
	return o
}

// An organiser announces an event, which is answered as they type, changes its days and withdraws it; without scripts they see
// the same after a button.
func TestOrganiser(t *testing.T) {
	for _, lang := range spoken(t) {
		t.Run(lang, func(t *testing.T) {
			o := organiser(t, lang)
			at := o.at
			o.look("portal-empty", "portal/")
			o.do(chromedp.Navigate(at + lang + "/portal/events/new/"))
			o.look("announce", "portal/events/new/")
			o.fills("#event", "New Year Open", "#start", "2025-01-11", "#end", "2025-01-12", "#rounds", "5")
			o.do(chromedp.SendKeys("#control", "60+30"))
			o.until(`!!document.querySelector("[name=looked]")`)
			was := read[string](o.tab, `document.querySelector("[name=looked]").value`)
			o.do(chromedp.Click("label[for=fide]"))
			o.until(`document.querySelector("[name=looked]").value != "` + was + `"`)
			o.look("announce-answered", "portal/events/new/")
			o.do(chromedp.Click("#will button"))
			o.look("event", "portal/events/A2024-0001/")
			o.do(chromedp.SetValue("#start", "2025-01-10"), chromedp.SendKeys("#event", "!"))
			o.until(`!!document.querySelector("[name=looked]")`)
			o.look("event-change", "portal/events/A2024-0001/")
			o.do(chromedp.Click("#answer button"))
			o.until(`document.readyState == "complete" && !document.querySelector("[name=looked]") && document.querySelector("#start").value == "2025-01-10"`)
			o.do(chromedp.SetValue("#reason", "the hall is closed"), chromedp.Click("#withdraw button"))
			o.until(`document.readyState == "complete" && !!document.querySelector(".note.grave")`)
			o.look("event-withdrawn", "portal/events/A2024-0001/")
			o.do(chromedp.Navigate(at + lang + "/portal/notice/"))
			o.look("notice", "portal/notice/")
			o.fills("#event", "Harvest Rapid", "#start", "2024-10-19", "#end", "2024-10-20", "#url", "https://chess-results.com/tnr1.aspx")
			o.do(chromedp.Click("main form button"))
			o.look("portal", "portal/")

			s := o.somebodyElse(still)
			s.fills("#email", "yano@example.jp", "#password", "four words of nobody")
			s.do(chromedp.Click(".narrow form:last-child button"))
			s.look("portal-still", "portal/")
			s.do(chromedp.Navigate(at + lang + "/portal/events/new/"))
			s.look("announce-still", "portal/events/new/")
			s.fills("#event", "Spring Open", "#start", "2025-03-01", "#rounds", "5", "#control", "15+10")
			s.do(chromedp.Click("[value=look]"))
			s.until(`!!document.querySelector("[name=looked]")`)
			s.look("announce-answered-still", "portal/events/new/")
			s.do(chromedp.Click("#will button"))
			s.look("event-still", "portal/events/A2024-0002/")
		})
	}
}
