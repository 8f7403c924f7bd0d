package json_test

import (
	"testing"

	"github.com/arpadchess/arpad/internal/hostile"
	"github.com/arpadchess/arpad/report/json"
)

// A report on one line is read as one with line breaks is. When the columns were
// counted from the line's beginning for each value, this one took an hour: the
// test then ended with the time that go test has.
func TestReportOnOneLineIsRead(t *testing.T) {
	const players = 100_000
	r, findings := json.Read(hostile.EventOf(players), "line.json")
	if len(r.Sections) != 1 || len(findings) > 0 {
		t.Fatalf("%d sections, %v", len(r.Sections), findings)
	}
	s := &r.Sections[0]
	if len(s.Players) != players || len(s.Games) != players {
		t.Errorf("%d players and %d games of %d each", len(s.Players), len(s.Games), players)
	}
	if last := s.Games[players-1].At; last.Line != 1 || int(last.Column) < 12_000_000 {
		t.Errorf("the last game stands at %+v", last)
	}
}
