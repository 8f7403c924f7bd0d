package bureau

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"slices"

	"github.com/arpadchess/arpad/finding"
)

// Each document is stored with a seal: a random salt, and a checksum over its kind,
// key, bytes and salt, so that a bureau never works with a document that was damaged
// on disk or edited by hand. The whole digest goes into the audit log (WriteSet).
// Once a document is overwritten or deleted its salt is gone, and nobody can find
// out by guessing what the digest in the log stands for.

const (
	// SaltSize is the number of bytes of the salt of a document.
	SaltSize     = 16
	checksumSize = 8
	// SealSize is the number of bytes at the end of a stored document that are its
	// seal.
	SealSize = SaltSize + checksumSize
)

// Digest is the salted SHA-256 of a document with its kind and key. The zero Digest
// stands for a document that was deleted.
type Digest [sha256.Size]byte

func digest(kind, key string, salted []byte) Digest {
	name := append(append(append(append(make([]byte, 0, 128), kind...), 0), key...), 0)
	h := sha256.New()
	h.Write(name)
	h.Write(salted)
	return Digest(h.Sum(name[:0]))
}

// Damaged is the error for a document that differs from what was written.
type Damaged struct{ Kind, Key string }

// Error names the document.
func (d *Damaged) Error() string { return fmt.Sprintf("%s %q is damaged", d.Kind, d.Key) }

// OpenDocument returns the value of a stored document without its seal. It
// returns a Damaged error if the checksum does not match.
func OpenDocument(kind, key string, stored []byte) ([]byte, error) {
	value, _, err := Unseal(kind, key, stored)
	return value, err
}

// Unseal returns the value of a stored document and its digest. It returns a Damaged
// error if the checksum does not match.
func Unseal(kind, key string, stored []byte) (value []byte, is Digest, err error) {
	n := len(stored) - SealSize
	if n < 0 {
		return nil, Digest{}, &Damaged{kind, key}
	}
	is = digest(kind, key, stored[:n+SaltSize])
	if [checksumSize]byte(stored[n+SaltSize:]) != [checksumSize]byte(is[:checksumSize]) {
		return nil, is, &Damaged{kind, key}
	}
	return stored[:n], is, nil
}

// SaltOf returns the salt of a stored document.
func SaltOf(stored []byte) []byte {
	n := max(0, len(stored)-SealSize)
	return stored[n:max(n, len(stored)-checksumSize)]
}

// Seal returns a document as it is stored, with a salt: a fresh one, if it is nil.
func Seal(kind, key string, value, salt []byte) (stored []byte, is Digest) {
	return sealInPlace(kind, key, append(make([]byte, 0, len(value)+SealSize), value...), salt)
}

// sealInPlace is Seal for a value with room for the seal behind it.
func sealInPlace(kind, key string, value, salt []byte) (stored []byte, is Digest) {
	n := len(value)
	value = append(value, salt...)
	if len(salt) == 0 {
		value = value[:n+SaltSize]
		rand.Read(value[n:])
	}
	is = digest(kind, key, value)
	return append(value, is[:checksumSize]...), is
}

// checkedReader is a Reader that verifies checksums.
type checkedReader struct{ Reader }

// Checked returns a Reader that verifies the checksum of every document that it
// reads.
func Checked(stored Reader) Reader { return checkedReader{stored} }

// Through returns what is read from; see As.
func (c checkedReader) Through() Reader { return c.Reader }

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

// checkedWriter also writes the seals, and notes what it writes: for the audit log,
// and the documents from which rows are derived.
type checkedWriter struct {
	checkedReader
	w       Writer
	rows    Projection          // nil: no rows are kept
	derived map[string][]string // keys by kind, of documents from which rows are derived
	set     *WriteSet           // since the last entry of the log
}

// CheckedWriter returns a Writer that verifies the checksum of every document that it
// reads, and seals those that it writes. Nothing of it goes into the audit log.
func CheckedWriter(stored Writer) Writer {
	return checkedWriter{checkedReader{stored}, stored, nil, map[string][]string{}, &WriteSet{}}
}

