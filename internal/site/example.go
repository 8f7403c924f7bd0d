package site

import (
	"path"
	"strings"

	"github.com/arpadchess/arpad/internal/example"
)

// worked is the values of the page of a worked example.
type worked struct {
	Name    string // with its folder
	Under   string // the regulation
	Comment []string
	Files   []workedFile
	Want    []string
	Command string
	Clauses []cited // that it shows
}

// workedFile is a file of an example: the opening list, or a tournament.
type workedFile struct{ Name, Text string }

func readExample(v *visit) (*worked, error) {
	name := path.Join(v.value("folder"), v.value("name"))
	if !example.Known(name) {
		return nil, errNoPage
	}
	e, err := example.Named(name)
	if err != nil {
		return nil, err
	}
	w := &worked{Name: name, Under: e.Under, Command: "arpad regulations example " + name}
	for paragraph := range strings.SplitSeq(strings.TrimSpace(e.Comment), "\n\n") {
		w.Comment = append(w.Comment, strings.ReplaceAll(paragraph, "\n", " "))
	}
	for _, f := range e.Files {
		if f.Name != "want" {
			w.Files = append(w.Files, workedFile{f.Name, string(f.Data)})
		}
	}
	for _, line := range e.Want {
		w.Want = append(w.Want, line.Line)
	}
	all, err := v.editions()
	for _, about := range all {
		for _, c := range about.Clauses {
			if example.OfClause(about.ID, c.ID) == name {
				w.Clauses = append(w.Clauses, cited{Edition: about.ID, Clause: c.ID})
			}
		}
	}
	return w, err
}
