package main

import (
	"bytes"
	"cmp"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/office"
	"github.com/arpadchess/arpad/internal/tamper"
	"github.com/arpadchess/arpad/internal/test/large"
)

// BenchmarkBundle verifies the bundle of a list of 30,000 players after 20,000 games. The
// office is in the folder that ARPAD_OFFICE names, for BenchmarkBundle of e2e.
func BenchmarkBundle(b *testing.B) {
	ctx := context.Background()
	crowd := large.New(30_000, 20_000)
	folder := cmp.Or(os.Getenv("ARPAD_OFFICE"), b.TempDir())
	federation := crowdIn(b, crowd, filepath.Join(folder, demoFile))
	label, err := crowd.Month(ctx, 0)
	fatal(b, err)
	fatal(b, crowd.Publish(ctx, label))
	bundle, err := tamper.New(ctx, federation, office.Guard(federation), label, 0)
	fatal(b, err)
	var text bytes.Buffer
	fatal(b, tamper.Write(&text, bundle))
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		bundle, err := tamper.Read(bytes.NewReader(text.Bytes()))
		fatal(b, err)
		_, err = bundle.Verify(office.Guard(federation).Key.Public)
		fatal(b, err)
	}
}

// crowdIn has a new office with a signing key take over a federation.
func crowdIn(b testing.TB, crowd *large.Federation, file string) *bureau.Bureau {
	b.Helper()
	o := &office.Office{Database: file, Clock: crowd.Clock, Officer: "suzuki", Unsigned: func(file string, why error) { b.Errorf("%s: %v", file, why) }}
	federation, err := o.Create(context.Background())
	fatal(b, err)
	b.Cleanup(func() { fatal(b, office.Close(federation)) })
	_, err = o.MakeKey(federation, "ncs")
	fatal(b, err)
	fatal(b, crowd.Found(context.Background(), federation))
	return federation
}

func fatal(b testing.TB, err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}
