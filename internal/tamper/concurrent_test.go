package tamper_test

import (
	"context"
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/tamper"
)

// meddler is a store that calls a function before the next view.
type meddler struct {
	bureau.Store
	next func()
}

func (m *meddler) View(ctx context.Context, f func(bureau.Reader) error) error {
	if do := m.next; do != nil {
		m.next = nil
		do()
	}
	return m.Store.View(ctx, f)
}

// A bundle made while another process publishes still verifies.
func TestBundleWhileSomebodyPublishes(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	d := japan(t)
	d.submitDemo("japan/reports/new-year-rapid.trf")
	m := &meddler{Store: d.guard.Store}
	guard := &tamper.Guard{Store: m, Key: d.guard.Key, File: d.guard.File}
	b := &bureau.Bureau{Store: guard, Clock: d.Clock, Actor: bureau.AtTerminal("officer")}
	m.next = func() { d.PublishAll(-1) }
	bundle, err := tamper.New(ctx, b, guard, "", 0)
	d.Must(err)
	if _, err := bundle.Verify(d.guard.Key.Public); err != nil {
		t.Error(err)
	}
}
