package synth

import (
	"testing"

	"pgregory.net/rapid"

	_ "github.com/arpadchess/arpad/internal/test/draw" // the same cases in every run
	"github.com/arpadchess/arpad/report"
)

// In a Swiss everybody has one entry per round, nobody meets the same opponent
// twice, and the colours are balanced.
func TestSwiss(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := &crosstable{dice: newDice(rapid.Uint64().Draw(t, "seed"), 0, 0)}
		players := rapid.IntRange(2, 90).Draw(t, "players")
		rounds := rapid.IntRange(1, max(1, min(11, players/2))).Draw(t, "rounds")
		table.swiss(strengths(table.dice, players), rounds, atTournaments)
		met := check(t, table, rounds)
		for pair, times := range met {
			if times > 1 {
				t.Fatalf("%v met %d times", pair, times)
			}
		}
	})
}

// In a round robin everybody meets everybody once.
func TestRoundRobin(t *testing.T) {
	for players := 2; players <= 14; players++ {
		table := &crosstable{dice: newDice(1, 0, 0)}
		table.roundRobin(strengths(table.dice, players), habits{})
		met := check(t, table, players-1+players%2)
		if want := players * (players - 1) / 2; len(met) != want || len(table.bouts) != want {
			t.Errorf("%d players: %d games, %d pairs", players, len(table.bouts), len(met))
		}
	}
}

func strengths(d *dice, n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = 2500 - 1500*i/n + d.below(100)
	}
	return all
}

// check counts the meetings of players, and fails if a player has no entry or
// two entries in a round, or three more games with one colour than with the
// other.
func check(t interface{ Fatalf(string, ...any) }, table *crosstable, rounds int) map[[2]int]int {
	busy := make([]int, len(table.seats))
	balance := make([]int, len(table.seats))
	met := map[[2]int]int{}
	for _, b := range table.bouts {
		busy[b.white] |= 1 << b.round
		busy[b.black] |= 1 << b.round
		met[[2]int{min(b.white, b.black), max(b.white, b.black)}]++
		if b.result.Played() {
			balance[b.white]++
			balance[b.black]--
		}
	}
	for _, r := range table.rests {
		busy[r.seat] |= 1 << r.round
	}
	if 2*len(table.bouts)+len(table.rests) != len(table.seats)*rounds {
		t.Fatalf("%d games and %d rounds off of %d players in %d rounds", len(table.bouts), len(table.rests), len(table.seats), rounds)
	}
	for seat, in := range busy {
		if in != 1<<(rounds+1)-2 {
			t.Fatalf("seat %d is busy in rounds %b", seat, in)
		}
		if balance[seat] < -3 || balance[seat] > 3 {
			t.Fatalf("seat %d has %d more games with White", seat, balance[seat])
		}
	}
	return met
}

// Almost all players have at most one more game with one colour than with the
// other, and the byes are spread over many players.
func TestColours(t *testing.T) {
	table := &crosstable{dice: newDice(1, 0, 0)}
	seats, apart, byes := 0, 0, map[int]int{}
	for range 200 {
		table.swiss(strengths(table.dice, 41), 7, habits{})
		seats += len(table.seats)
		for i := range table.seats {
			if b := table.seats[i].balance; b < -1 || b > 1 {
				apart++
			}
		}
		clear(byes)
		for _, r := range table.rests {
			if byes[r.seat]++; r.kind != report.PairingBye || byes[r.seat] > 1 {
				t.Fatalf("seat %d has %d byes, the last %s", r.seat, byes[r.seat], r.kind)
			}
		}
	}
	if apart*20 > seats {
		t.Errorf("%d of %d have two games more with one colour", apart, seats)
	}
}
