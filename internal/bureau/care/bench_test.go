package care_test

import (
	"context"
	"fmt"
	"runtime/debug"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/care"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/crowd"
	"github.com/arpadchess/arpad/internal/test/storetest"
)

func TestMain(m *testing.M) {
	crowd.Main(m, map[string]crowd.Task{"verify": func(b *bureau.Bureau, _ string) error {
		debug.SetMemoryLimit(care.VerifyMemory)
		debug.SetGCPercent(care.VerifyGarbage)
		faults, err := care.Verify(context.Background(), b, nil)
		if err == nil && len(faults) > 0 {
			err = fmt.Errorf("%d faults, the first is %v", len(faults), faults[0])
		}
		return err
	}})
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
