package bureautest

import (
	"context"
	"slices"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
)

// Counting is a Store that counts what is read from another one.
type Counting struct {
	bureau.Store
	Read map[string]int // documents by kind, and rows by relation
}

// Bytes is the name under which Counting.Read has the size of the documents in kB, without that
// of the documents that each hold a whole list or what went into it.
const Bytes = "kB"

var whole = []string{lists.Runs.Kind, lists.FactsOfRun, lists.FactsKind}

// View implements bureau.Store.
func (c *Counting) View(ctx context.Context, f func(bureau.Reader) error) error {
	return c.Store.View(ctx, func(r bureau.Reader) error { return f(countingReader{r, c}) })
}

// Update implements bureau.Store.
func (c *Counting) Update(ctx context.Context, f func(bureau.Writer) error) error {
	return c.Store.Update(ctx, func(w bureau.Writer) error { return f(countingWriter{countingReader{w, c}, w}) })
}

type countingReader struct {
	bureau.Reader
	to *Counting
}

func (c countingReader) Get(kind, key string) ([]byte, error) {
	value, err := c.Reader.Get(kind, key)
	c.note(kind, value)
	return value, err
}

// note counts a document.
func (c countingReader) note(kind string, value []byte) {
	c.to.Read[kind]++
	if !slices.Contains(whole, kind) {
		c.to.Read[Bytes] += len(value) >> 10
	}
}

func (c countingReader) Kinds() ([]string, error) {
	c.to.Read["kinds"]++
	return c.Reader.Kinds()
}

func (c countingReader) Scan(kind, from, to string, each func(string, []byte) (bool, error)) error {
	return c.Reader.Scan(kind, from, to, func(key string, value []byte) (bool, error) {
		c.note(kind, value)
		return each(key, value)
	})
}

func (c countingReader) Rows(t *bureau.Relation, within bureau.Range, each func(bureau.Row) (bool, error)) error {
	return c.Reader.Rows(t, within, func(row bureau.Row) (bool, error) {
		c.to.Read[t.Name]++
		return each(row)
	})
}

type countingWriter struct {
	countingReader
	w bureau.Writer
}

func (c countingWriter) Put(kind, key string, value []byte) error { return c.w.Put(kind, key, value) }
func (c countingWriter) Delete(kind, key string) error            { return c.w.Delete(kind, key) }

func (c countingWriter) PutRows(t *bureau.Relation, rows []bureau.Row) error {
	return c.w.PutRows(t, rows)
}

func (c countingWriter) DeleteRows(t *bureau.Relation, prefixes []bureau.Row) error {
	return c.w.DeleteRows(t, prefixes)
}
