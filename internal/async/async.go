// Package async runs calculations beside the goroutine that needs their results.
package async

import "sync"

// Start runs calculate in a goroutine and returns a function that waits for its result. Any
// goroutine may call it, as often as it likes; if calculate panics, so does each call. calculate
// must not use a transaction of its caller.
func Start[T any](calculate func() (T, error)) (result func() (T, error)) {
	result = sync.OnceValues(calculate)
	go func() {
		defer func() { _ = recover() }() // result panics again
		_, _ = result()
	}()
	return result
}
