// Package chart draws ratings as SVG. A drawing is complete by itself: it has a
// title and a description, is laid out for two widths, and needs no script and no
// style but classes.
package chart

import (
	"bytes"
	_ "embed"
	"html/template"
	"strconv"
)

//go:embed chart.svg
var source string

var drawings = template.Must(template.New("chart.svg").Parse(source))

// size is the size of a drawing, with its margins.
type size struct {
	Class                    string
	Width, Height            float64
	left, right, top, bottom float64
	narrow                   bool
	Live                     *live // nil: the drawing stays still
}

// live is what a script needs to lay something over a drawing.
type live struct {
	Box     string // left, top, right and bottom margin
	Days    string // the first and last day
	Ratings string // at the lower and upper edge
	Now     string // History.Now
}

// The sizes. A page shows the one that fits.
var sizes = []size{
	{Class: "wide", Width: 860, Height: 250, left: 38, right: 130, top: 14, bottom: 26},
	{Class: "narrow", Width: 328, Height: 222, left: 38, right: 12, top: 14, bottom: 48, narrow: true},
}

// draw draws one of the templates.
func draw(name string, values any) (template.HTML, error) {
	var out bytes.Buffer
	err := drawings.ExecuteTemplate(&out, name, values)
	return template.HTML(out.String()), err // what is in it was escaped by the template
}

// at formats a coordinate.
func at(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) }
