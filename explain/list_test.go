package explain

import (
	"strings"
	"testing"

	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
)

// A whole change is not described as rounded.
func TestWholeChangeIsNotRounded(t *testing.T) {
	whole := -48 * rating.Point
	for _, c := range []struct {
		exact rating.Points
		told  bool
	}{{whole, false}, {whole + rating.Point/10, true}} {
		l := &List{Steps: []regulation.Step{{What: regulation.Rounding, Exact: c.exact, Change: whole}}}
		if got := New("en").Write(l); strings.Contains(got, "rounded") != c.told {
			t.Errorf("a sum of %v, rounded to %v, is explained as\n%s", c.exact, whole, got)
		}
	}
}

// Where a correction has changed the rating before the period, the sentences begin from the list before, as the header does.
func TestCorrectedListIsFollowed(t *testing.T) {
	sum := 7 * rating.Point
	l := &List{Regulation: regulation.About{ID: "ncs-2022", Authority: "ncs", Expectancy: true}, Previous: 2016, New: 2013}
	l.Corrections = []Correction{{Number: "C1", Clause: "3(7)", Place: BeforeCalculation, From: 2016, To: 2006}}
	l.Steps = []regulation.Step{
		{What: regulation.Start, Note: "own", To: 2006},
		{What: regulation.Rounding, Exact: sum, Change: sum}, {What: regulation.Floor, From: 2013, To: 2013}, {What: regulation.Result, From: 2006, To: 2013, Change: sum},
	}
	got := New("en").Write(l)
	for _, want := range []string{"2016 -> 2013", "Correction C1 has changed 2016 to 2006, from which this list starts.", "2006 + 7 = 2013.", "(C1)  [3(7)]"} {
		if !strings.Contains(got, want) {
			t.Errorf("the explanation lacks %q:\n%s", want, got)
		}
	}
}

// Japanese sets a blank after a name in Latin letters, and none after one in its own.
func TestNamesHaveABlankInJapanese(t *testing.T) {
	for name, want := range map[string]string{"Cup": "Cup は計算", "横浜オープン": "横浜オープンは計算", "Open (2024-01-0001)": "Open (2024-01-0001) は計算"} {
		if got := New("ja").Text("summary.not-rated-unknown", Data{"event": name}); !strings.HasPrefix(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
