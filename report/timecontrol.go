package report

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// TimeControl is a time control in the coding of TRF26, in seconds: stages
// divided by colons, each BASE, BASE+INCREMENT, MOVES/BASE or
// MOVES/BASE+INCREMENT; W...-B... where the colours differ.
type TimeControl string

type stage struct{ moves, base, increment int }

// ParseTimeControl checks the coding.
func ParseTimeControl(code string) (TimeControl, error) {
	_, err := TimeControl(code).colours()
	return TimeControl(code), err
}

// Seconds gives the time that a player has for a number of moves, 60 in all
// regulations (Reading G6): for each stage that begins before the last of them
// its base time, and its increment for each of its moves up to the last. Where
// the colours differ it is the shorter one.
func (t TimeControl) Seconds(game int) (int, error) {
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
			total += s.base + s.increment*moves
			played += moves
		}
		if shortest < 0 || total < shortest {
			shortest = total
		}
	}
	return shortest, nil
}

// FirstControl gives the number of moves of the first stage, zero if it has
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

// SameForBoth says whether both colours have the same time.
func (t TimeControl) SameForBoth() bool {
	colours, err := t.colours()
	return err != nil || len(colours) == 1 || slices.Equal(colours[0], colours[1])
}

func (t TimeControl) colours() ([][]stage, error) {
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

var stagePattern = regexp.MustCompile(`^(?:(\d{1,3})/)?(\d{1,6})(?:\+(\d{1,4}))?$`)

func parseStages(code string) ([]stage, error) {
	var stages []stage
	parts := strings.Split(code, ":")
	for i, part := range parts {
		m := stagePattern.FindStringSubmatch(part)
		if m == nil {
			return nil, fmt.Errorf("time control %q: %q is not [MOVES/]SECONDS[+SECONDS]", code, part)
		}
		s := stage{number(m[1]), number(m[2]), number(m[3])}
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

// canonical rewrites the words of a time control, longest first, to one letter
// each: m minutes, s seconds, n moves, and nothing for what goes without
// saying.
var canonical = strings.NewReplacer(
	"from move 1", "", "from move one", "", "per player", "", "/player", "", "per game", "", "each", "",
	"per move", "", "/move", "", "a move", "", "increment of", "+", "increment", "", "with an", "", "with", "",
	"''", "s", "minutes", "m", "minute", "m", "mins", "m", "min.", "m", "min", "m", "'", "m", "’", "m", "′", "m", "分", "m",
	"seconds", "s", "second", "s", "secs", "s", "sec.", "s", "sec", "s", "\"", "s", "”", "s", "″", "s", "秒", "s",
	"moves", "n", "mm", "n", "for", "/", "in", "/", "x", "/", "/手", "", "手", "n", "＋", "+", " ", "",
)

var (
	bothSides  = regexp.MustCompile(`^(\d+)/(\d+)m?(\+|$)`) // 45/45: minutes for either player
	bareNumber = regexp.MustCompile(`^\d{1,3}$`)
	twoNumbers = regexp.MustCompile(`^(\d+)\+(\d+)$`) // 15+10
	inWords    = regexp.MustCompile(`^((?:\d+m(?:/\d+n)?|\d+n/\d+m)(?:\+(?:\d+m(?:/\d+n)?|\d+n/\d+m))*)(?:\+(\d+)s)?$`)
	wordStage  = regexp.MustCompile(`^(?:(\d+)m(?:/(\d+)n)?|(\d+)n/(\d+)m)$`)
)

// UnderstandTimeControl reads a time control in words, as organisers write
// them: 90'+30", 8 min/player + 3 s/move, 45/45 + 30 s, 15+10, 100'x40mm +
// 50'x20mm + 30" from move 1, or the coding itself. It gives false where more
// than one meaning is possible.
func UnderstandTimeControl(text string) (TimeControl, bool) {
	text = canonical.Replace(strings.ToLower(strings.TrimSpace(text)))
	if m := bothSides.FindStringSubmatch(text); m != nil && m[1] == m[2] {
		text = m[1] + "m" + text[len(m[0])-len(m[3]):]
	}
	if m := twoNumbers.FindStringSubmatch(text); m != nil {
		base := number(m[1])
		switch {
		case base <= 120 && number(m[2]) <= 60:
			text = m[1] + "m+" + m[2] + "s"
		case base < 300:
			return "", false // 180+2: three minutes or three hours
		}
	}
	m := inWords.FindStringSubmatch(text)
	if m == nil {
		if bareNumber.MatchString(text) {
			return "", false // minutes or seconds
		}
		t, err := ParseTimeControl(strings.ToUpper(text))
		return t, err == nil
	}
	var stages []string
	for _, part := range strings.Split(m[1], "+") {
		s := wordStage.FindStringSubmatch(part)
		code := strconv.Itoa(60 * (number(s[1]) + number(s[4])))
		if moves := number(s[2]) + number(s[3]); moves > 0 {
			code = strconv.Itoa(moves) + "/" + code
		}
		if m[2] != "" {
			code += "+" + m[2]
		}
		stages = append(stages, code)
	}
	t, err := ParseTimeControl(strings.Join(stages, ":"))
	return t, err == nil
}
