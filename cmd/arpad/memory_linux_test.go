package main

import (
	"strconv"
	"testing"
)

// A command that gets no more memory ends, and leaves the old or the new state; repeated, it
// has one effect.
func TestMemoryIsLimited(t *testing.T) {
	t.Parallel()
	const most = 4 << 10 // megabytes
	for _, of := range tasks(t)[:2] {
		t.Run(of.name, func(t *testing.T) {
			from := newOffice(t, "arpad.db", of.steps...)
			old, failed, fine := len(from.look()), 0, 0
			for room := 64; room <= most; room = room * 5 / 4 {
				d := from.clone(t)
				limited := d.under(t.Context(), []string{"sh", "-c", `ulimit -v "$0" && exec "$@"`, strconv.Itoa(room << 10)}, of.args...)
				out, err := limited.CombinedOutput()
				if done := d.outcome(of, old); err == nil && !done {
					t.Errorf("with %d MB: acknowledged and lost:\n%s", room, out)
				}
				if err == nil {
					fine++
					break
				}
				failed++
			}
			t.Logf("%d commands had too little memory", failed)
			if failed == 0 || fine == 0 {
				t.Error("there was enough memory from the beginning, or never")
			}
		})
	}
}
