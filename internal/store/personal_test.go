package store_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/privacy"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/test/bureautest"
)

// canaries are the words that describe the canary, as they are written and as they are
// searched for.
var canaries = []string{"Kanariya", "kanariya", "金糸雀", "カナリヤ", "1987-06-05", "77007700", "canary@example.jp"}

// What describes a person stands in the personal tables only, and nowhere once they are
// erased: no row has it, and no byte of the file.
func TestRowsForgetAPerson(t *testing.T) {
	t.Parallel()
	inEach(t, rowsForgetAPerson)
}

func rowsForgetAPerson(t *testing.T, s *store.Store) {
	ctx := context.Background()
	d := bureautest.DemoLived(t, s, 2)
	birth, _ := civil.NewBirth(1987, 6, 5)
	id, err := register.Register(ctx, d.Bureau, register.Player{
		Name: "Kanariya Hina", NameLocal: "金糸雀 雛", Kana: "カナリヤ ヒナ", FideID: "77007700", Club: "Minato",
	}, register.Person{Birth: birth, Email: "canary@example.jp"}, "")
	d.Must(err)
	if held := holding(t, s); !slices.Equal(held, []string{"name_key", "name_order", "person"}) {
		t.Errorf("the canary stands in %v", held)
	}
	_, err = privacy.Erase(ctx, d.Bureau, id, "asked for it")
	d.Must(err)
	d.Must(s.Checkpoint(ctx))
	if held := holding(t, s); len(held) > 0 {
		t.Errorf("after the erasure the canary stands in %v", held)
	}
	if s.File() == "" {
		return
	}
	for _, path := range []string{s.File(), s.File() + "-wal"} {
		data, err := os.ReadFile(path)
		d.Must(err)
		for _, word := range canaries {
			if bytes.Contains(data, []byte(word)) {
				t.Errorf("after the erasure %s stands in %s", word, path[len(s.File()):])
			}
		}
	}
}

// holding returns the tables that hold a canary.
func holding(t *testing.T, s *store.Store) (tables []string) {
	t.Helper()
	err := s.View(context.Background(), func(r bureau.Reader) error {
		for _, relation := range rows.All {
			err := r.Rows(relation, bureau.Range{}, func(row bureau.Row) (bool, error) {
				said := fmt.Sprint(row...)
				held := slices.ContainsFunc(canaries, func(word string) bool { return strings.Contains(said, word) })
				if held {
					tables = append(tables, relation.Name)
				}
				return !held, nil
			})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(tables)
	return tables
}
