package bureau_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/care"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/projection"
	"github.com/arpadchess/arpad/internal/bureau/proof"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/large"
	"github.com/arpadchess/arpad/internal/test/pgtest"
	"github.com/arpadchess/arpad/internal/test/storetest"
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
	bureautest.Must(b, c.Found(context.Background(), &bureau.Bureau{Store: storetest.Create(b, address), Clock: c.Clock, Actor: "officer", Rows: projection.Rows{}}))
	return c
}

// month stores the reports of the n-th period after list zero, and returns its
// label.
func (c *crowd) month(b *testing.B, n int) string {
	b.Helper()
	label, err := c.Month(context.Background(), n)
	bureautest.Must(b, err)
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
		bureautest.Must(b, err)
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
		bureautest.Must(b, c.Close(context.Background(), label))
		b.StartTimer()
		_, peak := c.alone(b, "publish", label)
		most = max(most, peak)
	}
	b.ReportMetric(float64(most>>10), "MB")
}

// What the test binary does in place of running tests, on the database ARPAD_DB.
const aloneEnv = "ARPAD_ALONE"

var alones = map[string]func(b *bureau.Bureau, label string) error{
	"publish": func(b *bureau.Bureau, label string) error {
		_, err := closing.Publish(context.Background(), b, label, "")
		return err
	},
	"verify": func(b *bureau.Bureau, _ string) error {
		debug.SetMemoryLimit(care.VerifyMemory)
		debug.SetGCPercent(care.VerifyGarbage)
		faults, err := care.Verify(context.Background(), b, nil)
		if err == nil && len(faults) > 0 {
			err = fmt.Errorf("%d faults, the first is %v", len(faults), faults[0])
		}
		return err
	},
}

func TestMain(m *testing.M) {
	if what, label, is := strings.Cut(os.Getenv(aloneEnv), " "); is {
		if err := doAlone(what, label); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

func doAlone(what, label string) error {
	s, err := store.Open(context.Background(), os.Getenv("ARPAD_DB"))
	if err != nil {
		return err
	}
	started := time.Now()
	err = alones[what](&bureau.Bureau{Store: s, Clock: time.Now, Actor: "officer", Rows: projection.Rows{}}, label)
	fmt.Println(time.Since(started).Nanoseconds())
	return errors.Join(err, s.Close(), printPeak())
}

// alone does something to a bureau in a process of its own, and returns the time that it
// takes and the peak memory in kB.
func (c *crowd) alone(b *testing.B, what, label string) (took time.Duration, peak int64) {
	b.Helper()
	program := exec.Command(os.Args[0])
	program.Env = append(os.Environ(), aloneEnv+"="+what+" "+label, "ARPAD_DB="+c.address)
	out, err := program.CombinedOutput()
	if err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	if _, err := fmt.Sscan(string(out), &took, &peak); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	return took, peak
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

// BenchmarkVerify verifies two years, 24 periods, and a bureau with a long log, each in
// a process of its own.
func BenchmarkVerify(b *testing.B) {
	b.Run("periods", func(b *testing.B) {
		const periods = 24
		c := newCrowd(b, storetest.File(b))
		var took time.Duration
		for n := range periods {
			label := c.month(b, n)
			started := time.Now()
			_, err := closing.Close(context.Background(), c.Bureau, label)
			bureautest.Must(b, err)
			took += time.Since(started)
			_, err = closing.Tick(context.Background(), c.Bureau, label, "all", "looked at")
			bureautest.Must(b, err)
			_, err = closing.Publish(context.Background(), c.Bureau, label, "")
			bureautest.Must(b, err)
		}
		verified := c.verifies(b)
		b.ReportMetric(verified.Seconds()/took.Seconds(), "closings")
	})
	b.Run("log", func(b *testing.B) {
		c := newCrowd(b, storetest.File(b))
		c.logs(b, 200_000)
		c.verifies(b)
	})
}

// verifies has the bureau verified in a process of its own, and returns how long it takes
// on average.
func (c *crowd) verifies(b *testing.B) time.Duration {
	b.Helper()
	var took time.Duration
	most := int64(0)
	for b.Loop() {
		once, peak := c.alone(b, "verify", "")
		took, most = took+once, max(most, peak)
	}
	b.ReportMetric(float64(most>>10), "MB")
	return took / time.Duration(b.N)
}

// logs makes entries of the log, each with five documents: an officer enrols a player.
func (c *crowd) logs(b *testing.B, entries int) {
	b.Helper()
	ctx := context.Background()
	const atOnce, documents = 10_000, 5
	for from := 0; from < entries; from += atOnce {
		bureautest.Must(b, c.Update(ctx, func(w bureau.Writer) error {
			for n := from; n < from+atOnce; n++ {
				tx, err := c.Begin(ctx, w)
				if err != nil {
					return err
				}
				for i := range documents {
					if err := tx.Put("something", fmt.Sprintf("%07d", documents*n+i), []byte(`{"from": "1900-01-01"}`)); err != nil {
						return err
					}
				}
				if err := tx.Log("member.add", c.Players[n%manyPlayers].ID, "paid", nil); err != nil {
					return err
				}
			}
			return nil
		}))
	}
}

// BenchmarkDisclose returns the disclosure of a list and checks it, which makes
// the list again.
func BenchmarkDisclose(b *testing.B) {
	ctx := context.Background()
	c := newCrowd(b, storetest.File(b))
	label := c.month(b, 0)
	_, err := closing.Close(ctx, c.Bureau, label)
	bureautest.Must(b, err)
	_, err = closing.Tick(ctx, c.Bureau, label, "all", "looked at")
	bureautest.Must(b, err)
	p, err := closing.Publish(ctx, c.Bureau, label, "")
	bureautest.Must(b, err)
	var disclosed *proof.Disclosure
	disclose := func() {
		bureautest.Must(b, c.View(ctx, func(r bureau.Reader, _ *bureau.Settings) (err error) {
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
			bureautest.Must(b, err)
		}
	})
	data, err := json.Marshal(disclosed)
	bureautest.Must(b, err)
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
