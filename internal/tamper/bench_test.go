package tamper_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/tamper"
	"github.com/arpadchess/arpad/internal/test/storetest"
)

// BenchmarkGuardedWrite records an inquiry, which writes a few documents, in
// bureaus of 10,000 and 100,000 players, with a guard and, for comparison,
// without one.
func BenchmarkGuardedWrite(b *testing.B) {
	for _, name := range []string{"SQLite", "PostgreSQL"} {
		for _, size := range []int{10_000, 100_000} {
			b.Run(fmt.Sprintf("%s/%d", name, size), func(b *testing.B) {
				key, err := tamper.NewKey("arpad/ncs")
				if err != nil {
					b.Fatal(err)
				}
				bare := storetest.Stores[name](b)
				guard := &tamper.Guard{Store: bare, Key: key, File: filepath.Join(b.TempDir(), "checkpoint")}
				officer := &bureau.Bureau{Store: guard, Clock: func() time.Time { return time.Date(2024, 1, 10, 0, 0, 0, 0, time.UTC) }, Actor: bureau.AtTerminal("officer")}
				players, list := synth.New(1, synth.Size{Players: size}).Opening()
				if err := closing.Init(context.Background(), officer, bureau.Settings{Authority: "ncs", ListZero: "2024-01", Options: map[string]string{"late": "count", "non_members": "count"}, Reason: "as the board has decided"}, players.Players, list); err != nil {
					b.Fatal(err)
				}
				write := func(s bureau.Store) {
					officer.Store = s
					_, err := correction.Inquire(context.Background(), officer, correction.Inquiry{List: "2024-01"}, correction.Inquirer{Name: "Baba Mio", Words: "My rating is missing."})
					if err != nil {
						b.Fatal(err)
					}
				}
				var unguarded time.Duration
				for b.Loop() {
					b.StopTimer()
					started := time.Now()
					write(bare)
					unguarded += time.Since(started)
					b.StartTimer()
					write(guard)
				}
				b.ReportMetric(b.Elapsed().Seconds()/unguarded.Seconds(), "of-unguarded")
			})
		}
	}
}
