package reports

import "time"

// What is done in turn.
var (
	Checks   = checks
	Receipts = receipts
)

// Hold takes all turns until it is released, and lets pages wait for so long.
func Hold(wait time.Duration, of ...chan struct{}) (release func()) {
	was := longestWait
	longestWait = wait
	for _, turns := range of {
		for range cap(turns) {
			turns <- struct{}{}
		}
	}
	return func() {
		longestWait = was
		for _, turns := range of {
			for range cap(turns) {
				<-turns
			}
		}
	}
}

// Queued returns how many pages wait for their turn.
func Queued() int { return int(queued.Load()) }
