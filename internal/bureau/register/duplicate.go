package register

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/identity"
)

// Pair is two players who may be the same person. It is only a proposal; an
// officer decides whether to merge them.
type Pair struct {
	A, B string // IDs; B was registered first
	identity.Weighed
}

// finding returns the warning that a new player, under id, may already be
// registered.
func (p *Pair) finding(id string, at finding.At) finding.Finding {
	return finding.New("perhaps-registered", finding.Warning, at, finding.Text("id", id), finding.Text("other", p.B), finding.Int("points", p.Points))
}

// Finding returns the warning that A may be B.
func (p *Pair) Finding() finding.Finding { return p.finding(p.A, finding.At{}) }

// Known prepares a card for comparison.
func (c *Card) Known() *identity.Known {
	return identity.New(identity.Person{ID: c.ID, Name: c.Name, NameLocal: c.NameLocal, Kana: c.Kana, Birth: c.Birth, Sex: c.Sex, Club: c.Club, FideID: c.FideID})
}

// suspect is a card prepared for comparison.
type suspect struct {
	*identity.Known
	number uint32
}

func newSuspect(c *Card) *suspect { return &suspect{c.Known(), c.Number} }

// compare returns the evidence that two cards belong to the same person.
func (s *suspect) compare(o *suspect) Pair {
	p := Pair{A: s.ID, B: o.ID, Weighed: s.Compare(o.Known)}
	if s.number < o.number {
		p.A, p.B = o.ID, s.ID
	}
	return p
}

// Duplicates proposes the pairs of players who may be the same person, the
// likeliest first. Pairs that an officer has declared distinct are left out.
func Duplicates(r bureau.Reader) ([]Pair, error) {
	var all []*suspect
	bins := map[string][]int{}
	err := Players.Scan(r, "", "", func(id string, p *Player) (bool, error) {
		if p.MergedInto != "" || p.Erased {
			return true, nil
		}
		person, err := PersonOf(r, id)
		if err != nil {
			return false, err
		}
		s := newSuspect(&Card{Player: *p, Person: *person})
		for _, bin := range s.Bins() {
			bins[bin] = append(bins[bin], len(all))
		}
		all = append(all, s)
		return true, nil
	})
	if err != nil {
		return nil, err
	}
	found := map[[2]string]Pair{}
	for _, bin := range bins {
		for i, x := range bin {
			for _, y := range bin[:i] {
				if p := all[x].compare(all[y]); p.Points >= identity.Proposed {
					found[[2]string{p.A, p.B}] = p
				}
			}
		}
	}
	pairs := slices.Collect(maps.Values(found))
	return likeliest(r, pairs)
}

// likeliest sorts pairs and leaves out those declared distinct.
func likeliest(r bureau.Reader, pairs []Pair) ([]Pair, error) {
	var failed error
	pairs = slices.DeleteFunc(pairs, func(p Pair) bool {
		two, err := DistinctPairs.Get(r, DistinctKey(p.A, p.B))
		failed = cmp.Or(failed, err)
		return two != nil
	})
	slices.SortFunc(pairs, func(a, b Pair) int {
		return cmp.Or(-cmp.Compare(a.Points, b.Points), cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B))
	})
	return pairs, failed
}

// among returns the pairs of a new card with some registered players.
func (s *suspect) among(r bureau.Reader, candidates map[string]bool) ([]Pair, error) {
	var pairs []Pair
	for id := range candidates {
		p, err := Players.Get(r, id)
		if err != nil {
			return nil, err
		}
		person, err := PersonOf(r, id)
		if err != nil {
			return nil, err
		}
		if p.MergedInto != "" || p.Erased {
			continue
		}
		if pair := s.compare(newSuspect(&Card{Player: *p, Person: *person})); pair.Points >= identity.Proposed {
			pairs = append(pairs, pair)
		}
	}
	return likeliest(r, pairs)
}

// Distinct is an officer's decision that two players are different people.
type Distinct struct {
	Actor  string `json:"actor"`
	Reason string `json:"reason"`
}

// DistinctPairs are the pairs of IDs declared distinct, by DistinctKey.
var DistinctPairs = bureau.Table[Distinct]{Kind: "distinct"}

// DistinctKey returns the key of a pair of IDs, in either order.
func DistinctKey(a, b string) string { return min(a, b) + "\x00" + max(a, b) }

// Distinguish records that two players are different people, so that they are
// not proposed again.
func Distinguish(ctx context.Context, b *bureau.Bureau, one, other, reason string) error {
	return b.Do(ctx, "player.distinct", reason, func(tx *bureau.Tx) error {
		if reason == "" {
			return finding.Refuse("reason-needed")
		}
		for _, id := range []string{one, other} {
			if p, err := Find(tx, id); err != nil || p.ID != id {
				if err == nil {
					err = finding.Refuse("player-merged", finding.Text("id", id), finding.Text("into", p.ID))
				}
				return err
			}
		}
		d := &Distinct{Actor: tx.Actor, Reason: reason}
		tx.Note(fmt.Sprintf("%s %s", one, other), nil)
		return DistinctPairs.Put(tx, DistinctKey(one, other), d)
	})
}
