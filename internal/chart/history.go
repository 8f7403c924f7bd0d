package chart

import (
	"html/template"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
)

// History is ratings list by list. A rating holds until the next list, so a line
// has steps, not slopes.
type History struct {
	Title, Description string
	Series             []Series // the first one is drawn above the others
	Month              func(time.Month) string
	Now                string // day, name and ratings of the unofficial points, for a script; empty: there are none
}

// Series is the ratings of one kind.
type Series struct {
	Name   string
	Points []Point // by day
	Now    Point   // the unofficial rating, on a day after the lists; zero: it is not shown
}

// Point is a rating in the list of a day.
type Point struct {
	Day       civil.Date
	Rating    rating.Rating // zero: none
	Published rating.Rating // in the first revision, if that was another one; else zero
}

// moved reports whether a rating changes in a series.
func (h *History) moved() bool {
	return slices.ContainsFunc(h.Series, func(s Series) bool {
		var last rating.Rating
		return slices.ContainsFunc(s.Points, func(p Point) bool {
			before := last
			if p.Rating.Rated() {
				last = p.Rating
			}
			return before.Rated() && last != before || p.Published.Rated() && p.Published != p.Rating
		})
	})
}

// SVG returns the drawings, the wide one first; nothing if there is no rating, or none has ever changed.
func (h *History) SVG() (template.HTML, error) {
	first, last, low, high := h.bounds()
	if !h.moved() {
		return "", nil
	}
	step := rating.Rating(25)
	for (high-low)/step > 6 {
		step *= 2
	}
	low, high = low-low%step, high+step-high%step
	var all []*historyDrawing
	for _, s := range sizes {
		d := &historyDrawing{size: s, Title: h.Title, Description: h.Description, first: first, last: max(last, first+1), low: low, high: high}
		d.Live = &live{
			Box: strings.Join([]string{at(s.left), at(s.top), at(s.right), at(s.bottom)}, " "), Days: d.first.String() + " " + d.last.String(), Ratings: low.String() + " " + high.String(), Now: h.Now,
		}
		d.grid(h, step)
		for i := len(h.Series) - 1; i >= 0; i-- {
			d.series(h, i)
		}
		all = append(all, d)
	}
	return draw("history", all)
}

// bounds returns the first and last day, and the lowest and highest rating.
func (h *History) bounds() (first, last civil.Date, low, high rating.Rating) {
	for _, s := range h.Series {
		for _, p := range append(slices.Clip(s.Points), s.Now) {
			for _, r := range []rating.Rating{p.Rating, p.Published} {
				if !r.Rated() {
					continue
				}
				if low == 0 {
					first, last, low, high = p.Day, p.Day, r, r
				}
				first, last, low, high = min(first, p.Day), max(last, p.Day), min(low, r), max(high, r)
			}
		}
	}
	return first, last, low, high
}

// historyDrawing is a drawing of a history in one size.
type historyDrawing struct {
	size
	Title, Description string
	Lines              []gridLine
	Ticks              []tick
	Curves             []curve
	Bottom             string

	first, last civil.Date
	low, high   rating.Rating
}

type gridLine struct{ Y, From, To, TextX, TextY, Label string }

type tick struct{ X, Y, TextY, Label, Class string }

type curve struct {
	Class          string // "1" or "2"
	Path           string
	Dots           []dot
	Corrected      []corrected
	Peak           *peak // nil: it is the last rating
	Now            *now  // nil: it is not shown
	Label          string
	LabelX, LabelY string
	Key            bool // the label is a key below the drawing
	KeyX, KeyY     string
}

type dot struct{ Class, X, Y string }

// peak marks the first list with the highest rating.
type peak struct{ X, Y, TextY, Label string }

// now is a hollow point, and the way there from the last list.
type now struct{ Path, X, Y string }

type corrected struct{ X, Y, To, TextX, TextY, Label string }

func (d *historyDrawing) x(day civil.Date) float64 {
	return d.left + (d.Width-d.left-d.right)*float64(day-d.first)/float64(d.last-d.first)
}

