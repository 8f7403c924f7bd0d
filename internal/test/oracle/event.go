package oracle

import (
	"sort"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// event is a report with its sections and their games in order.
type event struct {
	report                *report.Report
	first, last, received civil.Date
	sections              []*section // by name
}

type section struct {
	*Section
	event    *event
	report   *report.Section
	ids      map[int]string // by start number
	games    []game         // by round and White's start number
	beginner bool           // by South Africa's definition
	seconds  int            // for 60 moves, where FIDE requires it; 0: unknown
}

// game is a pairing as reported.
type game struct {
	section      *section
	date         civil.Date
	white, black string
	start        int // White's start number
	round        int
	result       report.Result
	unrated      bool
}

// played reports whether the game was played over the board and not only for
// points in the table.
func (g *game) played() bool {
	over := g.result == report.WhiteWon || g.result == report.Drawn || g.result == report.BlackWon
	return over && !g.unrated // Reading G7
}

// score returns White's or Black's half points in a played game.
func (g *game) score(white bool) int {
	switch {
	case g.result == report.Drawn:
		return 1
	case (g.result == report.WhiteWon) == white:
		return 2
	}
	return 0
}

// seat is a game from the point of view of one of its players.
type seat struct {
	id, opponent string
	score        int
}

func (g *game) seats() [2]seat {
	return [2]seat{{g.white, g.black, g.score(true)}, {g.black, g.white, g.score(false)}}
}

func newEvents(reports []*report.Report) []*event {
	var events []*event
	for _, r := range reports {
		e := &event{report: r, first: r.Start, last: r.End, received: r.Received}
		if e.first == 0 {
			e.first = r.End
		}
		if e.last == 0 {
			e.last = r.Start
		}
		if e.received == 0 {
			e.received = e.last
		}
		for i := range r.Sections {
			e.sections = append(e.sections, newSection(e, &r.Sections[i]))
		}
		sort.Slice(e.sections, func(i, j int) bool { return e.sections[i].Name < e.sections[j].Name })
		events = append(events, e)
	}
	// Reading G5: events by end, start, name.
	sort.Slice(events, func(i, j int) bool {
		x, y := events[i], events[j]
		switch {
		case x.last != y.last:
			return x.last < y.last
		case x.first != y.first:
			return x.first < y.first
		}
		return x.report.Name < y.report.Name
	})
	return events
}

func newSection(e *event, s *report.Section) *section {
	in := &section{
		Section: &Section{File: e.report.File, Name: s.Name, Rows: map[string]*Row{}},
		event:   e, report: s, ids: map[int]string{},
	}
	for _, entry := range s.Players {
		in.ids[entry.StartNumber] = entry.ID
	}
	for _, g := range s.Games {
		date := g.Date
		if date == 0 {
			date = e.last // Reading G5
		}
		in.games = append(in.games, game{
			section: in, date: date, white: in.ids[g.White], black: in.ids[g.Black], start: g.White, round: g.Round,
			result: g.Result, unrated: g.Unrated,
		})
	}
	sort.Slice(in.games, func(i, j int) bool {
		if in.games[i].round != in.games[j].round {
			return in.games[i].round < in.games[j].round
		}
		return in.games[i].start < in.games[j].start
	})
	return in
}

// rounds returns the section's planned rounds, or the last round with a
// pairing.
func (s *section) rounds() int {
	n := s.report.Rounds
	if n == 0 {
		for _, g := range s.report.Games {
			n = max(n, g.Round)
		}
		for _, b := range s.report.Byes {
			n = max(n, b.Round)
		}
	}
	return n
}

// points returns the players' points in the table.
func (s *section) points() map[string]int {
	scoring := report.Scoring{Win: 2, Draw: 1, PairingBye: 2}
	if s.event.report.Scoring != nil {
		scoring = *s.event.report.Scoring
	}
	points := map[string]int{}
	for _, id := range s.ids {
		points[id] = 0
	}
	give := func(id string, p rating.Score) { points[id] += int(p) }
	for _, g := range s.games {
		switch g.result {
		case report.WhiteWon:
			give(g.white, scoring.Win)
			give(g.black, scoring.Loss)
		case report.Drawn:
			give(g.white, scoring.Draw)
			give(g.black, scoring.Draw)
		case report.BlackWon:
			give(g.white, scoring.Loss)
			give(g.black, scoring.Win)
		case report.WhiteByForfeit:
			give(g.white, scoring.Win)
			give(g.black, scoring.ForfeitLoss)
		case report.BlackByForfeit:
			give(g.white, scoring.ForfeitLoss)
			give(g.black, scoring.Win)
		case report.DoubleForfeit:
			give(g.white, scoring.ForfeitLoss)
			give(g.black, scoring.ForfeitLoss)
		}
	}
	for _, b := range s.report.Byes {
		id := s.ids[b.Player]
		switch b.Kind {
		case report.PairingBye:
			give(id, scoring.PairingBye)
		case report.FullBye, report.DefaultWin:
			give(id, scoring.Win)
		case report.HalfBye:
			give(id, scoring.Draw)
		case report.ZeroBye:
			give(id, scoring.ZeroBye)
		case report.DefaultLoss:
			give(id, scoring.ForfeitLoss)
		}
	}
	return points
}

// declared returns the stated type; the section's own comes first (Reading G6).
func (s *section) declared() rating.Kind {
	if s.report.Type != 0 {
		return s.report.Type
	}
	return s.event.report.Type
}

// fastest returns the seconds for 60 moves in a section's fastest time control
// (Readings G6, C24), and false if none is known.
func (b *bureau) fastest(s *section) (int, bool) {
	controls := s.event.report.TimeControl
	if len(s.report.TimeControl) > 0 {
		if len(controls) > 0 {
			b.fire("G6 a section's own time control")
		}
		controls = s.report.TimeControl
	}
	if len(controls) == 0 {
		return 0, false
	}
	shortest := seconds(string(controls[0]))
	for _, c := range controls {
		if n := seconds(string(c)); n < shortest {
			b.fire("G6 the fastest of several time controls")
			shortest = n
		}
	}
	return shortest, true
}

// seconds parses a time control and returns the time for 60 moves (Reading G6).
func seconds(code string) int {
	if white, black, both := strings.Cut(code, "-"); both {
		return min(seconds(white[1:]), seconds(black[1:]))
	}
	total, move := 0, 1
	for _, stage := range strings.Split(code, ":") {
		if move > 60 {
			break
		}
		last := 60
		if moves, rest, limited := strings.Cut(stage, "/"); limited {
			last, stage = min(60, move+atoi(moves)-1), rest
		}
		base, increment, _ := strings.Cut(strings.Replace(stage, "d", "+", 1), "+") // a delay is as much as an increment
		total += atoi(base)
		for ; move <= last; move++ {
			if increment != "" {
				total += atoi(increment)
			}
		}
	}
	return total
}

func atoi(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		panic(err)
	}
	return n
}
