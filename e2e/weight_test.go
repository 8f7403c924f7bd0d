package e2e

import (
	"slices"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// conditions are those of a network: milliseconds, and bytes per second.
type conditions struct {
	Offline bool    `json:"offline"`
	Latency float64 `json:"latency"`
	Down    float64 `json:"downloadThroughput"`
	Up      float64 `json:"uploadThroughput"`
}

// throttle slows the network down.
var throttle = cdp.Command[conditions, cdp.Empty]{Method: "Network.emulateNetworkConditions"}

// painted is when the largest part of the first screen was painted, in milliseconds: LCP.
const painted = `new Promise((done) => new PerformanceObserver((list) => done(list.getEntries().at(-1).startTime)).observe({ type: "largest-contentful-paint", buffered: true }))`

// What pages weigh over the network, and when they are there on a slow phone, for
// docs/benchmarks.md. The times are printed only, for they depend on the machine.
func TestSlowPhone(t *testing.T) {
	if err := folderThere(); err != nil { // writing it takes the machine
		t.Fatal(err)
	}
	loads := 1
	if soak {
		loads = 5
	}
	for _, page := range []string{"", "lists/2024-10/standard/", "players/N00900347/", "players/N00900347/why/2024-09/standard/", "events/2024-09-0001/", "rules/jcf-2023/"} {
		var late []float64
		var html, css, js float64
		for range loads {
			o := open(t)
			call(o, network.SetCacheDisabled, network.SetCacheDisabledParams{CacheDisabled: true})
			call(o, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: 4})
			call(o, throttle, conditions{Latency: 150, Down: 1.6e6 / 8, Up: 750e3 / 8})
			address := "ja/" + page
			o.load(home, address, phone)
			late = append(late, read[float64](o, painted))
			o.settle()
			o.check(address, phone)
			o.mu.Lock()
			html, css, js = o.weight[network.ResourceTypeDocument], o.weight[network.ResourceTypeStylesheet], o.weight[network.ResourceTypeScript]
			o.mu.Unlock()
			if html == 0 || css == 0 || js == 0 {
				t.Errorf("%s: %.0f bytes of HTML, %.0f of CSS, %.0f of JavaScript", address, html, css, js)
			}
			if most := 70_000.0; html+css+js > most {
				t.Errorf("%s weighs %.0f bytes, more than %.0f", address, html+css+js, most)
			}
			call(o, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: 1}) // it takes the machine, whatever the page does
			o.must(chromedp.Cancel(o.Context))
		}
		slices.Sort(late)
		t.Logf("%-40s LCP %4.0f to %4.0f ms, the middle one %4.0f; HTML %5.1f kB, CSS %.1f kB, JavaScript %.1f kB", "/ja/"+page, late[0], late[loads-1], late[loads/2], html/1000, css/1000, js/1000)
	}
}
