package adoption

import (
	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/season"
)

// span is the periods from one list of the old bureau to the next: one as a rule, several
// if it does not publish every list, none without a report.
type span struct {
	list       int // in the book: the one that it leads to
	regulation catalog.Regulation
	start      *roster.List // that of the old bureau
	end        *roster.List // ours
	players    []roster.Player
	periods    []*season.Period
}

// rating returns a rating in our list.
func (s *span) rating(n uint32, kind rating.Kind) rating.Rating {
	standing := s.end.Standing(n)
	return standing.Of(kind).Rating
}

// before returns a rating in the list from which the span starts.
func (s *span) before(n uint32, kind rating.Kind) rating.Rating {
	standing := s.start.Standing(n)
	return standing.Of(kind).Rating
}

// games returns the number of games of a player that counted.
func (s *span) games(n uint32, kind rating.Kind) int {
	games := 0
	for _, p := range s.periods {
		if int(n) < len(p.Outcome.Moves) {
			games += int(p.Outcome.Moves[n][kind-1].Games)
		}
	}
	return games
}

// rate rates a season, each list from that of the old bureau before it, and calls each with
// every span.
func (c *comparison) rate(in season.Input, each func(*span)) ([]finding.Finding, error) {
	now := &span{list: 1, regulation: in.Regulation, start: in.Opening}
	latest, players := in.Opening, in.Roster.Players
	next := func() { // closes a span and opens the one after it
		now.end, now.players = latest, players
		each(now)
		now = &span{list: now.list + 1, regulation: in.Regulation, start: c.book.base(now.list, latest, now.start)}
		latest = now.start
	}
	in.Base = func(p regulation.Period, _ *roster.List) *roster.List {
		for day := p.List; now.list+1 < len(c.book.Lists) && c.book.Lists[now.list].Day < day; {
			next()
		}
		return latest
	}
	findings, err := season.Rate(in, func(p *season.Period) error {
		now.periods = append(now.periods, p)
		latest, players = p.After, p.Players
		return nil
	})
	if err != nil {
		return nil, err
	}
	for now.list < len(c.book.Lists) {
		next()
	}
	return findings, nil
}

// spans rates a season and returns all spans.
func (c *comparison) spans(in season.Input) ([]*span, []finding.Finding, error) {
	var all []*span
	findings, err := c.rate(in, func(s *span) { all = append(all, s) })
	for _, s := range all {
		s.players = all[len(all)-1].players // a report of a later span may be tried in an earlier one
	}
	return all, findings, err
}
