package tamper_test

import (
	"context"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/test/memory"
)

// counting is a store that counts calls of Kinds.
type counting struct {
	memory.Store
	kinds int
}

func (s *counting) Update(ctx context.Context, f func(bureau.Writer) error) error {
	return s.Store.Update(ctx, func(w bureau.Writer) error { return f(countingWriter{w, s}) })
}

type countingWriter struct {
	bureau.Writer
	store *counting
}

func (w countingWriter) Kinds() ([]string, error) {
	w.store.kinds++
	return w.Writer.Kinds()
}

// A guarded write does not list the kinds of documents, because that takes
// longer the more is stored.
func TestGuardDoesNotListKinds(t *testing.T) {
	t.Parallel()
	s := &counting{}
	d := japanIn(t, s)
	s.kinds = 0
	d.submitDemo("japan/reports/new-year-rapid.trf")
	d.PublishAll(1)
	if s.kinds != 0 {
		t.Errorf("the kinds were listed %d times, want 0", s.kinds)
	}
}
