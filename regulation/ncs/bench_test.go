package ncs

import (
	"slices"
	"testing"

	"github.com/arpadchess/arpad/internal/test/workload"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// bulk is the period of the benchmarks: a million games of a hundred thousand
// players, with juniors, unrated players, first games, masters, large
// differences, forfeits, both lists, and New Year.
const (
	bulkPlayers = 100_000
	bulkGames   = 1_000_000
)

func bulk() ([]roster.Player, *roster.List, *pack.Batch) {
	return workload.Period(1, bulkPlayers, bulkGames)
}

// perSecond reports the games per second of the measured time.
func perSecond(b *testing.B, games int) {
	b.ReportMetric(float64(games)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mgames/s")
}

// BenchmarkGatherScatter is the baseline of BenchmarkBulk.
func BenchmarkGatherScatter(b *testing.B) {
	_, list, batch := bulk()
	run := workload.GatherScatter(list, batch)
	for b.Loop() {
		run()
	}
	perSecond(b, len(batch.Games))
}

// BenchmarkBulk times the loop over the games in Rate, and the ends of the years,
// without a trace, with all rules applied.
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
			clear(p.tallies[kind])
		}
		p.unrated = p.unrated[:0]
		for year := range years(p.played) {
			p.chooseK(year)
			b.StartTimer()
			p.play(year.from, year.to)
			p.settle()
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
