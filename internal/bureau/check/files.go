package check

import (
	"github.com/arpadchess/arpad/report/join"
)

// Part is a section of a file, by the number of its revision.
type Part struct {
	File    int    `json:"file"`
	Section string `json:"section"`
}

// Anchor is an entry of a file: what an officer decides of an entry follows it,
// whatever number it has in the report.
type Anchor struct {
	Part
	Start int `json:"start"`
}

// AnchorAt returns the anchor of a place in a file.
func AnchorAt(p join.Place) Anchor { return Anchor{Part{p.File, p.Section}, p.Start} }

// Locate places what officers have decided of entries in the report as it is now. What
// they have just decided is of the report as they saw it: its entries are looked up in
// the files. An entry that is gone has the start number 0, which nobody bears.
func (r *Case) Locate(e *join.Event) {
	for i := range r.Matches {
		m := &r.Matches[i]
		m.Section = m.Of.place(e, m.Section, &m.Start)
	}
	for i := range r.Adjustments {
		a := &r.Adjustments[i]
		section := a.Section
		for n, start := range []*int{&a.Start, &a.White, &a.Black} {
			if *start != 0 || a.Of[n].File != 0 {
				section = a.Of[n].place(e, a.Section, start)
			}
		}
		a.Section = section
	}
}

// place sets the start number that an anchored entry has in the report, and returns its
// section. One that is not anchored yet is anchored where it stands now.
func (of *Anchor) place(e *join.Event, section string, start *int) string {
	if of.File == 0 {
		if all := e.Places(section, *start); len(all) > 0 {
			*of = AnchorAt(all[0])
		}
		return section
	}
	name, at, _ := e.At(of.File, of.Section, of.Start)
	*start = at
	return name
}
