package main

import (
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/test/soak"
)

// kills counts the outcomes of a command killed many times.
type kills struct {
	mu                      sync.Mutex
	finished, before, after int // not hit; hit, old state; hit, new state
	working                 int // those hit after they had begun to write
}

// watch starts a command and waits until it has begun to write or has ended. It
// returns when that was, and a channel for the command's error.
func (d *fixture) watch(c *exec.Cmd, begun func(*fixture) bool) (time.Time, <-chan error, error) {
	if err := c.Start(); err != nil {
		return time.Time{}, nil, err
	}
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	tick := time.NewTicker(100 * time.Microsecond)
	defer tick.Stop()
	for !begun(d) {
		select {
		case err := <-ended:
			ended <- err
			return time.Now(), ended, nil
		case <-tick.C:
		}
	}
	return time.Now(), ended, nil
}

// working returns how long an undisturbed command takes from its first write.
func (d *fixture) working(t *testing.T, of task) time.Duration {
	t.Helper()
	since, ended, err := d.watch(d.command(t.Context(), of.args...), of.begun)
	if err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err != nil {
		t.Fatal(of.args, err)
	}
	return time.Since(since)
}

// killed runs a command, kills it some time after its first write, checks what is left, and
// repeats the command, which must take effect once. It reports whether the command was
// still running.
func (k *kills) killed(t *testing.T, from *fixture, after time.Duration, of task) (hit bool) {
	d := from.clone(t)
	old := len(d.look())
	c := d.command(t.Context(), of.args...)
	_, ended, err := d.watch(c, of.begun)
	if err != nil {
		t.Error(err)
		return true
	}
	select {
	case err = <-ended:
	case <-time.After(after):
		_ = c.Process.Kill() // it may have just ended
		err = <-ended
	}
	hit = err != nil
	if hit && !killed(err) {
		t.Errorf("%v failed by itself: %v", of.args, err)
	}
	wrote := hit && of.begun(d)
	done := d.outcome(of, old)
	if !hit && !done {
		t.Errorf("%v was done and left nothing", of.args)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	switch {
	case !hit:
		k.finished++
	case !done:
		k.before++
	default:
		k.after++
	}
	if wrote {
		k.working++
	}
	return hit
}

// A process killed at any of 36 moments, of 204 with ARPAD_SOAK=1, leaves the old or the new state. Repeating the
// command takes effect once.
func TestPromise1KilledAtAnyInstant(t *testing.T) {
	t.Parallel()
	for _, of := range tasks(t) {
		t.Run(of.name, func(t *testing.T) {
			d := newOffice(t, "arpad.db", of.steps...)
			within := d.clone(t).working(t, of)
			var k kills
			var group sync.WaitGroup
			const atOnce, tries = 2, 10
			times := soak.Of(6, 34) // for each of six acts
			for first := range atOnce {
				group.Go(func() {
					for i := first; i < times; i += atOnce {
						after := within * time.Duration(i) / time.Duration(times)
						for range tries { // earlier and earlier, if the command is over by then
							if k.killed(t, d, after, of) {
								break
							}
							after /= 2
						}
					}
				})
			}
			group.Wait()
			t.Logf("%d runs were over, %d left the old state, %d the new one; %d had begun to write", k.finished, k.before, k.after, k.working)
			if hit := k.before + k.after; hit < times || k.working == 0 {
				t.Errorf("only %d of %d kills hit, %d of them a command that was writing", hit, times, k.working)
			}
		})
	}
}
