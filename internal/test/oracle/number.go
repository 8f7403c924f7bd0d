package oracle

import (
	"math/big"
	"slices"
)

// points multiplies a score in hundredths with a K.
func points(hundredths, k int) *big.Rat { return big.NewRat(int64(hundredths)*int64(k), 100) }

// whole returns n points.
func whole(n int) *big.Rat { return new(big.Rat).SetInt64(int64(n)) }

var half = big.NewRat(1, 2)

// floor returns the largest integer not above x.
func floor(x *big.Rat) int {
	return int(new(big.Int).Div(x.Num(), x.Denom()).Int64()) // Div is Euclidean, the denominator positive
}

// halfUp rounds an average or a percentage (Reading G2).
func halfUp(x *big.Rat) int { return floor(new(big.Rat).Add(x, half)) }

// halfAway rounds a change (Reading G2).
func (b *bureau) halfAway(x *big.Rat) int {
	exactHalf := x.Denom().Cmp(big.NewInt(2)) == 0
	if x.Sign() < 0 {
		if exactHalf {
			b.fire("G2 half a point lost")
		}
		return -halfUp(new(big.Rat).Neg(x))
	}
	if exactHalf {
		b.fire("G2 half a point gained")
	}
	return halfUp(x)
}

// percentage returns a score in half points as a percentage of the games.
func percentage(score, games int) int { return halfUp(big.NewRat(int64(score)*50, int64(games))) }

// average returns the opponents' average.
func average(opponents []int) int {
	sum := 0
	for _, o := range opponents {
		sum += o
	}
	return halfUp(big.NewRat(int64(sum), int64(len(opponents))))
}

// kept returns the K if only one was used.
func kept(ks []int) int {
	if len(ks) == 0 || slices.Max(ks) != slices.Min(ks) {
		return 0
	}
	return ks[0]
}
