package fide

import (
	"testing"

	"github.com/arpadchess/arpad/internal/test/workload"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report/pack"
)

// bulk is the period of the benchmarks: a million games of a hundred thousand
// players.
func bulk() (regulation.Past, *pack.Batch) {
	players, list, batch := workload.Period(1, 100_000, 1_000_000)
	return regulation.Past{Players: players, List: list}, batch
}

// perSecond reports the games per second of the measured time.
func perSecond(b *testing.B, games int) {
	b.ReportMetric(float64(games)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mgames/s")
}

// BenchmarkGatherScatter is the baseline of BenchmarkBulk.
func BenchmarkGatherScatter(b *testing.B) {
	past, batch := bulk()
	run := workload.GatherScatter(past.List, batch)
	for b.Loop() {
		run()
	}
	perSecond(b, len(batch.Games))
}

// BenchmarkBulk times the loops over the games in Rate, without a trace, with
// all rules applied.
func BenchmarkBulk(b *testing.B) {
	past, batch := bulk()
	for _, e := range Editions() {
		b.Run(e.About().ID, func(b *testing.B) {
			p := e.(*Edition).open(regulation.Period{}, past, batch, nil)
			b.ReportAllocs()
			for b.Loop() {
				b.StopTimer()
				for _, l := range p.lists {
					clear(l.tallies)
				}
				p.apart, p.unrated, p.parts = p.apart[:0], p.unrated[:0], p.parts[:0]
				p.beyond = p.beyond[:0]
				b.StartTimer()
				p.play()
				p.playApart()
			}
			perSecond(b, len(batch.Games))
		})
	}
}

// BenchmarkRate times a whole period: opening the list, the games, first
// ratings, the new list.
func BenchmarkRate(b *testing.B) {
	past, batch := bulk()
	b.ReportAllocs()
	for b.Loop() {
		FIDE2025().Rate(regulation.Period{}, past, batch, nil)
	}
	perSecond(b, len(batch.Games))
}
