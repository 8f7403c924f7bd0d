// Package crowd lets benchmarks act in a bureau of a large federation on a database, also in
// a process of its own, of which they learn time and memory.
package crowd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/projection"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/large"
	"github.com/arpadchess/arpad/internal/test/storetest"
)

// The usual number of players, and of games in each period.
const (
	Players = 100_000
	Games   = 100_000
)

// Crowd is a bureau on a database with a large federation, before its first period.
type Crowd struct {
	*large.Federation
	address string
}

// New returns a bureau on a new database with the usual numbers.
func New(b *testing.B, address string) *Crowd {
	b.Helper()
	return Of(b, address, Players, Games)
}

// Of is New for other numbers.
func Of(b *testing.B, address string, players, games int) *Crowd {
	b.Helper()
	c := &Crowd{large.New(players, games), address}
	bureautest.Must(b, c.Found(context.Background(), &bureau.Bureau{Store: storetest.Create(b, address), Clock: c.Clock, Actor: bureau.AtTerminal("officer"), Projection: projection.Rows{}, Follow: projection.Follow}))
	return c
}

// Month stores the reports of the n-th period after list zero, and returns its label.
func (c *Crowd) Month(b *testing.B, n int) string {
	b.Helper()
	label, err := c.Federation.Month(context.Background(), n)
	bureautest.Must(b, err)
	return label
}

// Variables of the environment that tell a test binary what to do in place of running tests,
// on which database, and where to write how it went.
const (
	taskEnv     = "ARPAD_ALONE"
	databaseEnv = "ARPAD_DB"
	resultEnv   = "ARPAD_RESULT"
)

// Task is what a process of its own does with a period of a bureau.
type Task func(b *bureau.Bureau, label string) error

// Main runs the tests of a package, or a task that Alone wants. It is for TestMain.
func Main(m *testing.M, tasks map[string]Task) {
	name, label, asked := strings.Cut(os.Getenv(taskEnv), " ")
	if !asked {
		os.Exit(m.Run())
	}
	result, err := perform(tasks[name], label)
	if err != nil {
		result = err.Error()
	}
	if errors.Join(err, os.WriteFile(os.Getenv(resultEnv), []byte(result), 0o600)) != nil {
		os.Exit(1)
	}
}

// perform returns the processor time of a task in nanoseconds, and the peak memory of this
// program in kB. The system's count for a process starts with its parent's; this one does not.
func perform(task Task, label string) (string, error) {
	s, err := store.Open(context.Background(), os.Getenv(databaseEnv))
	if err != nil {
		return "", err
	}
	started := Processor()
	err = task(&bureau.Bureau{Store: s, Clock: time.Now, Actor: bureau.AtTerminal("officer"), Projection: projection.Rows{}, Follow: projection.Follow}, label)
	took := Processor() - started
	status, failed := os.ReadFile("/proc/self/status")
	if err = errors.Join(err, s.Close(), failed); err != nil {
		return "", err
	}
	_, after, _ := strings.Cut(string(status), "VmHWM:")
	return fmt.Sprint(took.Nanoseconds(), " ", strings.Fields(after)[0]), nil
}

// Processor returns the processor time of this program so far.
func Processor() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // never fails
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// Alone performs a task of Main in a process of its own, and returns the processor time that
// it takes and the peak memory in kB.
func (c *Crowd) Alone(b *testing.B, task, label string) (took time.Duration, peak int64) {
	b.Helper()
	result := filepath.Join(b.TempDir(), "result")
	program := exec.Command(os.Args[0])
	program.Env = append(os.Environ(), taskEnv+"="+task+" "+label, databaseEnv+"="+c.address, resultEnv+"="+result)
	out, err := program.CombinedOutput()
	text, failed := os.ReadFile(result)
	if err := errors.Join(err, failed); err != nil {
		b.Fatalf("%v: %s\n%s", err, text, out)
	}
	if _, err := fmt.Sscan(string(text), &took, &peak); err != nil {
		b.Fatalf("%v: %s", err, text)
	}
	return took, peak
}
