package adoption

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/season"
)

// suspect is a cause that leads to the old bureau's numbers exactly.
type suspect struct {
	Cause
	at     []key // the numbers that it explains
	breaks int   // numbers that agree and would not with it
	among  int   // of how many causes of its kind it is one: so many could do it by chance
}

// weight says how unlikely it is that a cause explains what it does by chance, in powers of
// two: a number that comes out has one chance in about 64, and each cause that is tried has
// that chance again.
func (s *suspect) weight(open int) int { return 6*(open-s.breaks) - bits.Len(uint(s.among)) }

// explain finds causes of the differences of a span that have none.
func (c *comparison) explain(s *span, beside []*span) {
	e := &inquest{comparison: c, span: s}
	for n := range s.players {
		for _, kind := range rating.AllKinds {
			if d := c.open[key{s.list, s.players[n].ID, kind}]; d != nil {
				e.cases = append(e.cases, &instance{Difference: d, n: uint32(n), key: key{s.list, d.ID, kind}})
			}
		}
	}
	if len(e.cases) == 0 {
		return
	}
	slices.SortFunc(e.cases, func(a, b *instance) int { return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Kind, b.Kind)) })
	e.reports(beside)
	e.games()
	e.ks()
	e.numbers()
	e.pairs()
	e.decide()
	e.rest()
}

// inquest looks for the causes of a span's differences.
type inquest struct {
	*comparison
	span     *span
	cases    []*instance
	suspects []*suspect
}

// instance is a difference without a cause.
type instance struct {
	*Difference
	key key
	n   uint32
}

// suspect adds a cause, if it explains anything.
func (e *inquest) suspect(s *suspect) {
	if len(s.at) > 0 {
		e.suspects = append(e.suspects, s)
	}
}

// about adds a cause of one difference, of several kinds of which the numbers are known.
func (e *inquest) about(d *instance, all []written) {
	seen := map[rating.Rating]bool{}
	for _, w := range all {
		if w.rating != d.Ours {
			seen[w.rating] = true
		}
	}
	for _, w := range all {
		if w.rating == d.Theirs {
			e.suspect(&suspect{Cause: w.Cause, at: []key{d.key}, among: len(seen)})
			return // the others say the same
		}
	}
}

// judged returns a cause by the numbers that it leads to: those of the players whom it
// touches, who have one number each in the span.
func (e *inquest) judged(cause Cause, among int, kind rating.Kind, numbers []uint32, made func(n uint32) rating.Rating) *suspect {
	s := &suspect{Cause: cause, among: among}
	for _, n := range numbers {
		at := key{e.span.list, e.span.players[n].ID, kind}
		theirs, listed := e.book.rating(e.span.list, n, kind)
		switch now := made(n); {
		case e.open[at] != nil && now == theirs && now != e.open[at].Ours:
			s.at = append(s.at, at)
		case listed && now != theirs && e.span.rating(n, kind) == theirs:
			s.breaks++
		}
	}
	return s
}

// decide gives each difference its causes: first the one that explains most, then those of
// what is left.
func (e *inquest) decide() {
	others := map[key][]*suspect{}
	for _, s := range e.suspects {
		for _, at := range s.at {
			others[at] = append(others[at], s)
		}
	}
	for {
		best, weight := (*suspect)(nil), 0
		for _, s := range e.suspects {
			open := 0
			for _, at := range s.at {
				if e.open[at] != nil {
					open++
				}
			}
			if open == 0 {
				continue
			}
			if w := s.weight(open); w > weight || w == weight && best != nil && likely(s.Cause, best.Cause) < 0 {
				best, weight = s, w
			}
		}
		if best == nil {
			return
		}
		for _, at := range best.at {
			d := e.open[at]
			if d == nil {
				continue
			}
			d.Because = append(d.Because, best.Cause)
			d.also(others[at])
			delete(e.open, at)
		}
	}
}

// mostCauses is how many causes of a difference are told.
const mostCauses = 3

// also adds other causes that would explain a difference, the likeliest first.
func (d *Difference) also(suspects []*suspect) {
	slices.SortStableFunc(suspects, func(a, b *suspect) int {
		return cmp.Or(cmp.Compare(b.weight(len(b.at)), a.weight(len(a.at))), likely(a.Cause, b.Cause))
	})
	for _, s := range suspects {
		if len(d.Because) < mostCauses && !slices.Contains(d.Because, s.Cause) {
			d.Because = append(d.Because, s.Cause)
		}
	}
}

// rest names what can be said of the differences that nothing explains.
func (e *inquest) rest() {
	for _, d := range e.cases {
		if e.open[d.key] == nil {
			continue
		}
		_, listed := e.book.rating(e.span.list, d.n, d.Kind)
		_, known := e.book.players.ByID(d.ID)
		cause := plain(Unexplained, NotExplained)
		switch {
		case !known:
			cause = plain(ByPlayer, season.OnlyHere)
		case !listed:
			cause = plain(ByPlayer, season.OnlyHere)
		case e.follow[d.key]:
			cause = plain(ByStart, Follows)
		case !d.Theirs.Rated():
			cause = plain(ByPlayer, OnlyOurs)
		case !d.Ours.Rated() && d.Games == 0 && !e.played(d.n):
			cause = plain(ByPlayer, season.OnlyThere)
		case !d.Ours.Rated():
			cause = plain(ByPlayer, OnlyTheirs)
		case d.Games == 0:
			cause = plain(ByReport, WithoutReport)
		}
		d.Because = append(d.Because, cause)
		delete(e.open, d.key)
	}
}

// played reports whether a player is in a report of the span.
func (e *inquest) played(n uint32) bool {
	for _, p := range e.span.periods {
		for i := range p.Batch.Sections {
			for _, entry := range p.Batch.Sections[i].Entries {
				if entry.Player == n {
					return true
				}
			}
		}
	}
	return false
}
