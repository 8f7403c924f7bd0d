package regulation

import "slices"

// Runs yields the runs of consecutive items with the same key.
func Runs[T any, K comparable](items []T, key func(T) K) func(yield func([]T) bool) {
	return func(yield func([]T) bool) {
		for len(items) > 0 {
			n := 1
			for n < len(items) && key(items[n]) == key(items[0]) {
				n++
			}
			if !yield(items[:n:n]) {
				return
			}
			items = items[n:]
		}
	}
}

// ByPlayer yields the items of each player, in the order of the players and
// each player's in the order given.
func ByPlayer[T any](items []T, players int, player func(T) uint32) func(yield func([]T) bool) {
	return Runs(Ordered(items, players, player), player)
}

// Ordered returns the items in the order of a number below limit, those with the
// same one in the order given. It counts instead of comparing, because a period
// has many items.
func Ordered[T any](items []T, limit int, number func(T) uint32) []T {
	ends := make([]int, limit+1) // by number: the end of its items in sorted
	for _, item := range items {
		ends[number(item)]++
	}
	for n := range limit {
		ends[n+1] += ends[n]
	}
	sorted := make([]T, len(items))
	for _, item := range slices.Backward(items) {
		end := &ends[number(item)]
		*end--
		sorted[*end] = item
	}
	return sorted
}
