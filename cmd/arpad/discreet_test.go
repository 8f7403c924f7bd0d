package main

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/internal/api"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/office"
)

// broken is a store of which no rows but the publications can be read, rowless reads it.
type (
	broken  struct{ bureau.Store }
	rowless struct{ bureau.Reader }
)

// View implements bureau.Store.
func (s broken) View(ctx context.Context, f func(bureau.Reader) error) error {
	return s.Store.View(ctx, func(r bureau.Reader) error { return f(rowless{r}) })
}

// Rows implements bureau.Reader.
func (r rowless) Rows(of *bureau.Relation, within bureau.Range, each func(bureau.Row) (bool, error)) error {
	if of.Name == rows.Publications.Name {
		return r.Reader.Rows(of, within, each)
	}
	return errors.New("the disk is gone")
}

// What fails is told by the form of its address: what visitors ask for, and what only they know, stays out of the log.
func TestFailuresDoNotNameAddresses(t *testing.T) {
	liveUpTo(t, "period publish")
	b, err := (&office.Office{Database: os.Getenv("ARPAD_DB")}).Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	whole := b.Store
	defer func() {
		b.Store = whole
		_ = office.Close(b) // it was only read
	}()
	b.Store = broken{whole}
	shown := siteOf(b)
	var told []string
	shown.Failed = func(address string, _ error) { told = append(told, address) }
	all := &public{shown, api.New(shown.Public)}
	for path, form := range map[string]string{
		"/en/players/N00000001/?from=secret": "/en/players/{id}/", "/api/v1/players/N00000001": "GET /api/v1/players/{id}",
	} {
		told = nil
		r := httptest.NewRequest(http.MethodGet, path, http.NoBody)
		all.ServeHTTP(httptest.NewRecorder(), r)
		for _, said := range told {
			if strings.Contains(said, "secret") || strings.Contains(said, "N00000001") {
				t.Errorf("%s: told as %q", path, said)
			}
		}
		if len(told) == 0 || !strings.HasPrefix(told[0], form) {
			t.Errorf("%s: told as %q, want %s", path, told, form)
		}
	}
}
