package main

import (
	"fmt"
	"html/template"
	"net/url"
	"strings"
	"sync"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/page/glyph"
	"github.com/arpadchess/arpad/internal/site/calculator"
	"github.com/arpadchess/arpad/internal/site/check"
)

// page is what a template shows, as on the server.
type page struct {
	*explain.Printer
	Up string // the way to the root of the site
	V  any
}

// Link returns the way to a page of the language, by the parts of its address.
func (p *page) Link(parts ...any) string {
	all := p.Up + p.Language
	for _, part := range parts {
		if text := fmt.Sprint(part); text != "" {
			all += "/" + url.PathEscape(text)
		}
	}
	return all + "/"
}

// About returns the page for a template of a part of it.
func (p *page) About(v any) *page { return &page{p.Printer, p.Up, v} }

// templates are the templates of each language, read when they are first needed.
var templates = func() map[string]func() *template.Template {
	all := map[string]func() *template.Template{}
	for _, lang := range explain.Languages {
		all[lang] = sync.OnceValue(func() *template.Template {
			p := explain.New(lang)
			functions := template.FuncMap{
				"t":    func(key string, values ...any) string { return glyph.Text(p, key, values...) },
				"word": p.Word, "typeset": func(text string) string { return glyph.Typeset(p, text) }, "anchor": glyph.Anchor,
			}
			set := template.New(lang).Funcs(functions)
			template.Must(set.ParseFS(calculator.Templates, "*.html"))
			return template.Must(set.ParseFS(check.Templates, "*.html"))
		})
	}
	return all
}()

// printers are the texts of each language, read when they are first needed.
var printers = func() map[string]func() *explain.Printer {
	all := map[string]func() *explain.Printer{}
	for _, lang := range explain.Languages {
		all[lang] = sync.OnceValue(func() *explain.Printer { return explain.New(lang) })
	}
	return all
}()

// newPage returns a page in a language, in the first one if it is unknown.
func newPage(lang, up string) *page {
	if printers[lang] == nil {
		lang = explain.Languages[0]
	}
	return &page{Printer: printers[lang](), Up: up}
}

// render renders a template with values.
func (p *page) render(name string, v any) (string, error) {
	var out strings.Builder
	err := templates[p.Language]().ExecuteTemplate(&out, name, p.About(v))
	return out.String(), err
}
