package roster

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
)

// Pool is the results of an unrated player, by event. It is immutable; its
// methods return a new one.
type Pool struct{ Events []PoolEvent }

// PoolEvent is the pooled games of one event.
type PoolEvent struct {
	First civil.Date // the day of the player's earliest game in it, if the regulation needs it; zero: End
	End   civil.Date // the event's last day
	// The event's first day and name, by which the first event is chosen: set
	// for the first event of a pool and for others with the same days, empty
	// for the rest.
	Order       string
	Floor       rating.Rating // of the section, if the regulation needs it
	Disregarded bool          // the first event, which brought no point: its games do not count but are remembered
	Games       []PoolGame
}

// PoolGame is a pooled game.
type PoolGame struct {
	Opponent  rating.Rating // as rated in the period of the game
	Uncounted bool          // enters the first rating, but not the number of games required
	Score     rating.Score
}

// With returns the pool with an event appended.
func (p *Pool) With(e PoolEvent) *Pool {
	if p == nil {
		return &Pool{[]PoolEvent{e}}
	}
	return &Pool{append(slices.Clip(p.Events), e)}
}

// Insert returns the pool with an event inserted in order: by the day of the
// earliest game, then by the event's end, first day and name (Reading G5).
func (p *Pool) Insert(e PoolEvent) *Pool {
	events := p.With(e).Events
	slices.SortStableFunc(events, PoolEvent.compare)
	first := events[0]
	for i := range events {
		if e := &events[i]; e.First != first.First || e.End != first.End {
			e.Order = "" // its days alone place it after the first one
		}
	}
	return &Pool{events}
}

func (e PoolEvent) compare(other PoolEvent) int {
	return cmp.Or(cmp.Compare(cmp.Or(e.First, e.End), cmp.Or(other.First, other.End)), cmp.Compare(e.End, other.End), strings.Compare(e.Order, other.Order))
}

// DisregardFirst returns the pool with its first event disregarded if that
// brought no point, and no other event that still has games.
func (p *Pool) DisregardFirst() *Pool {
	if p == nil {
		return nil
	}
	events := slices.Clone(p.Events)
	for i := range events {
		events[i].Disregarded = len(events[i].Games) == 0 || i == 0 && events[i].score() == 0
	}
	return &Pool{events}
}

func (e *PoolEvent) score() (sum rating.Score) {
	for _, g := range e.Games {
		sum += g.Score
	}
	return sum
}

// Within returns the pool without the events that ended before a day; nil if
// none remain.
func (p *Pool) Within(day civil.Date) *Pool {
	if p == nil {
		return nil
	}
	kept := slices.DeleteFunc(slices.Clone(p.Events), func(e PoolEvent) bool { return e.End < day })
	if len(kept) == 0 {
		return nil
	}
	return &Pool{kept}
}

// Since returns the pool without the events that ended before a day, except the
// first one, which remains the first without its games.
func (p *Pool) Since(day civil.Date) *Pool {
	if p == nil || !slices.ContainsFunc(p.Events, func(e PoolEvent) bool { return e.End < day }) {
		return p
	}
	first := p.Events[0]
	kept := p.Within(day)
	if first.End >= day {
		return kept
	}
	first.Games, first.Disregarded = nil, true
	if kept == nil {
		return &Pool{[]PoolEvent{first}}
	}
	return &Pool{slices.Insert(kept.Events, 0, first)}
}

// Without returns the events of the pool whose games count, less others with the same days and
// games.
func (p *Pool) Without(others []PoolEvent) (rest []PoolEvent) {
	if p == nil {
		return nil
	}
	found := make([]bool, len(others))
next:
	for _, e := range p.Events {
		for i := range others {
			if !found[i] && others[i].same(&e) {
				found[i] = true
				continue next
			}
		}
		if !e.Disregarded {
			rest = append(rest, e)
		}
	}
	return rest
}

