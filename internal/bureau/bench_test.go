package bureau_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/proof"
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

// BenchmarkVerify verifies two years, 24 periods, and a bureau with a long log, each in
// a process of its own.
func BenchmarkVerify(b *testing.B) {
	b.Run("periods", func(b *testing.B) {
		const periods = 24
		c := crowd.New(b, storetest.File(b))
		var took time.Duration
		for n := range periods {
			label := c.Month(b, n)
			started := time.Now()
			_, err := closing.Close(context.Background(), c.Bureau, label)
			bureautest.Must(b, err)
			took += time.Since(started)
			_, err = closing.Tick(context.Background(), c.Bureau, label, "all", "looked at")
			bureautest.Must(b, err)
			_, err = closing.Publish(context.Background(), c.Bureau, label, "")
			bureautest.Must(b, err)
		}
		verified := verifies(b, c)
		b.ReportMetric(verified.Seconds()/took.Seconds(), "closings")
	})
	b.Run("log", func(b *testing.B) {
		c := crowd.New(b, storetest.File(b))
		logs(b, c, 200_000)
		verifies(b, c)
	})
}

// verifies has the bureau verified in a process of its own, and returns how long it takes
// on average.
func verifies(b *testing.B, c *crowd.Crowd) time.Duration {
	b.Helper()
	var took time.Duration
	most := int64(0)
	for b.Loop() {
		once, peak := c.Alone(b, "verify", "")
		took, most = took+once, max(most, peak)
	}
	b.ReportMetric(float64(most>>10), "MB")
	return took / time.Duration(b.N)
}

// logs makes entries of the log, each with five documents: an officer enrols a player.
func logs(b *testing.B, c *crowd.Crowd, entries int) {
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
				if err := tx.Log("member.add", c.Players[n%crowd.Players].ID, "paid", nil); err != nil {
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
	c := crowd.New(b, storetest.File(b))
	label := c.Month(b, 0)
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
		crowd.Of(b, file, crowd.Players, 1000)
	}
}
