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
// each player's in the order given. It counts instead of comparing, because a
// period has many items.
func ByPlayer[T any](items []T, players int, player func(T) uint32) func(yield func([]T) bool) {
	return func(yield func([]T) bool) {
		ends := make([]int, players+1) // by player: the end of their items in sorted
		for _, item := range items {
			ends[player(item)]++
		}
		for n := range players {
			ends[n+1] += ends[n]
		}
		sorted := make([]T, len(items))
		for _, item := range slices.Backward(items) {
			end := &ends[player(item)]
			*end--
			sorted[*end] = item
		}
		Runs(sorted, player)(yield)
	}
}
