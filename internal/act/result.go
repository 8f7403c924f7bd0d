package act

import (
	"slices"
	"strings"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/report"
)

// Result is a result as people write it: White's points first.
type Result report.Result

// loose replaces notations from score sheets by the notation of reports.
var loose = strings.NewReplacer(
	" ", "", "　", "", "–", "-", "—", "-", "−", "-", "－", "-", ":", "-", "：", "-", "０", "0", "１", "1", "２", "2", "／", "/", "＝", "=",
	"½", "1/2", "0.5", "1/2", "0,5", "1/2", "+-", "+/-", "-+", "-/+",
)

// UnmarshalText parses a result.
func (r *Result) UnmarshalText(text []byte) error {
	written := loose.Replace(strings.ToLower(string(text)))
	drawn := []string{"1/2", "=", "=-="}
	for _, lang := range explain.Languages {
		drawn = append(drawn, strings.Fields(explain.New(lang).Text("usage.draw", nil))...)
	}
	if slices.Contains(drawn, written) {
		written = report.Drawn.String()
	}
	result, err := report.ParseResult(written)
	if err != nil {
		return finding.NewProblem("result-unknown", finding.Text("result", string(text)))
	}
	*r = Result(result)
	return nil
}

// MarshalText implements encoding.TextMarshaler.
func (r Result) MarshalText() ([]byte, error) { return []byte(report.Result(r).String()), nil }
