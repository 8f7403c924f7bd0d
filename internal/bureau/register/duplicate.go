package register

import (
	"cmp"
	"context"
	"fmt"
	"math"
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

// pairs are the proposals about a register, by the two IDs.
type pairs map[[2]string]Pair

// weigh adds a pair, if the evidence is enough.
func (all pairs) weigh(x, y *suspect) {
	if p := x.compare(y); p.Points >= identity.Proposed {
		all[[2]string{p.A, p.B}] = p
	}
}

// likeliest returns the likeliest first, without those declared distinct.
func (all pairs) likeliest(r bureau.Reader) ([]Pair, error) {
	var sorted []Pair
	for _, p := range all {
		two, err := DistinctPairs.Get(r, DistinctKey(p.A, p.B))
		if err != nil {
			return nil, err
		}
		if two == nil {
			sorted = append(sorted, p)
		}
	}
	slices.SortFunc(sorted, func(a, b Pair) int {
		return cmp.Or(-cmp.Compare(a.Points, b.Points), cmp.Compare(a.A, b.A), cmp.Compare(a.B, b.B))
	})
	return sorted, nil
}

// suspects is a register prepared for comparison. For many new cards it is faster than to look up
// each.
type suspects struct {
	all      []*suspect
	numbers  map[string]int   // in all, by ID
	bins     map[string][]int // those in all who share something
	compared int
	warned   bool // the warning that no more are compared was issued
}

func suspectsOf(r bureau.Reader) (*suspects, error) {
	s := &suspects{numbers: map[string]int{}, bins: map[string][]int{}}
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
	n, known := s.numbers[c.ID]
	if !known {
		n = len(s.all)
		s.numbers[c.ID], s.all = n, append(s.all, nil)
	}
	s.all[n] = newSuspect(c)
	for _, bin := range s.all[n].Bins() {
		s.bins[bin] = append(s.bins[bin], n)
	}
}

// Limits on the players of a bin that are compared with a new card, the first ones, and on the
// comparisons of a file.
const (
	maxSuspects    = 20
	maxComparisons = 20_000
)

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
	wanted, found := newcomer(card), pairs{}
	for _, bin := range wanted.Bins() {
		for _, n := range s.bins[bin][:min(len(s.bins[bin]), maxSuspects)] {
			s.compared++
			found.weigh(wanted, s.all[n])
		}
	}
	all, err := found.likeliest(r)
	return all, nil, err
}

// newcomer prepares the card of a player without a number.
func newcomer(card *Card) *suspect { return &suspect{card.Known(), math.MaxUint32} }

// alikeTo returns the pairs of a new card with registered players.
func alikeTo(r bureau.Reader, card *Card) ([]Pair, error) {
	wanted, found := newcomer(card), pairs{}
	registered, err := alike(r, wanted.Known)
	for _, c := range registered {
		if c.MergedInto == "" {
			found.weigh(wanted, newSuspect(c))
		}
	}
	if err != nil {
		return nil, err
	}
	return found.likeliest(r)
}

// AlikeTo returns the pairs of a registered player with others who may be the same person, the likeliest first.
func AlikeTo(r bureau.Reader, card *Card) ([]Pair, error) {
	wanted, found := newSuspect(card), pairs{}
	registered, err := alike(r, wanted.Known)
	for _, c := range registered {
		if c.MergedInto == "" && c.ID != card.ID {
			found.weigh(wanted, newSuspect(c))
		}
	}
	if err != nil {
		return nil, err
	}
	return found.likeliest(r)
}

// PairsOf returns the pairs among some players who may be the same person, the likeliest first.
func PairsOf(r bureau.Reader, cards []*Card) ([]Pair, error) {
	found, some := pairs{}, []*suspect(nil)
	for _, card := range cards {
		x := newSuspect(card)
		for _, y := range some {
			found.weigh(x, y)
		}
		some = append(some, x)
	}
	return found.likeliest(r)
}

// Compare returns the evidence that two players are the same person.
func Compare(a, b *Card) Pair { return newSuspect(a).compare(newSuspect(b)) }

// Duplicates proposes the pairs of players who may be the same person, the
// likeliest first. Pairs that an officer has declared distinct are left out.
func Duplicates(r bureau.Reader) ([]Pair, error) {
	s, err := suspectsOf(r)
	if err != nil {
		return nil, err
	}
	found := pairs{}
	for _, bin := range s.bins {
		for i, x := range bin {
			for _, y := range bin[:i] {
				found.weigh(s.all[x], s.all[y])
			}
		}
	}
	return found.likeliest(r)
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
		both := bureau.Subject{ID: fmt.Sprintf("%s %s", one, other)}
		for _, id := range []string{one, other} {
			p, err := Find(tx, id)
			if err == nil && p.ID != id {
				err = finding.Refuse("player-merged", finding.Text("id", id), finding.Text("into", p.ID))
			}
			if err != nil {
				return err
			}
			both = both.And(p.Subject())
		}
		if err := tx.About(both); err != nil {
			return err
		}
		d := &Distinct{Actor: tx.Actor, Reason: reason}
		tx.Note(both.ID, nil)
		return DistinctPairs.Put(tx, DistinctKey(one, other), d)
	})
}

// Undistinguish takes back that two players are different people.
func Undistinguish(ctx context.Context, b *bureau.Bureau, one, other, reason string) error {
	return b.Do(ctx, "player.distinct", reason, func(tx *bureau.Tx) error {
		key, both := DistinctKey(one, other), fmt.Sprintf("%s %s", one, other)
		if reason == "" {
			return finding.Refuse("reason-needed")
		}
		if _, err := DistinctPairs.Find(tx, key, finding.Refuse("not-decided", finding.Text("ref", both))); err != nil {
			return err
		}
		if err := tx.About(bureau.Subject{ID: both, Seen: []bureau.Document{DistinctPairs.Of(key)}}); err != nil {
			return err
		}
		tx.Note(both, map[string]any{"undoes": "player.distinct"})
		return tx.Delete(DistinctPairs.Kind, key)
	})
}
