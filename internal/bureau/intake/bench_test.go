package intake_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/storetest"
	"github.com/arpadchess/arpad/report/file"
	"github.com/arpadchess/arpad/report/json"
)

// committing is a store that measures its commits.
type committing struct {
	bureau.Store
	took time.Duration
}

func (c *committing) Update(ctx context.Context, f func(bureau.Writer) error) error {
	var done time.Time
	err := c.Store.Update(ctx, func(w bureau.Writer) error {
		err := f(w)
		done = time.Now()
		return err
	})
	c.took += time.Since(done)
	return err
}

// BenchmarkSubmit submits reports of 300 players and 9 rounds on SQLite with
// 30,000 players: each is read, checked, matched and committed.
func BenchmarkSubmit(b *testing.B) {
	f := synth.New(1, synth.Size{Players: 30_000})
	s := &committing{Store: storetest.Stores["SQLite"](b)}
	d := bureautest.JapanOf(b, s, f, nil)
	s.took = 0
	ctx := context.Background()
	for n := 0; b.Loop(); n++ {
		b.StopTimer()
		var text bytes.Buffer
		if err := json.Write(&text, bureautest.Open300(f, n)); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		parsed, found := file.Read(text.Bytes(), "open.json", "")
		receipt, err := intake.Submit(ctx, d.Bureau, intake.Submission{File: "open.json", Data: text.Bytes(), Parsed: parsed, Found: found})
		if err != nil {
			b.Fatal(err)
		}
		if r := receipt.Report; len(r.Section) != 1 || r.Current == 0 {
			b.Fatalf("%+v", r)
		}
	}
	b.ReportMetric(float64(s.took.Microseconds())/float64(b.N), "commit-µs/op")
}

// BenchmarkDurableWrite is the baseline of a commit: writing and syncing 64 KiB
// to a file in the same kind of folder.
func BenchmarkDurableWrite(b *testing.B) {
	f, err := os.Create(filepath.Join(b.TempDir(), "yardstick"))
	if err != nil {
		b.Fatal(err)
	}
	block := make([]byte, 64<<10)
	for b.Loop() {
		if _, err := f.Write(block); err != nil {
			b.Fatal(err)
		}
		if err := syscall.Fdatasync(int(f.Fd())); err != nil {
			b.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkRecheck rechecks the reports of a period before it closes: fresh, if
// nothing has changed since they were checked; stale, if the registers have.
func BenchmarkRecheck(b *testing.B) {
	f := synth.New(1, synth.Size{Players: 30_000})
	d := bureautest.JapanOf(b, storetest.Stores["SQLite"](b), f, nil)
	ctx := context.Background()
	const days = 25
	label, reports := "", f.Events(f.On, f.On+days, synth.Volume{Reports: 300, Games: 10_000})
	d.Now = d.Now.AddDate(0, 0, days+1) // while an event goes on, its report is checked each time
	for _, r := range reports {
		r.Received = 0
		label = d.Send(r).Report.Period
	}
	recheck := func(b *testing.B, before func(int)) {
		for n := 0; b.Loop(); n++ {
			b.StopTimer()
			before(n)
			b.StartTimer()
			bureautest.Must(b, d.Do(ctx, "report.recheck", "", func(tx *bureau.Tx) error {
				_, _, err := intake.Ready(tx, label, false)
				tx.Note(label, nil)
				return err
			}))
		}
		b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(reports)), "µs/report")
	}
	b.Run("fresh", func(b *testing.B) { recheck(b, func(int) {}) })
	b.Run("stale", func(b *testing.B) {
		recheck(b, func(n int) {
			if _, err := register.Register(ctx, d.Bureau, register.Player{Name: fmt.Sprint("New Comer ", n)}, register.Person{}, "joined"); err != nil {
				b.Fatal(err)
			}
		})
	})
}
