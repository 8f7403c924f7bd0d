package sheet_test

import (
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/sheet"
)

// A table that is edited has its rows in the lines in which they were, whatever stands above them, and what was decided of them.
func TestEdit(t *testing.T) {
	type row struct{ name, day string }
	table := sheet.Sheet[row]{sheet.Text("name", func(r *row) *string { return &r.name }), sheet.Text("day", func(r *row) *string { return &r.day })}
	for _, c := range []struct{ name, in, want string }{
		{"plain", "name,day\nAoki,1\nBaba,2\nChiba,3\n", "name,day\nAoki,1\n\nChiba,9\n"},
		{"title above", "members;2024\nname;day\nAoki;1\nBaba;2\nChiba;3\n", "\nname,day\nAoki,1\n\nChiba,9\n"},
		{"lines within", "name,day\n\"Aoki\nRen\",1\n\nBaba,2\nChiba,3", "name,day\n\"Aoki\nRen\",1\n\n\nChiba,9\n"},
		{"nothing", "", ""},
	} {
		var out strings.Builder
		lines := map[string]int{}
		err := table.Edit(strings.NewReader(c.in), &out, func(line int, cells []string) []string {
			lines[cells[0]] = line
			switch cells[0] {
			case "Baba":
				return nil
			case "Chiba":
				cells[1] = "9"
			}
			return cells
		})
		if err != nil || out.String() != c.want {
			t.Errorf("%s: got %q, want %q (%v)", c.name, out.String(), c.want, err)
		}
		if at := strings.Split(out.String(), "\n"); lines["Chiba"] > 0 && !strings.HasPrefix(at[lines["Chiba"]-1], "Chiba") {
			t.Errorf("%s: the last row is not in line %d of %q", c.name, lines["Chiba"], out.String())
		}
	}
	if err := table.Edit(strings.NewReader("name,\"day\nAoki"), &strings.Builder{}, func(_ int, cells []string) []string { return cells }); err == nil {
		t.Error("what is no table was edited")
	}
}
