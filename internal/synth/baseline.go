package synth

import (
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// GatherScatter returns the baseline for benchmarks that rate a period: a loop
// over its games in columns that only reads both ratings and adds to an
// accumulator of each player.
func GatherScatter(list *roster.List, batch *pack.Batch) func() {
	ratings := make([]int16, len(list.Standings))
	for n := range ratings {
		ratings[n] = int16(list.Standings[n].Of(rating.Standard).Rating)
	}
	white, black, result := make([]uint32, len(batch.Games)), make([]uint32, len(batch.Games)), make([]uint8, len(batch.Games))
	for i, g := range batch.Games {
		white[i], black[i], result[i] = g.White, g.Black, uint8(g.Result)
	}
	sum := make([]int32, len(ratings))
	return func() {
		black, result := black[:len(white)], result[:len(white)]
		for i, w := range white {
			x := black[i]
			d := int32(ratings[w]) - int32(ratings[x]) + int32(result[i])
			sum[w] += d
			sum[x] -= d
		}
	}
}
