package main

import (
	"net/url"

	"github.com/arpadchess/arpad/internal/site/calculator"
	"github.com/arpadchess/arpad/regulation/catalog"
)

// ask is what a page asks of a calculator.
type ask struct {
	Lang    string            `json:"lang"`
	Up      string            `json:"up"` // the way to the root of the site
	Rules   string            `json:"rules"`
	Options map[string]string `json:"options"`
	Name    string            `json:"name"` // of the calculator
	Query   string            `json:"query"`
}

// answer returns the content of the page with the answer, the same that a server sends.
func (a *ask) answer() (string, error) {
	rules, err := catalog.Find(a.Rules)
	for name, value := range a.Options {
		if err == nil {
			rules, err = rules.With(name, value)
		}
	}
	if err != nil {
		return "", err
	}
	query, _ := url.ParseQuery(a.Query) // what can be read of it
	p := newPage(a.Lang, a.Up)
	asked := &calculator.Asked{Name: a.Name, Editions: rules.Editions, Query: query}
	values := asked.Answer(p.Printer)
	if values == nil {
		return "", nil
	}
	return p.render("calculator", values)
}
