// Package adoption compares the lists of an old bureau with what its reports lead
// to, for whoever takes over a federation.
//
// Each list is made again from the old bureau's own list before it, so that a
// difference is found where it arose and not in every later list. What differs
// is explained by rating again with one thing changed: an option, an edition or
// a clause for everybody; a report, a game, a result or a K for some; or by a
// slip in the number itself. A cause is named only if it leads to the old number
// exactly. Of several, the one that is least likely to do so by chance comes
// first: one that explains many numbers and breaks none.
//
//	book := adoption.Book{}
//	book.Add(...)                      // each list of the old bureau
//	found, err := adoption.Compare(adoption.Input{Input: in, Book: &book})
package adoption

import (
	"cmp"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/season"
)

// Input is the lists and the reports of an old bureau. Of the season's input, the
// roster and the opening list are set from the book.
type Input struct {
	season.Input
	Book *Book
}

// Result is how the old bureau's lists differ from ours, and why.
type Result struct {
	Ways     []Way    // done by the old bureau for everybody
	Periods  []Period // one for each list but the first
	Causes   []Tally  // over all periods, those that explain most first
	Findings []finding.Finding
	Outside  []string // files of reports that belong to no period between two lists
}

// Way is something that the old bureau did in another way for everybody.
type Way struct {
	Cause
	Reading  string // the reading of an option; empty: none
	Explains int    // number of differences that disappear
	Breaks   int    // number of differences that appear
}

// Period is what led from one list of the old bureau to the next.
type Period struct {
	File        string // of the list
	List        civil.Date
	Days        civil.Range // of the periods calculated; zero if there was no report
	Reports     int
	Agree       int // ratings
	Moved       int // those of Agree that had a game
	Absent      int // ratings of ours that the list leaves out, of players without a game
	Differences []Difference
	Causes      []Tally // those that explain most first
}

// Difference is a rating that differs from that of the old bureau.
type Difference struct {
	ID, Name             string
	Kind                 rating.Kind
	Before, Ours, Theirs rating.Rating // Before is in the old bureau's list before
	Games                int           // counted by us
	Because              []Cause       // the likeliest first; the first one is never missing
}

// Tally is the differences with the same cause.
type Tally struct {
	Cause
	Players  int
	Examples []int // indices of the first in Differences; empty over all periods
}

// examples is the number of examples of a cause.
const examples = 3

// Compare rates the reports beside the lists of the old bureau.
func Compare(in Input) (*Result, error) {
	c := &comparison{in: in.Input, book: in.Book, open: map[key]*Difference{}}
	c.in.Roster, c.in.Opening = in.Book.opening()
	c.in.Trace = season.TraceNone
	c.leaveOut()
	spans, findings, err := c.spans(c.in)
	if err != nil {
		return nil, err
	}
	c.result.Findings = findings
	c.differences(spans)
	c.in.Progress = nil
	if spans, err = c.ways(spans); err != nil {
		return nil, err
	}
	for i, s := range spans {
		c.explain(s, around(spans, i))
	}
	c.finish()
	return &c.result, nil
}

// around returns the spans before and after one.
func around(spans []*span, i int) []*span {
	var beside []*span
	if i > 0 {
		beside = append(beside, spans[i-1])
	}
	if i+1 < len(spans) {
		beside = append(beside, spans[i+1])
	}
	return beside
}

// comparison is the work of Compare.
type comparison struct {
	in     season.Input
	book   *Book
	result Result
	open   map[key]*Difference // without a cause so far
	follow map[key]bool        // ratings that rest on results which only we know
}

// key identifies a rating of a list of the old bureau.
type key struct {
	list int // in the book
	id   string
	kind rating.Kind
}

