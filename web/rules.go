package web

import (
	"slices"

	"github.com/arpadchess/arpad/bureau/correction"
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/regulation"
)

// edition is the values of the page of an edition.
type edition struct {
	regulation.About
	Name    string
	Clauses []clause
	Options []option
	Others  []regulation.About // of the regulation
	General []reading          // readings that belong to no clause
}

// option is a choice that an edition leaves open.
type option struct {
	regulation.Option
	Other []string // values that it may have instead
}

// editions returns the editions of the bureau's regulation, with its options set.
func (v *visit) editions() ([]regulation.About, error) {
	rules, err := v.settings.Rules()
	var all []regulation.About
	for _, e := range rules.Editions {
		all = append(all, e.About())
	}
	return all, err
}

func readRules(v *visit) (any, error) { return v.editions() }

func readEdition(v *visit) (any, error) {
	all, err := v.editions()
	if err != nil {
		return nil, err
	}
	n := slices.IndexFunc(all, func(a regulation.About) bool { return a.ID == v.value("edition") })
	if n < 0 {
		return nil, errNoPage
	}
	e := &edition{About: all[n], Name: v.Text("regulation."+all[n].ID, nil), Others: all}
	seen := map[string]bool{}
	for _, c := range e.About.Clauses {
		k := clause{ID: c.ID, Title: v.Clause(&e.About, c.ID), Status: c.Status, Also: c.Also}
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

// corrected is an entry of the log of corrections.
type corrected struct {
	document.Correction
	On  civil.Date
	Ref string // of the report; empty: none
}

func readCorrections(v *visit) (any, error) {
	all, err := correction.All(v.r)
	if err != nil {
		return nil, err
	}
	accepted := slices.DeleteFunc(all, func(k *correction.Correction) bool { return k.State != correction.Accepted })
	slices.Reverse(accepted)
	if err := v.nameCorrected(accepted); err != nil {
		return nil, err
	}
	var log []corrected
	for i, c := range document.NewCorrections(v.Printer, v.settings, accepted).Corrections {
		day, err := civil.Parse(c.Day)
		if err != nil {
			return nil, err
		}
		log = append(log, corrected{c, day, accepted[i].What.Report})
	}
	return log, nil
}
