package bureau

import (
	"errors"
	"maps"
	"slices"
)

// Documents is documents by kind and key.
type Documents map[string]map[string][]byte

// Overlay is a Writer whose writes nobody else sees. It serves to find out what
// a change would do.
type Overlay struct {
	Reader
	Written Documents // nil: deleted
	rows    rowsByKey
}

// Empty is the Reader of an empty store.
type Empty struct{}

// Get implements Reader.
func (Empty) Get(string, string) ([]byte, error) { return nil, nil }

// Kinds implements Reader.
func (Empty) Kinds() ([]string, error) { return nil, nil }

// Scan implements Reader.
func (Empty) Scan(string, string, string, func(string, []byte) (bool, error)) error { return nil }

// Rows implements Reader.
func (Empty) Rows(*Relation, Range, func(Row) (bool, error)) error { return nil }

// NewOverlay returns an empty overlay over r.
func NewOverlay(r Reader) *Overlay { return &Overlay{r, Documents{}, rowsByKey{}} }

// Over returns an overlay with the same writes over another reader of the same state. Both
// can be read at the same time.
func (s *Overlay) Over(r Reader) *Overlay { return &Overlay{r, s.Written, s.rows} }

// With returns an overlay with the writes of both; where both wrote, those of w stand.
func (s *Overlay) With(w *Overlay) *Overlay {
	both := &Overlay{s.Reader, maps.Clone(s.Written), maps.Clone(s.rows)}
	for kind, written := range w.Written {
		both.Written[kind] = joined(s.Written[kind], written)
	}
	for name, written := range w.rows {
		both.rows[name] = joined(s.rows[name], written)
	}
	return both
}

// joined returns a map with the values of both; those of b stand.
func joined[V any](a, b map[string]V) map[string]V {
	both := make(map[string]V, len(a)+len(b))
	maps.Copy(both, a)
	maps.Copy(both, b)
	return both
}

// Get returns a document as the overlay has it.
func (s *Overlay) Get(kind, key string) ([]byte, error) {
	if value, ok := s.Written[kind][key]; ok {
		return value, nil
	}
	return s.Reader.Get(kind, key)
}

// Gather implements Gatherer.
func (s *Overlay) Gather(kind string, keys []string) error { return Gather(s.Reader, kind, keys) }

// Put writes a document to the overlay.
func (s *Overlay) Put(kind, key string, value []byte) error {
	if s.Written[kind] == nil {
		s.Written[kind] = map[string][]byte{}
	}
	s.Written[kind][key] = append(make([]byte, 0, len(value)), value...)
	return nil
}

// Delete deletes a document in the overlay.
func (s *Overlay) Delete(kind, key string) error {
	if s.Written[kind] == nil {
		s.Written[kind] = map[string][]byte{}
	}
	s.Written[kind][key] = nil
	return nil
}

// Kinds returns the kinds of the documents written or stored.
func (s *Overlay) Kinds() ([]string, error) {
	kinds, err := s.Reader.Kinds()
	if err != nil {
		return nil, err
	}
	for kind := range s.Written {
		if !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	slices.Sort(kinds)
	kinds = slices.DeleteFunc(kinds, func(kind string) bool {
		empty := true
		scanErr := s.Scan(kind, "", "", func(string, []byte) (bool, error) {
			empty = false
			return false, nil
		})
		err = errors.Join(err, scanErr)
		return empty
	})
	return kinds, err
}

// Scan merges what was written with what is stored; the former wins.
func (s *Overlay) Scan(kind, from, to string, each func(string, []byte) (bool, error)) error {
	ours := keysBetween(s.Written[kind], from, to)
	more := true
	// before calls each for the written documents with keys before key, or for
	// all.
	before := func(key string, all bool) (err error) {
		for more && err == nil && len(ours) > 0 && (all || ours[0] < key) {
			if value := s.Written[kind][ours[0]]; value != nil {
				more, err = each(ours[0], value)
			}
			ours = ours[1:]
		}
		return err
	}
	err := s.Reader.Scan(kind, from, to, func(key string, value []byte) (bool, error) {
		if err := before(key, false); err != nil || !more {
			return false, err
		}
		if _, ok := s.Written[kind][key]; ok {
			return true, nil // written values come before the next key
		}
		var err error
		more, err = each(key, value)
		return more, err
	})
	if err != nil || !more {
		return err
	}
	return before("", true)
}

// keysBetween returns the keys with from <= key < to, sorted. An empty to means
// the end.
func keysBetween(documents map[string][]byte, from, to string) []string {
	var keys []string
	for key := range documents {
		if key >= from && (to == "" || key < to) {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}
