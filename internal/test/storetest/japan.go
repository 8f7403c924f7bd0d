package storetest

import (
	"testing"

	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/soak"
)

// InJapan runs a test with a bureau of bureautest.Japan on stores: in memory and on SQLite,
// and with ARPAD_SOAK=1 on PostgreSQL, too. That all stores behave alike is what Test and the
// tests of package store are for.
func InJapan(t *testing.T, test func(*testing.T, *bureautest.Bureau, *synth.Federation)) {
	for name, open := range Stores {
		if name == "PostgreSQL" && !soak.Full() {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := bureautest.JapanFederation()
			test(t, bureautest.JapanOf(t, open(t), f, nil), f)
		})
	}
}
