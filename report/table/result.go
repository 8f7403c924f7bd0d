package table

import (
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// results are the ways in which tables write results, without blanks.
var results = map[string]report.Result{
	"1-0": report.WhiteWon, "10": report.WhiteWon, "1": report.WhiteWon, "0-1": report.BlackWon, "01": report.BlackWon, "0": report.BlackWon, "½-½": report.Drawn, "½½": report.Drawn, "½": report.Drawn, "=": report.Drawn, "=-=": report.Drawn,
	"+-": report.WhiteByForfeit, "+--": report.WhiteByForfeit, "1-0k": report.WhiteByForfeit, "1k": report.WhiteByForfeit, "+": report.WhiteByForfeit,
	"-+": report.BlackByForfeit, "--+": report.BlackByForfeit, "0-1k": report.BlackByForfeit, "0k": report.BlackByForfeit,
	"--": report.DoubleForfeit, "---": report.DoubleForfeit, "0-0k": report.DoubleForfeit,
}

// halves, dashes and wholes write half points, what stands between two results, and whole points in one way.
var (
	halves = strings.NewReplacer("1⁄2", "½", "1/2", "½", "0.5", "½", "0,5", "½", ".5", "½", ",5", "½")
	dashes = strings.NewReplacer(":", "-", "–", "-", "−", "-", "/", "-")
	wholes = strings.NewReplacer("1.0", "1", "0.0", "0", "1,0", "1", "0,0", "0")
)

// ReadResult reads a result as tables write it, seen from White: 1-0, 1 : 0, ½ - ½,
// 0,5:0,5, + - -, +/-, 1-0K (German: kampflos), 1.
func ReadResult(text string) (report.Result, bool) {
	plain := strings.ReplaceAll(text, " ", "")
	if r, ok := results[plain]; ok {
		return r, true
	}
	plain = strings.ToLower(strings.ReplaceAll(norm.NFKC.String(plain), " ", ""))
	plain = wholes.Replace(dashes.Replace(halves.Replace(plain)))
	for _, of := range []string{plain, strings.Replace(plain, "-", "", 1)} {
		if r, ok := results[of]; ok && of != "" {
			return r, true
		}
	}
	return 0, false
}

// ReadPoints reads points as tables write them: 4.5, 4,5, 4½.
func ReadPoints(text string) (rating.Score, bool) {
	plain := strings.NewReplacer(",", ".", " ", "").Replace(norm.NFKC.String(strings.ReplaceAll(text, "½", ".5")))
	if whole, zero := strings.CutSuffix(plain, ".0"); zero {
		plain = whole
	}
	if strings.HasPrefix(plain, ".") {
		plain = "0" + plain
	}
	points, err := rating.ParseScore(plain)
	return points, err == nil && plain != ""
}
