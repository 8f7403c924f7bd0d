package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/test/memory"
)

// games are the rows of a table with a long key, numbers and text, and two indexes.
var games = &rows.Games.Relation

func drawGame(t *rapid.T) bureau.Row {
	g := rows.Game{
		Ref: rapid.SampledFrom([]string{"", "2026-03-0001", "2026-03-0002", "é"}).Draw(t, "ref"), Number: rapid.IntRange(0, 3).Draw(t, "number"),
		White: uint32(rapid.IntRange(0, 3).Draw(t, "white")), Black: 7, Day: civil.Of(2026, 3, 1) + civil.Date(rapid.IntRange(0, 3).Draw(t, "day")), Round: rapid.IntRange(1, 9).Draw(t, "round"), Out: rapid.SampledFrom([]string{"", "late", "held"}).Draw(t, "out"),
	}
	row, err := rows.Games.Row(&g)
	if err != nil {
		t.Fatal(err)
	}
	return row
}

func drawRange(t *rapid.T) bureau.Range {
	r := bureau.Range{Backward: rapid.Bool().Draw(t, "backward"), Limit: rapid.SampledFrom([]int{0, 0, 1, 3}).Draw(t, "limit")}
	players := []any{int64(0), int64(1), int64(9)}
	switch rapid.IntRange(0, 6).Draw(t, "range") {
	case 1:
		r.Is = []any{"2026-03-0001"}
		r.From, r.To = int64(1), int64(2)
	case 2:
		r.Order, r.Any = 1, players
	case 3:
		r.Order, r.Is = 1, []any{int64(2)}
	case 4:
		r.From = "2026-03-0001"
	case 5:
		r.Is, r.Any = []any{"2026-03-0002"}, players
	case 6:
		r.Any, r.From, r.To = []any{"2026-03-0001", "2026-03-0002"}, int64(1), int64(3)
	}
	return r
}

// rowsOf returns the sum of all rows, and the rows of a range as text.
func rowsOf(r bureau.Reader, within bureau.Range) (found []string, err error) {
	sum, err := bureau.SumRows(r, games)
	if err != nil {
		return nil, err
	}
	found = append(found, fmt.Sprint("sum ", sum))
	err = r.Rows(games, within, func(row bureau.Row) (bool, error) {
		found = append(found, fmt.Sprintf("%#v", row))
		return true, nil
	})
	return found, err
}

// Rows are those of a memory after any writes, in any range, seen from within the
// transaction and after it.
func rowsAsInMemory(t *testing.T, s bureau.Store) {
	memory := &memory.Store{}
	rapid.Check(t, func(t *rapid.T) {
		puts := rapid.SliceOfN(rapid.Custom(drawGame), 0, 12).Draw(t, "puts")
		deleted := rapid.SliceOfN(rapid.SampledFrom([]bureau.Row{{"2026-03-0001"}, {"2026-03-0002", int64(1)}, {"é"}, {"none"}}), 0, 3).Draw(t, "deleted")
		within := drawRange(t)
		fails := rapid.Bool().Draw(t, "fails")
		var seen [2][]string
		for i, store := range []bureau.Store{s, memory} {
			err := store.Update(context.Background(), func(w bureau.Writer) (err error) {
				if err := errors.Join(w.DeleteRows(games, deleted), w.PutRows(games, puts)); err != nil {
					return err
				}
				if seen[i], err = rowsOf(w, within); err == nil && fails {
					err = errChanged
				}
				return err
			})
			if err != nil && !errors.Is(err, errChanged) {
				t.Fatal(err)
			}
		}
		if !slices.Equal(seen[0], seen[1]) {
			t.Fatalf("within the transaction %q, want %q", seen[0], seen[1])
		}
		for i, store := range []bureau.Store{s, memory} {
			err := store.View(context.Background(), func(r bureau.Reader) (err error) {
				seen[i], err = rowsOf(r, within)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if !slices.Equal(seen[0], seen[1]) {
			t.Fatalf("after the transaction %q, want %q", seen[0], seen[1])
		}
	})
}

// More rows than a page can be written and read, and whoever reads them can read others.
func manyRows(t *testing.T, s bureau.Store) {
	var all []bureau.Row
	for i := range 3 * many {
		row, err := rows.Games.Row(&rows.Game{Ref: "2026-03-0001", Number: i, White: uint32(i % 7), Day: 738000})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, row)
	}
	put(t, s, "a", map[string]string{"k": "1"})
	err := s.Update(context.Background(), func(w bureau.Writer) error { return w.PutRows(games, all) })
	if err != nil {
		t.Fatal(err)
	}
	err = s.View(context.Background(), func(r bureau.Reader) error {
		n := 0
		return errors.Join(r.Rows(games, bureau.Range{}, func(row bureau.Row) (bool, error) {
			if row[1] != int64(n) {
				t.Fatalf("row %d is %v", n, row)
			}
			n++
			_, err := r.Get("a", "k")
			return true, err
		}), func() error {
			if n != len(all) {
				return fmt.Errorf("%d rows of %d", n, len(all))
			}
			return nil
		}())
	})
	if err != nil {
		t.Fatal(err)
	}
}