func (d *historyDrawing) y(r rating.Rating) float64 {
	return d.Height - d.bottom - (d.Height-d.top-d.bottom)*float64(r-d.low)/float64(d.high-d.low)
}

// grid draws the horizontal lines and the days below.
func (d *historyDrawing) grid(h *History, step rating.Rating) {
	const gap, baseline = 7, 4
	for r := d.low; r <= d.high; r += step {
		d.Lines = append(d.Lines, gridLine{at(d.y(r)), at(d.left), at(d.Width - d.right), at(d.left - gap), at(d.y(r) + baseline), r.String()})
	}
	bottom := d.Height - d.bottom
	d.Bottom = at(bottom)
	years := int(d.last-d.first) / 365
	for month := d.first.FirstOfMonth(0); month <= d.last; month = month.FirstOfMonth(1) {
		year, name, _ := month.Split()
		if month < d.first {
			continue
		}
		const below = 18
		mark := tick{X: at(d.x(month)), Y: at(bottom), TextY: at(bottom + below), Class: "g"}
		switch {
		case name == time.January && (years < 8 || year%5 == 0):
			mark.Label, mark.Class = strconv.Itoa(year), "g base"
		case years < 3 && int(name)%3 == 1 && !d.narrow, years < 1 && int(name)%3 == 1:
			mark.Label = h.Month(name)
		default:
			continue
		}
		d.Ticks = append(d.Ticks, mark)
	}
}

// series draws the ratings of a kind.
func (d *historyDrawing) series(h *History, n int) {
	c := curve{Class: strconv.Itoa(min(n, 1) + 1), Key: d.narrow}
	var path strings.Builder
	var last rating.Rating
	var lastDay civil.Date
	var highest Point
	for _, p := range h.Series[n].Points {
		if p.Rating > highest.Rating {
			highest = p
		}
		if !p.Rating.Rated() {
			last = 0
			continue
		}
		x, y := at(d.x(p.Day)), at(d.y(p.Rating))
		switch {
		case last == 0:
			path.WriteString("M" + x + " " + y)
		case p.Rating == last:
			path.WriteString("H" + x)
		default:
			path.WriteString("H" + x + "V" + y)
		}
		if p.Rating != last {
			c.Dots = append(c.Dots, dot{c.Class, x, y})
		}
		if p.Published.Rated() && p.Published != p.Rating {
			const above, below = -10, 19 // on the side away from the line, over what came before
			aside, beside := above, 12.0
			if d.narrow {
				beside = -6 // the next dot is near
			}
			if p.Published < p.Rating {
				aside = below
			}
			c.Corrected = append(c.Corrected, corrected{x, at(d.y(p.Published)), y, at(min(d.x(p.Day)+beside, d.Width)), at(d.y(p.Published) + float64(aside)), p.Published.String() + " → " + p.Rating.String()})
		}
		last, lastDay = p.Rating, p.Day
	}
	if path.Len() == 0 {
		return
	}
	c.Path = path.String()
	if highest.Rating != last {
		const above = 8
		c.Peak = &peak{at(d.x(highest.Day)), at(d.y(highest.Rating)), at(d.y(highest.Rating) - above), highest.Rating.String()}
	}
	end := lastDay
	if p := h.Series[n].Now; p.Rating.Rated() && last.Rated() {
		end = p.Day
		c.Now = &now{"M" + at(d.x(lastDay)) + " " + at(d.y(last)) + "H" + at(d.x(end)) + "V" + at(d.y(p.Rating)), at(d.x(end)), at(d.y(p.Rating))}
	}
	if last.Rated() {
		c.Label = h.Series[n].Name + " " + last.String()
	} else {
		c.Label = h.Series[n].Name
	}
	const aside, lower, half = 10, 4, 150
	c.LabelX, c.LabelY = at(d.x(end)+aside), at(d.y(last)+lower)
	if d.narrow {
		c.KeyX, c.KeyY = at(float64(6+half*n)), at(d.Height-aside)
		c.LabelX, c.LabelY = at(float64(6+half*n+aside)), at(d.Height-aside+lower)
	} else if !last.Rated() {
		c.LabelY = at(d.top)
	}
	d.Curves = append(d.Curves, c)
}
