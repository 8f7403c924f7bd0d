package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
)

// whole tells what a section seems to lack: rounds that nobody has, players without a game
// or bye in a round of others, and pairings that occur twice.
func (s *sectionChecker) whole(t *crosstable) {
	last := 0
	for i := range s.Games {
		last = max(last, s.Games[i].Round)
	}
	if last == 0 {
		return
	}
	blank, first, untaken := 0, 0, false
	for round := 1; round <= t.rounds; round++ {
		busy := 0
		for entry := range s.Players {
			if *t.seat(entry, round) {
				busy++
			}
		}
		untaken = untaken || busy == 0
		if busy > 0 && round <= last && busy < len(s.Players) {
			blank, first = blank+len(s.Players)-busy, cmp.Or(first, round)
		}
	}
	if untaken {
		if f, lacks := s.Unplayed(); lacks {
			s.Add(f)
		}
	}
	if blank > 0 && !s.r.ExchangeFile { // in an exchange file a blank is an absence
		severity := finding.Warning
		if s.r.Meeting && s.Rounds == 0 {
			severity = finding.Info
		}
		s.note("rounds-blank", severity, s.At, finding.Int("n", blank), finding.Int("round", first))
	}
	s.repeated(t)
}

// withoutGames tells of a section in which nobody plays, and reports whether it does: it is a ranking, or
// a list of players. In an event with games, those of a section may all have byes.
func (s *sectionChecker) withoutGames() bool {
	played := func(of Section) bool { return len(of.Games)+len(of.Disputed) > 0 }
	elsewhere := slices.ContainsFunc(s.r.Sections, played)
	if played(*s.Section) || elsewhere && len(s.Byes) > 0 {
		return false
	}
	f := finding.Refusal("section-without-games", s.At).In(s.Name)
	best := s.leader()
	if best != nil {
		f.Values = []finding.Value{finding.Int("player", best.StartNumber), finding.Text("points", best.Points.String())}
	}
	if best == nil && elsewhere {
		f.Severity, f.Refuses = finding.Warning, false
	}
	s.Add(f)
	return true
}

// leader returns the first of the players with the most points, nil if nobody is stated to have any.
func (s *Section) leader() (best *Player) {
	for i := range s.Players {
		if p := &s.Players[i]; p.Points != nil && *p.Points > 0 && (best == nil || *p.Points > *best.Points) {
			best = p
		}
	}
	return best
}

// LacksGames reports whether a finding says that a file has no games. Another file of the event may
// have them.
func LacksGames(f *finding.Finding) bool { return f.ID == "section-without-games" }

// Unplayed returns a warning of rounds in which nobody has a game or bye, and whether there are any:
// at the end, if more are stated, or in the middle.
func (s *Section) Unplayed() (f finding.Finding, lacks bool) {
	taken, last := map[int]bool{}, 0
	for i := range s.Games {
		taken[s.Games[i].Round] = true
	}
	for i := range s.Byes {
		taken[s.Byes[i].Round] = true
	}
	for round := range taken {
		last = max(last, round)
	}
	var missing, middle []string
	for round := 1; round <= s.PlannedRounds(); round++ {
		if !taken[round] {
			missing = append(missing, strconv.Itoa(round))
		}
		if round == last {
			middle = missing
		}
	}
	f = finding.New("rounds-unplayed", finding.Warning, s.At, finding.Int("rounds", s.PlannedRounds()), finding.Int("played", last), finding.Text("unplayed", strings.Join(missing, ", ")))
	if len(middle) > 0 {
		f.Values = append(f.Values, finding.Text("middle", strings.Join(middle, ", ")))
	}
	return f.In(s.Name), len(missing) > 0 && last > 0 && !s.NoRounds
}

// meetAgain reports whether two players meet twice: most sections need no more than that.
func (t *crosstable) meetAgain(games []Game) bool {
	size := t.rounds + 1
	met := make([]int32, len(t.points)*size) // opponents so far, by the first of two entries
	for i := range games {
		one, other := t.entries.Of(games[i].White), t.entries.Of(games[i].Black)
		if other < one {
			one, other = other, one
		}
		of, n := met[one*size:(one+1)*size], 0
		for ; of[n] != 0; n++ {
			if of[n] == int32(other) || n == t.rounds {
				return true
			}
		}
		of[n] = int32(other)
	}
	return false
}

// repeated tells of pairings that occur twice in a Swiss. Where all do, it is a double
// all-play-all or a match.
func (s *sectionChecker) repeated(t *crosstable) {
	if s.r.System != Swiss || s.r.Meeting || !t.meetAgain(s.Games) {
		return
	}
	type pair struct{ low, high int }
	met := make(map[pair]*Game, len(s.Games)) // nil: twice
	var first, again *Game
	n := 0
	for i := range s.Games {
		g := &s.Games[i]
		p := pair{min(g.White, g.Black), max(g.White, g.Black)}
		before, known := met[p]
		if !known {
			met[p] = g
			continue
		}
		met[p] = nil
		if before != nil && g.Result.Played() {
			if n++; n == 1 {
				first, again = before, g
			}
		}
	}
	if n == 0 || n == len(met) {
		return
	}
	s.note("pairing-twice", finding.Warning, again.At, finding.Int("n", n), finding.Int("player", min(again.White, again.Black)),
		finding.Int("opponent", max(again.White, again.Black)), finding.Int("round", first.Round), finding.Int("again", again.Round))
}

// sameTime tells of players who play in two sections at once: in the same round, on the same
// day if the games have one.
func (c *checker) sameTime() {
	type seat struct {
		id    string
		round int
	}
	type seated struct {
		section *Section
		day     civil.Date
	}
	if len(c.r.Sections) < 2 {
		return
	}
	taken, told := map[seat][]seated{}, map[string]bool{}
	for i := range c.r.Sections {
		s := &c.r.Sections[i]
		index := NewIndex(s)
		for j := range s.Games {
			g := &s.Games[j]
			for _, start := range [...]int{g.White, g.Black} {
				entry := index.Of(start)
				if entry < 0 || !g.Result.Played() {
					continue
				}
				p := &s.Players[entry]
				id := cmp.Or(p.ID, p.FideID)
				at, now := seat{id, g.Round}, seated{s, g.Date}
				other := slices.IndexFunc(taken[at], func(o seated) bool {
					return o.section != s && cmp.Or(o.section.Type, c.r.Type) == cmp.Or(s.Type, c.r.Type) && (o.day == now.day || o.day == 0 || now.day == 0)
				})
				if id != "" && other >= 0 && !told[id] {
					told[id] = true
					c.Add(finding.New("two-sections", finding.Warning, p.At, finding.Int("player", p.StartNumber), finding.Text("id", id),
						finding.Text("other", cmp.Or(taken[at][other].section.Name, "-")), finding.Int("round", g.Round)).In(s.Name))
				}
				taken[at] = append(taken[at], now)
			}
		}
	}
}
