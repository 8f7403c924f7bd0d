package rating

import (
	"fmt"
	"strconv"
)

// Rating is a published rating in whole points. The zero Rating means
// unrated.
type Rating int16

// Max is the highest rating that a list or a report may contain. Anything above
// it is a typing error.
const Max Rating = 4000

// Rated reports whether there is a rating.
func (r Rating) Rated() bool { return r != 0 }

// Since returns by how much the rating has changed since it was before, and zero and false if
// either is unrated.
func (r Rating) Since(before Rating) (by int, known bool) {
	if !r.Rated() || !before.Rated() {
		return 0, false
	}
	return int(r) - int(before), true
}

// Points returns the rating as exact points.
func (r Rating) Points() Points { return Points(r) * Point }

// String prints the rating, "-" for unrated.
func (r Rating) String() string {
	if r == 0 {
		return "-"
	}
	return strconv.Itoa(int(r))
}

// ParseRating parses a rating as lists write it: empty and 0 are unrated,
// anything else a whole number from 1 to Max.
func ParseRating(text string) (Rating, error) {
	if text == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	switch {
	case err != nil:
		return 0, fmt.Errorf("rating %q is not a whole number", text)
	case n < 0 || n > int(Max):
		return 0, fmt.Errorf("rating %d is not between 0 and %d", n, Max)
	}
	return Rating(n), nil
}

// K is a development coefficient. Zero means none, or several.
type K uint8
