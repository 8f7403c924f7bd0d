package site

import (
	"html/template"

	"github.com/arpadchess/arpad/internal/stencil"
)

// kept are the lines of the tables of all pages.
var kept stencil.Kept

// Lines returns the lines of a table by their template, given a slice of their values. The
// template knows nothing of the page.
func (p *page) Lines(name string, all any) (template.HTML, error) {
	return kept.Make(languages()[p.lang].templates[p.kind.template], name, all)
}
