package e2e

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A round robin of twelve players is typed with the keyboard alone: 66 keys for its 66 games. The other half and the points
// follow, what is no result and what contradicts another cell is marked, and all of it is there again later.
func TestEventIsTyped(t *testing.T) {
	for _, lang := range spoken(t) {
		t.Run(lang, func(t *testing.T) {
			o := organiser(t, lang)
			address := "portal/type/"
			o.do(chromedp.Navigate(o.at + lang + "/" + address))
			o.look("type-empty", address)
			o.do(chromedp.EmulateViewport(laptop.width, laptop.height))
			o.do(chromedp.SendKeys("#name", "Autumn"))
			o.fills("#start", "2024-10-20")
			began := time.Now()
			o.do(chromedp.SendKeys("#p1", "N00900200"+kb.Enter))
			for i := 1; i < 12; i++ {
				o.do(chromedp.KeyEvent(fmt.Sprintf("N009002%02d", i)), chromedp.KeyEvent(kb.Enter))
			}
			t.Logf("12 players by ID: 120 keys, %v in this browser", time.Since(began).Round(time.Millisecond))
			o.do(chromedp.Click(`[data-players] ~ .acts button`))
			o.until(`document.readyState == "complete" && document.activeElement.id == "c1-2"`)
			began = time.Now()
			for range 66 {
				o.do(chromedp.KeyEvent("1"))
			}
			t.Logf("66 games: 66 keys, %v in this browser", time.Since(began).Round(time.Millisecond))
			o.until(`document.querySelector("#c11-12").value == "1" && document.querySelector("#c12-11").placeholder == "0" && document.querySelector(".typing tbody tr td:last-child").textContent == "11"`)
			o.do(chromedp.Click("#c3-4"), chromedp.KeyEvent("2"))
			o.until(`document.querySelector("#c3-4").ariaInvalid == "true" && document.querySelector("[data-bad]").textContent.includes("Tanabe C")`)
			o.do(chromedp.KeyEvent(kb.Backspace), chromedp.KeyEvent("5"))
			o.until(`document.querySelector("#c3-4").value == "½" && document.querySelector("#c4-3").placeholder == "½" && !document.querySelector("[data-bad]").textContent && document.activeElement.id == "c3-5"`)
			o.do(chromedp.Click("#c2-1"), chromedp.KeyEvent("1"))
			o.until(`document.querySelector("#c2-1").ariaInvalid == "true" && document.querySelector("#c1-2").ariaInvalid == "true"`)
			o.do(chromedp.KeyEvent(kb.Backspace), chromedp.KeyEvent(kb.Backspace))
			o.until(`!document.querySelector(".typing [aria-invalid]") && document.querySelector("[data-draft-state]").textContent != ""`)
			o.do(chromedp.Navigate(o.at + lang + "/" + address))
			o.until(`document.readyState == "complete" && document.querySelector("#c3-4")?.value == "½" && !!document.querySelector("[name=begin-again]")`)
			o.look("type", address)
			o.do(chromedp.Click("#c3-4"), chromedp.KeyEvent("x"), chromedp.Click(".part.act button[value=check]"))
			o.until(`document.readyState == "complete" && !!document.querySelector(".note.grave") && document.activeElement.id == "c3-4"`)
			o.look("type-wrong", address)
			o.do(chromedp.Click("#c3-4"), chromedp.KeyEvent("0"), chromedp.Click("button[value=rounds]"))
			o.until(`document.readyState == "complete" && !!document.querySelector(".rounds")`)
			o.look("type-rounds", address)
			o.do(chromedp.Click(".part.act button[value^=round]"))
			o.until(`document.readyState == "complete" && document.querySelector("[name=round]").value == "2"`)
			o.do(chromedp.Navigate(o.at + lang + "/portal/form/"))
			o.look("form", "portal/form/")
		})
	}
}
