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
