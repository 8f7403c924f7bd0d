package rating

import "fmt"

// Score is a score in half points: a win counts 2, a draw 1.
type Score int32

// The scores of one game.
const (
	Loss Score = 0
	Draw Score = 1
	Win  Score = 2
)

// Expected returns the score in the unit of an expected score, so that the two
// can be subtracted.
func (s Score) Expected() Expected { return Expected(50 * s) }

// String prints points: "2.5".
func (s Score) String() string { return decimal(int64(s)*5, 1) }

// MarshalJSON writes a JSON number.
func (s Score) MarshalJSON() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalJSON reads what MarshalJSON writes, penalties too.
func (s *Score) UnmarshalJSON(data []byte) error {
	n, err := parseDecimal(string(data), 1)
	if err == nil && n%5 != 0 {
		err = fmt.Errorf("%q is not a multiple of one half", data)
	}
	*s = Score(n / 5)
	return err
}

// ParseScore reads a number of points, a multiple of one half: "2.5", "3".
func ParseScore(text string) (Score, error) {
	n, err := parseDecimal(text, 1)
	switch {
	case err != nil:
		return 0, err
	case n%5 != 0:
		return 0, fmt.Errorf("%q is not a multiple of one half", text)
	case n < 0 || n > 100_000:
		return 0, fmt.Errorf("%q points are impossible", text)
	}
	return Score(n / 5), nil
}

// UnmarshalText reads what ParseScore reads.
func (s *Score) UnmarshalText(text []byte) (err error) {
	*s, err = ParseScore(string(text))
	return err
}

// Expected is an expected score (PD, We) or a sum of them, in 1/100.
type Expected int32

// String prints the number with two decimals, as the tables do: "0.76".
func (e Expected) String() string {
	sign := ""
	if e < 0 {
		sign, e = "-", -e
	}
	return fmt.Sprintf("%s%d.%02d", sign, e/100, e%100)
}

// Times multiplies with a K and returns points: the change of a rating.
func (e Expected) Times(k K) Points { return Points(e) * Points(k) * (Point / 100) }

// MarshalJSON writes a JSON number.
func (e Expected) MarshalJSON() ([]byte, error) { return []byte(decimal(int64(e), 2)), nil }

// Percent returns a score as a percentage of the games, rounded half up
// (Reading G2). For zero games it is 0.
func Percent(score Score, games int) int {
	if games == 0 {
		return 0
	}
	return HalfUp(int(score)*50, games)
}
