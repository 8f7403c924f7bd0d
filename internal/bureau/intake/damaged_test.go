package intake_test

import (
	"slices"
	"testing"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// Of a report that contradicts itself about a game only that game waits; one that does so about
// many is damaged, and nothing of it counts.
func TestContradictionsAreNeverCounted(t *testing.T) {
	t.Parallel()
	for contradictions, damaged := range map[int]bool{1: false, 12: true} {
		d := bureautest.Sixteen(t, "chessa")
		d.On("2024-01-10T03:00:00Z")
		event := d.Event("Open", "2024-01-05")
		s := &event.Sections[0]
		for i := range contradictions {
			other := s.Games[i]
			other.Result = (other.Result + 1) % 3
			s.Games = append(s.Games, other)
		}
		receipt := d.Send(event)
		r := receipt.Report
		refused := slices.ContainsFunc(receipt.Findings, func(f finding.Finding) bool { return f.Refuses })
		if damaged != refused || damaged != (r.State == check.Returned) || !damaged && !r.Waits("games-differ") {
			t.Errorf("%d contradictions: %s, %+v, %+v", contradictions, r.State, r.Questions, receipt.Findings)
		}
	}
}
