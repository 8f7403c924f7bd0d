package join

import (
	"slices"

	"github.com/arpadchess/arpad/report"
)

// place finds where the entries are of sections that add nothing, or of a whole file.
func (e *Event) place(f *File, whole bool, known Known) {
	for i := range f.Report.Sections {
		s := &f.Report.Sections[i]
		if !whole && f.adds(s.Name) {
			continue
		}
		stage, goes := GoesOn(s, e.Report.Sections, known)
		if !goes {
			continue
		}
		at := slices.IndexFunc(e.Report.Sections, func(other report.Section) bool { return other.Name == stage.Now.Name })
		e.parts = append(e.parts, part{f, s, at, stage.Start})
	}
}

// covers reports whether the event has every game of a file.
func (e *Event) covers(f *File) bool {
	games, found := 0, 0
	for i := range f.Report.Sections {
		games += len(f.Report.Sections[i].Games)
	}
	for _, p := range e.parts {
		if p.file == f {
			found += e.has(p)
		}
	}
	return found == games
}

// has returns how many games of a section that does not hold together the event has.
func (e *Event) has(p part) int {
	stage := Stage{Old: p.section, Now: &e.Report.Sections[p.at], Start: p.start}
	stage.complete()
	common, changed := stage.common()
	return common - changed
}

// At returns where an entry of a file is in the event: the name of its section and its
// start number; ok is false if the event has it no more. A section that is gone keeps
// its name.
func (e *Event) At(file int, section string, start int) (name string, at int, ok bool) {
	for _, p := range e.parts {
		if p.file.Number == file && p.section.Name == section {
			at, ok = p.start[start]
			return e.Report.Sections[p.at].Name, at, ok
		}
	}
	return section, 0, false
}

// Place is an entry of a file.
type Place struct {
	File    int
	Section string
	Start   int
}

// Places returns where an entry of the event stands in the files: first in those that
// add it, in the order of Join.
func (e *Event) Places(section string, start int) []Place {
	var places, others []Place
	for _, p := range e.parts {
		if e.Report.Sections[p.at].Name != section {
			continue
		}
		for i := range p.section.Players {
			there := p.section.Players[i].StartNumber
			if p.start[there] != start {
				continue
			}
			if place := (Place{p.file.Number, p.section.Name, there}); p.file.adds(p.section.Name) {
				places = append(places, place)
			} else {
				others = append(others, place)
			}
			break
		}
	}
	return append(places, others...)
}
