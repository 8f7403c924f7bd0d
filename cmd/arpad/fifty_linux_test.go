package main

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/test/soak"
)

// writers is how many processes write at the same time.
var writers = soak.Of(12, 50)

// smallReports writes n different reports of one game each.
func (d *fixture) smallReports(n int) (paths []string) {
	for i := range n {
		path := d.path(fmt.Sprintf("evening%02d.json", i))
		write(d.t, path, fmt.Appendf(nil, `{"schema": "arpad.report/1", "responsible": "Aoki Ren", "name": "Evening %d", "start": "2024-01-09", "end": "2024-01-09", "type": "standard",
			"sections": [{"name": "A", "rounds": 1, "players": [{"start_number": 1, "id": "N%08d"}, {"start_number": 2, "id": "N%08d"}],
			"games": [{"round": 1, "white": 1, "black": 2, "result": "1-0"}]}]}`, i, 1+i%12, 1+(i+1+i/12)%12))
		paths = append(paths, path)
	}
	return paths
}

// lists publishes a list, and returns all stored lists.
func (d *fixture) lists(t *testing.T) map[string]string {
	t.Helper()
	d.clock = "2024-01-22T09:00:00+09:00"
	d.do("period", "close", "2024-02")
	d.do("period", "tick", "2024-02", "all", "--reason", "seen")
	d.do("period", "publish", "--reason", "before its day", "2024-02")
	all := d.documents(t)
	maps.DeleteFunc(all, func(name, _ string) bool { return !strings.HasPrefix(name, "list ") })
	return all
}

// Fifty processes submit fifty reports at the same time: each is stored once,
// and the list equals the one made from reports submitted in order.
func TestFiftyWriters(t *testing.T) {
	t.Parallel()
	onEach(t, fiftyWriters)
}

func fiftyWriters(t *testing.T, db string) {
	inOrder := newOffice(t, db)
	inOrder.clock = "2024-01-10T09:00:00+09:00"
	atOnce := inOrder.clone(t)
	reports := inOrder.smallReports(writers)
	inOrder.do(append([]string{"report", "submit"}, reports...)...)
	old := len(atOnce.look())
	commands := make([][]string, writers)
	for i, report := range reports {
		commands[i] = []string{"report", "submit", report}
	}
	for i, said := range atOnce.race(t, commands...) {
		if !strings.HasPrefix(said, "0: 2024-01-") || !strings.Contains(said, "admitted") {
			t.Errorf("%s: %s", reports[i], said)
		}
	}
	if now := atOnce.look(); len(now) != old+writers {
		t.Errorf("%d entries in the log", len(now)-old)
	}
	if one, other := inOrder.lists(t), atOnce.lists(t); len(one) < 2 || !maps.Equal(one, other) {
		t.Errorf("%d lists, and %d others", len(one), len(other))
	}
}

// One report submitted fifty times at once is stored once.
func TestOneReportFiftyTimes(t *testing.T) {
	t.Parallel()
	onEach(t, oneReportFiftyTimes)
}

func oneReportFiftyTimes(t *testing.T, db string) {
	d := newOffice(t, db)
	d.clock = "2024-01-10T09:00:00+09:00"
	old := len(d.look())
	commands := make([][]string, writers)
	for i := range commands {
		commands[i] = []string{"report", "submit", d.smallReports(1)[0]}
	}
	received, known := 0, 0
	for _, said := range d.race(t, commands...) {
		switch {
		case !strings.HasPrefix(said, "0: 2024-01-0001  admitted"):
			t.Error(said)
		case strings.Contains(said, "the same file was received before"):
			known++
		default:
			received++
		}
	}
	if now := d.look(); received != 1 || known != writers-1 || len(now) != old+1 {
		t.Errorf("received %d times, known %d times; %d entries in the log", received, known, len(now)-old)
	}
}
