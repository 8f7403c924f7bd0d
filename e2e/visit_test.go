package e2e

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// look is how a page is looked at.
type look struct {
	width, height int64
	theme         string // "light", "dark", or "forced": colours that the visitor chose
	media         string // "screen" or "print"
	still         bool   // without JavaScript
}

// Looks at a page.
var (
	phone  = look{360, 740, "light", "screen", false}
	laptop = look{1280, 900, "dark", "screen", false}
	still  = look{360, 740, "dark", "screen", true}
	paper  = look{794, 1123, "light", "print", false} // A4 at 96 dots an inch
)

// tab is a tab of the browser.
type tab struct {
	context.Context
	t testing.TB

	mu       sync.Mutex
	from     string // where what it shows is
	problems []string
	weight   map[network.ResourceType]float64 // bytes over the network
	looked   int                              // pages of whoever acts
	kinds    map[network.RequestID]network.ResourceType
}

// patience is for how long a page is waited for, at most.
const patience = time.Minute

// open opens a tab for the time of a test.
func open(t testing.TB) *tab {
	t.Helper()
	ctx, stop := chromedp.NewContext(browser)
	t.Cleanup(stop)
	return openIn(ctx, t)
}

// openIn makes a tab of its context.
func openIn(ctx context.Context, t testing.TB) *tab {
	t.Helper()
	o := &tab{Context: ctx, t: t}
	o.must(chromedp.Listen(ctx, o.heard))
	call(o, network.Enable, network.EnableParams{})
	call(o, log.Enable, cdp.Empty{})
	return o
}

func (o *tab) must(err error) {
	o.t.Helper()
	if err != nil {
		o.t.Fatal(err)
	}
}

// do runs actions.
func (o *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	o.t.Helper()
	ctx, stop := context.WithTimeout(o.Context, patience)
	defer stop()
	o.must(chromedp.Do(ctx, actions...))
}

// call runs a command of the browser.
func call[P, R any](o *tab, command cdp.Command[P, R], params P) {
	o.t.Helper()
	_, err := chromedp.Call(o.Context, command, params)
	o.must(err)
}

// read returns the value of an expression, waited for if it is a promise.
func read[T any](o *tab, expression string) T {
	o.t.Helper()
	ctx, stop := context.WithTimeout(o.Context, patience)
	defer stop()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		o.t.Fatalf("%s: %v", expression[:min(len(expression), 200)], err)
	}
	return value
}

// until waits until an expression is true, also across pages.
func (o *tab) until(expression string) {
	o.t.Helper()
	ctx, stop := context.WithTimeout(o.Context, patience)
	defer stop()
	again := time.NewTicker(20 * time.Millisecond) // the browser's own way of waiting needs a page with scripts
	defer again.Stop()
	for {
		is, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("!!("+expression+")"))
		switch {
		case err != nil && !strings.Contains(err.Error(), "Cannot find context") && !strings.Contains(err.Error(), "target navigated") && !strings.Contains(err.Error(), "null"): // the page has changed
			o.t.Fatalf("%s: %v", expression, err)
		case err == nil && is:
			return
		}
		select {
		case <-ctx.Done():
			o.t.Fatalf("%s: %v", expression, ctx.Err())
		case <-again.C:
		}
	}
}

// heard keeps what goes wrong on a page, and what it weighs.
func (o *tab) heard(event any) {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		if from := cmp.Or(o.from, home); e.Type != network.ResourceTypeDocument && !strings.HasPrefix(e.DocumentURL, from) {
			return // the page before asks for its manifest when it is idle, which may be now
		} else if !strings.HasPrefix(e.Request.URL, from) && !strings.HasPrefix(e.Request.URL, folderHome) && !strings.HasPrefix(e.Request.URL, "data:") {
			o.problems = append(o.problems, "request to another host: "+e.Request.URL)
		}
		o.kinds[e.RequestID] = e.Type
	case *network.EventLoadingFinished:
		o.weight[o.kinds[e.RequestID]] += e.EncodedDataLength
	case *runtime.EventConsoleAPICalled:
		o.problems = append(o.problems, fmt.Sprintf("console: %s %v", e.Type, e.Args))
	case *runtime.EventExceptionThrown:
		o.problems = append(o.problems, "exception: "+e.ExceptionDetails.Text)
	case *log.EventEntryAdded: // violations of the content policy, too
		if !regexp.MustCompile(`status of (403|404|422)|^Clear-Site-Data header`).MatchString(e.Entry.Text) {
			o.problems = append(o.problems, fmt.Sprintf("%s: %s %s", e.Entry.Source, e.Entry.Text, e.Entry.URL))
		}
	}
}

