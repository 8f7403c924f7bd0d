package json_test

import (
	"testing"

	"github.com/arpadchess/arpad/internal/test/hostile"
	"github.com/arpadchess/arpad/report/json"
)

// A report on one line is read as fast as one with line breaks. When each
// column was counted from the beginning of the line, this took an hour, until
// go test timed out.
func TestReportOnOneLineIsRead(t *testing.T) {
	const players = 100_000
	r, findings := json.Read(string(hostile.EventOf(players)), "line.json")
	read, games := 0, 0
	for i := range r.Sections {
		read, games = read+len(r.Sections[i].Players), games+len(r.Sections[i].Games)
	}
	if read != players || games != players || len(findings) > 0 {
		t.Errorf("%d players and %d games of %d each, %v", read, games, players, findings)
	}
	s := &r.Sections[len(r.Sections)-1]
	if last := s.Games[len(s.Games)-1].At; last.Line != 1 || int(last.Column) < 12_000_000 {
		t.Errorf("the last game stands at %+v", last)
	}
}
