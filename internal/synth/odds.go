package synth

import (
	"github.com/arpadchess/arpad/report"
)

// expectancy is the expected score in thousandths for a difference in true
// strength of 0, 25, 50 ... 800 points: 1 / (1 + 10^(-difference/400)). It is
// not the table of a regulation, which is applied to published ratings.
var expectancy = [...]int{
	500, 536, 571, 606, 640, 673, 703, 733, 760, 785, 808, 830, 849, 867, 882, 896, 909,
	920, 930, 939, 947, 954, 960, 965, 969, 973, 977, 980, 983, 985, 987, 989, 990,
}

// expected returns the expected score in thousandths.
func expected(difference int) int {
	if difference < 0 {
		return 1000 - expected(-difference)
	}
	const step = 25
	i := difference / step
	if i >= len(expectancy)-1 {
		return expectancy[len(expectancy)-1]
	}
	return expectancy[i] + (expectancy[i+1]-expectancy[i])*(difference%step)/step
}

// whiteAdvantage is the value of the first move in rating points.
const whiteAdvantage = 35

// drawShare returns the number of draws in a thousand games between equals: few
// among beginners, almost half among masters.
func drawShare(strength int) int {
	strength = max(800, min(strength, 2600))
	return 70 + (strength-800)*380/(2600-800)
}

// play draws the result of a game between two true strengths.
func (d *dice) play(white, black int) report.Result {
	e := expected(white - black + whiteAdvantage)
	drawn := drawShare((white+black)/2) * 4 * e * (1000 - e) / 1_000_000
	switch n := d.below(1000); {
	case n < drawn:
		return report.Drawn
	case n < e+drawn/2: // White's wins and half of the draws add up to the expected score
		return report.WhiteWon
	default:
		return report.BlackWon
	}
}
