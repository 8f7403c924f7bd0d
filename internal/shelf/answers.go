package shelf

import (
	"runtime"
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/response"
)

// mostKept is how many bytes of answers are kept in memory, and mostInFiles in files.
const (
	mostKept    = 32 << 20
	mostInFiles = 1 << 30
)

// answers are the answers that are kept, by what was asked.
type answers struct {
	all           map[string]answer
	size, inFiles int64
	spool         response.Spool       // the small ones for which there is no room in memory
	states        map[string]listState // of the lists that they show
	renewing      int                  // that are made anew while the one before may be given
	rest          time.Time            // until when no other one is made anew
}

// Shows is what an answer shows.
type Shows struct {
	Moves bool   // more than what was published: reports, or the day
	List  string // this list, and nothing that came out after it; empty: it may show any
}

// answer is an answer with the version of the bureau that it shows.
type answer struct {
	*response.Response
	of    Version
	shows Shows
	due   time.Time // when it was noticed that the bureau has moved on; zero: it has not
}

// shown reports whether the answer is that of a version.
func (a *answer) shown(now Version) bool {
	return a.of.Published == now.Published && (!a.shows.Moves || a.of == now)
}

// listState is the state of a list, for answers that show nothing that came out after it.
type listState struct {
	seq int // of the last publication of it, or of a list before it
	run int // the current one
}

// listStates returns the states of all lists, by label.
func listStates(r bureau.Reader) (map[string]listState, error) {
	published, err := rows.Publications.Select(r, bureau.Range{})
	if err != nil {
		return nil, err
	}
	seqs := map[string]int{}
	for _, p := range published {
		seqs[p.Label] = max(seqs[p.Label], p.Seq)
	}
	all, err := rows.Lists.Select(r, bureau.Range{Order: 1})
	if err != nil {
		return nil, err
	}
	states, last := map[string]listState{}, 0
	for _, l := range all {
		run, err := lists.CurrentRuns.Get(r, l.Label)
		if err != nil {
			return nil, err
		}
		if last = max(last, seqs[l.Label]); run != nil {
			states[l.Label] = listState{last, *run}
		}
	}
	return states, nil
}

// Answer returns the answer that is kept under a key, nil if there is none for the version.
func (s *Shelf) Answer(key string, now Version) *response.Response {
	s.mu.Lock()
	defer s.mu.Unlock()
	kept, ok := s.all[key]
	if !ok || !kept.shown(now) {
		return nil
	}
	s.Kept.Add(1)
	return kept.Response
}

// Stale returns an outdated answer while others are being re-rendered: at most half the CPUs
// re-render, 20 % of the time. If it returns nil, the caller renders, and then calls done.
func (s *Shelf) Stale(key string, now Version) (before *response.Response, done func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kept, ok := s.all[key]
	if !ok || kept.due.IsZero() || kept.of.Registers != now.Registers || kept.of.Day != now.Day || time.Since(kept.due) >= s.Grace {
		return nil, func() {}
	}
	begun := time.Now()
	if s.renewing >= max(1, runtime.GOMAXPROCS(0)/2) || begun.Before(s.rest) {
		s.Kept.Add(1)
		return kept.Response, func() {}
	}
	s.renewing++
	return nil, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.renewing--
		s.rest = time.Now().Add(4 * time.Since(begun))
	}
}

// Keep keeps an answer: in memory, then in a file. Others go if there are too many.
func (s *Shelf) Keep(key string, of Version, shows Shows, r *response.Response) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if of.Published != s.now.Published {
		return
	}
	if s.all == nil {
		s.all = map[string]answer{}
	}
	s.forget(key)
	r = r.Lean()
	if memory, _ := sizes(key, r); s.size+memory > mostKept {
		if s.spool.Size() > mostInFiles {
			s.leaveFiles()
		}
		r = s.spool.Take(r)
	}
	memory, file := sizes(key, r)
	for other, kept := range s.all {
		if s.size+memory <= mostKept && s.inFiles+file <= mostInFiles {
			break
		}
		if ofMemory, freed := kept.Kept(); freed > 0 && s.inFiles+file > mostInFiles || ofMemory > 0 && s.size+memory > mostKept {
			s.forget(other)
		}
	}
	s.all[key] = answer{Response: r, of: of, shows: shows}
	s.size, s.inFiles = s.size+memory, s.inFiles+file
}

// sizes returns what is kept of an answer in memory and in a file.
func sizes(key string, r *response.Response) (memory, file int64) {
	memory, file = r.Kept()
	return memory + int64(len(key)), file
}

// leaveFiles drops the answers in files, and begins another one for the small ones.
func (s *Shelf) leaveFiles() {
	for key, kept := range s.all {
		if _, file := kept.Kept(); file > 0 {
			s.forget(key)
		}
	}
	s.spool = response.Spool{}
}

// moveOn drops the answers that show what was before, given the states of the lists now. One
// that shows a list and nothing later stays while that is as it was; others are due, and go
// after the time of grace, or at once when a name may have changed.
func (s *Shelf) moveOn(now Version, states map[string]listState) {
	for key, kept := range s.all {
		state, known := states[kept.shows.List]
		same := kept.of.Registers == now.Registers && kept.of.Day == now.Day
		switch {
		case kept.shown(now):
			kept.due = time.Time{}
		case kept.due.IsZero() && known && state == s.states[kept.shows.List] && kept.of.Registers == now.Registers:
			kept.of.Published = now.Published
		case same && kept.due.IsZero() && s.Grace > 0:
			kept.due = time.Now()
		case !same || time.Since(kept.due) >= s.Grace:
			s.forget(key)
			continue
		}
		s.all[key] = kept
	}
	s.states = states
	if now.Registers != s.now.Registers {
		s.leaveFiles() // nothing of somebody who was erased stays
	}
}

func (s *Shelf) forget(key string) {
	if kept, ok := s.all[key]; ok {
		memory, file := sizes(key, kept.Response)
		s.size, s.inFiles = s.size-memory, s.inFiles-file
		delete(s.all, key)
	}
}
