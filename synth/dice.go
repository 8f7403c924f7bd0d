package synth

import "math/rand/v2"

// dice is the source of chance. It uses the generator alone, not the methods
// of rand.Rand, which draw otherwise on machines of 32 bits.
type dice struct{ pcg *rand.PCG }

// The streams of a seed: what is drawn for one purpose does not move what is
// drawn for another.
const (
	streamPeople uint64 = iota + 1
	streamEvents
	streamPeriod
	streamMistakes
	streamNumbers
)

// newDice returns a stream of the seed, one for each number that is wanted.
func newDice(seed, stream, number uint64) *dice {
	const golden = 0x9E3779B97F4A7C15 // spreads small numbers over all bits
	return &dice{rand.NewPCG(seed*golden, (stream<<56^number)*golden)}
}

// below returns a number from 0 to n-1.
func (d *dice) below(n int) int {
	return int((d.pcg.Uint64() >> 32) * uint64(uint32(n)) >> 32)
}

// between returns a number from low to high, both included.
func (d *dice) between(low, high int) int { return low + d.below(high-low+1) }

// chance is true so many times in a thousand.
func (d *dice) chance(perMille int) bool { return d.below(1000) < perMille }

// normal returns a number of a bell-shaped distribution, which ends at almost
// five deviations: the sum of eight uniform numbers of 16 bits.
func (d *dice) normal(mean, deviation int) int {
	sum := 0
	for range 2 {
		for bits := d.pcg.Uint64(); bits != 0; bits >>= 16 {
			sum += int(bits & 0xFFFF)
		}
	}
	const centre, sigma = 8 * 0xFFFF / 2, 53510 // sigma = 65536 * sqrt(8/12)
	return mean + (sum-centre)*deviation/sigma
}

// front returns a number from 0 to n-1, the smaller the more often.
func (d *dice) front(n int) int { return min(d.below(n), d.below(n)) }

// pick returns one of the items.
func pick[T any](d *dice, items []T) T { return items[d.below(len(items))] }
