package care_test

import (
	"context"
	"fmt"
	"runtime/debug"
	"strconv"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/care"
	"github.com/arpadchess/arpad/internal/bureau/proof"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/crowd"
	"github.com/arpadchess/arpad/internal/test/storetest"
)

func TestMain(m *testing.M) {
	crowd.Main(m, map[string]crowd.Task{"verify": func(b *bureau.Bureau, since string) error {
		debug.SetMemoryLimit(care.VerifyMemory)
		debug.SetGCPercent(care.VerifyGarbage)
		leaves, err := strconv.Atoi(since)
		if err != nil {
			return err
		}
		faults, err := care.VerifySince(context.Background(), b, leaves, nil)
		if err == nil && len(faults) > 0 {
			err = fmt.Errorf("%d faults, the first is %v", len(faults), faults[0])
		}
		return err
	}})
}

// BenchmarkVerify verifies two years, 24 periods of 10,000 players and games, wholly and since the last
// list but one, and a bureau with a long log, each in a process of its own. It compares processor time.
func BenchmarkVerify(b *testing.B) {
	ctx := context.Background()
	const periods, players = 24, 10_000
	var c *crowd.Crowd
	var took time.Duration // for closing, reviewing and publishing
	var before int         // leaves before the last list
	of := func(b *testing.B, leaves int) {
		b.ReportMetric(verifies(b, c, leaves).Seconds()/took.Seconds(), "of-closings-reviews-publications")
	}
	b.Run("periods", func(b *testing.B) {
		c, took = crowd.Of(b, storetest.File(b), players, players), 0
		for n := range periods {
			label := c.Month(b, n)
			bureautest.Must(b, c.View(ctx, func(r bureau.Reader, _ *bureau.Settings) (err error) {
				before, err = proof.LeafCount(r)
				return err
			}))
			started := crowd.Processor()
			bureautest.Must(b, c.Publish(ctx, label))
			took += crowd.Processor() - started
		}
		b.Run("all", func(b *testing.B) { of(b, 0) })
		b.Run("since", func(b *testing.B) { of(b, before) })
	})
	b.Run("log", func(b *testing.B) {
		c := crowd.New(b, storetest.File(b))
		logs(b, c, 200_000)
		verifies(b, c, 0)
	})
}

// verifies has the bureau verified in a process of its own, since some leaves, and returns the processor
// time that it takes on average.
func verifies(b *testing.B, c *crowd.Crowd, since int) time.Duration {
	b.Helper()
	var took time.Duration
	most := int64(0)
	for b.Loop() {
		once, peak := c.Alone(b, "verify", strconv.Itoa(since))
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
