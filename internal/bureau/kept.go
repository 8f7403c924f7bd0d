package bureau

import (
	"reflect"
	"sync"
)

// Kept is what was read of a state of the bureau, for a process that reads much of it again
// and again. The zero value is ready.
type Kept struct {
	mu        sync.Mutex
	size      int // of the documents
	documents map[documentName][]byte
	rows      map[*Relation][]Row // of small relations, by key
}

type documentName struct{ kind, key string }

const (
	keptBytes = 64 << 20 // documents that are kept at most
	keptRows  = 1000     // rows of a relation that is kept
)

// Over returns a reader of the same state that asks r only for what is not kept.
func (k *Kept) Over(r Reader) Reader { return &keptReader{r, k} }

type keptReader struct {
	Reader
	kept *Kept
}

// Through implements As: what is not kept is asked of the store.
func (r *keptReader) Through() Reader { return r.Reader }

// Get returns a document. Nobody may change it.
func (r *keptReader) Get(kind, key string) ([]byte, error) {
	name := documentName{kind, key}
	r.kept.mu.Lock()
	value, ok := r.kept.documents[name]
	r.kept.mu.Unlock()
	if ok {
		return value, nil
	}
	value, err := r.Reader.Get(kind, key)
	if err != nil {
		return nil, err
	}
	r.kept.mu.Lock()
	defer r.kept.mu.Unlock()
	if r.kept.size += len(kind) + len(key) + len(value); r.kept.documents == nil || r.kept.size > keptBytes {
		r.kept.size, r.kept.documents = 0, map[documentName][]byte{}
	}
	r.kept.documents[name] = value
	return value, nil
}

// Gather implements Gatherer.
func (r *keptReader) Gather(kind string, keys []string) error {
	var missing []string
	r.kept.mu.Lock()
	for _, key := range keys {
		if _, ok := r.kept.documents[documentName{kind, key}]; !ok {
			missing = append(missing, key)
		}
	}
	r.kept.mu.Unlock()
	return Gather(r.Reader, kind, missing)
}

// Rows calls each for the rows of a range. Nobody may change them.
func (r *keptReader) Rows(t *Relation, within Range, each func(Row) (bool, error)) error {
	if !reflect.ValueOf(within).IsZero() { // it is a part, or has an order of its own
		return r.Reader.Rows(t, within, each)
	}
	r.kept.mu.Lock()
	all, ok := r.kept.rows[t]
	r.kept.mu.Unlock()
	if ok {
		for _, row := range all {
			if more, err := each(row); err != nil || !more {
				return err
			}
		}
		return nil
	}
	whole := true
	err := r.Reader.Rows(t, within, func(row Row) (bool, error) {
		if whole = whole && len(all) < keptRows; whole {
			all = append(all, row)
		}
		more, err := each(row)
		whole = whole && more
		return more, err
	})
	if err == nil && whole {
		r.kept.mu.Lock()
		if r.kept.rows == nil {
			r.kept.rows = map[*Relation][]Row{}
		}
		r.kept.rows[t] = all
		r.kept.mu.Unlock()
	}
	return err
}
