package work_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/work"
)

// For no address, and for one that was asked too often, nothing is kept.
func TestAskKeepsNothing(t *testing.T) {
	each(t, func(t *testing.T, s *work.Store, db *store.Work, _ *clock) {
		kept := func() string {
			var asks, letters int
			for table, n := range map[string]*int{"ask": &asks, "letter": &letters} {
				if _, err := db.Row(t.Context(), []any{n}, "SELECT count(*) FROM work."+table); err != nil {
					t.Fatal(err)
				}
			}
			return fmt.Sprint(asks, " asks, ", letters, " letters")
		}
		ask := func(address string) error {
			_, err := s.Ask(t.Context(), work.Asked{Kind: "bind", Address: address, Language: "en", Path: "account/bind"})
			return err
		}
		if err := ask(""); err != nil || kept() != "0 asks, 0 letters" {
			t.Errorf("of nobody: %v, %s", err, kept())
		}
		for range 5 {
			if err := ask("mio@example.jp"); err != nil {
				t.Fatal(err)
			}
		}
		if err := ask("Mio@example.jp "); !errors.Is(err, work.ErrOften) || kept() != "5 asks, 5 letters" {
			t.Errorf("too often: %v, %s", err, kept())
		}
	})
}
