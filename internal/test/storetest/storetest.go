// Package storetest is the conformance test of bureau.Store implementations.
package storetest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/arpadchess/arpad/internal/bureau"
)

// Test runs the suite; open returns an empty store each time.
func Test(t *testing.T, open func(testing.TB) bureau.Store) {
	for name, test := range map[string]func(*testing.T, bureau.Store){
		"AnErrorChangesNothing": anErrorChangesNothing, "KeysSortAsBytes": keysSortAsBytes, "AViewStandsStill": aViewStandsStill,
		"UpdatesFollowOneAnother": updatesFollowOneAnother, "ScansAPart": scansAPart, "ScansNest": scansNest, "KeepsLargeValues": keepsLargeValues,
		"KeepsLongKeys": keepsLongKeys, "ReadsItsWrites": readsItsWrites, "RowsAsInMemory": rowsAsInMemory, "ManyRows": manyRows, "AsAMap": asAMap,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, open(t))
		})
	}
}

func put(t testing.TB, s bureau.Store, kind string, documents map[string]string) {
	t.Helper()
	err := s.Update(context.Background(), func(w bureau.Writer) error {
		for key, value := range documents {
			if err := w.Put(kind, key, []byte(value)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// read returns the documents of a kind in a range of keys, in order.
func read(t testing.TB, s bureau.Store, kind, from, to string) (found []string) {
	t.Helper()
	err := s.View(context.Background(), func(r bureau.Reader) error {
		found = nil
		return r.Scan(kind, from, to, func(key string, value []byte) (bool, error) {
			found = append(found, key+"="+string(value))
			return true, nil
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

var errChanged = errors.New("changed my mind")

func anErrorChangesNothing(t *testing.T, s bureau.Store) {
	put(t, s, "a", map[string]string{"k": "1", "gone": "2"})
	err := s.Update(context.Background(), func(w bureau.Writer) error {
		if err := errors.Join(w.Put("a", "k", []byte("3")), w.Put("b", "new", nil), w.Delete("a", "gone")); err != nil {
			return err
		}
		return errChanged
	})
	if !errors.Is(err, errChanged) {
		t.Fatal(err)
	}
	if got := read(t, s, "a", "", ""); !slices.Equal(got, []string{"gone=2", "k=1"}) {
		t.Error(got)
	}
	if got := read(t, s, "b", "", ""); got != nil {
		t.Error(got)
	}
}

func keysSortAsBytes(t *testing.T, s bureau.Store) {
	put(t, s, "a", map[string]string{"": "", "B": "", "a": "", "a\x00b": "", "ab": "", "é": "", "青": ""})
	put(t, s, "b", map[string]string{"x": ""})
	if got, want := read(t, s, "a", "", ""), []string{"=", "B=", "a=", "a\x00b=", "ab=", "é=", "青="}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if got, want := read(t, s, "a", "a", "ab"), []string{"a=", "a\x00b="}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	err := s.View(context.Background(), func(r bureau.Reader) error {
		kinds, err := r.Kinds()
		if !slices.Equal(kinds, []string{"a", "b"}) {
			t.Error(kinds)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func aViewStandsStill(t *testing.T, s bureau.Store) {
	put(t, s, "a", map[string]string{"k": "1"})
	err := s.View(context.Background(), func(r bureau.Reader) error {
		before, err := r.Get("a", "k")
		if err != nil {
			return err
		}
		put(t, s, "a", map[string]string{"k": "2"})
		after, err := r.Get("a", "k")
		if string(before) != "1" || string(after) != "1" {
			t.Errorf("%s, then %s", before, after)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := read(t, s, "a", "", ""); !slices.Equal(got, []string{"k=2"}) {
		t.Error(got)
	}
}

func updatesFollowOneAnother(t *testing.T, s bureau.Store) {
	var group sync.WaitGroup
	const writers, times = 8, 10
	for range writers {
		group.Go(func() {
			for range times {
				err := s.Update(context.Background(), func(w bureau.Writer) error {
					n := 0
					value, err := w.Get("counter", "")
					if err != nil {
						return err
					}
					if value != nil {
						if _, err := fmt.Sscan(string(value), &n); err != nil {
							return err
						}
					}
					return w.Put("counter", "", fmt.Append(nil, n+1))
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	if got, want := read(t, s, "counter", "", ""), fmt.Sprintf("=%d", writers*times); !slices.Equal(got, []string{want}) {
		t.Errorf("%s, want %s", got, want)
	}
}

// asAMap applies random operations to a store and to a map, and compares them.
func asAMap(t *testing.T, s bureau.Store) {
	model := map[string]string{}
	rapid.Check(t, func(t *rapid.T) {
		then := maps.Clone(model)
		fail := rapid.Bool().Draw(t, "fail")
		err := s.Update(context.Background(), func(w bureau.Writer) error {
			for range rapid.IntRange(1, 5).Draw(t, "steps") {
				key := rapid.SampledFrom([]string{"a", "b", "c", "ab"}).Draw(t, "key")
				got, err := w.Get("k", key)
				if want, ok := then[key]; err != nil || string(got) != want || ok != (got != nil) {
					t.Fatalf("%s is %q, want %q, %v", key, got, want, err)
				}
				if rapid.Bool().Draw(t, "delete") {
					err = w.Delete("k", key)
					delete(then, key)
				} else {
					then[key] = rapid.StringN(0, 3, 8).Draw(t, "value")
					err = w.Put("k", key, []byte(then[key]))
				}
				if err != nil {
					return err
				}
			}
			if fail {
				return errChanged
			}
			return nil
		})
		if fail != errors.Is(err, errChanged) || !fail && err != nil {
			t.Fatal(err)
		}
		if !fail {
			model = then
		}
		var want []string
		for _, key := range slices.Sorted(maps.Keys(model)) {
			want = append(want, key+"="+model[key])
		}
		var got []string
		err = s.View(context.Background(), func(r bureau.Reader) error {
			return r.Scan("k", "", "", func(key string, value []byte) (bool, error) {
				got = append(got, key+"="+string(value))
				return true, nil
			})
		})
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("%q, want %q, %v", got, want, err)
		}
	})
}
