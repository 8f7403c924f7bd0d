package front

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// journal logs how often something was refused: one line in a while at most.
type journal struct {
	log   func(line string)
	every time.Duration
	now   func() time.Time

	mu    sync.Mutex // guards what follows
	times map[string]int
	last  time.Time
}

// count counts what was refused, and logs what has come together.
func (j *journal) count(what string) {
	j.mu.Lock()
	if j.times == nil {
		j.times = map[string]int{}
	}
	j.times[what]++
	due := j.now().Sub(j.last) >= j.every
	j.mu.Unlock()
	if due {
		j.end()
	}
}

// end logs what was not logged yet. Nobody waits for that but who does it.
func (j *journal) end() {
	j.mu.Lock()
	var all []string
	for what, times := range j.times {
		all = append(all, fmt.Sprintf("%s %d times", what, times))
	}
	j.times, j.last = nil, j.now()
	j.mu.Unlock()
	if slices.Sort(all); len(all) > 0 {
		j.log("refused: " + strings.Join(all, ", "))
	}
}
