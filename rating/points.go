package rating

import (
	"fmt"
	"strconv"
	"strings"
)

// Points is an exact number of rating points, counted in 1/100 000 of a point
// (Reading G1): fine enough for one per cent of a change that itself has three
// decimals.
type Points int64

// Point is one whole rating point.
const Point Points = 100_000

// Whole returns n whole points.
func Whole(n int) Points { return Points(n) * Point }

// Round returns the nearest whole number of points, halves away from zero: the
// rule for a change, which has a sign (Reading G2).
func (p Points) Round() int {
	if p < 0 {
		return -int((-p + Point/2) / Point)
	}
	return int((p + Point/2) / Point)
}

// Truncate drops the fraction.
func (p Points) Truncate() int { return int(p / Point) }

// RoundHalfUp returns the nearest whole number of points, halves upwards.
func (p Points) RoundHalfUp() int { return HalfUp(int(p), int(Point)) }

// String prints the number without trailing zeros: "-15.3", "6.798", "0".
func (p Points) String() string { return decimal(int64(p), 5) }

// Signed prints the number with its sign, including a plus.
func (p Points) Signed() string {
	if p > 0 {
		return "+" + p.String()
	}
	return p.String()
}

// MarshalJSON writes a JSON number.
func (p Points) MarshalJSON() ([]byte, error) { return []byte(p.String()), nil }

// HalfUp returns the quotient rounded to the nearest whole number, halves
// upwards: the rule for an average of ratings and for a percentage (Reading
// G2). The denominator must be positive.
func HalfUp(numerator, denominator int) int {
	return floorDiv(2*numerator+denominator, 2*denominator)
}

func floorDiv(a, b int) int {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// decimal prints n / 10^places without trailing zeros.
func decimal(n int64, places int) string {
	sign := ""
	if n < 0 {
		sign, n = "-", -n
	}
	digits := strconv.FormatInt(n, 10)
	if len(digits) <= places {
		digits = strings.Repeat("0", places-len(digits)+1) + digits
	}
	whole, fraction := digits[:len(digits)-places], strings.TrimRight(digits[len(digits)-places:], "0")
	if fraction == "" {
		return sign + whole
	}
	return sign + whole + "." + fraction
}

// parseDecimal reads a decimal number with at most the given places as n /
// 10^places.
func parseDecimal(text string, places int) (int64, error) {
	whole, fraction, _ := strings.Cut(text, ".")
	if len(fraction) > places || len(whole) > 12 {
		return 0, fmt.Errorf("%q has too many digits", text)
	}
	n, err := strconv.ParseInt(whole+fraction+strings.Repeat("0", places-len(fraction)), 10, 64)
	if err != nil || strings.HasPrefix(fraction, "-") || strings.HasPrefix(fraction, "+") {
		return 0, fmt.Errorf("%q is not a number", text)
	}
	return n, nil
}

// ParsePoints reads a decimal number of at most five places.
func ParsePoints(text string) (Points, error) {
	n, err := parseDecimal(text, 5)
	return Points(n), err
}
