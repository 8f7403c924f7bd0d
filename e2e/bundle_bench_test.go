package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// BenchmarkBundle has the browser check the list 2024-02 of the office in the folder that
// ARPAD_OFFICE names, which BenchmarkBundle of cmd/arpad makes. It reports the time from the
// click to the verdict, with fetching the bundle and the engine, and the most memory that a
// process of the browser has had.
func BenchmarkBundle(b *testing.B) {
	office := os.Getenv("ARPAD_OFFICE")
	if office == "" {
		b.Skip("ARPAD_OFFICE is not set")
	}
	at, stop, err := start(program, filepath.Join(office, "arpad.db"), "ARPAD_CLOCK=2024-02-01T00:00:00Z")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		o := open(b)
		o.showAt(at, "en/proof/2024-02/", laptop)
		begun := time.Now()
		o.do(chromedp.Click("#check button"))
		o.until(finished)
		b.ReportMetric(time.Since(begun).Seconds(), "s/check")
		if wrong := read[int](o, `document.querySelectorAll("#check .checks .no").length`); wrong > 0 {
			b.Fatal(read[string](o, `document.querySelector("#check").innerText`))
		}
	}
	b.ReportMetric(largest(b), "MB")
	if err := stop(); err != nil {
		b.Error(err)
	}
}

// largest returns the most memory that a process of the browser that renders pages has had.
func largest(b *testing.B) (most float64) {
	b.Helper()
	out, err := exec.Command("pgrep", "-f", "--", "--type=renderer").Output()
	if err != nil {
		b.Fatal(err)
	}
	for pid := range strings.FieldsSeq(string(out)) {
		status, err := os.ReadFile("/proc/" + pid + "/status")
		if err != nil {
			continue // it has ended
		}
		for line := range strings.Lines(string(status)) {
			if fields := strings.Fields(line); len(fields) > 1 && fields[0] == "VmHWM:" {
				kib, err := strconv.ParseFloat(fields[1], 64)
				if err != nil {
					b.Fatal(err)
				}
				most = max(most, kib/1024)
			}
		}
	}
	return most
}
