package bureau

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
)

// countedReader counts what is asked of a reader.
type countedReader struct {
	Reader
	asked int
}

func (c *countedReader) Get(kind, key string) ([]byte, error) {
	c.asked++
	return c.Reader.Get(kind, key)
}

func (c *countedReader) Rows(t *Relation, within Range, each func(Row) (bool, error)) error {
	c.asked++
	return c.Reader.Rows(t, within, each)
}

// What is kept of a state is read as from the state, and asked for once.
func TestKept(t *testing.T) {
	t.Parallel()
	relation := &Relation{Name: "small", Columns: []Column{{Name: "key", Text: true}, {Name: "n"}}, Orders: [][]int{{0}, {1}}, Sparse: []int{-1, -1}}
	large := &Relation{Name: "large", Columns: relation.Columns, Orders: relation.Orders, Sparse: relation.Sparse}
	store := &snapshotStore{NewOverlay(Empty{})}
	err := store.Update(t.Context(), func(w Writer) error {
		for n := range keptRows + 1 {
			row := Row{fmt.Sprintf("%04d", n), int64(n)}
			if err := w.PutRows(large, []Row{row}); err != nil {
				return err
			}
			if n < 3 {
				if err := w.PutRows(relation, []Row{row}); err != nil {
					return err
				}
			}
		}
		return w.Put("kind", "a", []byte("one"))
	})
	if err != nil {
		t.Fatal(err)
	}
	var kept Kept
	err = store.View(t.Context(), func(r Reader) error {
		under := &countedReader{Reader: r}
		over := kept.Over(under)
		for range 2 {
			for _, key := range []string{"a", "missing"} {
				got, err := over.Get("kind", key)
				want, failed := r.Get("kind", key)
				if err != nil || failed != nil || !bytes.Equal(got, want) || (got == nil) != (want == nil) {
					t.Errorf("%s: %q, want %q", key, got, want)
				}
			}
		}
		if under.asked != 2 {
			t.Errorf("two documents were asked for %d times", under.asked)
		}
		for _, c := range []struct {
			of     *Relation
			within Range
			most   int // rows after which the caller stops
			asked  int // of the two times
		}{
			{relation, Range{}, 2, 2},   // not whole: not kept
			{relation, Range{}, 100, 1}, // then kept
			{relation, Range{}, 1, 0},
			{relation, Range{Is: []any{"0001"}}, 100, 2},
			{relation, Range{Backward: true}, 100, 2},
			{relation, Range{Limit: 1}, 100, 2},
			{relation, Range{From: "0001"}, 100, 2},
			{relation, Range{To: "0001"}, 100, 2},
			{relation, Range{Any: []any{"0000", "0002"}}, 100, 2},
			{relation, Range{Order: 1}, 100, 2},
			{relation, Range{Held: Held{Until: 1}}, 100, 2},
			{large, Range{}, 5000, 2},
		} {
			read := func(of Reader) (all []Row) {
				err := of.Rows(c.of, c.within, func(row Row) (bool, error) {
					all = append(all, slices.Clone(row))
					return len(all) < c.most, nil
				})
				if err != nil {
					t.Fatal(err)
				}
				return all
			}
			under.asked = 0
			first, again, want := read(over), read(over), read(r)
			if fmt.Sprint(first) != fmt.Sprint(want) || fmt.Sprint(again) != fmt.Sprint(want) || under.asked != c.asked {
				t.Errorf("%s %+v, %d rows: %d and %d rows in place of %d, asked %d times", c.of.Name, c.within, c.most, len(first), len(again), len(want), under.asked)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// What is kept stays small: more than fits is read again.
func TestKeptIsBounded(t *testing.T) {
	t.Parallel()
	const size = 1 << 20
	store := &snapshotStore{NewOverlay(Empty{})}
	err := store.Update(t.Context(), func(w Writer) error {
		for n := range keptBytes/size + 2 {
			if err := w.Put("kind", fmt.Sprint(n), bytes.Repeat([]byte{byte(n)}, size)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var kept Kept
	err = store.View(t.Context(), func(r Reader) error {
		over := kept.Over(r)
		for range 2 {
			for n := range keptBytes/size + 2 {
				got, err := over.Get("kind", fmt.Sprint(n))
				if err != nil || len(got) != size || got[0] != byte(n) {
					t.Fatalf("%d: %d bytes: %v", n, len(got), err)
				}
				if kept.size > keptBytes {
					t.Fatalf("%d bytes are kept", kept.size)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
