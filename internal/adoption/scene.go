package adoption

import (
	"slices"

	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/season"
)

// scene is the part of a span on which the numbers of some players depend. Its players
// have numbers of their own.
type scene struct {
	span    *span
	numbers []uint32 // in the span, sorted
	players []roster.Player
	start   *roster.List
	batches []*pack.Batch // by period
}

// scene returns what the numbers of some players depend on: their events or, where
// results count for later events of the period, all of them.
func (s *span) scene(about []uint32) *scene {
	batches := make([]*pack.Batch, len(s.periods))
	var numbers []uint32
	for i, p := range s.periods {
		batches[i] = p.Batch
		if p.Edition.About().Carries == regulation.CarriesNothing {
			batches[i] = withEvents(p.Batch, func(event int) bool { return plays(p.Batch, event, about) })
		}
		numbers = batches[i].Players(numbers...)
	}
	numbers = append(numbers, about...)
	slices.Sort(numbers)
	numbers = slices.Compact(numbers)
	c := &scene{span: s, numbers: numbers, start: &roster.List{From: s.start.From}, batches: batches}
	for i := range batches {
		c.batches[i] = batches[i].Renumbered(numbers)
	}
	for _, n := range numbers {
		c.players = append(c.players, s.players[n])
		c.start.Standings = append(c.start.Standings, s.start.Standing(n))
	}
	for i := range s.start.Earlier {
		earlier := roster.Ratings{From: s.start.Earlier[i].From}
		for _, n := range numbers {
			var by [rating.Kinds]rating.Rating
			for _, kind := range rating.AllKinds {
				by[kind-1] = s.start.Earlier[i].Of(n, kind)
			}
			earlier.By = append(earlier.By, by)
		}
		c.start.Earlier = append(c.start.Earlier, earlier)
	}
	return c
}

// plays reports whether one of some players is in an event.
func plays(b *pack.Batch, event int, about []uint32) bool {
	for i := range b.Sections {
		if b.Sections[i].Event != event {
			continue
		}
		if slices.ContainsFunc(b.Sections[i].Entries, func(e pack.Entry) bool { return slices.Contains(about, e.Player) }) {
			return true
		}
	}
	return false
}

// withEvents returns a batch with some of the events.
func withEvents(b *pack.Batch, keep func(event int) bool) *pack.Batch {
	to := &pack.Batch{}
	events, sections := map[int]int{}, map[uint32]uint32{}
	for i := range b.Events {
		if keep(i) {
			events[i] = len(to.Events)
			to.Events = append(to.Events, b.Events[i])
		}
	}
	for i := range b.Sections {
		if event, kept := events[b.Sections[i].Event]; kept {
			sections[uint32(i)] = uint32(len(to.Sections))
			section := b.Sections[i]
			section.Event = event
			to.Sections = append(to.Sections, section)
		}
	}
	for _, g := range b.Games {
		if section, kept := sections[g.Section]; kept {
			g.Section = section
			to.Games = append(to.Games, g)
		}
	}
	return to
}

// with returns a batch with the events of another one added.
func with(b, other *pack.Batch) *pack.Batch {
	to := &pack.Batch{Events: slices.Clone(b.Events), Sections: slices.Clone(b.Sections), Games: slices.Clone(b.Games)}
	events, sections := len(to.Events), uint32(len(to.Sections))
	to.Events = append(to.Events, other.Events...)
	for _, s := range other.Sections {
		s.Event += events
		to.Sections = append(to.Sections, s)
	}
	for _, g := range other.Games {
		g.Section += sections
		to.Games = append(to.Games, g)
	}
	to.Sort()
	return to
}

// local returns the number of a player in the scene.
func (c *scene) local(n uint32) uint32 {
	i, _ := slices.BinarySearch(c.numbers, n)
	return uint32(i)
}

// outcome is the numbers that a scene leads to, and the last K of each.
type outcome struct {
	list *roster.List
	k    []*[rating.Kinds]rating.K
}

// rating returns the rating of a player of the scene.
func (o *outcome) rating(local uint32, kind rating.Kind) rating.Rating {
	standing := o.list.Standing(local)
	return standing.Of(kind).Rating
}

// rate rates a scene with other players, another list to start from or other games; nil
// stands for its own.
func (c *scene) rate(players []roster.Player, start *roster.List, batches []*pack.Batch) *outcome {
	if players == nil {
		players = c.players
	}
	if start == nil {
		start = c.start
	}
	if batches == nil {
		batches = c.batches
	}
	chain := season.NewChain(c.span.regulation, start)
	o := &outcome{k: make([]*[rating.Kinds]rating.K, len(players))}
	for i, p := range c.span.periods {
		chain.Open(p.Period, nil)
		made := chain.Close(p.Period, p.Edition, players, batches[i], nil)
		for n := range made.Moves {
			for _, kind := range rating.AllKinds {
				if m := &made.Moves[n][kind-1]; m.K > 0 {
					if o.k[n] == nil {
						o.k[n] = &[rating.Kinds]rating.K{}
					}
					o.k[n][kind-1] = m.K
				}
			}
		}
	}
	o.list = chain.List
	return o
}

// game is the place of a game in a scene.
type game struct{ period, index int }

// games returns the games of a player in a kind of list.
func (c *scene) games(local uint32, kind rating.Kind) []game {
	var all []game
	for period, b := range c.batches {
		for i := range b.Games {
			if g := &b.Games[i]; g.Kind == kind && (g.White == local || g.Black == local) {
				all = append(all, game{period, i})
			}
		}
	}
	return all
}

// edited returns the batches of the scene with one changed by edit.
func (c *scene) edited(period int, edit func(b *pack.Batch)) []*pack.Batch {
	batches := slices.Clone(c.batches)
	b := *batches[period]
	b.Events, b.Sections, b.Games = slices.Clone(b.Events), slices.Clone(b.Sections), slices.Clone(b.Games)
	edit(&b)
	batches[period] = &b
	return batches
}
