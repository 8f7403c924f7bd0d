package bureau

import (
	"context"
	"maps"
	"slices"
	"sync"
)

// Memory is a Store without a disk: for tests, and for a look at what a change
// would do. Its zero value is empty.
type Memory struct {
	updates   sync.Mutex                   // one after the other
	mu        sync.RWMutex                 // of documents
	documents map[string]map[string][]byte // by kind and key; what stands in them is not changed, but replaced
}

func (m *Memory) now() map[string]map[string][]byte {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.documents
}

// View implements Store.
func (m *Memory) View(_ context.Context, f func(Reader) error) error {
	return f(&memoryWriter{stored: m.now()})
}

// Update implements Store.
func (m *Memory) Update(ctx context.Context, f func(Writer) error) error {
	m.updates.Lock()
	defer m.updates.Unlock()
	w := &memoryWriter{stored: m.now(), written: map[string]map[string][]byte{}}
	if err := f(w); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	next := map[string]map[string][]byte{}
	maps.Copy(next, w.stored)
	for kind, documents := range w.written {
		changed := map[string][]byte{}
		maps.Copy(changed, next[kind])
		for key, value := range documents {
			if value == nil {
				delete(changed, key)
			} else {
				changed[key] = value
			}
		}
		next[kind] = changed
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.documents = next
	return nil
}

// memoryWriter sees what is stored through what it has written; nil stands for
// what it has deleted.
type memoryWriter struct{ stored, written map[string]map[string][]byte }

func (w *memoryWriter) Get(kind, key string) ([]byte, error) {
	if value, ok := w.written[kind][key]; ok {
		return value, nil
	}
	return w.stored[kind][key], nil
}

func (w *memoryWriter) Kinds() ([]string, error) {
	kinds := map[string]bool{}
	for kind := range w.stored {
		kinds[kind] = true
	}
	for kind := range w.written {
		kinds[kind] = true
	}
	all := slices.Sorted(maps.Keys(kinds))
	return slices.DeleteFunc(all, func(kind string) bool {
		empty := true
		_ = w.Scan(kind, "", "", func(string, []byte) (bool, error) { // it cannot fail
			empty = false
			return false, nil
		})
		return empty
	}), nil
}

func (w *memoryWriter) Scan(kind, from, to string, each func(string, []byte) (bool, error)) error {
	keys := map[string]bool{}
	for key := range w.stored[kind] {
		keys[key] = true
	}
	for key := range w.written[kind] {
		keys[key] = true
	}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		value, _ := w.Get(kind, key)
		if value == nil || key < from || to != "" && key >= to {
			continue
		}
		if more, err := each(key, value); err != nil || !more {
			return err
		}
	}
	return nil
}

func (w *memoryWriter) Put(kind, key string, value []byte) error {
	if w.written[kind] == nil {
		w.written[kind] = map[string][]byte{}
	}
	w.written[kind][key] = append(make([]byte, 0, len(value)), value...)
	return nil
}

func (w *memoryWriter) Delete(kind, key string) error {
	if w.written[kind] == nil {
		w.written[kind] = map[string][]byte{}
	}
	w.written[kind][key] = nil
	return nil
}
