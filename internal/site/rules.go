package site

import (
	"slices"
	"strings"

	"github.com/arpadchess/arpad/internal/example"
	"github.com/arpadchess/arpad/internal/page/glyph"
	"github.com/arpadchess/arpad/regulation"
)

// edition is the values of the page of an edition.
type edition struct {
	regulation.About
	Name    string
	Clauses []clause
	Options []option
	Others  []regulation.About // of the regulation
	Before  *regulation.About  // the edition that it is compared with; nil: there is none
	Whole   []parameter        // of the edition as a whole
	General []reading          // readings that belong to no clause
}

// option is a choice that an edition leaves open.
type option struct {
	regulation.Option
	Other []string // values that it may have instead
}

// editions returns the editions of the bureau's regulation, with its options set.
func (v *visit) editions() ([]regulation.About, error) {
	rules, err := v.Settings.Rules()
	var all []regulation.About
	for _, e := range rules.Editions {
		all = append(all, e.About())
	}
	return all, err
}

// editionLine is an edition in the table of all.
type editionLine struct {
	regulation.About
	Before string // the edition before; empty: none
}

func readRules(v *visit) ([]editionLine, error) {
	all, err := v.editions()
	var lines []editionLine
	for i, about := range all {
		line := editionLine{About: about}
		if i > 0 {
			line.Before = all[i-1].ID
		}
		lines = append(lines, line)
	}
	return lines, err
}

func readEdition(v *visit) (*edition, error) {
	all, err := v.editions()
	if err != nil {
		return nil, err
	}
	n := slices.IndexFunc(all, func(a regulation.About) bool { return a.ID == v.Value("edition") })
	if n < 0 {
		return nil, errNoPage
	}
	e := &edition{About: all[n], Name: glyph.Typeset(v.Printer, v.Text("regulation."+all[n].ID, nil)), Others: all}
	switch {
	case n > 0:
		e.Before = &all[n-1]
	case len(all) > 1:
		e.Before = &all[1]
	}
	parameters := v.parameters(&e.About)
	e.Whole = slices.DeleteFunc(at(parameters, ""), func(p parameter) bool { return p.Option })
	seen := map[string]bool{}
	for _, c := range e.About.Clauses {
		k := clause{ID: c.ID, Title: v.Clause(&e.About, c.ID), Status: c.Status, Also: c.Also, Parameters: at(parameters, c.ID)}
		if name := example.OfClause(e.ID, c.ID); name != "" {
			k.Example = strings.Split(name, "/")
		}
		for _, id := range e.ReadingsOf(c.ID) {
			k.Readings = append(k.Readings, reading{id, v.Reading(id), !seen[id]})
			seen[id] = true
		}
		e.Clauses = append(e.Clauses, k)
	}
	for _, id := range e.Readings {
		if !seen[id] {
			e.General = append(e.General, reading{id, v.Reading(id), true})
		}
	}
	for _, o := range e.About.Options {
		e.Options = append(e.Options, option{o, slices.DeleteFunc(slices.Clone(o.Allowed), func(value string) bool { return value == o.Value })})
	}
	return e, nil
}
