package main

import (
	"fmt"
	"os"
	"testing"
)

// Killed at any call that changes a file, a command that writes a file leaves
// it complete or missing, and can be repeated.
func TestKilledOutputIsWholeOrNotThere(t *testing.T) {
	t.Parallel()
	from := newWriterOffice(t)
	for command, args := range fileWriters {
		t.Run(command, func(t *testing.T) {
			t.Parallel()
			fresh := func() *fixture {
				d := from.clone(t)
				write(t, d.path("report.json"), []byte(eveningReport))
				return d
			}
			args := append(args[:len(args):len(args)], "kept.db") // a name for strace to watch
			d := fresh()
			whole := d.trace(t, "", args...)
			want, err := os.ReadFile(d.path("kept.db"))
			if whole.err != nil || err != nil {
				t.Fatal(whole.err, err, whole.out)
			}
			count, before, after := map[string]int{}, 0, 0
			var strikes []string
			for _, call := range whole.calls {
				count[call]++
				strikes = append(strikes, fmt.Sprintf("inject=%s:signal=SIGKILL:when=%d", call, count[call]))
			}
			for _, strike := range sampled(strikes) {
				d := fresh()
				if got := d.trace(t, strike, args...); !killed(got.err) {
					t.Errorf("%s: not killed: %v\n%s", strike, got.err, got.out)
				}
				if !d.has("kept.db") {
					before++
					d.do(args...) // it can be repeated
				} else {
					after++
				}
				if open := d.open(); len(open) > 0 {
					t.Errorf("%s: anybody can read %v", strike, open)
				}
				got, err := os.ReadFile(d.path("kept.db"))
				if err != nil || string(got) != string(want) && command != "bundle" { // signatures of the same tree may differ
					t.Errorf("%s: %d bytes of %d, %v", strike, len(got), len(want), err)
				}
			}
			t.Logf("of %d calls killed: %d left nothing, %d all of it", before+after, before, after)
			if before == 0 || after == 0 {
				t.Error("nothing was killed before, or nothing behind")
			}
		})
	}
}
