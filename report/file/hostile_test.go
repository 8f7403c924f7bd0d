package file_test

import (
	"runtime"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/hostile"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/file"
)

// Reading and checking a file of the maximum size takes bounded memory,
// whatever its bytes: retained and allocated.
const (
	mostKept   = 100 << 20
	mostPassed = 2 << 30
)

// allocated returns the bytes allocated so far and those in use.
func allocated() (passed, kept uint64) {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.TotalAlloc, m.HeapAlloc
}

func TestHostileReportsTakeLittle(t *testing.T) {
	for _, text := range slices.Concat(hostile.Bytes(), hostile.Exchange(), hostile.JSON(), hostile.Sound()) {
		data := text.Make(file.MaxSize << 20)
		passed, kept := allocated()
		r, findings := file.Read(data, "hostile", "")
		if r != nil {
			findings = append(findings, report.Check(r)...)
		}
		passedNow, keptNow := allocated()
		if passedNow-passed > mostPassed || keptNow-min(kept, keptNow) > mostKept {
			t.Errorf("%s: %d MiB passed through, %d MiB are kept", text.Name, (passedNow-passed)>>20, int(keptNow-kept)>>20)
		}
		if n := len(findings); n > 8*finding.Most {
			t.Errorf("%s: %d findings", text.Name, n)
		}
		for _, f := range findings {
			for _, v := range f.Values {
				if !utf8.ValidString(v.Text) || len(v.Text) > 1100 {
					t.Fatalf("%s: %s says %s in %d bytes: %.40q", text.Name, f.ID, v.Name, len(v.Text), v.Text)
				}
			}
			if finding.TooLong(f.Section) {
				t.Fatalf("%s: %s is about a section whose name has %d bytes", text.Name, f.ID, len(f.Section))
			}
		}
		runtime.KeepAlive(data)
		runtime.KeepAlive(r)
	}
}
