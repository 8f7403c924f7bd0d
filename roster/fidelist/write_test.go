package fidelist_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/roster/fidelist"
)

// The columns are those of FIDE's lists; nobody's sex or birth is there.
func TestWrite(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	rows := []fidelist.Row{
		{ID: "N00000012", Name: "Müller Anna\n佐", Federation: "JPN", Title: "WFM", Rating: 1742, Games: 9, K: 20},
		{ID: "N00000013", Name: strings.Repeat("x", 80), Rating: 1400, Inactive: true},
	}
	all := func(yield func(fidelist.Row, error) bool) {
		for _, row := range rows {
			if !yield(row, nil) {
				return
			}
		}
	}
	if err := fidelist.Write(&out, civil.Of(2024, 9, 1), all); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(out.String(), "\r\n"), "\r\n")
	if len(lines) != 3 {
		t.Fatalf("got %d lines, want 3: %q", len(lines), lines)
	}
	for title, column := range map[string]int{"ID Number": 1, "Name": 16, "Fed": 77, "Sex": 81, "Tit": 85, "WTit": 90, "OTit": 95, "FOA": 110, "SEP24": 114, "Gms": 120, "K": 124, "B-day": 127, "Flag": 133} {
		if !strings.HasPrefix(lines[0][column-1:], title) {
			t.Errorf("column %d is %q, want %s", column, lines[0][column-1:], title)
		}
	}
	for _, c := range []struct {
		line, from, to int
		want           string
	}{
		{1, 1, 15, "N00000012"}, {1, 16, 76, "M\xfcller Anna ?"}, {1, 77, 80, "JPN"}, {1, 81, 84, ""}, {1, 85, 89, "WFM"}, {1, 90, 94, "WFM"},
		{1, 114, 119, "1742"}, {1, 120, 123, "9"}, {1, 124, 126, "20"}, {1, 127, 132, ""},
		{2, 16, 76, strings.Repeat("x", 60)}, {2, 114, 119, "1400"}, {2, 127, 132, ""}, {2, 133, 133, "i"},
	} {
		if got := strings.TrimRight(lines[c.line][c.from-1:c.to], " "); got != c.want {
			t.Errorf("line %d, columns %d to %d: got %q, want %q", c.line, c.from, c.to, got, c.want)
		}
	}
}
