package storetest

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
)

// An update sees its own writes in whatever order it reads; afterwards
// everybody sees them.
func readsItsWrites(t *testing.T, s bureau.Store) {
	model := manyDocuments()
	put(t, s, "a", model)
	dice := rand.New(rand.NewPCG(3, 4))
	near := 0 // reads and writes are close together
	anyKey := func() int {
		if dice.IntN(40) == 0 {
			near = dice.IntN(many)
		}
		return near + dice.IntN(50)
	}
	name := func(n int) string { return fmt.Sprintf("%05d", n) }
	for range 3 {
		err := s.Update(context.Background(), func(w bureau.Writer) error {
			for range 1000 {
				var err error
				switch at := anyKey(); dice.IntN(6) {
				case 0:
					model[name(at)] = fmt.Sprint("written ", dice.Int())
					err = w.Put("a", name(at), []byte(model[name(at)]))
				case 1:
					delete(model, name(at))
					err = w.Delete("a", name(at))
				case 2:
					err = sameRange(w, model, name(at), name(at+dice.IntN(100)))
				case 3:
					err = sameGets(w, model, []string{name(at)})
				default: // in key order, with gaps
					var keys []string
					for step := 1 + dice.IntN(5); len(keys) < 10; at += 1 + dice.IntN(step) {
						keys = append(keys, name(at))
					}
					err = sameGets(w, model, keys)
				}
				if err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		err = s.View(context.Background(), func(r bureau.Reader) error {
			if err := sameRange(r, model, "", "~"); err != nil {
				return err
			}
			return sameGets(r, model, slices.Sorted(maps.Keys(model)))
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// sameGets gets documents and compares them with a model.
func sameGets(r bureau.Reader, model map[string]string, keys []string) error {
	for _, key := range keys {
		got, err := r.Get("a", key)
		want, ok := model[key]
		if err != nil || string(got) != want || ok != (got != nil) {
			return fmt.Errorf("%s is %q, want %q, %w", key, got, want, err)
		}
	}
	return nil
}

// sameRange scans a range and compares it with a model.
func sameRange(r bureau.Reader, model map[string]string, from, to string) error {
	var got, want []string
	err := r.Scan("a", from, to, func(key string, value []byte) (bool, error) {
		got = append(got, key+"="+string(value))
		return true, nil
	})
	for key, value := range model {
		if key >= from && key < to {
			want = append(want, key+"="+value)
		}
	}
	slices.Sort(want)
	if err == nil && !slices.Equal(got, want) {
		err = fmt.Errorf("from %s to %s there is %s, want %s", from, to, strings.Join(got, " "), strings.Join(want, " "))
	}
	return err
}