// leaveOut removes the reports that belong to no period between two lists.
func (c *comparison) leaveOut() {
	first, last := c.book.Lists[0].Day, c.book.Lists[len(c.book.Lists)-1].Day
	latest := c.in.Regulation.Latest()
	c.in.Reports = slices.DeleteFunc(slices.Clone(c.in.Reports), func(s season.Source) bool {
		day := latest.Period(s.Report).List
		if day > first && day <= last {
			return false
		}
		c.result.Outside = append(c.result.Outside, s.Report.File)
		return true
	})
	slices.Sort(c.result.Outside)
}

// differences compares our lists with those of the old bureau.
func (c *comparison) differences(spans []*span) {
	c.follow = map[key]bool{}
	for _, s := range spans {
		p := Period{File: c.book.Lists[s.list].File, List: c.book.Lists[s.list].Day}
		for i, part := range s.periods {
			if p.Reports += len(part.Reports); i == 0 {
				p.Days.From = part.Days.From
			}
			p.Days.To = part.Days.To
		}
		for n := range s.players {
			for _, kind := range rating.AllKinds {
				c.side(&p, s, uint32(n), kind)
			}
		}
		c.result.Periods = append(c.result.Periods, p)
	}
	for i := range c.result.Periods {
		p := &c.result.Periods[i]
		slices.SortFunc(p.Differences, func(a, b Difference) int { return cmp.Or(cmp.Compare(a.ID, b.ID), cmp.Compare(a.Kind, b.Kind)) })
		for j := range p.Differences {
			d := &p.Differences[j]
			c.open[key{i + 1, d.ID, d.Kind}] = d
		}
	}
}

func (c *comparison) side(p *Period, s *span, n uint32, kind rating.Kind) {
	player := &s.players[n]
	theirs, listed := c.book.rating(s.list, n, kind)
	ours := s.rating(n, kind)
	games := s.games(n, kind)
	switch {
	case ours == theirs && listed:
		if ours.Rated() {
			if p.Agree++; games > 0 {
				p.Moved++
			}
		}
		return
	case !ours.Rated() && !theirs.Rated():
		return
	case !listed && games == 0:
		p.Absent++
		return
	}
	d := Difference{ID: player.ID, Name: player.Name, Kind: kind, Before: s.before(n, kind), Ours: ours, Theirs: theirs, Games: games}
	p.Differences = append(p.Differences, d)
	if ours.Rated() != theirs.Rated() { // the next first rating of the player rests on what was counted here
		for list := s.list + 1; list < len(c.book.Lists); list++ {
			c.follow[key{list, player.ID, kind}] = true
			if now, _ := c.book.rating(list, n, kind); now.Rated() {
				break
			}
		}
	}
}

// finish adds up the causes.
func (c *comparison) finish() {
	var all []Tally
	for i := range c.result.Periods {
		p := &c.result.Periods[i]
		for j := range p.Differences {
			first := p.Differences[j].Because[0]
			p.Causes = count(p.Causes, first, j)
			all = count(all, first, -1)
		}
		rank(p.Causes)
	}
	rank(all)
	c.result.Causes = all
}

// count adds a difference to the tally of its cause.
func count(tallies []Tally, cause Cause, at int) []Tally {
	kind := cause.kind()
	i := slices.IndexFunc(tallies, func(t Tally) bool { return t.Cause == kind })
	if i < 0 {
		i = len(tallies)
		tallies = append(tallies, Tally{Cause: kind})
	}
	t := &tallies[i]
	if t.Players++; at >= 0 && len(t.Examples) < examples {
		t.Examples = append(t.Examples, at)
	}
	return tallies
}

func rank(tallies []Tally) {
	slices.SortStableFunc(tallies, func(a, b Tally) int {
		unknown := func(t Tally) int {
			if t.Group == Unexplained {
				return 1
			}
			return 0
		}
		return cmp.Or(cmp.Compare(unknown(a), unknown(b)), cmp.Compare(b.Players, a.Players), cmp.Compare(a.What, b.What),
			cmp.Compare(a.Name, b.Name), cmp.Compare(a.Value, b.Value))
	})
}

// none is the standing of somebody who is not in a list.
var none roster.Standing
