package cases_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau/account"
	"github.com/arpadchess/arpad/internal/test/hall"
)

func wish(role string) account.Wish { return account.Wish{Roles: []string{role}} }

// The keys are listed, and their script is on the pages of the desk.
func TestKeys(t *testing.T) {
	for _, lang := range explain.Languages {
		h := hall.New(t, lang, "")
		h.Enters(h.Browser, "officer")
		a := h.Get("desk/keys/")
		h.Wants(a, http.StatusOK, "desk/keys/", h.Say("desk.keys.j"))
		if !strings.Contains(a.Body, `data-desk="`) {
			t.Error("the page has no script for keys")
		}
	}
}
