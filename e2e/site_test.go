package e2e

import (
	"context"
	_ "embed"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// axe finds what keeps people from using a page.
//
//go:embed axe/axe.min.js
var axe string

// violations runs axe and names what it has found.
const violations = `axe.run(document, { resultTypes: ["violations"] }).then((found) => found.violations.map((v) =>
	v.id + ": " + v.help + " at " + v.nodes.slice(0, 3).map((n) => n.target + " " + (n.any[0]?.message ?? "")).join("; ")))`

// named yields the names of all whole pages, in order.
func named() []string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		if whole(pages[name]) {
			all = append(all, name)
		}
	}
	return all
}

// The looks at which pages are looked at. A phone of 1,280 px shows 320 px at 400 %.
var (
	widths = []int64{320, 360, 768, 1280}
	themes = []string{"light", "dark", "forced"}
)

// Every kind of page in both languages: nothing overflows or moves, nothing is refused by
// the policy, nothing comes from elsewhere, nobody is kept out. By default a page has one of
// the widths and themes when it comes, and whether somebody is kept out is asked in one language; with ARPAD_SOAK=1 it comes in all of
// them (make soak).
func TestPages(t *testing.T) {
	for i, lang := range languages {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			o := open(t)
			for n, name := range named() {
				address := lang + "/" + pages[name]
				for m := range len(widths) * len(themes) {
					if l := (look{widths[m%len(widths)], 740, themes[m%len(themes)], "screen", false}); soak || m == (2*n+i)%12 {
						o.show(address, l)
						if moved := read[string](o, shifts); moved != "[]" {
							t.Errorf("%s %+v moves while it loads: %s", address, l, moved)
						}
						o.check(address, l)
						if soak || n%len(languages) == i {
							o.axe(address, l)
						}
					}
				}
				o.reflow(address)
			}
		})
	}
}

// reflow checks that the page that is shown needs no scrolling sideways at any width, and on
// a phone not with larger letters nor long names either.
func (o *tab) reflow(address string) {
	o.t.Helper()
	for _, width := range widths {
		o.narrow(address, width)
	}
	read[bool](o, `for (const e of document.querySelectorAll("h1 .other")) e.textContent = "Kobayashikawa Christopher-Alexander Montgomery III ファン・デル・ウェストハイゼン ヨハネス・ペトルス"; true`)
	o.narrow(address+" with a long name", 320)
	read[bool](o, `document.documentElement.style.fontSize = "150%"; true`)
	o.narrow(address+" with large letters", 360)
}

// narrow checks that a page fits a width.
func (o *tab) narrow(address string, width int64) {
	o.t.Helper()
	o.do(chromedp.EmulateViewport(width, 740))
	if wide := read[[]string](o, overflowing); len(wide) > 0 {
		o.t.Errorf("%s is wider than %d px: %s", address, width, strings.Join(wide, ", "))
	}
}

// Which player had White is seen in every theme: the discs differ, and stand out from the paper.
func TestDiscs(t *testing.T) {
	o := open(t)
	for _, theme := range themes {
		o.show("en/"+pages["event"], look{1280, 900, theme, "screen", false})
		const drawn = `["wh", "bl"].map((of) => getComputedStyle(document.querySelector("." + of)).backgroundImage)`
		if got := read[[]string](o, drawn); got[0] == got[1] || !strings.Contains(got[0], "rgb(255, 255, 255)") || !strings.Contains(got[1], "rgb(0, 0, 0)") {
			t.Errorf("%s: White is %s, Black is %s", theme, got[0], got[1])
		}
	}
}

// axe checks whether people are kept from using the page.
func (o *tab) axe(address string, l look) {
	o.t.Helper()
	read[bool](o, axe+"; true")
	for _, violation := range read[[]string](o, violations) {
		o.t.Errorf("%s %+v: %s", address, l, violation)
	}
}

