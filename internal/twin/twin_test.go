package twin_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/arpadchess/arpad/civil"
	_ "github.com/arpadchess/arpad/internal/test/draw" // the same cases in every run
	"github.com/arpadchess/arpad/internal/test/workload"
	"github.com/arpadchess/arpad/internal/twin"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// on returns the range of a number of days from a first day.
func on(first, days civil.Date) civil.Range { return civil.Range{From: first, To: first + days - 1} }

// roundRobin returns the games of an all-play-all by the usual table. results
// are repeated game by game, "1", "=" and "0" for White.
func roundRobin(days civil.Range, results string, players ...uint32) twin.Section {
	s := twin.Section{Days: days}
	n := len(players)
	for round := 1; round < n; round++ {
		for i := range n / 2 {
			x, y := (round+i-1)%(n-1), (round-i+n-2)%(n-1)
			if i == 0 {
				y = n - 1
			}
			if (round+i)%2 == 0 {
				x, y = y, x
			}
			s.Games = append(s.Games, twin.Game{White: players[x], Black: players[y], Round: round, Result: result(results[len(s.Games)%len(results)])})
		}
	}
	return s
}

func result(sign byte) report.Result {
	return map[byte]report.Result{'1': report.WhiteWon, '=': report.Drawn, '0': report.BlackWon, '+': report.WhiteByForfeit}[sign]
}

// changed returns a changed copy of a section.
func changed(s twin.Section, days civil.Range, change func(i int, g *twin.Game)) twin.Section {
	c := twin.Section{Days: days, Games: slices.Clone(s.Games)}
	for i := range c.Games {
		if change != nil {
			change(i, &c.Games[i])
		}
	}
	return c
}

func first(s twin.Section, days civil.Range, games int) twin.Section {
	return twin.Section{Days: days, Games: slices.Clone(s.Games[:games])}
}

func join(days civil.Range, sections ...twin.Section) twin.Section {
	all := twin.Section{Days: days}
	last := 0
	for _, s := range sections {
		before := last
		for _, g := range s.Games {
			g.Round += before
			last = max(last, g.Round)
			all.Games = append(all.Games, g)
		}
	}
	return all
}

func TestCompare(t *testing.T) {
	day, week, later := on(100, 1), on(107, 1), on(300, 1)
	six := roundRobin(day, "1=0110", 1, 2, 3, 4, 5, 6) // 15 games in 5 rounds
	four := roundRobin(day, "1=0110", 1, 2, 3, 4)      // 6 games in 3 rounds
	turned := func(_ int, g *twin.Game) { g.White, g.Black, g.Result = g.Black, g.White, report.WhiteWon-g.Result }
	lost := func(from int) func(int, *twin.Game) { // changes the results from a game on
		return func(i int, g *twin.Game) {
			if i >= from {
				g.Result = (g.Result + 1) % 3
			}
		}
	}
	held, asked, nothing := twin.Verdict{Same: true}, twin.Verdict{Some: true}, twin.Verdict{}
	for _, c := range []struct {
		name string
		a, b twin.Section
		n    int
		want twin.Verdict
	}{
		{"the same again", six, changed(six, day, nil), 15, held},
		{"a week later", six, changed(six, week, nil), 15, held},
		{"after more than 100 days nobody makes a copy by mistake", six, changed(six, later, nil), 0, nothing},
		{"100 days", six, changed(six, on(200, 1), nil), 15, held},
		{"101 days", six, changed(six, on(201, 1), nil), 0, nothing},
		{"the rounds have other numbers", six, changed(six, week, func(_ int, g *twin.Game) { g.Round = 10 * g.Round }), 15, held},
		{"the rounds are in the other order: on the same day still the same", six, changed(six, day, func(_ int, g *twin.Game) { g.Round = -g.Round }), 15, held},
		{"the rounds are in the other order: on another day it is asked", six, changed(six, week, func(_ int, g *twin.Game) { g.Round = -g.Round }), 15, asked},
		{"a section within a larger one", first(six, day, 8), six, 8, held},
		{"half of the games, on the same day", six, changed(six, day, lost(8)), 8, held},
		{"less than half", six, changed(six, day, lost(7)), 7, asked},
		{"80 %, a week later", six, changed(six, week, lost(12)), 12, held},
		{"less than 80 %", six, changed(six, week, lost(11)), 11, asked},
		{"less than half, a week later: friends meet again", six, changed(six, week, lost(7)), 7, nothing},
		{"two games are too few to tell", first(six, day, 2), first(six, day, 2), 2, asked},
		{"two games, a week later", first(six, day, 2), first(six, week, 2), 2, nothing},
		{"four games, a week later", first(six, day, 4), first(six, week, 4), 4, asked},
		{"one game in common on the same day", six, first(six, day, 1), 1, asked},
		{"a rematch with the colours turned and other winners", six, changed(six, week, func(_ int, g *twin.Game) { g.White, g.Black = g.Black, g.White }), 0, nothing},
		{"the second half of a double round robin: the colours are turned", four, changed(four, week, turned), 0, nothing},
		{"the second half on the same day, in a report of its own", four, changed(four, day, turned), 0, nothing},
		{"a double round robin and its first half: it was reported before", four, join(on(100, 8), four, changed(four, week, turned)), 6, held},
		{"a league stage that carries the results of the one before over", six, join(week, six, roundRobin(week, "01=", 1, 2, 3, 4, 5, 6)), 15, held},
		{"a league stage without them", six, roundRobin(week, "0=", 1, 2, 3, 7, 8, 9), 1, nothing},
		{"a match of the same two, with other results", roundRobin(day, "1", 1, 2), roundRobin(week, "0", 1, 2), 0, nothing},
		{"a match of six games that were all won by White", join(day, repeat(6)...), join(week, repeat(6)...), 6, held},
		{"matches of three games in each round, in the other order", join(day, thrice(1), thrice(3)), join(week, thrice(3), thrice(1)), 6, asked},
		{"games that were not played are not rated", roundRobin(day, "+", 1, 2, 3, 4), roundRobin(day, "+", 1, 2, 3, 4), 0, nothing},
		{"other players", six, roundRobin(day, "1=0110", 11, 12, 13, 14, 15, 16), 0, nothing},
		{"nothing played", twin.Section{Days: day}, six, 0, nothing},
		{"days that are not known overlap", changed(six, civil.Range{}, nil), changed(six, later, nil), 15, held},
	} {
		c.want.Shared = c.n
		if got := twin.Compare(c.a, c.b); got != c.want {
			t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
		}
		if got := twin.Compare(c.b, c.a); got != c.want {
			t.Errorf("%s, the other way round: got %+v, want %+v", c.name, got, c.want)
		}
	}
}

