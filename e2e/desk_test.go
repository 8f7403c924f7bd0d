package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// ofDesk are the pages of the desk over the demo, by name. One that ends with a dash goes on with what the page has.
var ofDesk = []struct{ name, address string }{
	{"morning", "desk/"},
	{"certain", "desk/certain/"},
	{"cases", "desk/cases/"},
	{"case", "desk/cases/2024-09-0007/"},
	{"case-files", "desk/cases/2024-10-0004/"},
	{"case-ask", "desk/cases/2024-09-0006/ask/"},
	{"desk-submit", "desk/submit/"},
	{"desk-keys", "desk/keys/"},
	{"desk-events", "desk/events/"},
	{"desk-event", "desk/events/A2024-0002/"},
	{"granted", "desk/granted/"},
	{"precedents", "desk/precedents/"},
	{"precedent", "desk/precedents/P1/"},
	{"players", "desk/players/?q=tanaka"},
	{"player-new", "desk/players/new/"},
	{"desk-player", "desk/players/N00900347/"},
	{"duplicates", "desk/duplicates/"},
	{"import", "desk/import/"},
	{"clubs", "desk/clubs/"},
	{"desk-club", "desk/clubs/C0004/"},
	{"memberships", "desk/members/"},
	{"desk-fees", "desk/fees/"},
	{"periods", "desk/periods/"},
	{"month", "desk/periods/2024-11/"},
	{"month-out", "desk/periods/2024-10/"},
	{"review-out", "desk/periods/2024-10/review/"},
	{"waiting", "desk/waiting/"},
	{"desk-fide", "desk/fide/"},
	{"fide-event", "desk/fide/2024-08-0003/"},
	{"inquiries", "desk/inquiries/"},
	{"inquiry-desk", "desk/inquiries/Q1/"},
	{"correct", "desk/correct/"},
	{"desk-corrections", "desk/corrections/"},
	{"correction", "desk/corrections/C1/"},
	{"desk-health", "desk/health/"},
	{"backups", "desk/health/backups/"},
	{"settings", "admin/settings/"},
	{"desk-log", "desk/log/"},
	{"desk-letters", "desk/letters/"},
	{"letter-texts", "admin/letters/"},
	{"desk-mail", "desk/mail/"},
	{"schedule", "admin/schedule/"},
	{"desk-looks", "desk/looks/"},
	{"persons", "desk/persons/"},
	{"person-data", "desk/persons/N00900347/"},
	{"do-withhold", "desk/do/report.withhold/?ref=2024-10-0002"},
	{"do-erase", "desk/do/person.erase/?id=N00900347"},
}

// Every page of the desk fits and keeps nobody out: each in one language, and with ARPAD_SOAK=1 in both. An officer decides by a
// page, takes it back from the line that says so, steps by keys, and closes the month of the demo as far as its publication.
func TestDesk(t *testing.T) {
	database := copyOfDemo(t)
	invitations := map[string]string{}
	for _, lang := range languages {
		invitations[lang] = command(t, database, deskClock, "account", "invite", lang+"@example.jp", "--role", "officer", "--role", "administrator", "--name", "Sato Nao")
	}
	at := served(t, database, deskClock)
	for n, lang := range languages {
		t.Run(lang, func(t *testing.T) {
			o := enters(t, at, lang, invitations[lang])
			for i, page := range ofDesk {
				if i%len(languages) == n || soak {
					o.do(chromedp.Navigate(at + lang + "/" + page.address))
					o.look(page.name, strings.SplitN(page.address, "?", 2)[0])
				}
			}

			// a decision, and back
			o.do(chromedp.Navigate(at + lang + "/desk/cases/2024-10-0002/"))
			o.until(`document.readyState == "complete" && !!document.querySelector("#rule")`)
			o.do(chromedp.SetValue("#reason", "to be looked at"), chromedp.Click(`#rule button[formaction*="report.withhold"]`))
			o.until(`document.readyState == "complete" && location.search == "?done" && !!document.querySelector(".note.done button")`)
			o.look("case-done", "desk/cases/2024-10-0002/")
			o.do(chromedp.Click(".note.done button"))
			o.until(`document.readyState == "complete" && location.search == "?done" && !document.querySelector(".note.done button")`)
			o.look("case-back", "desk/cases/2024-10-0002/")

			// a file is tried
			o.do(chromedp.Navigate(at + lang + "/desk/submit/"))
			o.until(`document.readyState == "complete" && !!document.querySelector("#files")`)
			o.chooses(handedIn(t, "Kawagoe Harvest", true))
			o.look("desk-draft", o.here())
			o.do(chromedp.Click("#effect button"))
			o.until(`document.readyState == "complete" && location.search.includes("effect") && !document.querySelector("#effect button")`)
			o.look("desk-draft-effect", o.here())

			// keys
			o.do(chromedp.Navigate(at + lang + "/desk/cases/2024-09-0006/"))
			o.until(`document.readyState == "complete" && !!document.querySelector("[data-problem]")`)
			o.do(chromedp.KeyEvent("n"))
			o.until(`!!document.activeElement.closest("[data-problem]")`)
			o.do(chromedp.KeyEvent("?"))
			o.until(`location.pathname == "/` + lang + `/desk/keys/"`)
			if n > 0 {
				return
			}
			o.do(chromedp.Navigate(at + lang + "/desk/periods/2024-11/"))
			o.until(`document.readyState == "complete" && !!document.querySelector("#will button")`)
			o.do(chromedp.Click("#will button"))
			o.until(`document.readyState == "complete" && location.pathname.includes("/desk/do/")`)
			o.look("do-close", "desk/do/period.close/")
			o.do(chromedp.Click(".act form button"))
			o.until(`document.readyState == "complete" && location.search == "?done"`)
			o.look("month-closed", "desk/periods/2024-11/")
			for _, page := range []string{"review", "publish"} {
				o.do(chromedp.Navigate(at + lang + "/desk/periods/2024-11/" + page + "/"))
				o.look(page, "desk/periods/2024-11/"+page+"/")
			}
		})
	}
}