// Without JavaScript and on paper every page is complete: what the scripts would load has
// a link, and nothing that only scripts need is there. What was asked of a calculator is
// printed with its answer.
func TestPagesWithoutScriptAndOnPaper(t *testing.T) {
	o := open(t)
	for _, name := range named() {
		for i, l := range []look{still, paper} {
			address := languages[i] + "/" + pages[name]
			o.show(address, l)
			o.check(address, l)
			if l.still {
				for _, empty := range read[[]string](o, `[...document.querySelectorAll("[hx-trigger=load]")].filter((e) => !e.querySelector("a[href]")).map((e) => e.outerHTML)`) {
					t.Errorf("%s: without JavaScript there is nothing at %s", address, empty)
				}
			} else if shown := read[[]string](o, `[...document.querySelectorAll("nav:not(.pager), form:not(.ask), .live, .acts, .skip")].filter((e) => e.getClientRects().length).map((e) => e.tagName + "." + e.className)`); len(shown) > 0 {
				t.Errorf("%s is printed with %v", address, shown)
			}
		}
	}
}

// What is printed says whose it is, and is whole: what is folded away is there, and a part
// of a list says which.
func TestPaperIsWhole(t *testing.T) {
	o := open(t)
	o.show("ja/"+pages["player"], paper)
	if closed := read[int](o, `[...document.querySelectorAll("details")].filter((e) => e.lastElementChild.getBoundingClientRect().height == 0).length`); closed > 0 {
		t.Errorf("%d parts of a player's page are not printed", closed)
	}
	read[bool](o, `dispatchEvent(new Event("beforeprint"))`)
	if said := read[string](o, `document.getElementById("printed").innerText`); !strings.HasPrefix(said, read[string](o, `document.title.split(" · ").at(-1)`)+" · ") || !strings.Contains(said, "/ja/players/") || !strings.Contains(said, "年") {
		t.Errorf("a page is printed with %q", said)
	}
	o.show("en/lists/2024-10/standard", paper)
	if said := read[string](o, `document.querySelector(".pager").innerText`); !strings.Contains(said, "1 to 100 of 421") {
		t.Errorf("a list is printed with %q", said)
	}
}

// The newest list is named on pages about older ones only.
func TestNewestList(t *testing.T) {
	o := open(t)
	for address, want := range map[string]bool{"lists/2024-10/": false, "lists/2024-09/changes": true, "status": false} {
		o.show("en/"+address, phone)
		if got := read[bool](o, `document.querySelector(".stand").innerText.includes("Newest list")`); got != want {
			t.Errorf("%s names the newest list: %t", address, got)
		}
	}
}

// A list is printed on pages of A4.
func TestListIsPrinted(t *testing.T) {
	o := open(t)
	o.show("ja/lists/2024-10/standard", paper)
	pdf, err := chromedp.Run(o.Context, chromedp.PrintToPDF(chromedp.PDFPreferCSSPageSize()))
	o.must(err)
	if sheets := strings.Count(string(pdf), "/Type /Page\n"); sheets < 2 || sheets > 6 {
		t.Errorf("100 lines take %d pages", sheets)
	}
}

// focused is what has the focus.
const focused = `(() => { const e = document.activeElement, s = getComputedStyle(e);
	return [e.id || e.getAttribute("href") || e.tagName, s.outlineStyle + " " + s.outlineWidth].join("|"); })()`

// tabTo presses Tab until the focus is on what matches.
func (o *tab) tabTo(match func(what string) bool) {
	o.t.Helper()
	const most = 80
	for range most {
		o.do(chromedp.KeyEvent("\t"))
		what, outline, _ := strings.Cut(read[string](o, focused), "|")
		if outline != "solid 2px" {
			o.t.Errorf("the focus on %s cannot be seen: %s", what, outline)
		}
		if match(what) {
			return
		}
	}
	o.t.Fatal("the focus does not get there")
}

// enter presses Enter, which leads to a page, and waits for it.
func (o *tab) enter(to string) {
	o.t.Helper()
	ctx, stop := context.WithTimeout(o.Context, patience)
	defer stop()
	response, err := chromedp.RunResponse(ctx, chromedp.KeyEvent(kb.Enter))
	o.must(err)
	if response.Status != http.StatusOK || !strings.Contains(response.URL, to) {
		o.t.Errorf("Enter leads to %s: %d", response.URL, response.Status)
	}
	o.settle() // before that a key may get lost
}

