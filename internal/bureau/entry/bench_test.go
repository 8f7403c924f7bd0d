package entry_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/entry"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/entrylist"
	"github.com/arpadchess/arpad/internal/test/crowd"
	"github.com/arpadchess/arpad/internal/test/storetest"
)

// BenchmarkList finds who 300 entries are in a large register: with a number, with a name, and every tenth with a slip.
func BenchmarkList(b *testing.B) {
	const players, entries = 345_000, 300
	c := crowd.Of(b, storetest.File(b), players, 0)
	var text strings.Builder
	err := c.View(b.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
		for n := range entries {
			number := uint32(n*players/entries + n)
			p, err := rows.Players.One(r, int64(number))
			if err != nil || p == nil {
				return fmt.Errorf("player %d: %w", number, err)
			}
			person, err := rows.Persons.One(r, int64(number))
			if err != nil {
				return err
			}
			switch name := person.Name; {
			case n%10 == 0:
				fmt.Fprintf(&text, "%s %s\n", name[:len(name)-2]+name[len(name)-1:], p.Club)
			case n%3 == 0:
				fmt.Fprintf(&text, "%s %s\n", p.ID, name)
			case n%3 == 1 && person.NameLocal != "":
				fmt.Fprintln(&text, person.NameLocal)
			default:
				fmt.Fprintln(&text, name)
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	lines := entrylist.Pasted(text.String())
	for range 2 { // the second one finds pages of the database in memory
		b.Run("", func(b *testing.B) {
			states := [5]int{}
			started, took := crowd.Processor(), 0
			for b.Loop() {
				took++
				err := c.View(b.Context(), func(r bureau.Reader, _ *bureau.Settings) error {
					list, err := entry.Find(r, entry.Asked{Lines: lines, Clubs: []string{"C0001"}})
					for i := range list.Entries {
						states[list.Entries[i].State]++
					}
					return err
				})
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64((crowd.Processor()-started).Milliseconds())/float64(took), "ms-processor/list")
			for i, name := range []string{"settled", "taken", "open", "unknown", "left-out"} {
				b.ReportMetric(float64(states[i])/float64(took), name)
			}
		})
	}
}
