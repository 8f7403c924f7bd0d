package e2e

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// places are where the site is: served, and as a folder on a plain host.
func places() map[string]string { return map[string]string{"served": home, "folder": folderHome} }

// finished says that a check has come to its end.
const finished = `document.querySelectorAll("#check .checks .ok, #check .checks .no").length > 0 && !document.querySelector("#check progress")`

// The visitor's own browser makes a list again and says so; from a server and from a folder,
// in both languages. A number that is asked for is named.
func TestListIsCheckedInTheBrowser(t *testing.T) {
	want := map[string][]string{"en": {"Verified: the list is correct", "N00900347, Standard: 996; recalculated, it is the same."}, "ja": {"リストは発表どおりです", "N00900347のスタンダードは996です。作り直しても同じ値になりました。"}}
	for where, from := range places() {
		for i, lang := range languages {
			o := open(t)
			l := []look{phone, laptop}[i]
			o.showAt(from, lang+"/proof/2024-10/#player=N00900347&kind=standard", l)
			o.do(chromedp.Click("#check button"))
			o.until(finished)
			text := read[string](o, `document.querySelector("#check").textContent`)
			for _, words := range want[lang] {
				if !strings.Contains(text, words) {
					t.Errorf("%s %s: %q is not said: %s", where, lang, words, text)
				}
			}
			if done := read[int](o, `document.querySelectorAll("#check .checks .ok").length`); done != 6 {
				t.Errorf("%s %s: %d steps are done", where, lang, done)
			}
			o.check(lang+" checked", l)
			if where == "served" {
				o.axe(lang+" checked", l)
			}
		}
	}
}

// A bundle of one's own in which a digit was changed: the number is named, and nothing is
// called right. While it runs there is a progress bar, and it can be stopped.
func TestChangedBundleIsNamed(t *testing.T) {
	file := changedBundle(t)
	for i, lang := range languages {
		o := open(t)
		l := []look{phone, laptop}[i]
		o.show(lang+"/proof/2024-10/", l)
		o.do(chromedp.SetUploadFiles("#file", []string{file}), chromedp.Click("#check button"))
		o.until(finished)
		text := read[string](o, `document.querySelector("#check").textContent`)
		for _, words := range []string{"N00900347", "998", "996"} {
			if !strings.Contains(text, words) {
				t.Errorf("%s: %q is not said: %s", lang, words, text)
			}
		}
		if wrong := read[string](o, `document.querySelector("#check .checks .no b").textContent`); wrong == "" {
			t.Errorf("%s: no step failed", lang)
		}
		o.check(lang+" differs", l)
		o.axe(lang+" differs", l)

		// Running: the engine is stopped before it can answer.
		o.do(chromedp.Evaluate[chromedp.Void](`engine.ask = () => new Promise(() => {})`), chromedp.Click("#check button"))
		o.until(`!!document.querySelector("#check progress")`)
		o.check(lang+" running", l)
		o.axe(lang+" running", l)
		o.do(chromedp.Click("#check button[name=stop]"))
		o.until(`!document.querySelector("#check progress") && !!document.querySelector("#check .ahead")`)
	}
}

// A calculator answers in the browser what the server answers, also in a folder, where
// there is no server; an address with a question has its answer, too.
func TestCalculatorsAnswerInTheBrowser(t *testing.T) {
	for _, lang := range languages {
		served := open(t)
		served.show(lang+"/"+pages["calculator-answer"], laptop)
		want := read[string](served, `document.querySelector("main").innerText`)
		for where, from := range places() {
			o := open(t)
			o.showAt(from, lang+"/calculators/tournament/", laptop)
			o.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("#rating").value = "1700"; document.querySelector("#k").value = "20"; document.querySelector("#games").value = "1500 1\n1800 ½\n2300 0"`), chromedp.Click(".ask button"))
			o.until(`!!document.querySelector("#answer")`)
			if got := read[string](o, `document.querySelector("main").innerText`); !strings.HasSuffix(got, want) { // in a folder after what it cannot do
				t.Errorf("%s %s: the browser says\n%q\nthe server\n%q", where, lang, got, want)
			}
			if at := read[string](o, "location.href"); !strings.Contains(at, "rating=1700") {
				t.Errorf("%s: the address is %s", where, at)
			}
			o.check(lang+" calculator", laptop)
		}
		o := open(t)
		o.showAt(folderHome, lang+"/calculators/tournament/?type=standard&rating=1700&k=20&games=1500+1%0A1800+%C2%BD%0A2300+0", phone)
		o.until(`!!document.querySelector("#answer")`)
	}
}

// changedBundle writes the bundle of a list in which a digit of a rating was changed.
func changedBundle(t testing.TB) string {
	t.Helper()
	bundle := fetch(t, home+"en/proof/2024-10.json")
	at := strings.Index(bundle, `"id":"N00900347"`)
	of := strings.Index(bundle[at:], `"to":{"standard":{"rating":996`)
	if at < 0 || of < 0 {
		t.Fatal("the bundle does not have the player")
	}
	changed := bundle[:at] + strings.Replace(bundle[at:], `"to":{"standard":{"rating":996`, `"to":{"standard":{"rating":998`, 1)
	file := filepath.Join(t.TempDir(), "changed.json")
	if err := os.WriteFile(file, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// fetch returns what is at an address.
func fetch(t testing.TB, address string) string {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := response.Body.Close(); err != nil {
			t.Error(err)
		}
	}()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatal(address, response.Status, err)
	}
	return string(body)
}
