// Package memory is a bureau.Store without a disk, for tests whose subject is not the
// database.
//
//	b := &bureau.Bureau{Store: &memory.Store{}, ...}
package memory

import (
	"context"
	"sync"

	"github.com/arpadchess/arpad/internal/bureau"
)

// Store is a bureau.Store in memory. Its zero value is empty.
type Store struct {
	updates sync.Mutex      // serialises updates
	mu      sync.RWMutex    // guards all
	all     *bureau.Overlay // never modified, only replaced; nil: empty
}

// Clone returns a store with the same contents, without copying them. What is written to
// one of them later is not in the other.
func (m *Store) Clone() *Store {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return &Store{all: m.all}
}

func (m *Store) now() *bureau.Overlay {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if m.all == nil {
		return bureau.NewOverlay(bureau.Empty{})
	}
	return m.all
}

// View implements bureau.Store.
func (m *Store) View(_ context.Context, f func(bureau.Reader) error) error { return f(m.now()) }

// Update implements bureau.Store.
func (m *Store) Update(ctx context.Context, f func(bureau.Writer) error) error {
	m.updates.Lock()
	defer m.updates.Unlock()
	before := m.now()
	w := bureau.NewOverlay(before)
	if err := f(w); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.all = before.With(w)
	return nil
}
