package chart

import (
	"html/template"
	"strconv"

	"github.com/arpadchess/arpad/rating"
)

// Distribution is how many players have which rating.
type Distribution struct {
	Title, Description string
	Bars               []Bar // from the lowest ratings on, without gaps
}

// Bar is the players with a rating from From on.
type Bar struct {
	From    rating.Rating
	Players int
}

// SVG returns the drawings, the wide one first; nothing if there are no bars.
func (d *Distribution) SVG() (template.HTML, error) {
	if len(d.Bars) == 0 {
		return "", nil
	}
	most := 1
	for _, b := range d.Bars {
		most = max(most, b.Players)
	}
	var all []*distributionDrawing
	for _, s := range []size{
		{Class: "wide", Width: 860, Height: 150, top: 16, bottom: 22},
		{Class: "narrow", Width: 328, Height: 130, top: 16, bottom: 22, narrow: true},
	} {
		drawn := &distributionDrawing{size: s, Title: d.Title, Description: d.Description, Bottom: at(s.Height - s.bottom)}
		drawn.bars(d, most)
		all = append(all, drawn)
	}
	return draw("distribution", all)
}

type distributionDrawing struct {
	size
	Title, Description string
	Bars               []drawnBar
	Bottom             string
}

type drawnBar struct{ X, Y, Width, Height, TextX, TextY, Players, LabelX, LabelY, Label string }

// bars draws the bars, and below them the ratings at which they begin: not all where
// there is little room.
func (d *distributionDrawing) bars(of *Distribution, most int) {
	const between, above, lowest = 2, 4, 5
	width := d.Width / float64(len(of.Bars))
	every := 100 * rating.Rating(1+int(60/width))
	for i, b := range of.Bars {
		height := (d.Height - d.top - d.bottom) * float64(b.Players) / float64(most)
		x, y := width*float64(i), d.Height-d.bottom-height
		bar := drawnBar{X: at(x + between/2), Y: at(y), Width: at(width - between), Height: at(height), TextX: at(x + width/2), TextY: at(y - above), LabelX: at(x), LabelY: at(d.Height - lowest)}
		if b.Players > 0 && (!d.narrow || b.Players == most) {
			bar.Players = strconv.Itoa(b.Players)
		}
		if b.From%every == 0 && i > 0 && i < len(of.Bars) {
			bar.Label = b.From.String()
		}
		d.Bars = append(d.Bars, bar)
	}
}