// same reports whether two events have the same days and games.
func (e *PoolEvent) same(other *PoolEvent) bool {
	if e.First != other.First || e.End != other.End || len(e.Games) != len(other.Games) {
		return false
	}
	for i := range e.Games {
		if e.Games[i] != other.Games[i] {
			return false
		}
	}
	return true
}

// Sum is the total of a pool.
type Sum struct {
	Games     int // all that enter the average
	Counted   int // towards the number required
	Score     rating.Score
	Opponents int // sum of the opponents' ratings
	Floors    int // sum of the floors, by game
}

// Sum returns the total of the pool, without a disregarded event.
func (p *Pool) Sum() (s Sum) {
	if p == nil {
		return s
	}
	for _, e := range p.Events {
		if e.Disregarded {
			continue
		}
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

// Average returns the opponents' average rating, rounded half up.
func (s Sum) Average() int { return rating.HalfUp(s.Opponents, max(s.Games, 1)) }

// String formats the pool for an opening list. Events are separated by "; ".
// Each has its last day and the games as OPPONENT:POINTS, with a "u" after an
// opponent that does not count towards the number of games required. The last
// day is preceded by that of the player's earliest game and a "/", if the
// regulation needs it, and followed by "@" and the floor, if there is one. The
// first event also has its first day and name in quotation marks, and a "-" if
// it is disregarded: "2015-03-07@900 1203:1 980u:0.5" or `2023-01-05/2023-01-07
// "2023-01-05 Open" - 1500:0; 2023-02-04/2023-02-04 1400:1`.
func (p *Pool) String() string {
	if p == nil {
		return ""
	}
	var b strings.Builder
	for i, e := range p.Events {
		if i > 0 {
			b.WriteString("; ")
		}
		if e.First != 0 {
			b.WriteString(e.First.String() + "/")
		}
		b.WriteString(e.End.String())
		if e.Floor != 0 {
			fmt.Fprintf(&b, "@%d", e.Floor)
		}
		if e.Order != "" {
			b.WriteString(" " + strconv.Quote(e.Order))
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

// ParsePool parses what String writes; an empty text is no pool.
func ParsePool(text string) (*Pool, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	p := &Pool{}
	for {
		order := ""
		if at := strings.IndexAny(text, `";`); at >= 0 && text[at] == '"' {
			quoted, err := strconv.QuotedPrefix(text[at:])
			if err != nil {
				return nil, fmt.Errorf("pool: the name in %q has no end", text)
			}
			if order, err = strconv.Unquote(quoted); err != nil || order == "" {
				return nil, fmt.Errorf("pool: %s does not belong there", quoted)
			}
			text = text[:at] + " " + text[at+len(quoted):]
		}
		part, rest, more := strings.Cut(text, ";")
		e, err := parsePoolEvent(strings.Fields(part))
		if err != nil {
			return nil, err
		}
		e.Order = order
		p.Events = append(p.Events, e)
		if !more {
			return p, nil
		}
		text = rest
	}
}

func parsePoolEvent(words []string) (e PoolEvent, err error) {
	if len(words) < 2 {
		return e, fmt.Errorf("pool: an event is a date and its games, not %q", strings.Join(words, " "))
	}
	days, floor, hasFloor := strings.Cut(words[0], "@")
	first, last, both := strings.Cut(days, "/")
	if both {
		if e.First, err = civil.Parse(first); err != nil {
			return e, fmt.Errorf("pool: %w", err)
		}
		days = last
	}
	if e.End, err = civil.Parse(days); err != nil {
		return e, fmt.Errorf("pool: %w", err)
	}
	if hasFloor {
		if e.Floor, err = rating.ParseRating(floor); err != nil {
			return e, fmt.Errorf("pool: %w", err)
		}
	}
	words = words[1:]
	if words[0] == "-" {
		e.Disregarded, words = true, words[1:]
	}
	for _, word := range words {
		opponent, points, scored := strings.Cut(word, ":")
		g := PoolGame{}
		opponent, g.Uncounted = strings.CutSuffix(opponent, "u")
		n, err := strconv.Atoi(opponent)
		if err != nil || !scored || n < 1 || n > int(rating.Max) {
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
