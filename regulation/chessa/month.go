package chessa

import (
	"cmp"

	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
)

// Rate rates the tournaments of a month in the order of their ends.
func (e *Edition) Rate(_ regulation.Period, past regulation.Past, played *pack.Batch, trace *regulation.Trace) regulation.Outcome {
	m := e.open(past, played, trace)
	games := played.BySection()
	for next := 0; next < len(played.Sections); {
		var event []*section // rated together, from the same ratings (Reading C21)
		for number := played.Sections[next].Event; next < len(played.Sections) && played.Sections[next].Event == number; next++ {
			if played.Sections[next].Refused {
				continue
			}
			s := m.newSection(next, games[next])
			if !s.rate() {
				m.outcome.Refuse(next, s.floorMissing())
				continue
			}
			event = append(event, s)
		}
		m.book(event)
	}
	m.publish()
	return m.outcome
}

// month is the calculation of one month.
type month struct {
	*Edition
	past    regulation.Past
	played  *pack.Batch
	trace   *regulation.Trace
	outcome regulation.Outcome
	seats   []seat // by player, then kind
	started map[*seat]bool
}

// seat is a player in one kind of list during the month.
type seat struct {
	rating rating.Rating // used; zero: unrated
	k      rating.K
	games  int32
	change rating.Points // sum of the month
	first  bool          // the rating was made during the month
	pooled int32         // games of the first rating
}

func (m *month) seat(player uint32, kind rating.Kind) *seat {
	return &m.seats[int(player)*rating.Kinds+int(kind)-1]
}

// open creates the seats of the players with the ratings published for the
// month.
func (e *Edition) open(past regulation.Past, played *pack.Batch, trace *regulation.Trace) *month {
	m := &month{
		Edition: e, past: past, played: played, trace: trace, outcome: regulation.NewOutcome(past),
		seats: make([]seat, len(past.Players)*rating.Kinds), started: map[*seat]bool{},
	}
	for p := range past.Players {
		for _, kind := range rating.AllKinds {
			state := m.outcome.Standings[p].Of(kind)
			if state.Rating.Rated() {
				k, _, _ := e.kOf(kind, state)
				*m.seat(uint32(p), kind) = seat{rating: state.Rating, k: k}
			}
		}
	}
	return m
}

// The cases of K.
const (
	noteGroup regulation.Note = "group" // the K of the rating's group
	noteSunk  regulation.Note = "kept"  // a lower K that the player had before
	noteRapid regulation.Note = "rapid"
	noteBlitz regulation.Note = "blitz"
)

// kOf returns the K of a rated player, why, and the clause of the group.
func (e *Edition) kOf(kind rating.Kind, state *roster.State) (rating.K, regulation.Note, string) {
	switch kind {
	case rating.Rapid: // K-Factor 4.2
		return e.KRapid, noteRapid, "K-Factor 4.2"
	case rating.Blitz: // K-Factor 4.3
		return e.KBlitz, noteBlitz, "K-Factor 4.3"
	}
	group := e.group(state.Rating)
	had := e.group(state.Best()).K
	had = min(had, cmp.Or(state.K, had))
	if had < group.K && !e.KMayRise { // K-Factor 3, Reading C18
		return had, noteSunk, group.Clause
	}
	return group.K, noteGroup, group.Clause
}

// group returns the K group of a standard rating.
func (e *Edition) group(r rating.Rating) KGroup {
	for _, g := range e.Groups { // K-Factor 4.1
		if r >= g.From {
			return g
		}
	}
	return KGroup{}
}

// book adds the changes of an event's sections.
func (m *month) book(event []*section) {
	for _, s := range event {
		for i := range s.lines {
			l := &s.lines[i]
			seat := m.seat(l.player, s.packed.Kind)
			seat.change += l.change
			seat.games += int32(l.counted)
			if m.EachEvent { // When new ratings are calculated 2
				seat.rating += rating.Rating(m.Round(l.change))
			}
		}
	}
	for _, s := range event {
		s.pool()
	}
	for _, s := range event {
		for i := range s.lines {
			if l := &s.lines[i]; !l.rating.Rated() && len(l.games) > 0 && m.FirstAtOnce {
				m.firstRating(l.player, s.packed.Kind)
			}
		}
	}
}

// publish sets the new ratings at the end of the month.
func (m *month) publish() {
	for p := range m.past.Players {
		for _, kind := range rating.AllKinds {
			if !m.FirstAtOnce { // 1st Official rating 3
				m.firstRating(uint32(p), kind)
			}
			if s := m.seat(uint32(p), kind); s.games > 0 || s.change != 0 || s.first {
				m.publishOne(uint32(p), kind, s)
			}
		}
	}
}

func (m *month) publishOne(player uint32, kind rating.Kind, s *seat) {
	state := m.outcome.Standings[player].Of(kind)
	before := s.rating
	if m.EachEvent && !s.first {
		before = state.Rating
	}
	rounded := m.Round(s.change)               // When new ratings are calculated 2, Reading C20
	changed := before + rating.Rating(rounded) // When new ratings are calculated 2
	published := max(changed, m.Floor)         // Rating floor
	*state = roster.State{
		Rating: published, Peak: max(published, before, state.Best()), Games: state.Games + s.games + s.pooled, K: state.K,
	}
	if kind == rating.Standard {
		state.K = min(s.k, m.group(published).K) // K-Factor 3, Reading C18
	}
	move := &m.outcome.Moves[player][kind-1]
	move.Games = s.games + s.pooled
	if s.games > 0 || s.change != 0 {
		move.K = s.k
	}
	m.tracePublished(player, kind, s, before, rounded, changed, published)
}
