package reports

import (
	"strings"

	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/table"
)

// outcome is what is typed in a cell of a crosstable, or beside a board.
type outcome struct {
	report.Result      // as the player of the row sees it, or White
	Absent        bool // they did not meet
}

// marks are what people type for the outcomes, the one that is shown first. What tables write besides is read, too.
var marks = []struct {
	outcome
	words []string
}{
	{outcome{Result: report.WhiteWon}, []string{"1", "○", "◯", "〇"}},
	{outcome{Result: report.BlackWon}, []string{"0", "●", "×"}},
	{outcome{Result: report.Drawn}, []string{"½", "5", "５", "=", "△"}},
	{outcome{Result: report.WhiteByForfeit}, []string{"+", "不戦勝"}},
	{outcome{Result: report.BlackByForfeit}, []string{"−", "-", "–", "－", "\u30fc", "不戦敗"}},
	{outcome{Absent: true}, []string{"休"}},
	{outcome{Result: report.DoubleForfeit}, []string{"−/−"}},
}

// unsaid are words for a game that was not played which do not say who won.
const unsaid = "不戦"

// readOutcome reads what was typed; why is the key of what is said of a text that is none.
func readOutcome(text string) (o outcome, why string) {
	text = strings.TrimSpace(text)
	for _, m := range marks {
		for _, word := range m.words {
			if text == word {
				return m.outcome, ""
			}
		}
	}
	if text == unsaid {
		return o, "walkover"
	}
	var ok bool
	if o.Result, ok = table.ReadResult(text); !ok {
		return o, "result"
	}
	return o, ""
}

// mark returns what is shown for an outcome.
func (o outcome) mark() string {
	for _, m := range marks {
		if m.outcome == o {
			return m.words[0]
		}
	}
	return ""
}

// other returns what the opponent's cell has.
func (o outcome) other() outcome {
	if !o.Absent {
		o.Result = o.Turned()
	}
	return o
}

// agreed returns what two cells say together, each as its own player sees it: one who lost by forfeit against another is a
// game that both lost so. It is false if they contradict each other.
func (o outcome) agreed(across outcome) (outcome, bool) {
	lost := func(o outcome) bool {
		return !o.Absent && (o.Result == report.BlackByForfeit || o.Result == report.DoubleForfeit)
	}
	switch {
	case across == o.other():
		return o, true
	case lost(o) && lost(across):
		return outcome{Result: report.DoubleForfeit}, true
	}
	return o, false
}

// bye returns what an outcome is for a player without an opponent.
func (o outcome) bye() (kind report.ByeKind, ok bool) {
	switch {
	case o.Absent, o.Result == report.BlackWon:
		return report.ZeroBye, true
	case o.Result == report.WhiteWon:
		return report.PairingBye, true
	case o.Result == report.Drawn:
		return report.HalfBye, true
	case o.Result == report.WhiteByForfeit:
		return report.DefaultWin, true
	case o.Result == report.BlackByForfeit:
		return report.DefaultLoss, true
	}
	return 0, false
}
