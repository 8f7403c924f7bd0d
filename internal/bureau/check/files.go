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