// From the home page to a player and why their rating is what it is, by keyboard alone;
// the search answers while typing.
func TestKeyboard(t *testing.T) {
	for _, lang := range languages {
		o := open(t)
		o.show(lang+"/", laptop)
		o.tabTo(func(what string) bool { return what == "q" })
		at := read[string](o, "location.href")
		for i, letters := range []string{"yama", "za"} {
			o.do(chromedp.KeyEvent(letters))
			o.until(fmt.Sprintf(`document.querySelectorAll("#hits tbody tr").length > 0 && document.querySelectorAll("#hits tbody tr").length <= %d`, []int{20, 8}[i]))
		}
		if now := read[string](o, "location.href"); now != at {
			t.Errorf("while typing the page went to %s", now)
		}
		o.tabTo(func(what string) bool { return strings.Contains(what, "players/N") })
		o.enter("/players/N")
		o.tabTo(func(what string) bool { return strings.Contains(what, "/why/") })
		o.enter("/why/")
		if got := read[string](o, "document.documentElement.lang"); got != lang {
			t.Errorf("the walk in %s has come to %s", lang, got)
		}
	}
}

// A table is sorted by any of its heads, in place, and the other way round with the next click.
func TestTablesAreSorted(t *testing.T) {
	const column = `[...document.querySelectorAll("main table.cross tbody tr")].map((r) => (r.cells[%d].querySelector("a") || r.cells[%[1]d]).textContent).slice(0, 4).join(" ")`
	o := open(t)
	o.show("en/"+pages["event"], laptop)
	for _, by := range []struct {
		head        string
		column      int
		first, then string
	}{
		{"No.", 6, "1 2 3 4", "34 33 32 31"},
		{"Change", 3, "+141.2 +46.8 +43.6 +38.4", "−52.8 −34.4 −32.6 −25.2"},
		{"Points", 2, "5 4 4 4", "0 0 1 1"},
		{"Name", 1, "Aoki Keisuke Fujiwara Kotaro Hamada Kazuna Hattori Yasuaki", "Yamazaki Yukio Yamazaki Daigo Yamamoto Soichiro Yamaguchi Shoya"},
	} {
		for _, want := range []string{by.first, by.then} {
			read[bool](o, fmt.Sprintf(`[...document.querySelectorAll("main th .sort")].find((b) => b.textContent == %q).click() || true`, by.head))
			if got := read[string](o, fmt.Sprintf(column, by.column)); got != want {
				t.Errorf("sorted by %s the first ones are %s, want %s", by.head, got, want)
			}
		}
	}
	if got := read[string](o, `[...document.querySelectorAll("main [aria-sort]")].map((h) => h.textContent + h.ariaSort).join()`); got != "Namedescending" {
		t.Errorf("as sorted is marked %s", got)
	}
}

// On a phone the box of any page's header answers while one types, without leaving the page: the
// arrows lead to a hit and back, Escape closes the hits, and Enter opens one. A number leads to
// the player.
func TestSearchInTheHeader(t *testing.T) {
	const shown = `document.querySelector("#hits a")?.checkVisibility() && document.querySelectorAll("#hits tbody tr").length`
	for i, lang := range languages {
		o, page := open(t), lang+"/"+pages[[]string{"event", "table"}[i]]
		o.show(page, phone)
		at := read[string](o, "location.href")
		o.do(chromedp.SendKeys("#q", "城 陽"))
		o.until(shown + " == 1")
		o.check("hits on "+page, phone)
		if got := read[string](o, `document.querySelector("#hits").innerText`); !strings.Contains(got, "N00900347") || !strings.Contains(got, "996") || !strings.Contains(got, []string{"Standard", "スタンダード"}[i]) {
			t.Errorf("the hit says %q", got)
		}
		for _, step := range []struct{ key, on string }{{kb.ArrowDown, "A"}, {kb.ArrowUp, "INPUT"}, {kb.Escape, "INPUT"}} {
			o.do(chromedp.KeyEvent(step.key))
			if got := read[string](o, "document.activeElement.tagName"); got != step.on || read[string](o, "location.href") != at {
				t.Errorf("%q leads to %s", step.key, got)
			}
		}
		if !read[bool](o, `!document.querySelector("#hits a")`) {
			t.Error("Escape leaves the hits open")
		}
		o.do(chromedp.SendKeys("#q", "花"))
		o.until(shown + " == 1")
		o.do(chromedp.KeyEvent(kb.ArrowDown))
		o.enter("/players/N00900347/")
		o.do(chromedp.SendKeys("#q", "Ｎ００９０ ０２８１"))
		o.enter("/players/N00900281/")
	}
}

