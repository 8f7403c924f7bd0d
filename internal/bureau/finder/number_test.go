package finder_test

import (
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/finder"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// A visitor writes a number in any form; a part of one finds those who have it.
func TestNumbersInAnyForm(t *testing.T) {
	t.Parallel()
	d := bureautest.Sixteen(t, "ncs")
	_, err := register.ImportPlayers(t.Context(), d.Bureau, strings.NewReader(`id,name,fide_id
N00900347,Jo Yoka,7001234
N00900348,Jo Yuka,
N00901348,Mori Aki,
`), "more.csv", "a test")
	d.Must(err)
	for _, c := range []struct {
		text, want string
		number     bool // it is the number of the one
	}{
		{"N00900347", "N00900347", true},
		{"n00900347", "N00900347", true},
		{" n00900347 ", "N00900347", true},
		{"900347", "N00900347", true},
		{"00900347", "N00900347", true},
		{"Ｎ００９００３４７", "N00900347", true},
		{"９００３４７", "N00900347", true},
		{"N0090 0347", "N00900347", true},
		{"N0090-0347", "N00900347", true},
		{"N009　00347", "N00900347", true},
		{"N900347", "N00900347", true},
		{"347", "N00900347", true},
		{"0347", "N00900347", true},
		{"7001234", "N00900347", true},
		{"７００１２３４", "N00900347", true},
		{"16", "N00000016", true},
		{"348", "N00900348 N00901348", false},
		{"N0090", "N00900347 N00900348 N00901348", false},
		{"n009003", "N00900347 N00900348", false},
		{"999", "", false},
		{"47", "", false}, // too many end with two digits
		{"jo yoka", "N00900347", false},
	} {
		d.Look(func(r bureau.Reader) error {
			search, err := finder.New(r)
			d.Must(err)
			found, err := search.Look(r, c.text, 3)
			d.Must(err)
			var ids []string
			for _, h := range found.Players {
				ids = append(ids, h.ID)
			}
			if got := strings.Join(ids, " "); got != c.want || found.Number != c.number {
				t.Errorf("%q finds %q, a number: %t; want %q, %t", c.text, got, found.Number, c.want, c.number)
			}
			return nil
		})
	}
}
