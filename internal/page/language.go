package page

import (
	"net/http"
	"sync"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/response"
)

var printers = sync.OnceValue(func() map[string]*explain.Printer {
	all := map[string]*explain.Printer{}
	for _, lang := range explain.Languages {
		all[lang] = explain.New(lang)
	}
	return all
})

// In returns the printer of a language.
func In(lang string) *explain.Printer { return printers()[lang] }

var preferred = sync.OnceValue(func() func(*http.Request) string { return response.Languages(explain.Languages) })

// Preferred returns the language that suits a visitor best.
func Preferred(r *http.Request) string { return preferred()(r) }
