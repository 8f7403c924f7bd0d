package chart

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
)

// drawn returns a history of three lists with a correction.
func drawn() *History {
	day := func(month time.Month) civil.Date { return civil.Of(2024, month, 1) }
	return &History{
		Title: "Ratings of <Baba>", Description: "now 1520", Month: time.Month.String,
		Series: []Series{{Name: "Standard", Points: []Point{
			{Day: day(1), Rating: 1500}, {Day: day(2), Rating: 1500}, {Day: day(3), Rating: 1520, Published: 1530}, {Day: day(4)}, {Day: day(5), Rating: 1510},
		}}},
	}
}

// A drawing is well-formed, says what it shows, and has no style of its own.
func TestDrawingsAreComplete(t *testing.T) {
	history, err := drawn().SVG()
	if err != nil {
		t.Fatal(err)
	}
	distribution, err := (&Distribution{Title: "<All>", Description: "3 players", Bars: []Bar{{400, 1}, {500, 0}, {600, 2}}}).SVG()
	if err != nil {
		t.Fatal(err)
	}
	for _, svg := range []string{string(history), string(distribution)} {
		if n := strings.Count(svg, "<svg "); n != 2 || strings.Count(svg, "<title>") != n || strings.Count(svg, "<desc>") != n {
			t.Errorf("it has not two drawings with title and description: %s", svg)
		}
		if strings.Contains(svg, "style=") || strings.Contains(svg, "<Baba>") || strings.Contains(svg, "<All>") || strings.Contains(svg, "NaN") {
			t.Errorf("something is wrong in %s", svg)
		}
		for in := xml.NewDecoder(strings.NewReader(svg)); ; {
			if _, err := in.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%v in %s", err, svg)
			}
		}
	}
}

// A rating holds until the next list: the line goes across, then up or down; where
// there is no rating it stops.
func TestHistoryHasSteps(t *testing.T) {
	svg, err := drawn().SVG()
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(svg), `class="s1" d="`)
	path, _, _ := strings.Cut(rest, `"`)
	if shape := strings.Map(func(c rune) rune {
		if strings.ContainsRune("MHVL", c) {
			return c
		}
		return -1
	}, path); shape != "MHHVM" {
		t.Errorf("the line %q has the shape %s", path, shape)
	}
	if !strings.Contains(string(svg), "1530 → 1520") {
		t.Error("the correction is not marked")
	}
}

func TestNothingIsDrawnOfNothing(t *testing.T) {
	if svg, err := (&History{Series: []Series{{Points: []Point{{Day: 1}}}}}).SVG(); svg != "" || err != nil {
		t.Error(svg, err)
	}
	if svg, err := (&Distribution{}).SVG(); svg != "" || err != nil {
		t.Error(svg, err)
	}
}

// Ratings that have never changed are no drawing: a sentence says it.
func TestHistoryOfOnesThatStand(t *testing.T) {
	for name, c := range map[string]struct {
		ratings []rating.Rating
		drawn   bool
	}{
		"one list": {[]rating.Rating{1200}, false}, "three lists": {[]rating.Rating{1200, 1200, 1200}, false}, "away and back": {[]rating.Rating{1200, 0, 1200}, false},
		"moved": {[]rating.Rating{1200, 1201}, true}, "away and moved": {[]rating.Rating{1200, 0, 1100}, true},
	} {
		h := &History{Month: time.Month.String, Series: []Series{{Name: "Rapid"}}}
		for i, r := range c.ratings {
			h.Series[0].Points = append(h.Series[0].Points, Point{Day: civil.Of(2024, 1, 1).FirstOfMonth(i), Rating: r})
		}
		if svg, err := h.SVG(); err != nil || (svg != "") != c.drawn || strings.Contains(string(svg), "NaN") {
			t.Errorf("%s: %q %v", name, svg, err)
		}
	}
}

// The first list with the highest rating is marked, unless it is the last rating, which is named anyway.
func TestPeakIsMarked(t *testing.T) {
	for want, ratings := range map[string][]rating.Rating{">1520</text>": {1500, 1520, 1510}, "": {1500, 1510, 1520}} {
		h := &History{Month: time.Month.String, Series: []Series{{Name: "Rapid"}}}
		for i, r := range ratings {
			h.Series[0].Points = append(h.Series[0].Points, Point{Day: civil.Of(2024, 1, 1).FirstOfMonth(i), Rating: r})
		}
		svg, err := h.SVG()
		if marked := strings.Count(string(svg), `r="5"/>`); err != nil || marked != 2*min(1, len(want)) || !strings.Contains(string(svg), want) {
			t.Errorf("%v: %d peaks are marked (of 2 drawings), %v", ratings, marked, err)
		}
	}
}

// An unofficial rating is a hollow point behind the last list. It is neither the peak nor the rating that is named.
func TestUnofficialIsHollow(t *testing.T) {
	h := drawn()
	official, err := h.SVG()
	if err != nil {
		t.Fatal(err)
	}
	h.Series[0].Now, h.Now = Point{Day: civil.Of(2024, 5, 20), Rating: 1600}, "2024-05-20|Unofficial|1600"
	svg, err := h.SVG()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		part           string
		official, here int // of 2 drawings
	}{{`<circle class="s1"`, 0, 2}, {`data-now="2024-05-20|Unofficial|1600"`, 0, 2}, {"2024-05-01", 2, 0}, {"2024-05-20 2024-05-20", 0, 0}, {">Standard 1510<", 2, 2}, {`r="5"/>`, 2, 2}} {
		if before, now := strings.Count(string(official), c.part), strings.Count(string(svg), c.part); before != c.official || now != c.here {
			t.Errorf("%q is there %d times, and with the unofficial rating %d times, want %d and %d", c.part, before, now, c.official, c.here)
		}
	}
}
