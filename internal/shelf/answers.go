package shelf

import "github.com/arpadchess/arpad/internal/response"

// mostKept is how many bytes of answers are kept in memory, and mostInFiles in files.
const (
	mostKept    = 64 << 20
	mostInFiles = 1 << 30
)

// answers are the answers that are kept, by what was asked.
type answers struct {
	all           map[string]answer
	size, inFiles int64
}

// answer is an answer with the version of the bureau that it shows.
type answer struct {
	*response.Response
	of    Version
	moves bool
}

// Answer returns the answer that is kept under a key, nil if there is none for the version.
func (s *Shelf) Answer(key string, now Version) *response.Response {
	s.mu.Lock()
	defer s.mu.Unlock()
	kept, ok := s.all[key]
	if !ok || kept.of.Published != now.Published || kept.moves && kept.of != now {
		return nil
	}
	s.Kept.Add(1)
	return kept.Response
}

// Keep keeps an answer; others go if there are too many. One that moves shows more than
// what was published: reports, or the day.
func (s *Shelf) Keep(key string, of Version, moves bool, r *response.Response) {
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
	memory, file := r.Kept()
	for other, kept := range s.all {
		if s.size+memory <= mostKept && s.inFiles+file <= mostInFiles {
			break
		}
		if _, freed := kept.Kept(); freed > 0 || s.size+memory > mostKept {
			s.forget(other)
		}
	}
	s.all[key] = answer{r, of, moves}
	s.size, s.inFiles = s.size+memory+int64(len(key)), s.inFiles+file
}

// drop drops the answers that show what was published before.
func (s *Shelf) drop(now Version) {
	for key, kept := range s.all {
		if kept.of.Published != now.Published {
			s.forget(key)
		}
	}
}

func (s *Shelf) forget(key string) {
	if kept, ok := s.all[key]; ok {
		memory, file := kept.Kept()
		s.size, s.inFiles = s.size-memory-int64(len(key)), s.inFiles-file
		delete(s.all, key)
	}
}
