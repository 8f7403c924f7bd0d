package bureau_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/care"
	"github.com/arpadchess/arpad/bureau/closing"
	"github.com/arpadchess/arpad/bureau/projection"
	"github.com/arpadchess/arpad/bureau/proof"
	"github.com/arpadchess/arpad/internal/large"
	"github.com/arpadchess/arpad/store"
	"github.com/arpadchess/arpad/store/pgtest"
	"github.com/arpadchess/arpad/store/storetest"
)

// The number of players of the benchmarks' federation, and of games in each
// period.
const (
	manyPlayers = 100_000
	manyGames   = 100_000
)

// crowd is a bureau on a database with the benchmarks' federation, before its
// first period.
type crowd struct {
	*large.Federation
	address string
}

func newCrowd(b *testing.B, address string) *crowd {
	b.Helper()
	return crowdOf(b, address, manyPlayers, manyGames)
}

// crowdOf is newCrowd for other numbers.
func crowdOf(b *testing.B, address string, players, games int) *crowd {
	b.Helper()
	c := &crowd{large.New(players, games), address}
	must(b, c.Found(context.Background(), &bureau.Bureau{Store: storetest.Create(b, address), Clock: c.Clock, Actor: "officer", Rows: projection.Rows{}}))
	return c
}

func must(b *testing.B, err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

// month stores the reports of the n-th period after list zero, and returns its
// label.
func (c *crowd) month(b *testing.B, n int) string {
	b.Helper()
	label, err := c.Month(context.Background(), n)
	must(b, err)
	return label
}

// BenchmarkClose closes a period: reads its records, rates them, writes the
// draft, commits.
func BenchmarkClose(b *testing.B) {
	b.Run("SQLite", func(b *testing.B) { closes(b, storetest.File(b)) })
	b.Run("PostgreSQL", func(b *testing.B) { closes(b, pgtest.Database(b)) })
}

func closes(b *testing.B, address string) {
	c := newCrowd(b, address)
	label := c.month(b, 0)
	for b.Loop() {
		run, err := closing.Close(context.Background(), c.Bureau, label)
		must(b, err)
		if run.Games < manyGames*9/10 {
			b.Fatalf("only %d games", run.Games)
		}
	}
}

// BenchmarkPublish publishes a list, in a process of its own.
func BenchmarkPublish(b *testing.B) {
	c := newCrowd(b, storetest.File(b))
	n, most := 0, int64(0)
	for b.Loop() {
		b.StopTimer()
		label := c.month(b, n)
		n++
		must(b, c.Close(context.Background(), label))
		b.StartTimer()
		program := exec.Command(os.Args[0])
		program.Env = append(os.Environ(), publishEnv+"="+label, "ARPAD_DB="+c.address)
		out, err := program.CombinedOutput()
		if err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
		var peak int64
		if _, err := fmt.Sscan(string(out), &peak); err != nil {
			b.Fatalf("%v: %s", err, out)
		}
		most = max(most, peak)
	}
	b.ReportMetric(float64(most>>10), "MB")
}

// publishEnv names the list that the test binary publishes instead of running
// tests.
const publishEnv = "ARPAD_PUBLISH"

func TestMain(m *testing.M) {
	if label := os.Getenv(publishEnv); label != "" {
		if err := publishAlone(label); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

func publishAlone(label string) error {
	ctx := context.Background()
	s, err := store.Open(ctx, os.Getenv("ARPAD_DB"))
	if err != nil {
		return err
	}
	b := &bureau.Bureau{Store: s, Clock: time.Now, Actor: "officer", Rows: projection.Rows{}}
	_, err = closing.Publish(ctx, b, label, "")
	return errors.Join(err, s.Close(), printPeak())
}

// printPeak prints the peak memory of this program in kB. The system's count
// for a process starts with its parent's; this one does not.
func printPeak() error {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return err
	}
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	_, err = fmt.Println(strings.Fields(after)[0])
	return err
}

// reportPeak reports the peak memory of the process, including the preparation
// of the benchmark.
func reportPeak(b *testing.B) {
	var usage syscall.Rusage
	must(b, syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	b.ReportMetric(float64(usage.Maxrss>>10), "MB")
}

// BenchmarkVerify verifies ten years: 120 periods.
func BenchmarkVerify(b *testing.B) {
	const periods = 120
	c := newCrowd(b, storetest.File(b))
	var took time.Duration
	for n := range periods {
		label := c.month(b, n)
		started := time.Now()
		_, err := closing.Close(context.Background(), c.Bureau, label)
		must(b, err)
		took += time.Since(started)
		_, err = closing.Tick(context.Background(), c.Bureau, label, "all", "looked at")
		must(b, err)
		_, err = closing.Publish(context.Background(), c.Bureau, label, "")
		must(b, err)
	}
	for b.Loop() {
		faults, err := care.Verify(context.Background(), c.Bureau, nil)
		must(b, err)
		if len(faults) > 0 {
			b.Fatal(faults[0], fmt.Sprint(len(faults)))
		}
	}
	b.ReportMetric(b.Elapsed().Seconds()/float64(b.N)/took.Seconds(), "closings")
	reportPeak(b)
}

// BenchmarkDisclose returns the disclosure of a list and checks it, which makes
// the list again.
func BenchmarkDisclose(b *testing.B) {
	ctx := context.Background()
	c := newCrowd(b, storetest.File(b))
	label := c.month(b, 0)
	_, err := closing.Close(ctx, c.Bureau, label)
	must(b, err)
	_, err = closing.Tick(ctx, c.Bureau, label, "all", "looked at")
	must(b, err)
	p, err := closing.Publish(ctx, c.Bureau, label, "")
	must(b, err)
	var disclosed *proof.Disclosure
	disclose := func() {
		must(b, c.View(ctx, func(r bureau.Reader, _ *bureau.Settings) (err error) {
			disclosed, err = proof.Disclose(r, p)
			return err
		}))
	}
	b.Run("disclose", func(b *testing.B) {
		for b.Loop() {
			disclose()
		}
	})
	b.Run("check", func(b *testing.B) {
		for b.Loop() {
			_, err := disclosed.Check(nil)
			must(b, err)
		}
	})
	data, err := json.Marshal(disclosed)
	must(b, err)
	b.Logf("%d MB of JSON", len(data)>>20)
}

// BenchmarkTakeOver takes over an opening list, with its rows.
func BenchmarkTakeOver(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		file := storetest.File(b)
		b.StartTimer()
		crowdOf(b, file, manyPlayers, 1000)
	}
}
