package question

import (
	"strings"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
)

// Named is a game as people write it: the opponent's rating, number or name, and the points.
type Named struct {
	Opponent string        // number or name; empty: the rating says it all
	Rating   rating.Rating // zero, without a number or name: an unrated opponent
	Score    rating.Score
}

// ParseGames parses games with points behind a colon or a blank: 1800:1, 1550 ½; Sato Ren:0,5. They are on lines
// of their own, or a comma or semicolon is between them. 0 stands for an unrated opponent.
func ParseGames(text string) (games []Named, err error) {
	var pieces []string
	for line := range strings.FieldsFuncSeq(Plain(text), func(c rune) bool { return strings.ContainsRune("\n\r;、､", c) }) {
		first := len(pieces)
		for _, piece := range strings.Split(line, ",") {
			if strings.TrimSpace(piece) == "5" && len(pieces) > first { // 0,5
				pieces[len(pieces)-1] += ".5"
			} else if strings.TrimSpace(piece) != "" {
				pieces = append(pieces, strings.TrimSpace(piece))
			}
		}
	}
	for _, piece := range pieces {
		g, ok := parseGame(piece)
		if !ok {
			return nil, finding.NewProblem("game-form", finding.Text("text", piece))
		}
		games = append(games, g)
	}
	return games, nil
}

// Played returns the games of a text in which all opponents are ratings.
func Played(text string) (played []regulation.Played, err error) {
	games, err := ParseGames(text)
	for _, g := range games {
		if g.Opponent != "" {
			return nil, finding.NewProblem("game-form", finding.Text("text", g.Opponent))
		}
		played = append(played, regulation.Played{Opponent: g.Rating, Score: g.Score})
	}
	return played, err
}

// parseGame parses a game.
func parseGame(text string) (g Named, ok bool) {
	at := strings.LastIndexAny(text, ": \t")
	if at < 0 {
		return g, false
	}
	score, err := ParseScore(text[at+1:])
	opponent := strings.TrimRight(text[:at], ": \t")
	if err != nil || score > rating.Win || opponent == "" {
		return g, false
	}
	g.Score = score
	if is, err := rating.ParseRating(opponent); err == nil {
		g.Rating = is
	} else {
		g.Opponent = opponent
	}
	return g, true
}

// ParseScore parses points, a half as people write it: 2.5, 2,5, 2½, =.
func ParseScore(text string) (rating.Score, error) {
	text = Plain(text)
	switch text {
	case "":
		return 0, finding.NewProblem("game-form", finding.Text("text", text))
	case "½", "=", "1/2":
		text = "0.5"
	}
	return rating.ParseScore(strings.NewReplacer("½", ".5", ",", ".").Replace(text))
}

// Plain returns a text with full-width figures and signs as plain ones.
func Plain(text string) string {
	const first, last = '！', '～' // as ! to ~
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case r >= first && r <= last:
			return r - first + '!'
		case r == '\u3000':
			return ' '
		}
		return r
	}, text))
}
