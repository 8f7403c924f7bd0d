package e2e

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// shots are the screenshots of docs/screenshots: page, language, width, theme.
var shots = []string{
	"home-en-1280-light", "home-ja-360-light", "search-ja-1280-light", "list-en-1280-light", "list-ja-360-dark", "table-en-360-light", "table-ja-1280-dark",
	"player-en-1280-light", "player-ja-360-light", "player-ja-1280-dark", "results-en-360-light", "against-ja-1280-light", "why-en-1280-light", "why-ja-360-light", "why-ja-1280-dark", "why-first-en-1280-light",
	"event-en-1280-dark", "event-ja-360-light", "status-ja-1280-light", "corrections-en-1280-light", "rules-ja-1280-light", "edition-en-1280-light", "edition-ja-360-dark", "missing-en-360-light",
	"changes-ja-1280-light", "changes-en-360-light", "rankings-en-1280-light", "rankings-ja-360-light", "records-en-360-light", "records-ja-1280-light", "club-ja-1280-light", "club-en-360-light", "calendar-en-1280-light", "calendar-ja-360-light",
	"calculator-answer-ja-1280-dark", "calculator-answer-en-360-light", "calculators-ja-360-light", "compare-en-1280-light", "compare-ja-360-light", "example-ja-360-light", "why-otherwise-ja-360-light", "event-not-rated-en-360-light",
	"help-ja-1280-light", "help-en-360-light", "privacy-en-1280-light", "privacy-ja-360-light", "downloads-en-1280-light", "proof-en-1280-dark", "proof-ja-360-light",
	"check-en-1280-light", "check-ja-360-light", "check-now-ja-1280-light", "check-now-en-360-light", "check-done-en-1280-dark", "check-done-ja-360-light", "check-differs-ja-1280-light", "check-differs-en-360-dark",
}

// Screenshots are taken with UPDATE=1, to be looked at; without it each of them is of a
// page that there is.
func TestScreenshots(t *testing.T) {
	o := open(t)
	folder := filepath.Join("..", "docs", "screenshots")
	for _, name := range shots {
		end := strings.Split(name, "-")
		n := len(end) - 3
		page, lang, theme := strings.Join(end[:n], "-"), end[n], end[n+2]
		state, isState := strings.CutPrefix(page, "check-")
		if isState = isState && page != "check-revision"; isState {
			page = "check"
		}
		width, err := strconv.ParseInt(end[n+1], 10, 64)
		o.must(err)
		if _, known := pages[page]; !known {
			t.Errorf("%s: there is no page %s", name, page)
			continue
		}
		if os.Getenv("UPDATE") == "" {
			continue
		}
		l := look{width, 900, theme, "screen", false}
		if width < 500 {
			l.height = 740
		}
		o.show(lang+"/"+pages[page], l)
		if isState {
			o.bring(state)
		}
		png, err := chromedp.Run(o.Context, chromedp.CaptureScreenshot())
		o.must(err)
		o.must(os.WriteFile(filepath.Join(folder, name+".png"), png, 0o644))
	}
}

// bring brings the check of a list to a state.
func (o *tab) bring(state string) {
	o.t.Helper()
	switch state {
	case "now":
		o.do(chromedp.Evaluate[chromedp.Void](`engine.ask = () => new Promise(() => {})`), chromedp.Click("#check button"))
		o.until(`!!document.querySelector("#check progress")`)
		return
	case "differs":
		o.do(chromedp.SetUploadFiles("#file", []string{changedBundle(o.t)}))
	}
	o.do(chromedp.Click("#check button"))
	o.until(finished)
}
