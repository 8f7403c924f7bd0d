package synth

import "math/rand/v2"

// dice is the source of randomness. It uses only the generator, not the methods
// of rand.Rand, whose results differ on 32-bit machines.
type dice struct{ pcg *rand.PCG }

// The streams of a seed are independent: drawing from one does not affect the
// others. A number stays with its stream, or the demo is another one.
const (
	streamPeople   uint64 = 1
	streamEvents   uint64 = 2
	streamMistakes uint64 = 4
	streamNumbers  uint64 = 5
)

// newDice returns a stream of the seed for a number.
func newDice(seed, stream, number uint64) *dice {
	const golden = 0x9E3779B97F4A7C15 // spreads small numbers over all bits
	return &dice{rand.NewPCG(seed*golden, (stream<<56^number)*golden)}
}

// below returns a number from 0 to n-1.
func (d *dice) below(n int) int {
	return int((d.pcg.Uint64() >> 32) * uint64(uint32(n)) >> 32)
}

// between returns a number from low to high, inclusive.
func (d *dice) between(low, high int) int { return low + d.below(high-low+1) }

// chance returns true with a probability of perMille in a thousand.
func (d *dice) chance(perMille int) bool { return d.below(1000) < perMille }

// normal returns a number from a bell-shaped distribution that is limited to
// almost five deviations: the sum of eight uniform numbers of 16 bits.
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

// front returns a number from 0 to n-1, smaller ones more often.
func (d *dice) front(n int) int { return min(d.below(n), d.below(n)) }

// pick returns a random item.
func pick[T any](d *dice, items []T) T { return items[d.below(len(items))] }
