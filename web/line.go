package web

import (
	"html/template"

	"github.com/arpadchess/arpad/internal/stencil"
)

// kept are the lines of the tables of all pages.
var kept stencil.Kept

// lineOf is what the lines of a page depend on but for their values.
type lineOf struct{ file, lang, up string }

// Lines returns the lines of a table by their template, given a slice of their values.
func (p *page) Lines(name string, all any) (template.HTML, error) {
	of := any(lineOf{p.kind.template, p.lang, p.up()})
	if len(p.up()) > deepest {
		of = nil
	}
	return kept.Make(languages()[p.lang].templates[p.kind.template], name, of, func(v any) any { return p.About(v) }, all)
}
