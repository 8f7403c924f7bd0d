package roster

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
)

// Pool is the results of a player without a rating, by event, in the order in
// which they were reported.
// It is not changed once made: With gives a longer one.
type Pool struct{ Events []PoolEvent }

// PoolEvent is the pooled games of one event.
type PoolEvent struct {
	End         civil.Date
	Floor       rating.Rating // of the section, where the regulation needs it
	Disregarded bool          // the event left no games (a first event without a point)
	Games       []PoolGame
}

// PoolGame is a pooled game.
type PoolGame struct {
	Opponent  rating.Rating // as counted in the period of the game
	Uncounted bool          // enters the first rating, but not the number of games that it takes
	Score     rating.Score
}

// With gives the pool with one more event.
func (p *Pool) With(e PoolEvent) *Pool {
	if p == nil {
		return &Pool{[]PoolEvent{e}}
	}
	return &Pool{append(slices.Clip(p.Events), e)}
}

// Since gives the pool without the games of events that ended before a day. The
// oldest event stays, without games: the next one is not the first of all.
func (p *Pool) Since(day civil.Date) *Pool {
	if p == nil {
		return nil
	}
	oldest, kept := day, []PoolEvent{}
	for _, e := range p.Events {
		if e.End >= day {
			kept = append(kept, e)
		}
		oldest = min(oldest, e.End)
	}
	if oldest == day {
		return p
	}
	return &Pool{append([]PoolEvent{{End: oldest, Disregarded: true}}, kept...)}
}

// Sum is what a pool adds up to.
type Sum struct {
	Games     int // all that enter the average
	Counted   int // those that count towards the number needed
	Score     rating.Score
	Opponents int // sum of the opponents' ratings
	Floors    int // sum of the floors, by game
}

// Sum adds the pool up.
func (p *Pool) Sum() (s Sum) {
	if p == nil {
		return s
	}
	for _, e := range p.Events {
		for _, g := range e.Games {
			s.Games++
			if !g.Uncounted {
				s.Counted++
			}
			s.Score += g.Score
			s.Opponents += int(g.Opponent)
			s.Floors += int(e.Floor)
		}
	}
	return s
}

// Average gives the opponents' average rating, rounded half up.
func (s Sum) Average() int { return rating.HalfUp(s.Opponents, max(s.Games, 1)) }

// String writes the pool as an opening list carries it: events divided by
// "; ", each its last day, "@" and the floor where there is one, and the games
// as OPPONENT:POINTS, with a "u" behind an opponent that does not count
// towards the number of games needed. An event that was disregarded has "-" for
// its games: "2015-03-07@900 1203:1 980u:0.5; 2015-03-21@900 -".
func (p *Pool) String() string {
	if p == nil {
		return ""
	}
	var b strings.Builder
	for i, e := range p.Events {
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(e.End.String())
		if e.Floor != 0 {
			fmt.Fprintf(&b, "@%d", e.Floor)
		}
		if e.Disregarded {
			b.WriteString(" -")
		}
		for _, g := range e.Games {
			mark := ""
			if g.Uncounted {
				mark = "u"
			}
			fmt.Fprintf(&b, " %d%s:%s", g.Opponent, mark, g.Score)
		}
	}
	return b.String()
}

// ParsePool reads what String writes; nothing is no pool.
func ParsePool(text string) (*Pool, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	p := &Pool{}
	for _, part := range strings.Split(text, ";") {
		e, err := parsePoolEvent(strings.Fields(part))
		if err != nil {
			return nil, err
		}
		p.Events = append(p.Events, e)
	}
	return p, nil
}

func parsePoolEvent(words []string) (e PoolEvent, err error) {
	if len(words) < 2 {
		return e, fmt.Errorf("pool: an event is a date and its games, not %q", strings.Join(words, " "))
	}
	day, floor, hasFloor := strings.Cut(words[0], "@")
	if e.End, err = civil.Parse(day); err != nil {
		return e, fmt.Errorf("pool: %w", err)
	}
	if hasFloor {
		if e.Floor, err = rating.ParseRating(floor); err != nil {
			return e, fmt.Errorf("pool: %w", err)
		}
	}
	if len(words) == 2 && words[1] == "-" {
		e.Disregarded = true
		return e, nil
	}
	for _, word := range words[1:] {
		opponent, points, _ := strings.Cut(word, ":")
		g := PoolGame{}
		opponent, g.Uncounted = strings.CutSuffix(opponent, "u")
		n, err := strconv.Atoi(opponent)
		if err != nil || n < 1 || n > int(rating.Max) {
			return e, fmt.Errorf("pool: %q is not OPPONENT:POINTS", word)
		}
		g.Opponent = rating.Rating(n)
		if g.Score, err = rating.ParseScore(points); err != nil || g.Score > rating.Win {
			return e, fmt.Errorf("pool: %q is not OPPONENT:POINTS", word)
		}
		e.Games = append(e.Games, g)
	}
	return e, nil
}
