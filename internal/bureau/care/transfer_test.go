package care_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"testing"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/care"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/memory"
)

// full is a store with room for a limited number of documents.
type full struct {
	bureau.Store
	room int
}

var errFull = errors.New("the disk is full")

func (s *full) Update(ctx context.Context, f func(bureau.Writer) error) error {
	return s.Store.Update(ctx, func(w bureau.Writer) error { return f(&fullWriter{w, s}) })
}

type fullWriter struct {
	bureau.Writer
	*full
}

func (w *fullWriter) Put(kind, key string, value []byte) error {
	if w.room--; w.room < 0 {
		return errFull
	}
	return w.Writer.Put(kind, key, value)
}

// An import without room for one of its documents keeps none, and stops
// reading.
func TestImportIntoAFullStore(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.JapanOf(t, &memory.Store{}, synth.New(3, synth.Size{Players: 3000}), nil)
	var text bytes.Buffer
	documents, err := care.Export(ctx, d.Bureau, &text)
	if err != nil {
		t.Fatal(err)
	}
	if batch := 1 << 20; text.Len() < 2*batch {
		t.Fatalf("the export has %d bytes, fewer than two batches", text.Len())
	}
	for _, room := range []int{0, 1, documents / 2, documents - 1} {
		memory, from := &memory.Store{}, bytes.NewReader(text.Bytes())
		if _, err := care.Import(ctx, &bureau.Bureau{Store: &full{memory, room}, Actor: bureau.AtTerminal("officer")}, from); !errors.Is(err, errFull) {
			t.Errorf("room for %d of %d documents, and the import says %v", room, documents, err)
		}
		if _, err := from.Seek(0, io.SeekStart); err != nil { // lets the race detector see concurrent reads
			t.Fatal(err)
		}
		if imported, err := care.Import(ctx, &bureau.Bureau{Store: memory, Actor: bureau.AtTerminal("officer")}, from); err != nil || imported != documents {
			t.Errorf("afterwards %d of %d documents are imported: %v", imported, documents, err)
		}
	}
}

// Every byte of an export matters: a changed one imports nothing.
func TestPromise3DamagedExportIsRefused(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.DemoLived(t, &memory.Store{}, 1)
	var text bytes.Buffer
	_, err := care.Export(ctx, d.Bureau, &text)
	d.Must(err)
	for at := 0; at < text.Len(); at += text.Len()/150 + 1 {
		damaged := slices.Clone(text.Bytes())
		damaged[at] ^= 4
		other := bureautest.New(t, &memory.Store{})
		var refused *finding.Refused
		if _, err := care.Import(ctx, other.Bureau, bytes.NewReader(damaged)); !errors.As(err, &refused) {
			t.Errorf("byte %d was changed, and the import says %v", at, err)
		}
		if all := other.Stored(); len(all) > 0 {
			t.Fatalf("byte %d was changed, and documents of %d kinds were imported", at, len(all))
		}
	}
}
