package sheet_test

import (
	"bytes"
	"encoding/csv"
	"testing"

	"github.com/arpadchess/arpad/internal/sheet"
)

// Text that a spreadsheet would calculate leaves as text, and numbers as numbers.
func TestGuard(t *testing.T) {
	for cell, want := range map[string]string{
		"=1+1": "'=1+1", "+81 3": "'+81 3", "-x": "'-x", "@SUM(A1)": "'@SUM(A1)", "＝1": "'＝1", "＋1": "'＋1", "－x": "'－x", "＠x": "'＠x",
		"\t=1": "'\t=1", "\r=1": "'\r=1", "'=1": "''=1", "''-x": "'''-x", "-": "'-",
		"-15.3": "-15.3", "+1": "'+1", "+3.5": "'+3.5", "-5": "-5", "50%": "50%", "Aoki": "Aoki", "O'Neill": "O'Neill", "'Aoki": "'Aoki", "": "", "2023-02-01": "2023-02-01",
	} {
		if got := sheet.Guard(cell); got != want || sheet.Unguard(got) != cell {
			t.Errorf("%q: got %q, want %q; back %q", cell, got, want, sheet.Unguard(got))
		}
	}
}

// Whatever a cell is, it comes back, and is no formula in the file.
func FuzzGuard(f *testing.F) {
	for _, cell := range []string{"=1+1", "'=1", "-5", "＝cmd", "\t@", "'"} {
		f.Add(cell)
	}
	f.Fuzz(func(t *testing.T, cell string) {
		if got := sheet.Unguard(sheet.Guard(cell)); got != cell {
			t.Errorf("%q comes back as %q", cell, got)
		}
		var out bytes.Buffer
		w := sheet.NewWriter(&out)
		if err := w.WriteAll([][]string{{"name", cell}}); err != nil {
			t.Fatal(err)
		}
		rows, err := csv.NewReader(&out).ReadAll()
		if err != nil || len(rows) != 1 {
			return // a lone carriage return: the CSV reader changes it
		}
		if c := rows[0][1]; c != "" && (c[0] == '=' || c[0] == '@') {
			t.Errorf("%q leaves as %q", cell, c)
		}
	})
}
