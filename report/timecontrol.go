package report

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/finding"
)

// TimeControl is a time control in the coding of TRF26, in seconds: stages
// separated by colons, each BASE, BASE+INCREMENT, MOVES/BASE or
// MOVES/BASE+INCREMENT; W...-B... if the colours differ. A delay, which TRF26
// cannot express, is written BASEdDELAY.
type TimeControl string

type stage struct {
	moves, base, increment int
	delay                  bool // the increment is a delay: unused time is lost
}

// ParseTimeControl checks the coding.
func ParseTimeControl(code string) (TimeControl, error) {
	_, err := TimeControl(code).colours()
	return TimeControl(code), err
}

// ReadTimeCode reads the coding where people write it by hand, as in JSON and line 222 of
// TRF26. A bare number from 30 to 300 is minutes, and reported as such (Reading G6).
func ReadTimeCode(code string) (t TimeControl, minutes bool, err error) {
	if t, err = ParseTimeControl(code); err != nil {
		return t, false, err
	}
	if n, err := strconv.Atoi(code); err == nil && n >= 30 && n <= 300 {
		return TimeControl(strconv.Itoa(60 * n)), true, nil
	}
	return t, false, nil
}

// InMinutes returns the other reading of an N+I with N from 30 to 150: its coding is in
// seconds, but organisers write 90+30 for 90 minutes (Reading G6).
func (t TimeControl) InMinutes() (other TimeControl, may bool) {
	base, increment, plus := strings.Cut(string(t), "+")
	n, err := strconv.Atoi(base)
	if !plus || err != nil || n < 30 || n > 150 || strings.Contains(increment, ":") {
		return "", false
	}
	return TimeControl(fmt.Sprintf("%d+%s", 60*n, increment)), true
}

// Seconds returns a player's time for a number of moves, 60 in all regulations
// (Reading G6): for each stage that begins before the last of them its base
// time, and its increment or delay for each of its moves up to the last. If the
// colours differ, it is the shorter time.
func (t TimeControl) Seconds(game int) (int, error) { return t.seconds(game, true) }

// SecondsWithoutDelay is like Seconds, but a delay adds nothing.
func (t TimeControl) SecondsWithoutDelay(game int) (int, error) { return t.seconds(game, false) }

func (t TimeControl) seconds(game int, delays bool) (int, error) {
	colours, err := t.colours()
	if err != nil {
		return 0, err
	}
	shortest := -1
	for _, stages := range colours {
		total, played := 0, 0
		for _, s := range stages {
			if played >= game {
				break
			}
			moves := game - played
			if s.moves > 0 {
				moves = min(moves, s.moves)
			}
			total += s.base
			if delays || !s.delay {
				total += s.increment * moves
			}
			played += moves
		}
		if shortest < 0 || total < shortest {
			shortest = total
		}
	}
	return shortest, nil
}

// FirstControl returns the number of moves of the first stage, zero if it has
// none.
func (t TimeControl) FirstControl() int {
	colours, err := t.colours()
	if err != nil {
		return 0
	}
	first := colours[0][0].moves
	for _, stages := range colours {
		first = min(first, stages[0].moves)
	}
	return first
}

// Delayed reports whether a player has a delay, which TRF26 cannot express.
func (t TimeControl) Delayed() bool {
	colours, err := t.colours()
	return err == nil && slices.ContainsFunc(colours, func(stages []stage) bool {
		return slices.ContainsFunc(stages, func(s stage) bool { return s.delay })
	})
}

// inSeconds reports whether a text in the coding is certainly in seconds: a
// single number up to 300 means minutes (Reading G6), and 180+2 may be either.
func (t TimeControl) inSeconds() bool {
	colours, err := t.colours()
	if err != nil {
		return false
	}
	first := colours[0][0]
	alone := len(colours[0]) == 1 && first.moves == 0 && first.increment == 0
	return len(colours) > 1 || first.base > 300 || first.base == 300 && !alone
}

// Words returns the coding for people, with units where it would be read as minutes.
func (t TimeControl) Words() string {
	base, increment, plus := strings.Cut(string(t), "+")
	switch colours, err := t.colours(); {
	case err != nil, t.inSeconds(), len(colours[0]) > 1, colours[0][0].moves > 0, colours[0][0].delay:
		return string(t)
	case plus && increment != "0":
		return base + " s + " + increment + " s"
	}
	return base + " s"
}

// SameForBoth reports whether both colours have the same time.
func (t TimeControl) SameForBoth() bool {
	colours, err := t.colours()
	return err != nil || len(colours) == 1 || slices.Equal(colours[0], colours[1])
}

func (t TimeControl) colours() ([][]stage, error) {
	if finding.TooLong(string(t)) {
		return nil, errors.New("time control: the text is too long")
	}
	white, black, both := strings.Cut(string(t), "-")
	if !both {
		stages, err := parseStages(string(t))
		return [][]stage{stages}, err
	}
	if !strings.HasPrefix(white, "W") || !strings.HasPrefix(black, "B") {
		return nil, fmt.Errorf("time control %q: colours are written W(stages)-B(stages)", string(t))
	}
	w, err := parseStages(white[1:])
	if err != nil {
		return nil, err
	}
	b, err := parseStages(black[1:])
	return [][]stage{w, b}, err
}

var stagePattern = regexp.MustCompile(`^(?:(\d{1,3})/)?(\d{1,6})(?:([+dD])(\d{1,4}))?$`)

func parseStages(code string) ([]stage, error) {
	var stages []stage
	parts := strings.Split(code, ":")
	for i, part := range parts {
		m := stagePattern.FindStringSubmatch(part)
		if m == nil {
			return nil, fmt.Errorf("time control %q: %q is not [MOVES/]SECONDS[+SECONDS]", code, part)
		}
		s := stage{number(m[1]), number(m[2]), number(m[4]), m[3] != "" && m[3] != "+"}
		if s.moves == 0 && i < len(parts)-1 {
			return nil, fmt.Errorf("time control %q: a stage without a number of moves has no next one", code)
		}
		stages = append(stages, s)
	}
	return stages, nil
}

func number(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}