func (c checkedWriter) Put(kind, key string, value []byte) error { return c.put(kind, key, value, nil) }

func (c checkedWriter) put(kind, key string, value, salt []byte) error {
	if len(key) > MaxKey { // keys are made of names, which may be long
		return finding.Refuse("name-too-long", finding.Int("limit", MaxKey))
	}
	if salt == nil {
		var err error
		if salt, err = c.keptSalt(kind, key); err != nil {
			return err
		}
	}
	stored, is := Seal(kind, key, value, salt)
	c.note(kind, key, SaltOf(stored), is)
	return c.w.Put(kind, key, stored)
}

// keptSalt returns the salt that a document keeps for as long as it exists, because
// write sets know it by that; nil for others, and for a new one.
func (c checkedWriter) keptSalt(kind, key string) ([]byte, error) {
	if !named(kind) {
		return nil, nil
	}
	stored, err := c.w.Get(kind, key)
	if err != nil || !sound(kind, key, stored) {
		return nil, err
	}
	return slices.Clone(SaltOf(stored)), nil
}

// sound reports whether a stored document is there and not damaged.
func sound(kind, key string, stored []byte) bool {
	_, _, err := Unseal(kind, key, stored)
	return err == nil
}

// PutSalted writes a document with the salt that it had in another store, so that its
// log holds in this one, too.
func PutSalted(w Writer, kind, key string, value, salt []byte) error {
	c, ok := w.(checkedWriter)
	if !ok || len(salt) != SaltSize {
		return fmt.Errorf("%s %q has no salt", kind, key)
	}
	return c.put(kind, key, value, salt)
}

// putAgain writes a document of the log again, which write sets have only then.
func (c checkedWriter) putAgain(kind, key string, value []byte) error {
	stored, is := Seal(kind, key, value, nil)
	c.set.put(kind, key, is)
	return c.w.Put(kind, key, stored)
}

func (c checkedWriter) Delete(kind, key string) error {
	salt, err := c.keptSalt(kind, key)
	if err != nil {
		return err
	}
	if salt != nil || !named(kind) {
		c.note(kind, key, salt, Digest{})
	}
	return c.w.Delete(kind, key)
}

func (c checkedWriter) PutRows(t *Relation, rows []Row) error { return c.w.PutRows(t, rows) }

func (c checkedWriter) DeleteRows(t *Relation, prefixes []Row) error {
	return c.w.DeleteRows(t, prefixes)
}

func (c checkedWriter) note(kind, key string, salt []byte, is Digest) {
	c.set.add(kind, key, salt, is)
	if keys, known := c.derived[kind]; known || c.rows != nil && c.rows.Of(kind) {
		c.derived[kind] = append(keys, key)
	}
}

func (b *Bureau) view(ctx context.Context, f func(Reader) error) error {
	return b.Store.View(ctx, func(r Reader) error { return b.cited(checkedReader{r}, f(checkedReader{r})) })
}

// Update runs f in a transaction that is no act and comes past the gate: a bureau begins, or comes
// from elsewhere. Only whoever is at the machine itself may.
func (b *Bureau) Update(ctx context.Context, f func(Writer) error) error {
	if b.Actor.Login == "" {
		return finding.Refuse("act-not-allowed", finding.Text("act", "init"))
	}
	return b.change(ctx, f)
}

// change runs f in a transaction. Refusals name their clause.
func (b *Bureau) change(ctx context.Context, f func(Writer) error) error {
	return b.Store.Update(ctx, func(w Writer) error { return b.cited(checkedReader{w}, b.update(w, f)) })
}

// update runs f, and then writes the rows that follow from what f has written.
func (b *Bureau) update(w Writer, f func(Writer) error) error {
	checked := checkedWriter{checkedReader{w}, w, b.Projection, map[string][]string{}, &WriteSet{}}
	if err := f(checked); err != nil || len(checked.derived) == 0 {
		return err
	}
	return b.Projection.Project(checked, checked.derived)
}
