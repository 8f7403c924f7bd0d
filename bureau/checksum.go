package bureau

import (
	"context"
	"crypto/sha256"
	"fmt"

	"github.com/arpadchess/arpad/finding"
)

// Each document is kept with a checksum over its kind, key and bytes, so that a
// bureau never works with one that was damaged on a disk or changed by hand.

const checksumSize = 8

func checksum(kind, key string, value []byte) [checksumSize]byte {
	name := append(append(append(append(make([]byte, 0, 128), kind...), 0), key...), 0)
	h := sha256.New()
	h.Write(name)
	h.Write(value)
	return [checksumSize]byte(h.Sum(name[:0]))
}

// Damaged says that a document is not what was written.
type Damaged struct{ Kind, Key string }

// Error names the document.
func (d *Damaged) Error() string { return fmt.Sprintf("%s %q is damaged", d.Kind, d.Key) }

// OpenDocument returns the value of a stored document without its checksum. Where they do
// not agree it returns a Damaged error.
func OpenDocument(kind, key string, stored []byte) ([]byte, error) {
	n := len(stored) - checksumSize
	if n < 0 || [checksumSize]byte(stored[n:]) != checksum(kind, key, stored[:n]) {
		return nil, &Damaged{kind, key}
	}
	return stored[:n], nil
}

// checkedReader is a Reader that looks at the checksums.
type checkedReader struct{ Reader }

// Checked returns the Reader of a bureau's documents out of what its Store gives:
// one that looks at their checksums.
func Checked(stored Reader) Reader { return checkedReader{stored} }

func (c checkedReader) Get(kind, key string) ([]byte, error) {
	stored, err := c.Reader.Get(kind, key)
	if err != nil || stored == nil {
		return nil, err
	}
	return OpenDocument(kind, key, stored)
}

func (c checkedReader) Scan(kind, from, to string, each func(string, []byte) (bool, error)) error {
	return c.Reader.Scan(kind, from, to, func(key string, stored []byte) (bool, error) {
		value, err := OpenDocument(kind, key, stored)
		if err != nil {
			return false, err
		}
		return each(key, value)
	})
}

// checkedWriter writes the checksums too.
type checkedWriter struct {
	checkedReader
	w Writer
}

func (c checkedWriter) Put(kind, key string, value []byte) error {
	if len(key) > MaxKey { // it is made of names
		return finding.Refuse("name-too-long", finding.Int("limit", MaxKey))
	}
	sum := checksum(kind, key, value)
	return c.w.Put(kind, key, append(value[:len(value):len(value)], sum[:]...))
}

func (c checkedWriter) Delete(kind, key string) error { return c.w.Delete(kind, key) }

func (b *Bureau) view(ctx context.Context, f func(Reader) error) error {
	return b.Store.View(ctx, func(r Reader) error { return b.cited(checkedReader{r}, f(checkedReader{r})) })
}

// Update runs f in a transaction that the audit log does not record: what is no action
// of an officer. Refusals name their clause.
func (b *Bureau) Update(ctx context.Context, f func(Writer) error) error {
	return b.Store.Update(ctx, func(w Writer) error { return b.cited(checkedReader{w}, f(checkedWriter{checkedReader{w}, w})) })
}
