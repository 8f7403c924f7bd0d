package table_test

import (
	"testing"

	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/table"
)

func TestResultsOfTablesAreRead(t *testing.T) {
	for text, want := range map[string]report.Result{
		"1-0": report.WhiteWon, "1 - 0": report.WhiteWon, "1:0": report.WhiteWon, "1 : 0": report.WhiteWon, "1": report.WhiteWon, "１－０": report.WhiteWon, "1.0-0.0": report.WhiteWon,
		"0-1": report.BlackWon, "0": report.BlackWon, "0,0 : 1,0": report.BlackWon,
		"½ - ½": report.Drawn, "½-½": report.Drawn, "1/2-1/2": report.Drawn, "0.5-0.5": report.Drawn, "0,5:0,5": report.Drawn, "½": report.Drawn, "0.5": report.Drawn, "1/2": report.Drawn, "=": report.Drawn,
		"+ - -": report.WhiteByForfeit, "+/-": report.WhiteByForfeit, "+:-": report.WhiteByForfeit, "1 - 0 K": report.WhiteByForfeit,
		"- - +": report.BlackByForfeit, "-/+": report.BlackByForfeit, "-:+": report.BlackByForfeit, "0-1K": report.BlackByForfeit,
		"- - -": report.DoubleForfeit, "-/-": report.DoubleForfeit, "-:-": report.DoubleForfeit,
	} {
		if got, ok := table.ReadResult(text); !ok || got != want {
			t.Errorf("%q is %v, %v, want %v", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "2-0", "1-1", "2026-01-00", "won", "-", "½-0", "*"} {
		if got, ok := table.ReadResult(text); ok {
			t.Errorf("%q is %v", text, got)
		}
	}
}

func TestPointsOfTablesAreRead(t *testing.T) {
	for text, want := range map[string]rating.Score{"4": 8, "4.5": 9, "4,5": 9, "4½": 9, "½": 1, "0,5": 1, "0": 0, "10": 20, "4.0": 8, "10,0": 20, "20": 40, "0.0": 0} {
		if got, ok := table.ReadPoints(text); !ok || got != want {
			t.Errorf("%q is %v, %v, want %v", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "x", "4.3", "-1"} {
		if got, ok := table.ReadPoints(text); ok {
			t.Errorf("%q is %v", text, got)
		}
	}
}
