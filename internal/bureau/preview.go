package bureau

import "context"

// Preview calls f with a bureau whose changes f sees and nobody keeps: it works on a
// snapshot of what is stored. Its rows stay as they are.
func (b *Bureau) Preview(ctx context.Context, f func(*Bureau) error) error {
	return b.Store.View(ctx, func(r Reader) error { return f(b.Over(r)) })
}

// Over returns a bureau as in Preview, on the snapshot that View or a Store reads.
func (b *Bureau) Over(r Reader) *Bureau {
	for through, ok := r.(interface{ Through() Reader }); ok; through, ok = r.(interface{ Through() Reader }) {
		r = through.Through() // what is stored, with its checksums
	}
	preview := b.Again()
	preview.Store, preview.Projection, preview.trial = &snapshotStore{NewOverlay(r)}, nil, true
	return preview
}

// Again returns a preview for its request once more, over what was done in it.
func (b *Bureau) Again() *Bureau {
	other := *b
	if b.request != nil { // of which nothing is granted in a preview
		q := *b.request
		q.Key, q.out = "", &Outcome{}
		other.request = &q
	}
	return &other
}

// snapshotStore is a Store over a snapshot, which keeps its changes in memory.
type snapshotStore struct{ overlay *Overlay }

// View implements Store.
func (s *snapshotStore) View(_ context.Context, f func(Reader) error) error { return f(s.overlay) }

// Update implements Store.
func (s *snapshotStore) Update(_ context.Context, f func(Writer) error) error {
	w := NewOverlay(s.overlay)
	if err := f(w); err != nil {
		return err
	}
	s.overlay = s.overlay.With(w)
	return nil
}
