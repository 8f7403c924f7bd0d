package closing_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/crowd"
	"github.com/arpadchess/arpad/internal/test/pgtest"
	"github.com/arpadchess/arpad/internal/test/storetest"
)

// sizes are the games of a month among crowd.Players: what real federations play, and one game each.
var sizes = []int{5_000, 20_000, 100_000}

// BenchmarkClose closes a period: reads its records, rates them, writes the
// draft, commits.
func BenchmarkClose(b *testing.B) {
	for _, games := range sizes {
		b.Run(fmt.Sprintf("SQLite/games=%d", games), func(b *testing.B) { closes(b, storetest.File(b), games) })
		b.Run(fmt.Sprintf("PostgreSQL/games=%d", games), func(b *testing.B) { closes(b, pgtest.Database(b), games) })
	}
}

func closes(b *testing.B, address string, games int) {
	c := crowd.Of(b, address, crowd.Players, games)
	label := c.Month(b, 0)
	started := crowd.Processor()
	for b.Loop() {
		run, err := closing.Close(context.Background(), c.Bureau, label)
		bureautest.Must(b, err)
		if run.Games < games*9/10 {
			b.Fatalf("only %d games", run.Games)
		}
	}
	perOperation(b, crowd.Processor()-started)
}

// perOperation reports processor time.
func perOperation(b *testing.B, took time.Duration) {
	b.ReportMetric(float64(took.Microseconds())/1000/float64(b.N), "cpu-ms/op")
}

func TestMain(m *testing.M) {
	crowd.Main(m, map[string]crowd.Task{
		"publish": func(b *bureau.Bureau, label string) error {
			_, err := closing.Publish(context.Background(), b, label, "")
			return err
		},
		"tick": func(b *bureau.Bureau, label string) error {
			_, err := closing.Tick(context.Background(), b, label, "all", "looked at")
			return err
		},
	})
}

// BenchmarkTick reviews a draft and answers what it asks, in a process of its own: a month of
// a federation, and two with many games.
func BenchmarkTick(b *testing.B) {
	for _, size := range []struct{ players, games int }{{30_000, 8_000}, {10_000, 100_000}, {10_000, 1_000_000}} {
		b.Run(fmt.Sprintf("players=%d,games=%d", size.players, size.games), func(b *testing.B) {
			c := crowd.Of(b, storetest.File(b), size.players, size.games)
			label := c.Month(b, 0)
			_, err := closing.Close(context.Background(), c.Bureau, label)
			bureautest.Must(b, err)
			took, most := time.Duration(0), int64(0)
			for b.Loop() {
				once, peak := c.Alone(b, "tick", label)
				took, most = took+once, max(most, peak)
			}
			perOperation(b, took)
			b.ReportMetric(float64(most>>10), "MB")
		})
	}
}

// BenchmarkPublish publishes a list, in a process of its own.
func BenchmarkPublish(b *testing.B) {
	c := crowd.New(b, storetest.File(b))
	n, most := 0, int64(0)
	for b.Loop() {
		b.StopTimer()
		label := c.Month(b, n)
		n++
		bureautest.Must(b, c.Close(context.Background(), label))
		b.StartTimer()
		_, peak := c.Alone(b, "publish", label)
		most = max(most, peak)
	}
	b.ReportMetric(float64(most>>10), "MB")
}

// BenchmarkTakeOver takes over an opening list, with its rows.
func BenchmarkTakeOver(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		file := storetest.File(b)
		b.StartTimer()
		crowd.Of(b, file, crowd.Players, 1000)
	}
}
