package storetest

import (
	"testing"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/store"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/soak"
)

// Each runs a test of something else than a store on an empty one: in memory and on SQLite,
// and with ARPAD_SOAK=1 on PostgreSQL, too. That all stores behave alike is for Test to show.
func Each(t *testing.T, test func(*testing.T, bureau.Store)) {
	for name, open := range Stores {
		if name == "PostgreSQL" && !soak.Full() {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, open(t))
		})
	}
}

// InSQL runs a test of statements in SQL on an empty database of each sort.
func InSQL(t *testing.T, test func(*testing.T, *store.Store)) {
	t.Parallel()
	for name, open := range databases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, open(t))
		})
	}
}

// InJapan is Each with a bureau of bureautest.Japan.
func InJapan(t *testing.T, test func(*testing.T, *bureautest.Bureau, *synth.Federation)) {
	Each(t, func(t *testing.T, s bureau.Store) {
		f := bureautest.JapanFederation()
		test(t, bureautest.JapanOf(t, s, f, nil), f)
	})
}
