package main

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/store"
)

// desk is a folder with a bureau, worked in by the real program.
type desk struct {
	t       *testing.T
	program string
	folder  string
	clock   string
}

func (d *desk) path(name string) string { return filepath.Join(d.folder, name) }

// command is a run of the program.
func (d *desk) command(ctx context.Context, args ...string) *exec.Cmd {
	return d.under(ctx, d.program, nil, args...)
}

// under is a run of the program under another one, with its options; or of the
// program itself.
func (d *desk) under(ctx context.Context, other string, options []string, args ...string) *exec.Cmd {
	if other != d.program {
		args = append(append(options, d.program), args...)
	}
	c := exec.CommandContext(ctx, other, args...)
	c.Dir = d.folder
	c.Env = append(os.Environ(), "ARPAD_DB=arpad.db", "ARPAD_OFFICER=suzuki", "ARPAD_CLOCK="+d.clock)
	return c
}

func (d *desk) do(args ...string) {
	d.t.Helper()
	if out, err := d.command(d.t.Context(), args...).CombinedOutput(); err != nil {
		d.t.Fatalf("%v: %v\n%s", args, err, out)
	}
}

// newOffice makes a bureau whose next step is the one that is asked for.
func newOffice(t *testing.T, program string, steps ...[]string) *desk {
	t.Helper()
	d := &desk{t: t, program: program, folder: t.TempDir(), clock: "2024-01-22T09:00:00+09:00"}
	opening, err := filepath.Abs("../../demo/japan/opening.csv")
	if err != nil {
		t.Fatal(err)
	}
	d.do("init", "--authority", "ncs", "--label", "2024-01", opening)
	for _, step := range steps {
		d.clock = "2024-01-10T12:00:00+09:00"
		if step[0] != "report" {
			d.clock = "2024-01-22T09:00:00+09:00"
		}
		d.do(step...)
	}
	d.clock = "2024-01-22T09:00:00+09:00"
	return d
}

// again gives a copy of the office in a folder of its own.
func (d *desk) again(t *testing.T) *desk {
	t.Helper()
	other := &desk{t: t, program: d.program, folder: t.TempDir(), clock: d.clock}
	data, err := os.ReadFile(d.path("arpad.db"))
	if err != nil {
		t.Fatal(err)
	}
	write(t, other.path("arpad.db"), data)
	return other
}

// look opens the bureau and gives what it has been doing: the actions of its
// log. Everything in it has to be sound.
func (d *desk) look() (actions []string) {
	d.t.Helper()
	ctx := d.t.Context()
	s, err := store.Open(ctx, d.path("arpad.db"))
	if err != nil {
		d.t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			d.t.Error(err)
		}
	}()
	b := &bureau.Bureau{Store: s, Clock: time.Now}
	if faults, err := b.Verify(ctx, nil); err != nil || len(faults) > 0 {
		d.t.Fatalf("verify: %v, %v", faults, err)
	}
	err = b.View(ctx, func(r bureau.Reader, _ *bureau.Settings) error {
		log, err := b.Log(r, "")
		for _, e := range log {
			actions = append(actions, e.Action)
		}
		return err
	})
	if err != nil {
		d.t.Fatal(err)
	}
	return actions
}

// kills is what became of a command that was killed many times.
type kills struct {
	mu                      sync.Mutex
	finished, before, after int // not hit; hit, and the old state; hit, and the new state
	working                 int // of those hit, the ones that had begun to write
}

// watch starts a command and waits until it has begun to work or has ended; it
// gives when it began, and a channel for how it ended.
func (d *desk) watch(c *exec.Cmd, begun func(*desk) bool) (time.Time, <-chan error, error) {
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

// working gives how long a command works that nobody disturbs.
func (d *desk) working(t *testing.T, of deed) time.Duration {
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

// killed runs a command up to a random instant of its work, kills it, and looks
// at what is left; then it repeats the command, which must come to one effect.
func (k *kills) killed(t *testing.T, from *desk, within time.Duration, of deed) {
	d := from.again(t)
	old := len(d.look())
	c := d.command(t.Context(), of.args...)
	_, ended, err := d.watch(c, of.begun)
	if err != nil {
		t.Error(err)
		return
	}
	select {
	case err = <-ended:
	case <-time.After(time.Duration(rand.Int64N(int64(within)))):
		_ = c.Process.Kill() // it may have ended just now
		err = <-ended
	}
	hit := err != nil
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
}

// A process killed at 200 random instants leaves the old or the new state; the
// command can be repeated, with one effect.
func TestPromise1KilledAtAnyInstant(t *testing.T) {
	program := binary(t)
	for _, of := range deeds(t) {
		t.Run(of.name, func(t *testing.T) {
			d := newOffice(t, program, of.steps...)
			within := d.again(t).working(t, of)
			var k kills
			var group sync.WaitGroup
			const times, atOnce = 34, 2 // of 200 in all
			for range atOnce {
				group.Go(func() {
					for range times / atOnce {
						k.killed(t, d, within, of)
					}
				})
			}
			group.Wait()
			t.Logf("of %d runs %d were over, %d left the old state, %d the new one; %d had begun to write", times, k.finished, k.before, k.after, k.working)
			if hit := k.before + k.after; hit < times/4 || k.working == 0 {
				t.Errorf("only %d of %d kills hit, %d of them a command that was writing", hit, times, k.working)
			}
		})
	}
}

// Two officers publish at once, from two processes, 100 times: there is one
// list, and the other officer reads why not.
func TestTwoOfficersPublishAtOnce(t *testing.T) {
	program := binary(t)
	report, err := filepath.Abs("../../demo/japan/reports/new-year-rapid.trf")
	if err != nil {
		t.Fatal(err)
	}
	from := newOffice(t, program, []string{"report", "submit", "--from", "club", report}, []string{"period", "close", "2024-02"})
	for range 100 {
		d := from.again(t)
		old := len(d.look())
		var said [2]bytes.Buffer
		var officers [2]*exec.Cmd
		for i := range officers {
			officers[i] = d.command(t.Context(), "period", "publish", "2024-02")
			officers[i].Stdout, officers[i].Stderr = &said[i], &said[i]
			if err := officers[i].Start(); err != nil {
				t.Fatal(err)
			}
		}
		published, refused := 0, 0
		for i, c := range officers {
			err := c.Wait()
			var exit *exec.ExitError
			switch {
			case err == nil:
				published++
			case errors.As(err, &exit) && exit.ExitCode() == exitRefused && strings.Contains(said[i].String(), "has no draft to publish"):
				refused++
			default:
				t.Errorf("%v: %s", err, said[i].String())
			}
		}
		if now := d.look(); published != 1 || refused != 1 || len(now) != old+1 {
			t.Fatalf("%d published, %d were refused, and the log goes on with %v", published, refused, now[old:])
		}
	}
}
