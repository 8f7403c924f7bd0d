package main

import (
	"errors"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/arpadchess/arpad/internal/test/pgtest"
)

// submitUntilKept submits a report until it is accepted, and returns how often the
// server was at fault. A report said not to be kept is not there at the next
// attempt.
func (d *fixture) submitUntilKept(t *testing.T, report string) (failed int) {
	unkept := false
	for {
		out, err := d.command(t.Context(), "report", "submit", report).CombinedOutput()
		var exit *exec.ExitError
		switch said := string(out); {
		case err == nil && strings.Contains(said, "admitted"):
			if unkept && strings.Contains(said, "was received before") {
				t.Errorf("what was not kept is there: %s", said)
			}
			return failed
		case errors.As(err, &exit) && exit.ExitCode() == exitFailed && inWords(said):
			unkept = strings.Contains(said, "Nothing was stored")
			failed++
		default:
			t.Errorf("%v: %s", err, said)
			return failed
		}
	}
}

// The server crashes and restarts repeatedly while reports are submitted, until
// a command was told. An acknowledged report is there; one said not to be kept is
// submitted again, and is there once.
func TestServerStopsUnderLoad(t *testing.T) {
	t.Parallel()
	server := pgtest.New(t)
	address := server.Database(t)
	d := newOffice(t, address)
	d.clock = "2024-01-10T09:00:00+09:00"
	const atOnce, between, most = 4, 4, 12
	old, all := len(d.look()), d.smallReports(most*between)
	var failed atomic.Int64
	var group sync.WaitGroup
	reports := make(chan string) // those to be submitted
	for range atOnce {
		group.Go(func() {
			for report := range reports {
				failed.Add(int64(d.submitUntilKept(t, report)))
			}
		})
	}
	stops := 0
	for ; stops < most && (stops*between < writers || failed.Load() == 0); stops++ {
		for _, report := range all[stops*between:][:between] {
			reports <- report
		}
		if err := errors.Join(pgtest.AwaitWriter(t.Context(), address), server.Halt(), server.Run()); err != nil {
			t.Fatal(err)
		}
	}
	close(reports)
	group.Wait()
	t.Logf("the server was stopped %d times, which %d commands were told", stops, failed.Load())
	if now := d.look(); failed.Load() == 0 || len(now) != old+stops*between {
		t.Errorf("%d reports are there", len(now)-old)
	}
}

// Twenty processes hand in reports while the server that takes writes is lost and its standby takes its place: what was
// acknowledged is there, once.
func TestSwitchOfServersUnderLoad(t *testing.T) {
	t.Parallel()
	first := pgtest.New(t)
	address := first.Database(t)
	d := newOffice(t, address)
	d.clock = "2024-01-10T09:00:00+09:00"
	old := len(d.look())
	second := first.Standby(t)
	d.db = second.Either(address)
	const processes, each = 20, 3
	all := d.smallReports(processes * each)
	var failed, done atomic.Int64
	var group sync.WaitGroup
	switched := make(chan error, 1)
	for n := range processes {
		group.Go(func() {
			for _, report := range all[n*each:][:each] {
				failed.Add(int64(d.submitUntilKept(t, report)))
				if done.Add(1) == processes { // a third is in
					switched <- errors.Join(pgtest.AwaitWriter(t.Context(), address), first.Halt(), second.Promote())
				}
			}
		})
	}
	if err := <-switched; err != nil {
		t.Error(err)
	}
	group.Wait()
	t.Logf("%d commands were told that the server was away", failed.Load())
	if now := d.look(); len(now) != old+processes*each {
		t.Errorf("of %d reports %d are there", processes*each, len(now)-old)
	}
	d.do("verify")
	if err := first.Run(); err != nil { // whose databases the test removes
		t.Fatal(err)
	}
}