// show shows a page, with all that its scripts load at once.
func (o *tab) show(address string, l look) {
	o.t.Helper()
	o.showAt(home, address, l)
}

// showAt shows a page of the site at one of its places, with all that its scripts load at once.
func (o *tab) showAt(from, address string, l look) {
	o.t.Helper()
	o.load(from, address, l)
	if !l.still {
		o.settle()
	}
}

// load loads a page, and asks it nothing meanwhile.
func (o *tab) load(from, address string, l look) {
	o.t.Helper()
	if from == folderHome {
		o.must(folderThere())
	}
	o.mu.Lock()
	o.from, o.problems, o.weight, o.kinds = from, nil, map[network.ResourceType]float64{}, map[network.RequestID]network.ResourceType{}
	o.mu.Unlock()
	call(o, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: l.still})
	call(o, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: l.media, Features: features(l.theme)})
	o.do(chromedp.EmulateViewport(l.width, l.height), chromedp.Navigate(from+address))
}

// features are what a theme tells a page.
func features(theme string) []*emulation.MediaFeature {
	scheme, forced := theme, "none"
	if theme == "forced" {
		scheme, forced = "dark", "active"
	}
	return []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}, {Name: "forced-colors", Value: forced}}
}

// settle waits until a page is there with all that its scripts load at once.
func (o *tab) settle() {
	o.t.Helper()
	o.until(`document.readyState == "complete" && !document.querySelector(".htmx-request, .htmx-settling") && [...document.querySelectorAll("[hx-trigger=load]")].every((e) => performance.getEntriesByName(new URL(e.getAttribute("hx-get"), location)).length) && (!document.querySelector("[data-live]") || !!document.querySelector(".live"))`)
}

// check checks what holds for every page in every look.
func (o *tab) check(address string, l look) {
	o.t.Helper()
	if wide := read[[]string](o, overflowing); len(wide) > 0 {
		o.t.Errorf("%s is wider than %d px: %s", address, l.width, strings.Join(wide, ", "))
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, problem := range o.problems {
		o.t.Errorf("%s %+v: %s", address, l, problem)
	}
	for kind, most := range map[network.ResourceType]float64{network.ResourceTypeDocument: 150_000, network.ResourceTypeStylesheet: 30_000, network.ResourceTypeScript: 90_000} {
		if o.weight[kind] > most {
			o.t.Errorf("%s: %s of %.0f bytes, more than %.0f", address, kind, o.weight[kind], most)
		}
	}
}

// overflowing is what stands out at the right of the text, or makes the page wider than
// the window.
const overflowing = `(() => {
	const edge = document.querySelector("main").getBoundingClientRect().right + 1;
	const out = [...document.querySelectorAll("main *")].filter((e) => e.getBoundingClientRect().right > edge && !e.closest(".scroll, .live, .vh, svg"));
	return out.slice(0, 3).map((e) => e.tagName + "." + e.className + " " + e.textContent.trim().slice(0, 30)).concat(document.documentElement.scrollWidth > innerWidth ? ["the page"] : []);
})()`

// shifts is how much the page has moved while it loaded: CLS.
const shifts = `new Promise((done) => {
	const seen = new PerformanceObserver(() => {});
	seen.observe({ type: "layout-shift", buffered: true });
	requestAnimationFrame(() => requestAnimationFrame(() => done(JSON.stringify(
		seen.takeRecords().filter((e) => !e.hadRecentInput).map((e) => e.value.toFixed(4) + " " + e.sources.map((s) => s.node && s.node.nodeName + "." + s.node.className).join(" "))))));
})`
