package register

import (
	"hash/fnv"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/finding"
)

// suspects is the players of a register by what two cards of one person share,
// for many new cards: going through the register for each of them takes too long.
type suspects struct {
	bins     map[uint64][]string // IDs by the sum of the bin
	compared int
	silent   bool // it was told that no more are compared
}

// How many players that share a bin are compared with a new card, and how many
// comparisons a file may take. Of a name that more of them have, the first ones
// are compared.
const (
	mostSuspects    = 20
	mostComparisons = 20_000
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

// add adds a card, or its newest state; nothing if nobody has asked for suspects.
func (s *suspects) add(c *Card) {
	if s == nil {
		return
	}
	for _, bin := range newSuspect(c).bins() {
		sum := sumOf(bin)
		if ids := s.bins[sum]; len(ids) < mostSuspects {
			s.bins[sum] = append(ids, c.ID)
		}
	}
}

// alikeTo returns the pairs of a new card, which stands at a place, with those in
// the register. Where no more cards are compared, a finding says so once.
func (s *suspects) alikeTo(r bureau.Reader, card *Card, at finding.At) ([]Pair, []finding.Finding, error) {
	if s.compared >= mostComparisons {
		if s.silent {
			return nil, nil, nil
		}
		s.silent = true
		return nil, []finding.Finding{finding.New("duplicates-not-sought", finding.Warning, at)}, nil
	}
	wanted, candidates := newSuspect(card), map[string]bool{}
	wanted.Number = ^uint32(0)
	for _, bin := range wanted.bins() {
		for _, id := range s.bins[sumOf(bin)] {
			candidates[id] = true
		}
	}
	s.compared += len(candidates)
	pairs, err := wanted.among(r, candidates)
	return pairs, nil, err
}

func sumOf(bin string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(bin)) // it never fails
	return h.Sum64()
}
