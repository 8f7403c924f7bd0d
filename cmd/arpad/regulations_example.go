package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/example"
)

// regulationsExample rates a worked example, or lists our own.
type regulationsExample struct {
	Name string `arg:"" optional:"" help:"cli.arg-example"`
}

// Run prints each wanted line that comes out otherwise; then how many there are.
func (c *regulationsExample) Run(a *app) error {
	if c.Name == "" {
		for _, name := range example.Names() {
			fmt.Fprintln(a.out, name)
		}
		return nil
	}
	find := example.Read
	if example.Known(c.Name) {
		find = example.Named
	}
	e, err := find(c.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return finding.NewProblem("example-unknown", finding.Text("name", c.Name))
	}
	if err != nil {
		return finding.NewProblem("example-unreadable", finding.Text("cause", err.Error()))
	}
	rated, err := e.Rate(e.Regulation)
	if err != nil {
		return finding.NewProblem("example-unreadable", finding.Text("cause", err.Error()))
	}
	for _, w := range e.Want {
		if rated.Got(w) == nil {
			a.atLeast(exitRefused)
			a.say("example.missing", explain.Data{"line": w.Line})
			continue
		}
		differ := rated.Differ(w)
		for _, name := range slices.Sorted(maps.Keys(differ)) {
			a.atLeast(exitRefused)
			a.say("example.differs", explain.Data{"line": w.Line, "name": name, "value": differ[name]})
		}
	}
	holding := 0
	for _, w := range e.Want {
		if rated.Holds(w) {
			holding++
		}
	}
	a.say("example.holds", explain.Data{"name": c.Name, "holding": fmt.Sprint(holding), "lines": fmt.Sprint(len(e.Want))})
	return nil
}
