package bureau_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/care"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/closing"
	"github.com/arpadchess/arpad/internal/bureau/intake"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// The ten-thousandth report of a month sorts after the one before it: among all
// reports, in its period, in the records of its list, and in verify.
func TestReferencesOfAnyLengthSort(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := bureautest.Sixteen(t, "ncs")
	const counted = 9997
	err := d.Update(context.Background(), func(w bureau.Writer) error { return w.Put("counter", "report-2024-01", fmt.Append(nil, counted)) })
	if err != nil {
		t.Fatal(err)
	}
	d.On("2024-01-10T03:00:00Z")
	var got []string
	for n := range 4 {
		got = append(got, d.Submit(d.Event(fmt.Sprintf("Open %d", n), fmt.Sprintf("2024-01-0%d", 3+2*n))))
	}
	want := []string{"2024-01-9998", "2024-01-9999", "2024-01-10000", "2024-01-10001"}
	if !slices.Equal(got, want) {
		t.Fatalf("references %v, want %v", got, want)
	}
	for _, label := range []string{"", "2024-02"} {
		var all []*check.Case
		d.Look(func(r bureau.Reader) (err error) {
			all, err = intake.All(r, label)
			return err
		})
		got = nil
		for _, r := range all {
			got = append(got, r.Ref)
		}
		if !slices.Equal(got, want) {
			t.Errorf("reports of %q: %v, want %v", label, got, want)
		}
	}
	d.On("2024-01-25T03:00:00Z")
	run, err := closing.Close(ctx, d.Bureau, "2024-02")
	if err != nil {
		t.Fatal(err)
	}
	var rated []string
	for _, id := range run.Records {
		rated = append(rated, id.Ref)
	}
	if !slices.Equal(rated, want) {
		t.Errorf("records %v, want %v", rated, want)
	}
	faults, err := care.Verify(ctx, d.Bureau, nil)
	if err != nil {
		t.Fatal(err)
	}
	// Exactly the reports that were only counted are missing.
	if len(faults) != counted || slices.ContainsFunc(faults, func(f bureau.Fault) bool { return slices.Contains(want, f.Name) }) {
		t.Errorf("%d faults, want %d; the last is %v", len(faults), counted, faults[len(faults)-1])
	}
}
