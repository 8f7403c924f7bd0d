package report

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
)

// Settle gives each player of a section one game or bye in a round: the first of Games, else
// of Byes. What the file states of that round besides is moved to Disputed.
func (s *Section) Settle() {
	rounds := s.PlannedRounds()
	if rounds < 0 || rounds > MaxRound {
		return // Check refuses it
	}
	t := newCrosstable(s, rounds)
	s.Games = slices.DeleteFunc(s.Games, func(g Game) bool {
		white, black := t.at(g.White, g.Round), t.at(g.Black, g.Round)
		if white == nil || black == nil || white == black {
			return false // Check refuses it
		}
		if *white || *black {
			s.Disputed = append(s.Disputed, g)
			return true
		}
		*white, *black = true, true
		return false
	})
	s.Byes = slices.DeleteFunc(s.Byes, func(b Bye) bool {
		seat := t.at(b.Player, b.Round)
		if seat == nil {
			return false
		}
		taken := *seat
		if *seat = true; taken {
			s.Disputed = append(s.Disputed, Game{Round: b.Round, White: b.Player, At: b.At})
		}
		return taken
	})
}

// mostContradictions returns how many contradictions of a section are taken for slips: two,
// or a tenth of its games. With more the file is damaged, and nothing in it is certain.
func mostContradictions(games int) int { return max(2, games/10) }

// contradictions returns what the section says twice and differently: of games, and of
// points, by the entries whose points differ. It holds the games that it is about, or with
// too many contradictions refuses the section.
func (s *sectionChecker) contradictions(t *crosstable, off []misfit) {
	games := s.pairedOff(off)
	paired := 0
	for i := range games {
		if games[i] != nil {
			paired++
		}
	}
	many := len(s.Disputed) + len(off) - paired/2
	damaged := many > mostContradictions(len(s.Games))
	add := func(f finding.Finding) {
		if f.Refuses = damaged; damaged {
			f.Values = append(f.Values, finding.Int("many", many))
		}
		s.Add(f.In(s.Name))
	}
	type place struct{ player, round int }
	kept := map[place]*Game{}
	for i := range s.Disputed {
		kept[place{s.Disputed[i].White, s.Disputed[i].Round}], kept[place{s.Disputed[i].Black, s.Disputed[i].Round}] = nil, nil
	}
	for i := range s.Games {
		for _, player := range [...]int{s.Games[i].White, s.Games[i].Black} {
			if _, disputed := kept[place{player, s.Games[i].Round}]; disputed {
				kept[place{player, s.Games[i].Round}] = &s.Games[i]
			}
		}
	}
	for i := range s.Disputed {
		d, alone := &s.Disputed[i], true
		for _, player := range [...]int{d.White, d.Black} {
			seat := t.at(player, d.Round)
			if seat == nil || !*seat {
				continue
			}
			alone = false
			sides, mine := false, "–"
			if g := kept[place{player, d.Round}]; g != nil {
				mine = g.shown()
				if same := g.White == d.White && g.Black == d.Black || g.White == d.Black && g.Black == d.White; same && player == d.Black {
					continue // told of White
				} else if same && g.shown() != d.shown() || d.Black == 0 {
					sides = true
				}
			}
			values := []finding.Value{finding.Int("player", player), finding.Int("round", d.Round), finding.Text("mine", mine), finding.Text("theirs", d.shown())}
			if sides {
				add(finding.New("sides-disagree", finding.Error, d.At, values...))
			} else {
				add(finding.New("two-opponents", finding.Error, d.At, values...))
			}
		}
		if alone {
			add(finding.New("sides-disagree", finding.Error, d.At, finding.Int("player", d.White), finding.Int("round", d.Round),
				finding.Text("mine", "–"), finding.Text("theirs", d.shown())))
		}
	}
	for i, m := range off {
		p := &s.Players[m.entry]
		values := []finding.Value{finding.Int("player", p.StartNumber), finding.Text("stated", p.Points.String()), finding.Text("counted", t.points[m.entry].String())}
		if g := games[i]; g != nil {
			values = append(values, finding.Int("round", g.Round), finding.Int("opponent", g.White+g.Black-p.StartNumber))
		}
		add(finding.New("points-differ", finding.Error, p.At, values...))
	}
}

// shown formats a game, or a round without one, by start numbers.
func (g *Game) shown() string {
	if g.Black == 0 {
		return fmt.Sprintf("%d –", g.White)
	}
	return fmt.Sprintf("%d–%d %s", g.White, g.Black, g.Result)
}

// misfit is an entry whose stated points are not those of its games.
type misfit struct {
	entry int
	by    rating.Score // that too many are stated
}

// pairedOff returns for each misfit the only game that explains it: the points of its two
// players are off by opposite amounts. Nil: there is none, or several.
func (s *sectionChecker) pairedOff(off []misfit) []*Game {
	found, several := make([]*Game, len(off)), make([]bool, len(off))
	if len(off) < 2 {
		return found
	}
	by := map[int]int{} // index in off, by start number
	for i, m := range off {
		by[s.Players[m.entry].StartNumber] = i
	}
	for i := range s.Games {
		g := &s.Games[i]
		white, isWhite := by[g.White]
		black, isBlack := by[g.Black]
		if !isWhite || !isBlack || off[white].by != -off[black].by || max(off[white].by, off[black].by) > s.scoring.Win {
			continue
		}
		for _, m := range [...]int{white, black} {
			several[m] = several[m] || found[m] != nil
			found[m] = g
		}
	}
	for i, g := range found {
		if g != nil && (several[by[g.White]] || several[by[g.Black]]) {
			found[i] = nil
		}
	}
	return found
}

// Contradicts reports whether a finding of Check says that the report contradicts itself
// about games, which are not rated; the others are.
func Contradicts(f *finding.Finding) bool {
	return !f.Refuses && f.Severity == finding.Error && (f.ID == "sides-disagree" || f.ID == "two-opponents" || f.ID == "points-differ")
}

// Contests reports whether such a finding is about a game of its section.
func Contests(f *finding.Finding, g *Game) bool {
	if !Contradicts(f) {
		return false
	}
	player, _ := strconv.Atoi(f.Value("player"))
	round, _ := strconv.Atoi(f.Value("round")) // 0: all games of the player
	return (g.White == player || g.Black == player) && (round == 0 || g.Round == round)
}
