package api_test

import (
	"bytes"
	"os"
	"testing"

	"github.com/arpadchess/arpad/internal/api"
	"github.com/arpadchess/arpad/internal/public"
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
