package tamper_test

import (
	"context"
	"errors"
	"testing"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau/desk"
	"github.com/arpadchess/arpad/internal/bureau/proof"
)

// The first change of a day adds a leaf over all before it, which is signed; later ones
// of the day do not. An older database that is put back is refused, although nothing
// was published in between.
func TestDayLeafPinsTheDesk(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := japan(t)
	d.Daily = proof.AppendDayLeaf
	leaves := func(day string) int64 {
		d.T.Helper()
		d.On(day)
		_, err := desk.AddPrecedent(ctx, d.Bureau, desk.Precedent{Title: "Late?", Text: "No.", By: "the board"})
		d.Must(err)
		return d.last().Size
	}
	first := leaves("2023-12-21")
	older := d.kept()
	if again := leaves("2023-12-21"); again != first {
		t.Errorf("%d leaves after another change of the day, want %d", again, first)
	}
	if next := leaves("2023-12-22"); next != first+1 {
		t.Errorf("%d leaves after the first change of a day, want %d", next, first+1)
	}
	d.Sound()
	d.restore(older)
	_, err := desk.AddPrecedent(ctx, d.Bureau, desk.Precedent{Title: "Late?", Text: "Yes.", By: "somebody"})
	if refused := new(finding.Refused); !errors.As(err, &refused) || refused.ID != "database-older" {
		t.Errorf("an older database is written to: %v", err)
	}
}

// A log that is cut behind its last leaf, with all that came after, is not noticed until the
// next leaf; then who keeps a checkpoint knows what had been signed before it.
func TestLogCutBehindItsLastLeaf(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := japan(t)
	d.Daily = proof.AppendDayLeaf
	decide := func(day, text string) {
		d.T.Helper()
		d.On(day)
		_, err := desk.AddPrecedent(ctx, d.Bureau, desk.Precedent{Title: "Late?", Text: text, By: "the board"})
		d.Must(err)
	}
	decide("2023-12-21", "No.")
	morning := d.kept()
	decide("2023-12-21", "Yes.")
	evening := d.kept()
	d.restore(morning) // within the day nobody outside has anything
	d.Sound()
	d.restore(evening)
	decide("2023-12-22", "Perhaps.")
	kept := d.last()
	d.restore(morning)
	d.On("2023-12-22")
	_, err := desk.AddPrecedent(ctx, d.Bureau, desk.Precedent{Title: "Late?", Text: "Never.", By: "somebody"})
	if refused := new(finding.Refused); !errors.As(err, &refused) || refused.ID != "database-older" {
		t.Errorf("behind the checkpoint of %d leaves: %v", kept.Size, err)
	}
}
