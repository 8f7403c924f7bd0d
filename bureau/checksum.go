package bureau

import (
	"context"
	"crypto/sha256"
	"fmt"

	"github.com/arpadchess/arpad/finding"
)

// Each document is stored with a checksum over its kind, key and bytes, so that
// a bureau never works with a document that was damaged on disk or edited by
// hand.

const checksumSize = 8

func checksum(kind, key string, value []byte) [checksumSize]byte {
	name := append(append(append(append(make([]byte, 0, 128), kind...), 0), key...), 0)
	h := sha256.New()
	h.Write(name)
	h.Write(value)
	return [checksumSize]byte(h.Sum(name[:0]))
}

// Damaged is the error for a document that differs from what was written.
type Damaged struct{ Kind, Key string }

// Error names the document.
func (d *Damaged) Error() string { return fmt.Sprintf("%s %q is damaged", d.Kind, d.Key) }

// OpenDocument returns the value of a stored document without its checksum. It
// returns a Damaged error if the checksum does not match.
func OpenDocument(kind, key string, stored []byte) ([]byte, error) {
	n := len(stored) - checksumSize
	if n < 0 || [checksumSize]byte(stored[n:]) != checksum(kind, key, stored[:n]) {
		return nil, &Damaged{kind, key}
	}
	return stored[:n], nil
}

// checkedReader is a Reader that verifies checksums.
type checkedReader struct{ Reader }

// Checked returns a Reader that verifies the checksum of every document that it
// reads.
func Checked(stored Reader) Reader { return checkedReader{stored} }

// Gather implements Gatherer.
func (c checkedReader) Gather(kind string, keys []string) error { return Gather(c.Reader, kind, keys) }

func (c checkedReader) Get(kind, key string) ([]byte, error) {
	stored, err := c.Reader.Get(kind, key)
	if err != nil || stored == nil {
		return nil, err
	}
	return OpenDocument(kind, key, stored)
}

// Scan also refuses documents out of their order: a damaged table may go round in circles.
func (c checkedReader) Scan(kind, from, to string, each func(string, []byte) (bool, error)) error {
	next := from
	return c.Reader.Scan(kind, from, to, func(key string, stored []byte) (bool, error) {
		if key < next {
			return false, &Damaged{kind, key}
		}
		next = key + "\x00"
		value, err := OpenDocument(kind, key, stored)
		if err != nil {
			return false, err
		}
		return each(key, value)
	})
}

// checkedWriter also writes the checksums.
type checkedWriter struct {
	checkedReader
	w Writer
}

func (c checkedWriter) Put(kind, key string, value []byte) error {
	if len(key) > MaxKey { // keys are made of names, which may be long
		return finding.Refuse("name-too-long", finding.Int("limit", MaxKey))
	}
	sum := checksum(kind, key, value)
	return c.w.Put(kind, key, append(value[:len(value):len(value)], sum[:]...))
}

func (c checkedWriter) Delete(kind, key string) error { return c.w.Delete(kind, key) }

func (c checkedWriter) PutRows(t *Relation, rows []Row) error { return c.w.PutRows(t, rows) }

func (c checkedWriter) DeleteRows(t *Relation, prefixes []Row) error {
	return c.w.DeleteRows(t, prefixes)
}

func (b *Bureau) view(ctx context.Context, f func(Reader) error) error {
	return b.Store.View(ctx, func(r Reader) error { return b.cited(checkedReader{r}, f(checkedReader{r})) })
}

// Update runs f in a transaction that is not recorded in the audit log, for
// changes that are not an officer's action. Refusals name their clause.
func (b *Bureau) Update(ctx context.Context, f func(Writer) error) error {
	return b.Store.Update(ctx, func(w Writer) error { return b.cited(checkedReader{w}, b.update(w, f)) })
}

// update runs f, and then writes the rows that follow from what f has written.
func (b *Bureau) update(w Writer, f func(Writer) error) error {
	checked := checkedWriter{checkedReader{w}, w}
	if b.Rows == nil {
		return f(checked)
	}
	noting := notingWriter{checked, b.Rows, map[string]map[string]bool{}}
	if err := f(noting); err != nil || len(noting.written) == 0 {
		return err
	}
	return b.Rows.Project(checked, noting.written)
}

// notingWriter notes the documents that it writes or deletes from which rows are derived.
type notingWriter struct {
	Writer
	rows    Projection
	written map[string]map[string]bool // keys by kind
}

// Gather implements Gatherer.
func (n notingWriter) Gather(kind string, keys []string) error { return Gather(n.Writer, kind, keys) }

func (n notingWriter) Put(kind, key string, value []byte) error {
	n.note(kind, key)
	return n.Writer.Put(kind, key, value)
}

func (n notingWriter) Delete(kind, key string) error {
	n.note(kind, key)
	return n.Writer.Delete(kind, key)
}

func (n notingWriter) note(kind, key string) {
	switch {
	case n.written[kind] != nil:
		n.written[kind][key] = true
	case n.rows.Of(kind):
		n.written[kind] = map[string]bool{key: true}
	}
}
