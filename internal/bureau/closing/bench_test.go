package closing_test

import (
	"context"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/crowd"
	"github.com/arpadchess/arpad/internal/test/pgtest"
	"github.com/arpadchess/arpad/internal/test/storetest"
)

// BenchmarkClose closes a period: reads its records, rates them, writes the
// draft, commits.
func BenchmarkClose(b *testing.B) {
	b.Run("SQLite", func(b *testing.B) { closes(b, storetest.File(b)) })
	b.Run("PostgreSQL", func(b *testing.B) { closes(b, pgtest.Database(b)) })
}

func closes(b *testing.B, address string) {
	c := crowd.New(b, address)
	label := c.Month(b, 0)
	for b.Loop() {
		run, err := closing.Close(context.Background(), c.Bureau, label)
		bureautest.Must(b, err)
		if run.Games < crowd.Games*9/10 {
			b.Fatalf("only %d games", run.Games)
		}
	}
}

func TestMain(m *testing.M) {
	crowd.Main(m, map[string]crowd.Task{"publish": func(b *bureau.Bureau, label string) error {
		_, err := closing.Publish(context.Background(), b, label, "")
		return err
	}})
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
