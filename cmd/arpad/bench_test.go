package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/workload"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/json"
	"github.com/arpadchess/arpad/report/trf"
	"github.com/arpadchess/arpad/roster"
)

// writeFederation writes a federation's opening list and reports to a folder,
// as JSON.
func writeFederation(tb testing.TB, folder string, federation *synth.Federation, all []*report.Report) (players string, reports []string) {
	tb.Helper()
	people, list := federation.Opening()
	players = filepath.Join(folder, "players.csv")
	var text bytes.Buffer
	if err := roster.Write(&text, people.Players, list); err != nil {
		tb.Fatal(err)
	}
	write(tb, players, text.Bytes())
	for i, r := range all {
		text.Reset()
		if err := json.Write(&text, r); err != nil {
			tb.Fatal(err)
		}
		path := filepath.Join(folder, fmt.Sprintf("report%04d.json", i))
		write(tb, path, text.Bytes())
		reports = append(reports, path)
	}
	return players, reports
}

func write(tb testing.TB, path string, data []byte) {
	tb.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		tb.Fatal(err)
	}
}

// binary builds the program.
func binary(tb testing.TB) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "arpad")
	if out, err := exec.Command("go", "build", "-o", path, ".").CombinedOutput(); err != nil {
		tb.Fatalf("%v\n%s", err, out)
	}
	return path
}

// output runs the program with extra environment variables.
func output(tb testing.TB, program string, env, args []string) []byte {
	tb.Helper()
	c := exec.Command(program, args...)
	c.Env = append(os.Environ(), env...)
	out, err := c.Output()
	if err != nil {
		tb.Fatal(err)
	}
	return out
}

// BenchmarkYear rates a year of a national federation in a process of its own,
// from files to JSON: 30,000 players, 3,000 reports, 100,000 games, 12 periods.
func BenchmarkYear(b *testing.B) {
	program, folder := binary(b), b.TempDir()
	federation, all := workload.Year(1)
	players, reports := writeFederation(b, folder, federation, all)
	args := append([]string{"rate", "--regulation", "jcf-2023", "--players", players, "--format", "json", "--lists", "last"}, reports...)
	var peak int64
	for b.Loop() {
		c := exec.Command(program, args...)
		if err := c.Run(); err != nil {
			b.Fatal(err)
		}
		if usage, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok {
			peak = max(peak, usage.Maxrss>>10)
		}
	}
	b.ReportMetric(float64(peak), "MB")
}

// BenchmarkTournament reads, checks and rates a TRF of 300 players and 9 rounds
// with a full trace, and prints it.
func BenchmarkTournament(b *testing.B) {
	var text bytes.Buffer
	if err := trf.Write(&text, swiss(300, 9), 0, trf.TRF16); err != nil {
		b.Fatal(err)
	}
	path := filepath.Join(b.TempDir(), "open.trf")
	write(b, path, text.Bytes())
	for b.Loop() {
		var out, problems bytes.Buffer
		if status := run([]string{"explain", "--regulation", "jcf-2023", "--player", "1", "--type", "standard", path}, &out, &problems); status != exitFine {
			b.Fatal(status, problems.String())
		}
	}
}

// swiss returns an event in which all players play in every round.
func swiss(players, rounds int) *report.Report {
	r := rand.New(rand.NewPCG(1, 2))
	s := report.Section{Rounds: rounds}
	for i := range players {
		s.Players = append(s.Players, report.Player{StartNumber: i + 1, Name: fmt.Sprintf("Family%d Given%d", i, i), Rating: rating.Rating(2400 - 3*i)})
	}
	for round := 1; round <= rounds; round++ {
		order := r.Perm(players)
		for i := 0; i+1 < players; i += 2 {
			s.Games = append(s.Games, report.Game{Round: round, White: order[i] + 1, Black: order[i+1] + 1, Result: report.Result(r.IntN(3))})
		}
	}
	return &report.Report{Name: "Open", Start: civil.Of(2024, 1, 1), End: civil.Of(2024, 1, 9), Sections: []report.Section{s}}
}
