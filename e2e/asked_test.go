package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// askedAbout is an event of a player in the newest list of the demo. Its first game was drawn.
const (
	askedOf    = "N00900347"
	askedAbout = "2024-08-0010"
)

// A player's inquiry leads to a correction and to revision 2 of its list, and is answered, in less than five minutes.
func TestInquiryAgainstTheClock(t *testing.T) {
	inOne(t, "ja", func(t *testing.T, lang string) {
		database := copyOfDemo(t)
		command(t, database, deskClock, "inquiry", "add", "--who", "Jo Yoka", "--contact", "jo@example.org", "--what", "I won my game of the first round.", "--list", "2024-10", "--player", askedOf, "--event", askedAbout)
		w := officerOf(t, database, lang, deskClock)
		w.press(`main a[href$="/desk/inquiries/"]`)
		w.press(`main a[href$="/inquiries/Q2/"]`)
		w.says("I won my game of the first round.")
		w.press(`#will a[href*="/desk/correct/"]`)
		if w.has(`#what-result:not(:checked)`) {
			w.chooses(`label[for=what-result]`)
			w.press(`main form button`)
		}
		w.press(`#next table a`)
		const proposes = `#will form`
		w.fill(proposes+` [name=result]`, "1-0")
		w.fill(proposes+` [name=reason]`, "the score sheet says so")
		w.press(proposes + ` button`)
		if w.has(`main a[href$="/corrections/C2/"]`) {
			w.press(`main a[href$="/corrections/C2/"]`)
		}
		const accepts = `form[action*="correction.accept"]`
		w.fill(accepts+` [name=reason]`, "the score sheet says so")
		w.press(accepts + ` button`)
		w.press(`main a[href$="/inquiries/Q2/"]`)
		const closes = `form[action*="inquiry.close"]`
		w.fill(closes+` [name=reason]`, "The list is published again with your point.")
		w.press(closes + ` button`)
		w.ends("an inquiry that leads to revision 2", 5)
		if status := read[int](w.tab, `fetch("/`+lang+`/lists/2024-10/r2/").then((r) => r.status)`); status != 200 {
			t.Errorf("revision 2 of the list: %d", status)
		}
	})
}

// Two entries of the register are found to be one person, and are taken apart again.
func TestMergeAndBack(t *testing.T) {
	inOne(t, "en", func(t *testing.T, lang string) {
		w := officerOf(t, copyOfDemo(t), lang, deskClock)
		w.press(`.stand a[href$="/desk/players/"]`)
		w.press(`main a[href$="/desk/duplicates/"]`)
		w.press(`main a[href*="/desk/duplicates/N"]`)
		w.fill(`#merge [name=reason]`, "one and the same")
		w.press(`#merge form button`)
		w.press(`.note.done form button`)
		if w.has(`.act form [name=looked]`) {
			w.press(`.act form button`)
		}
		if w.has(`.note.done form button`) || w.has("#apart") {
			t.Errorf("they are still one at %s", w.here())
		}
		w.ends("a merge, and back", 5)
	})
}

// On a phone, a player signs in and asks about the result of a game, in less than two minutes; an officer answers, and the player's
// page and the letter to them say the same.
func TestPlayerAsksOnAPhone(t *testing.T) {
	inOne(t, "ja", func(t *testing.T, lang string) {
		database := copyOfDemo(t)
		invitation := command(t, database, deskClock, "account", "invite", "jo@example.org", "--role", "player", "--player", askedOf, "--name", "Jo Yoka")
		officer := command(t, database, deskClock, "account", "invite", "sato@example.jp", "--role", "officer", "--name", "Sato Nao")
		at := served(t, database, deskClock)
		o := enters(t, at, lang, invitation)
		o.do(chromedp.EmulateViewport(phone.width, phone.height, chromedp.EmulateTouch, chromedp.EmulateMobile))
		o.do(chromedp.Click(`.sess button`))
		o.until(`!document.querySelector(".sess button")`)

		p := begins(o, "login/")
		p.press(`[data-passkey] button`)
		p.until(`location.pathname.endsWith("/account/me/")`)
		p.press(`.fact a[href*="/inquiry/new/"]`)
		p.chooses(`label[for=about-result]`)
		p.chooses(`label[for=game-0]`)
		p.chooses(`[name=should][value="1-0"] + label`)
		p.press(`.act form button`)
		p.ends("a player asks on a phone", 2)
		number := read[string](p.tab, `location.pathname.match(/Q\d+/)?.[0] ?? ""`)
		if number == "" || p.fields > 0 {
			t.Fatalf("%s: an inquiry with %d fields", p.here(), p.fields)
		}

		const answer = "Both score sheets say that it was drawn."
		w := begins(enters(t, at, lang, officer), "desk/")
		w.press(`main a[href$="/desk/inquiries/"]`)
		w.press(`main a[href$="/inquiries/` + number + `/"]`)
		w.fill(`form[action*="inquiry.close"] [name=reason]`, answer)
		w.press(`form[action*="inquiry.close"] button`)
		w.ends("an officer answers", 5)
		w.do(chromedp.Navigate(at + lang + "/desk/letters/"))
		w.until(`[...document.querySelectorAll("main tr")].some((r) => r.innerText.includes("Jo Yoka") && (r.querySelector("a").id = "to-them"))`)
		w.press(`#to-them`)
		w.says(answer)
		p.do(chromedp.Navigate(at + lang + "/account/inquiries/" + number + "/"))
		p.until(`document.readyState == "complete"`)
		p.says(answer)
	})
}