// repeat returns n sections of one game of the same two players, won by White
// with alternating colours.
func repeat(n int) (all []twin.Section) {
	for i := range uint32(n) {
		all = append(all, twin.Section{Games: []twin.Game{{White: i % 2, Black: 1 - i%2, Round: 1, Result: report.WhiteWon}}})
	}
	return all
}

// thrice returns a section with three games of two players in a round.
func thrice(player uint32) twin.Section {
	g := twin.Game{White: player, Black: player + 1, Round: 1, Result: report.WhiteWon}
	return twin.Section{Games: []twin.Game{g, g, g}}
}

func drawSection(t *rapid.T, label string) twin.Section {
	game := rapid.Custom(func(t *rapid.T) twin.Game {
		white, black := rapid.Uint32Range(1, 5).Draw(t, "white"), rapid.Uint32Range(1, 4).Draw(t, "black")
		if black >= white {
			black++
		}
		return twin.Game{White: white, Black: black, Round: rapid.IntRange(1, 6).Draw(t, "round"), Result: report.Result(rapid.IntRange(0, 3).Draw(t, "result"))}
	})
	return twin.Section{
		Days:  on(civil.Date(rapid.IntRange(100, 220).Draw(t, label+" day")), civil.Date(rapid.IntRange(1, 5).Draw(t, label+" days"))),
		Games: rapid.SliceOfN(game, 0, 15).Draw(t, label),
	}
}

// The order of the two sections, player numbers, the numbering of rounds and
// the order of games do not matter.
func TestOrderAndNumbersDoNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawSection(t, "a"), drawSection(t, "b")
		want := twin.Compare(a, b)
		if got := twin.Compare(b, a); got != want {
			t.Fatalf("the other way round: got %+v, want %+v", got, want)
		}
		number := rapid.Permutation([]uint32{7, 11, 2, 900, 0, 5}).Draw(t, "numbers")
		gap := rapid.IntRange(1, 9).Draw(t, "gap")
		other := changed(b, b.Days, func(_ int, g *twin.Game) {
			g.White, g.Black, g.Round = number[g.White], number[g.Black], gap*g.Round-3
		})
		other.Games = rapid.Permutation(other.Games).Draw(t, "order")
		if got := twin.Compare(changed(a, a.Days, func(_ int, g *twin.Game) { g.White, g.Black = number[g.White], number[g.Black] }), other); got != want {
			t.Fatalf("renumbered: got %+v, want %+v", got, want)
		}
	})
}

// A copy with changed results is held while enough is the same, and never more
// than the shared games.
func TestChangedCopies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		players := []uint32{1, 2, 3, 4, 5, 6, 7, 8}[:2*rapid.IntRange(2, 4).Draw(t, "pairs")]
		a := roundRobin(on(100, 2), rapid.StringOfN(rapid.SampledFrom([]rune("1=0")), 5, 28, -1).Draw(t, "results"), players...)
		wrong := rapid.Permutation(make([]int, len(a.Games))).Draw(t, "nothing")
		k := rapid.IntRange(0, len(a.Games)).Draw(t, "changed")
		for i := range wrong[:k] {
			wrong[i] = 1
		}
		wrong = rapid.Permutation(wrong).Draw(t, "which")
		days := on(100+civil.Date(rapid.SampledFrom([]int{0, 1, 2, 60}).Draw(t, "later")), 2)
		b := changed(a, days, func(i int, g *twin.Game) { g.Result = (g.Result + report.Result(wrong[i])) % 3 })
		kept := len(a.Games) - k
		same := kept >= 3 && 2*kept >= len(a.Games)
		if days.From > a.Days.To {
			same = kept >= 5 && 10*kept >= 8*len(a.Games)
		}
		if got := twin.Compare(a, b); got.Same != same || got.Shared != kept {
			t.Fatalf("%d of %d results changed, %v: got %+v", k, len(a.Games), days, got)
		}
	})
}

