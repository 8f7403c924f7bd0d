package regulation

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
