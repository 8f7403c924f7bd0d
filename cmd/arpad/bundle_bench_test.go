package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/bureautest"
	"github.com/arpadchess/arpad/bureau/closing"
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/synth"
	"github.com/arpadchess/arpad/tamper"
)

// BenchmarkBundle verifies the bundle of a list of 30,000 players after 20,000 games. The
// office is in the folder that ARPAD_OFFICE names, for BenchmarkBundle of e2e.
func BenchmarkBundle(b *testing.B) {
	ctx, now := context.Background(), time.Date(2023, 12, 21, 0, 0, 0, 0, time.UTC)
	folder := cmp.Or(os.Getenv("ARPAD_OFFICE"), b.TempDir())
	o := &office.Office{Database: filepath.Join(folder, demoFile), Clock: func() time.Time { return now }, Officer: "suzuki", Unsigned: func(file string, why error) { b.Errorf("%s: %v", file, why) }}
	federation, err := o.Create(ctx)
	fatal(b, err)
	defer func() { fatal(b, office.Close(federation)) }()
	_, err = o.MakeKey(federation, "ncs")
	fatal(b, err)
	players, list, games := synth.Period(1, 30_000, 20_000)
	for n := range players {
		players[n].ID = fmt.Sprintf("N%08d", n+1)
	}
	list.From = civil.Of(2024, 1, 1)
	fatal(b, closing.Init(ctx, federation, bureau.Settings{Authority: "ncs", ListZero: "2024-01"}, players, list))
	period := regulation.Period{Label: "2024-02", Days: civil.Range{From: civil.Of(2023, 12, 21), To: civil.Of(2024, 1, 20)}, List: civil.Of(2024, 2, 1)}
	fatal(b, bureautest.Plant(ctx, federation, period, games))
	now = time.Date(2024, 2, 1, 0, 0, 0, 0, time.UTC)
	_, err = closing.Close(ctx, federation, period.Label)
	fatal(b, err)
	_, err = closing.Tick(ctx, federation, period.Label, "all", "looked at")
	fatal(b, err)
	_, err = closing.Publish(ctx, federation, period.Label, "")
	fatal(b, err)
	bundle, err := tamper.New(ctx, federation, office.Guard(federation), period.Label, 0)
	fatal(b, err)
	var text bytes.Buffer
	fatal(b, bundle.Write(&text))
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		bundle, err := tamper.Read(bytes.NewReader(text.Bytes()))
		fatal(b, err)
		_, err = bundle.Verify(office.Guard(federation).Key.Public)
		fatal(b, err)
	}
}

func fatal(b *testing.B, err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}
