package bureau

import (
	"context"
	"maps"
	"slices"
	"sync"
)

// Memory is a Store without a disk, for tests and for previewing changes. Its
// zero value is empty.
type Memory struct {
	updates sync.Mutex   // serialises updates
	mu      sync.RWMutex // guards all
	all     snapshot     // never modified, only replaced
}

// Documents is documents by kind and key.
type Documents map[string]map[string][]byte

func (m *Memory) now() snapshot {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.all
}

// View implements Store.
func (m *Memory) View(_ context.Context, f func(Reader) error) error { return f(m.now()) }

// Update implements Store.
func (m *Memory) Update(ctx context.Context, f func(Writer) error) error {
	m.updates.Lock()
	defer m.updates.Unlock()
	w := NewOverlay(m.now())
	if err := f(w); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	before := m.now()
	next := snapshot{Documents{}, rowsByKey{}}
	maps.Copy(next.Documents, before.Documents)
	for kind, written := range w.Written {
		changed := map[string][]byte{}
		maps.Copy(changed, before.Documents[kind])
		for key, value := range written {
			if value == nil {
				delete(changed, key)
			} else {
				changed[key] = value
			}
		}
		next.Documents[kind] = changed
	}
	maps.Copy(next.rows, before.rows)
	for name, written := range w.rows {
		changed := map[string]Row{}
		maps.Copy(changed, before.rows[name])
		for key, row := range written {
			if row == nil {
				delete(changed, key)
			} else {
				changed[key] = row
			}
		}
		next.rows[name] = changed
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.all = next
	return nil
}

// Get returns a document, nil if there is none.
func (d Documents) Get(kind, key string) ([]byte, error) { return d[kind][key], nil }

// Rows returns no rows: documents alone have none.
func (d Documents) Rows(*Relation, Range, func(Row) (bool, error)) error { return nil }

// Kinds returns the kinds of the documents, sorted.
func (d Documents) Kinds() ([]string, error) {
	kinds := slices.Sorted(maps.Keys(d))
	return slices.DeleteFunc(kinds, func(kind string) bool { return len(d[kind]) == 0 }), nil
}

// Scan implements Reader.
func (d Documents) Scan(kind, from, to string, each func(string, []byte) (bool, error)) error {
	for _, key := range keysBetween(d[kind], from, to) {
		if more, err := each(key, d[kind][key]); err != nil || !more {
			return err
		}
	}
	return nil
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
