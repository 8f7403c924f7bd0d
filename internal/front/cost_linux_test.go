package front

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/arpadchess/arpad/internal/response"
)

// While the database is slow a visitor's pages are no dearer than usual, and many are let in at once; who asks for large lists is
// limited as ever.
func TestSlowDatabaseMakesNobodyDear(t *testing.T) {
	t.Parallel()
	const wait = 40 * time.Millisecond // four more requests, if waiting counted
	f := fronted(func(w http.ResponseWriter, r *http.Request) {
		err := response.Spend(r.Context(), func() error {
			<-time.After(wait) // the database
			return nil
		})
		if err != nil {
			t.Error(err)
		}
		size := 20 << 10
		if r.URL.Path == "/list" {
			size = 3 << 20
		}
		_, _ = w.Write(make([]byte, size)) // the visitor may have left
	})
	f.Rate = 50
	now := time.Now()
	h := f.guarded(func() time.Time { return now }, &journal{log: func(string) {}, now: time.Now})
	served := func(from, path string, n int) (fine int) {
		for range n {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, http.NoBody)
			r.RemoteAddr = from
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code == http.StatusOK {
				fine++
			}
		}
		return fine
	}
	if fine := served("192.0.2.1:1", "/page", 60); fine != 60 {
		t.Errorf("a visitor got %d of 60 pages", fine)
	}
	if fine := served("192.0.2.2:1", "/list", 60); fine != 6 { // a list is 49 requests, of which 250 are let in
		t.Errorf("an attacker got %d large lists of 60", fine)
	}
}
