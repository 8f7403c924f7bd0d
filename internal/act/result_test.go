package act

import (
	"testing"

	"github.com/arpadchess/arpad/report"
)

func TestResultAsItIsWritten(t *testing.T) {
	for text, want := range map[string]report.Result{
		"1-0": report.WhiteWon, "0-1": report.BlackWon, "1/2-1/2": report.Drawn, "+/-": report.WhiteByForfeit, "-/+": report.BlackByForfeit, "-/-": report.DoubleForfeit,
		"½": report.Drawn, "½-½": report.Drawn, "=": report.Drawn, "draw": report.Drawn, "Draw": report.Drawn, "1/2": report.Drawn, "0.5": report.Drawn, "0.5-0.5": report.Drawn,
		"0,5-0,5": report.Drawn, "=-=": report.Drawn, "1 - 0": report.WhiteWon, "1–0": report.WhiteWon, "0—1": report.BlackWon, "1:0": report.WhiteWon,
		"１－０": report.WhiteWon, "引き分け": report.Drawn, "引分": report.Drawn, "1/2–1/2": report.Drawn, "½–½": report.Drawn, "½:½": report.Drawn,
	} {
		var got Result
		if err := got.UnmarshalText([]byte(text)); err != nil || report.Result(got) != want {
			t.Errorf("%q is %v (%v), want %v", text, report.Result(got), err, want)
		}
	}
	for _, text := range []string{"", "1", "0", "2-0", "1-1", "0-0", "win", "white", "1-½", "½-0", "1/2-0", "+", "-", "1-0-", "10"} {
		var got Result
		if err := got.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is %v, and should be none", text, report.Result(got))
		}
	}
}
