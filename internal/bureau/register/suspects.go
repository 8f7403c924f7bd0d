package register

import (
	"hash/fnv"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/identity"
)

// suspects indexes a register for comparing many new cards; scanning the
// register for each takes too long.
type suspects struct {
	bins     map[uint64][]string // IDs by the hash of the bin
	compared int
	warned   bool // the warning that no more are compared was issued
}

// Limits on the players of a bin that are compared with a new card, and on the
// comparisons of a file. Of a bin that is too large, the first players are
// compared.
const (
	maxSuspects    = 20
	maxComparisons = 20_000
)

func suspectsOf(r bureau.Reader) (*suspects, error) {
	s := &suspects{bins: map[uint64][]string{}}
	err := Players.Scan(r, "", "", func(id string, p *Player) (bool, error) {
		if p.MergedInto != "" || p.Erased {
			return true, nil
		}
		person, err := PersonOf(r, id)
		if err == nil {
			s.add(&Card{Player: *p, Person: *person})
		}
		return err == nil, err
	})
	return s, err
}

// add adds a card, or its new state. A nil s ignores it.
func (s *suspects) add(c *Card) {
	if s == nil {
		return
	}
	for _, bin := range newSuspect(c).Bins() {
		sum := sumOf(bin)
		if ids := s.bins[sum]; len(ids) < maxSuspects {
			s.bins[sum] = append(ids, c.ID)
		}
	}
}

// alikeTo returns the pairs of a new card, found at a place in a file, with
// registered players. Once the limit is reached, it returns a finding that says
// so, and then nothing.
func (s *suspects) alikeTo(r bureau.Reader, card *Card, at finding.At) ([]Pair, []finding.Finding, error) {
	if s.compared >= maxComparisons {
		if s.warned {
			return nil, nil, nil
		}
		s.warned = true
		return nil, []finding.Finding{finding.New("duplicates-not-sought", finding.Warning, at)}, nil
	}
	wanted := newSuspect(card)
	wanted.number = ^uint32(0)
	candidates := s.sharing(wanted.Known)
	s.compared += len(candidates)
	pairs, err := wanted.among(r, candidates)
	return pairs, nil, err
}

// sharing returns the IDs of those who share a bin with a card.
func (s *suspects) sharing(wanted *identity.Known) map[string]bool {
	ids := map[string]bool{}
	for _, bin := range wanted.Bins() {
		for _, id := range s.bins[sumOf(bin)] {
			ids[id] = true
		}
	}
	return ids
}

func sumOf(bin string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(bin)) // never fails
	return h.Sum64()
}
