package bureau

import (
	"context"
	"encoding/json"
	"fmt"
)

// MaxKey is the maximum length of a key in bytes.
const MaxKey = 1000

// Store keeps documents: bytes under a kind and a key. A kind is a short word;
// a key is text and sorts bytewise. Beside them it keeps the rows that are derived
// from documents. A store knows nothing of chess or of what a document means.
type Store interface {
	// View calls f with an unchanging snapshot of what is stored.
	View(ctx context.Context, f func(Reader) error) error
	// Update calls f and keeps everything that it wrote if it returns nil,
	// otherwise nothing. Updates are serial, and each sees the writes of all
	// earlier ones. What Update acknowledged survives a crash.
	Update(ctx context.Context, f func(Writer) error) error
}

// Reader reads documents.
type Reader interface {
	// Get returns a document, nil if there is none. The caller does not change its bytes.
	Get(kind, key string) ([]byte, error)
	// Kinds returns the kinds that have documents, sorted.
	Kinds() ([]string, error)
	// Scan calls each for the documents with from <= key < to in key order,
	// until it returns false. An empty to means the end. each may read and
	// write; documents of the same kind that it writes may or may not be
	// visited.
	Scan(kind, from, to string, each func(key string, value []byte) (bool, error)) error
	// Rows calls each for the rows of a range in its order, until it returns
	// false. each may read and write, but not write to the relation.
	Rows(t *Relation, within Range, each func(Row) (bool, error)) error
}

// As returns what a Reader can do besides, and whether it can: itself, or the one that it
// reads from if it changes nothing of what is read.
func As[T any](r Reader) (T, bool) {
	for {
		if able, ok := r.(T); ok {
			return able, true
		}
		through, ok := r.(interface{ Through() Reader })
		if !ok {
			var none T
			return none, false
		}
		r = through.Through()
	}
}

// Gatherer is a Reader that can fetch documents at once that will be asked for one by one: on
// a server each question takes a round trip.
type Gatherer interface {
	Gather(kind string, keys []string) error
}

// Gather has a Reader fetch documents, if it can.
func Gather(r Reader, kind string, keys []string) error {
	if g, ok := As[Gatherer](r); ok && len(keys) > 1 {
		return g.Gather(kind, keys)
	}
	return nil
}

// Writer reads and writes documents.
type Writer interface {
	Reader
	// Put writes a document, replacing any earlier one. The value must not change afterwards.
	Put(kind, key string, value []byte) error
	// Delete removes a document, if it exists.
	Delete(kind, key string) error
	// PutRows writes rows, each replacing the one with its key.
	PutRows(t *Relation, rows []Row) error
	// DeleteRows removes the rows whose keys begin with one of the prefixes.
	DeleteRows(t *Relation, prefixes []Row) error
}

// Table accesses the documents of one kind as values of type T.
type Table[T any] struct{ Kind string }

// Of names a document of the table.
func (t Table[T]) Of(key string) Document { return Document{t.Kind, key} }

// Get returns a value, nil if there is none.
func (t Table[T]) Get(r Reader, key string) (*T, error) {
	data, err := r.Get(t.Kind, key)
	if err != nil || data == nil {
		return nil, err
	}
	return t.Read(key, data)
}

// Find returns a value, or the given error if there is none.
func (t Table[T]) Find(r Reader, key string, missing error) (*T, error) {
	v, err := t.Get(r, key)
	if err == nil && v == nil {
		err = missing
	}
	return v, err
}

func (t Table[T]) Read(key string, data []byte) (*T, error) {
	v := new(T)
	if err := json.Unmarshal(data, v); err != nil {
		return nil, fmt.Errorf("%s %s: %w", t.Kind, key, err)
	}
	return v, nil
}

// Put writes a document.
func (t Table[T]) Put(w Writer, key string, v *T) error {
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("%s %s: %w", t.Kind, key, err)
	}
	return w.Put(t.Kind, key, data)
}

// Scan calls each for the values with from <= key < to in key order.
func (t Table[T]) Scan(r Reader, from, to string, each func(key string, v *T) (bool, error)) error {
	return r.Scan(t.Kind, from, to, func(key string, data []byte) (bool, error) {
		v, err := t.Read(key, data)
		if err != nil {
			return false, err
		}
		return each(key, v)
	})
}

// All returns the values whose keys begin with a prefix.
func (t Table[T]) All(r Reader, prefix string) ([]*T, error) {
	var values []*T
	err := t.Scan(r, prefix, KeyAfter(prefix), func(_ string, v *T) (bool, error) {
		values = append(values, v)
		return true, nil
	})
	return values, err
}

// Last returns the value with the largest key that begins with a prefix, nil if
// there is none.
func (t Table[T]) Last(r Reader, prefix string) (*T, error) {
	values, err := t.All(r, prefix)
	if err != nil || len(values) == 0 {
		return nil, err
	}
	return values[len(values)-1], nil
}

// KeyAfter returns the smallest key greater than all keys with a prefix.
func KeyAfter(prefix string) string {
	if prefix == "" {
		return ""
	}
	return prefix + "\xff"
}
