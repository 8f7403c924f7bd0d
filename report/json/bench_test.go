package json_test

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"
	"testing"

	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/json"
)

// event returns a report of a Swiss of four rounds, as JSON.
func event(b *testing.B, players int) []byte {
	b.Helper()
	s := report.Section{Name: "A", Rounds: 4}
	for i := range players {
		s.Players = append(s.Players, report.Player{StartNumber: i + 1, ID: fmt.Sprintf("N%08d", i+1), Name: fmt.Sprintf("Family%d Given%d", i, i%97)})
	}
	for round := range s.Rounds {
		for i := 0; i+1 < players; i += 2 {
			white, black := i, (i+1+2*round)%players
			s.Games = append(s.Games, report.Game{Round: round + 1, White: white + 1, Black: black + 1, Result: report.Drawn})
		}
	}
	var out bytes.Buffer
	if err := json.Write(&out, &report.Report{Name: "Open", Sections: []report.Section{s}}); err != nil {
		b.Fatal(err)
	}
	return out.Bytes()
}

// Reading a report with line breaks and on one line, compared with scanning its
// bytes.
func BenchmarkRead(b *testing.B) {
	for _, players := range []int{10_000, 100_000} {
		lines := event(b, players)
		var one bytes.Buffer
		if err := stdjson.Compact(&one, lines); err != nil {
			b.Fatal(err)
		}
		for name, data := range map[string][]byte{"lines": lines, "one-line": one.Bytes()} {
			text := string(data)
			b.Run(fmt.Sprintf("%s/%d", name, players), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					if r, found := json.Read(text, "a.json"); r == nil {
						b.Fatal(found)
					}
				}
			})
			b.Run(fmt.Sprintf("%s/%d/valid", name, players), func(b *testing.B) {
				b.SetBytes(int64(len(data)))
				for b.Loop() {
					if !stdjson.Valid(data) {
						b.Fatal("not JSON")
					}
				}
			})
		}
	}
}
