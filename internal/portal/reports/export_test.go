package reports

import "time"

// Hold takes all turns until it is released, and lets pages wait for so long.
func Hold(wait time.Duration) (release func()) {
	was := longestWait
	longestWait = wait
	for range cap(turns) {
		turns <- struct{}{}
	}
	return func() {
		longestWait = was
		for range cap(turns) {
			<-turns
		}
	}
}

// Queued returns how many pages wait for their turn.
func Queued() int { return int(queued.Load()) }