// meeting draws the games of a meeting: an all-play-all, or its first rounds.
func meeting(d *rand.Rand, players, swissRounds int, days civil.Range) twin.Section {
	numbers := make([]uint32, players)
	for i, n := range d.Perm(players) {
		numbers[i] = uint32(n)
	}
	s := roundRobin(days, "1", numbers...)
	if swissRounds > 0 {
		s.Games = slices.DeleteFunc(s.Games, func(g twin.Game) bool { return g.Round > swissRounds })
	}
	for i := range s.Games {
		g := &s.Games[i]
		if d.IntN(2) == 0 {
			g.White, g.Black = g.Black, g.White
		}
		g.Result = report.Result(d.IntN(3))
	}
	return s
}

// Unrelated meetings of the same players are rarely held: of eight players
// fewer than one in 1,000.
func TestSharedGamesByChance(t *testing.T) {
	for _, c := range []struct {
		players, rounds int
		later           civil.Date
		most            float64 // held, in 1,000
	}{
		{4, 0, 0, 70}, {4, 0, 7, 2},
		{6, 0, 0, 1}, {6, 0, 7, 0.1},
		{8, 0, 0, 1}, {8, 0, 7, 0.1},
		{8, 4, 0, 1}, {8, 4, 7, 0.1},
	} {
		const draws = 20_000
		d := rand.New(rand.NewPCG(16, 4))
		held, asked := 0, 0
		for range draws {
			v := twin.Compare(meeting(d, c.players, c.rounds, on(100, 1)), meeting(d, c.players, c.rounds, on(100+c.later, 1)))
			if v.Same {
				held++
			}
			if v.Some {
				asked++
			}
		}
		t.Logf("%d players, %d rounds, %d days later: %d held, %d asked of %d", c.players, c.rounds, c.later, held, asked, draws)
		if rate := 1000 * float64(held) / draws; rate > c.most {
			t.Errorf("%d players, %d rounds, %d days later: %.2f in 1000 are held, want %.1f at most", c.players, c.rounds, c.later, rate, c.most)
		}
	}
}

// In a period of a federation no two sections are held, and each is if it is
// reported again.
func TestSectionsOfAPeriod(t *testing.T) {
	_, _, batch := workload.Period(16, 3000, 20_000)
	sections := twin.Sections(batch)
	games := 0
	for i, s := range sections {
		games += len(s.Games)
		copied := changed(s, on(s.Days.From+50, 1), nil)
		if len(s.Games) >= 5 && !twin.Compare(s, copied).Same {
			t.Errorf("section %d is not held as its copy", i)
		}
		for _, other := range sections[:i] {
			if v := twin.Compare(s, other); v.Same {
				t.Errorf("two sections are held: %+v", v)
			}
		}
	}
	if games != len(batch.Games) || len(sections) != len(batch.Sections) {
		t.Errorf("got %d games, want %d", games, len(batch.Games))
	}
}

func TestSections(t *testing.T) {
	batch := &pack.Batch{
		Events:   []pack.Event{{Start: 100, End: 102}},
		Sections: []pack.Section{{Name: "A"}, {Name: "B", Refused: true}, {Name: "C"}},
		Games:    []pack.Game{{White: 5, Black: 7, Section: 2, Date: 101, Round: 3, Result: report.Drawn, Out: pack.Late}},
	}
	got := twin.Sections(batch)
	for i, want := range [][]twin.Game{nil, nil, {{White: 5, Black: 7, Round: 3, Result: report.Drawn}}} {
		if !slices.Equal(got[i].Games, want) || got[i].Days != (civil.Range{From: 100, To: 102}) {
			t.Errorf("section %d: got %+v", i, got[i])
		}
	}
}

// The largest section that a report may hold is compared without comparing all
// pairs of games.
func TestLargeSectionsEnd(t *testing.T) {
	s := twin.Section{Days: on(100, 1)}
	for i := range report.MaxGames {
		s.Games = append(s.Games, twin.Game{White: uint32(i % 900), Black: 1000, Round: i / 900 % report.MaxRound, Result: report.WhiteWon})
	}
	if v := twin.Compare(s, changed(s, on(110, 1), nil)); !v.Same || v.Shared != report.MaxGames {
		t.Errorf("got %+v", v)
	}
}