// The chart of a player is read with the pointer and by keyboard, and a part of it is
// enlarged; the drawing is there all the time, or its enlargement.
func TestChart(t *testing.T) {
	o := open(t)
	for _, l := range []look{laptop, phone} {
		o.show("en/"+pages["player"], l)
		const valued = `document.querySelector(".live").getAttribute("aria-valuetext")`
		const drawn = `getComputedStyle([...document.querySelectorAll("figure.plot[data-live] svg")].find((e) => e.getClientRects().length)).visibility + " " + getComputedStyle(document.querySelector(".live canvas")).visibility`
		if got := read[string](o, drawn); got != "visible hidden" {
			t.Errorf("at first drawing and canvas are %s", got)
		}
		o.do(chromedp.ScrollIntoView(".live"))
		o.tabTo(func(string) bool { return read[bool](o, `document.activeElement.className == "live"`) })
		newest := read[string](o, valued)
		o.do(chromedp.KeyEvent(kb.ArrowLeft))
		before := read[string](o, valued)
		if !strings.Contains(newest, "Standard 996") || !strings.Contains(before, "Standard 1031") || read[string](o, `document.querySelector(".tip").textContent`) != before {
			t.Errorf("the newest list is read as %q, the one before as %q", newest, before)
		}
		o.do(chromedp.KeyEvent("+"))
		if got := read[string](o, drawn); got != "hidden visible" {
			t.Errorf("enlarged, drawing and canvas are %s", got)
		}
		o.do(chromedp.KeyEvent(kb.Escape))
		if got := read[string](o, drawn); got != "visible hidden" {
			t.Errorf("after Escape drawing and canvas are %s", got)
		}
		place := read[[]float64](o, `(() => { const r = document.querySelector(".u-over").getBoundingClientRect(); return [r.left, r.top, r.width, r.height]; })()`)
		x, y := place[0], place[1]+place[3]/2
		o.do(chromedp.MouseEvent("mouseMoved", x+2, y))
		if first := read[string](o, valued); !strings.Contains(first, "October 2022") {
			t.Errorf("at the left there is %q", first)
		}
		o.do(chromedp.MouseEvent("mousePressed", x+place[2]/3, y, chromedp.ButtonLeft, chromedp.ClickCount(1)), chromedp.MouseEvent("mouseMoved", x+place[2]/2, y, chromedp.ButtonLeft),
			chromedp.MouseEvent("mouseReleased", x+place[2]/2, y, chromedp.ButtonLeft, chromedp.ClickCount(1)))
		if got := read[string](o, drawn); got != "hidden visible" {
			t.Errorf("dragged, drawing and canvas are %s", got)
		}
		o.check("the chart", l)
	}
	// When the unofficial ratings have come, they are points of the chart.
	o.show("en/players/N00900104/", laptop)
	o.until(`document.querySelectorAll("figure.plot circle.s1").length == 2 && document.querySelector(".live").getAttribute("aria-valuetext") == "Unofficial today · Standard 2028 · Rapid 2042"`)
	o.tabTo(func(string) bool { return read[bool](o, `document.activeElement.className == "live"`) })
	o.do(chromedp.KeyEvent(kb.ArrowLeft))
	if got := read[string](o, `document.querySelector(".tip").textContent`); !strings.Contains(got, "Standard 2029") {
		t.Errorf("before the unofficial ratings stands %q", got)
	}
}
