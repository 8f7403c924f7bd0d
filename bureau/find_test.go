package bureau_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/register"
	"github.com/arpadchess/arpad/bureau/view"
)

// Somebody is found by both of their names though many have the one, and many the other.
func TestFindAmongManyNamesakes(t *testing.T) {
	d := settle(t, &bureau.Memory{}, "ncs")
	var csv strings.Builder
	csv.WriteString("id,name,name_local\n")
	for i := range 600 {
		name := fmt.Sprintf("Sato G%03d", i)
		if i%2 == 1 {
			name = fmt.Sprintf("F%03d Taro", i)
		}
		fmt.Fprintf(&csv, "N%08d,%s,\n", 1000+i, name)
	}
	csv.WriteString("N00002000,Sato Taro,佐藤 太郎\n")
	_, err := register.ImportPlayers(t.Context(), d.Bureau, strings.NewReader(csv.String()), "many.csv", "a test")
	d.must(err)
	d.look(func(r bureau.Reader) error {
		for _, text := range []string{"Sato Taro", "taro satou", "佐藤太郎", "N00002000"} {
			found, err := view.Find(r, text, 5)
			if err != nil || len(found.Players) == 0 || found.Players[0].ID != "N00002000" {
				t.Errorf("%s finds %+v, %v", text, found, err)
			}
		}
		found, err := view.Find(r, "sato", 5)
		if err != nil || len(found.Players) != 5 || !found.More || slices.ContainsFunc(found.Players, func(h view.Hit) bool { return !strings.HasPrefix(h.Name, "Sato") }) {
			t.Errorf("sato finds %+v, %v", found, err)
		}
		found, err = view.Find(r, "sato nobody", 5)
		if err != nil || len(found.Players) != 0 {
			t.Errorf("sato nobody finds %+v, %v", found, err)
		}
		return nil
	})
}
