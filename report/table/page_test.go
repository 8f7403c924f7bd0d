package table_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report/table"
)

// Headings and tables that stand in cells are told apart, and nothing in a cell is lost, even if an
// element is not closed.
func TestPageKeepsAllText(t *testing.T) {
	for page, want := range map[string]string{
		"<h2>Cup</h2><table><tr><td>a</td><td>b</td></tr></table>":                                            "1 [Cup]; 0 [a b]",
		"<table><tr><td>x<h2>Cup</h2><table><tr><td>a</td></tr><tr><td>b</td></tr></table></td></tr></table>": "0 [xCup]; 1 [Cup]; 0 [a] [b]",
		"<table><tr><td><h4>Ann</h4></td><td>1</td></tr><tr><td>Bob</td><td>0</td></tr></table>":              "0 [Ann 1] [Bob 0]; 1 [Ann]",
		"<table><tr><td><h4>Ann<td>1</td></tr><tr><td>Bob</td><td>0</td></tr></table>":                        "0 [Ann 1] [Bob 0]; 1 [Ann]",
		"<title>A site - Cup</title><form action=./tnr1.aspx><table><tr><td>a</td></tr></table>":              "2 [A site - Cup]; 3 [./tnr1.aspx]; 0 [a]",
		"<table><tr><td>A&amp;amp;B</td><td>x<br>y<td class=FarbesT>1</td></tr></table>":                      "0 [A&amp;B x y b1]",
	} {
		var c finding.Collector
		var all []string
		for _, t := range table.Page(page, &c) {
			text := fmt.Sprint(int(t.Text))
			for _, row := range t.Rows {
				text += fmt.Sprint(" ", row.Cells)
			}
			all = append(all, text)
		}
		if got := strings.Join(all, "; "); got != want || len(c.Findings) > 0 {
			t.Errorf("%s: got %s, want %s; %v", page, got, want, c.Findings)
		}
	}
}
