package ncs

import (
	"slices"
	"testing"

	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/synth"
)

// bulk is the period of the benchmarks: a million games of a hundred thousand
// players, with juniors, unrated players, first games, masters, large
// differences, forfeits, both lists, and New Year.
const (
	bulkPlayers = 100_000
	bulkGames   = 1_000_000
)

func bulk() ([]roster.Player, *roster.List, *pack.Batch) {
	return synth.Period(1, bulkPlayers, bulkGames)
}

// perSecond reports the games per second of the time that was measured.
func perSecond(b *testing.B, games int) {
	b.ReportMetric(float64(games)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mgames/s")
}

// BenchmarkGatherScatter is the yardstick of BenchmarkBulk: the same games as
// columns, and a loop that only reads both ratings and adds to an accumulator
// of each player.
func BenchmarkGatherScatter(b *testing.B) {
	players, list, batch := bulk()
	ratings := make([]int16, len(players))
	for n := range ratings {
		ratings[n] = int16(list.Standings[n].Of(rating.Standard).Rating)
	}
	white, black, result := make([]uint32, len(batch.Games)), make([]uint32, len(batch.Games)), make([]uint8, len(batch.Games))
	for i, g := range batch.Games {
		white[i], black[i], result[i] = g.White, g.Black, uint8(g.Result)
	}
	sum := make([]int32, len(players))
	for b.Loop() {
		black, result := black[:len(white)], result[:len(white)]
		for i, w := range white {
			x := black[i]
			d := int32(ratings[w]) - int32(ratings[x]) + int32(result[i])
			sum[w] += d
			sum[x] -= d
		}
	}
	perSecond(b, len(white))
}

// BenchmarkBulk times the loop over the games that Rate runs, without a trace,
// all rules applied.
func BenchmarkBulk(b *testing.B) {
	players, list, batch := bulk()
	past := regulation.Past{Players: players, List: list}
	p := NCS2022().open(regulation.Period{}, past, batch, nil)
	fresh := p.seats
	for kind := range fresh {
		fresh[kind] = slices.Clone(fresh[kind])
	}
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		for kind := range fresh {
			copy(p.seats[kind], fresh[kind])
		}
		p.unrated = p.unrated[:0]
		for year := range p.years() {
			p.chooseK(year.number)
			b.StartTimer()
			p.play(year.from, year.to)
			b.StopTimer()
		}
		b.StartTimer()
	}
	perSecond(b, len(batch.Games))
}

// BenchmarkRate times a whole period: opening the list, the games, first
// ratings, the new list.
func BenchmarkRate(b *testing.B) {
	players, list, batch := bulk()
	past := regulation.Past{Players: players, List: list}
	edition := NCS2022()
	b.ReportAllocs()
	for b.Loop() {
		edition.Rate(regulation.Period{}, past, batch, nil)
	}
	perSecond(b, len(batch.Games))
}
