package main

import (
	"testing"

	"github.com/alecthomas/kong"

	"github.com/arpadchess/arpad/explain"
)

// Every command, argument and flag has its words, in both languages.
func TestHelpHasWords(t *testing.T) {
	parser, err := kong.New(&commands{}, kong.Vars{"lang": "en"})
	if err != nil {
		t.Fatal(err)
	}
	keys := map[string]string{}
	var walk func(*kong.Node)
	walk = func(n *kong.Node) {
		if n.Parent != nil {
			keys[n.Help] = n.Path()
		}
		for _, f := range n.Flags {
			if f.Name != "help" && !f.Hidden {
				keys[f.Help] = n.Path() + " --" + f.Name
			}
		}
		for _, p := range n.Positional {
			keys[p.Help] = n.Path() + " " + p.Name
		}
		for _, child := range n.Children {
			walk(child)
		}
	}
	walk(parser.Model.Node)
	for _, language := range explain.Languages {
		p := explain.New(language)
		for key, where := range keys {
			if p.Text(key, nil) == key {
				t.Errorf("%s: there is no %s text %q", where, language, key)
			}
		}
	}
}
