package api_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"

	"github.com/arpadchess/arpad/internal/api"
	"github.com/arpadchess/arpad/internal/public"
	"github.com/arpadchess/arpad/internal/test/bureautest"
	"github.com/arpadchess/arpad/internal/test/storetest"
	"github.com/arpadchess/arpad/roster"
)

// TestDescription compares the description of the API with docs/openapi.json, which UPDATE=1
// writes.
func TestDescription(t *testing.T) {
	const file = "../../docs/openapi.json"
	got, err := api.New(public.New(nil)).OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(file, got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("the API is not what %s says (UPDATE=1 writes it)", file)
	}
}

// However a request is spelled, its answer is made once; what is not known is refused before
// any work.
func TestAnswersAreKeptByWhatWasRead(t *testing.T) {
	t.Parallel()
	d := bureautest.New(t, storetest.Create(t, storetest.File(t)))
	d.On("2024-02-01")
	d.Init("ncs", "2024-02", nil, nil, &roster.List{})
	p := public.New(d.Bureau)
	a := api.New(p)
	for _, c := range []struct {
		address string
		status  int
		made    int64 // answers, so far
	}{
		{"/lists/2024-02/standard?limit=5&sort=name", http.StatusOK, 1},
		{"/lists/2024-02/standard?sort=name&limit=5", http.StatusOK, 1},
		{"/lists/2024-02/standard?&&s%6frt=name&limit=05&", http.StatusOK, 1},
		{"/lists/2024-02/standard?sort=name&limit=6", http.StatusOK, 2},
		{"/lists/2024-02/rapid?sort=name&limit=6", http.StatusOK, 3},
		{"/lists/2024-02/rapid?sort=name&limit=6&region=a", http.StatusOK, 4},
		{"/lists/2024-02/rapid?sort=name&limit=6&title=a", http.StatusOK, 5},
		{"/lists/2024-02/rapid?sort=name&limit=6&unknown=1", http.StatusBadRequest, 5},
		{"/lists/2024-02/rapid?sort=unknown&limit=6", http.StatusBadRequest, 5},
		{"/status?lang=en", http.StatusOK, 6},
		{"/status?lang=ja", http.StatusOK, 7},
		{"/status", http.StatusOK, 7},
		{"/lists?lang=ja", http.StatusOK, 8}, // which has no words
		{"/lists?lang=en", http.StatusOK, 8},
	} {
		answer := httptest.NewRecorder()
		a.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, api.Root+c.address, http.NoBody))
		if made := p.Rendered.Load(); answer.Code != c.status || made != c.made {
			t.Errorf("%s: %d, after %d answers, not %d after %d", c.address, answer.Code, made, c.status, c.made)
		}
	}
}
