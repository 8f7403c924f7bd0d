package proof

import (
	"encoding/json"
	"iter"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/roster"
)

// Disclosure is the public input and the result of a published list: enough to
// make the list again without a database (Check). It contains no names and no
// births; players are IDs.
type Disclosure struct {
	// The leaf of the list, whose bytes, without white space, are hashed: what the list is,
	// what it was made from, and the SHA-256 of what follows.
	Leaf json.RawMessage `json:"leaf"`
	// The leaves before it, starting with the one that states the base list; none for list
	// zero.
	Before []json.RawMessage `json:"before,omitempty"`
	// The lines NUMBER COMMITMENT ID added by each published list up to this one.
	People []string `json:"people"`
	// The players with a standing in the list or its base list, or with games, by number.
	Players []PublicPlayer `json:"players"`
	// The reports, in the order of their references. Sections and events are counted from 0.
	Records []PublicRecord `json:"records"`
}

// PublicPlayer is the public part of a player's data in a list.
type PublicPlayer struct {
	ID   string               `json:"id"`
	From *byKind[PublicState] `json:"from,omitempty"` // in the base list; for list zero, in the list itself
	To   *byKind[PublicMade]  `json:"to,omitempty"`   // the result

	// What else the regulation asks about those who played.

	Fide           *byKind[rating.Rating] `json:"fide,omitempty"`            // their ratings in FIDE's lists
	EnteredUnrated bool                   `json:"entered_unrated,omitempty"` // whether they were unrated when they were registered
	AgeRule        int                    `json:"age_rule,omitempty"`        // which of the edition's age rules applies, by its position in Births, if that decides anything; zero: none
}

// byKind holds a value for each kind of list.
type byKind[T any] struct {
	Standard *T `json:"standard,omitempty"`
	Rapid    *T `json:"rapid,omitempty"`
	Blitz    *T `json:"blitz,omitempty"`
}

// at returns the address of the value for a kind.
func (b *byKind[T]) at(kind rating.Kind) **T {
	return [...]**T{&b.Standard, &b.Rapid, &b.Blitz}[kind-1]
}

// each returns a byKind of the values that of returns, nil if there are none.
func (b *byKind[T]) each(of func(rating.Kind) (T, bool)) *byKind[T] {
	found := false
	for _, kind := range rating.AllKinds {
		if v, ok := of(kind); ok {
			*b.at(kind), found = &v, true
		}
	}
	if !found {
		return nil
	}
	return b
}

// PublicState is a roster.State.
type PublicState struct {
	Rating rating.Rating `json:"rating,omitempty"`
	Games  int32         `json:"games,omitempty"`
	Peak   rating.Rating `json:"peak,omitempty"`
	K      rating.K      `json:"k,omitempty"`
	Last   civil.Date    `json:"last,omitempty"`
	Pool   string        `json:"pool,omitempty"` // as formatted by roster.Pool
}

func publicState(s *roster.State) PublicState {
	return PublicState{s.Rating, s.Games, s.Peak, s.K, s.Last, s.Pool.String()}
}

func (s *PublicState) state() (roster.State, error) {
	pool, err := roster.ParsePool(s.Pool)
	return roster.State{Rating: s.Rating, Games: s.Games, Peak: s.Peak, K: s.K, Last: s.Last, Pool: pool}, err
}

// PublicMade is a player's line in a list, with what the period changed.
type PublicMade struct {
	Rating   rating.Rating `json:"rating,omitempty"` // absent: unrated
	Games    int32         `json:"games,omitempty"`  // all games counted so far
	Previous rating.Rating `json:"previous,omitempty"`
	Change   int           `json:"change,omitempty"` // from the previous rating, if any
	K        rating.K      `json:"k,omitempty"`      // used in the period; absent: none, or several
	Played   int32         `json:"played,omitempty"` // games counted in the period
}

func publicMade(s *roster.State, m regulation.Move) PublicMade {
	p := PublicMade{Rating: s.Rating, Games: s.Games, Previous: m.Previous, K: m.K, Played: m.Games}
	if s.Rating.Rated() && m.Previous.Rated() {
		p.Change = int(s.Rating) - int(m.Previous)
	}
	return p
}

// Disclose returns the disclosure of a published list.
func Disclose(r bureau.Reader, p *lists.Publication) (*Disclosure, error) {
	e, parts, err := DiscloseInParts(r, p)
	if err != nil {
		return nil, err
	}
	e.Players = slices.AppendSeq([]PublicPlayer{}, parts.Players)
	err = parts.People(func(lines []byte) error {
		e.People = append(e.People, string(lines))
		return nil
	})
	return e, err
}

// Parts are what is long in a disclosure of a large federation, made part by part.
type Parts struct {
	Players iter.Seq[PublicPlayer]
	// People calls each with the lines of each list. It reads the bureau.
	People func(each func(lines []byte) error) error
}

// DiscloseInParts returns the disclosure of a published list without its people and players,
// and these.
func DiscloseInParts(r bureau.Reader, p *lists.Publication) (*Disclosure, *Parts, error) {
	run, err := lists.FindRun(r, p.Run)
	if err != nil {
		return nil, nil, err
	}
	e := &Disclosure{}
	if e.Leaf, err = r.Get(AllLeaves.Kind, bureau.SeqKey(p.Leaf)); err != nil {
		return nil, nil, err
	}
	if e.Before, err = leavesBefore(r, p.Leaf, e.Leaf); err != nil {
		return nil, nil, err
	}
	ids, err := lists.ReadNumbering(r)
	if err != nil {
		return nil, nil, err
	}
	if e.Records, err = publicRecords(r, run, ids.IDs); err != nil {
		return nil, nil, err
	}
	players, err := publicPlayers(r, run, ids.IDs)
	return e, &Parts{players, func(each func([]byte) error) error { return commitmentParts(r, p.Seq, each) }}, err
}

// publicPlayers returns the players that a list mentions. Only the lines of those whose ratings
// the run may change are made again; the others are as stored.
func publicPlayers(r bureau.Reader, run *lists.Run, ids []string) (iter.Seq[PublicPlayer], error) {
	l, err := listedBy(r, run)
	if err != nil {
		return nil, err
	}
	changed, err := l.changed(run)
	if err != nil {
		return nil, err
	}
	facts := map[uint32]lists.Fact{}
	for _, f := range l.facts {
		facts[f.Player] = f.Fact
	}
	named := l.mentioned(run)
	after, differ := l.after, []stood(nil) // and nothing else stays in memory
	if run.Base != 0 {
		differ = l.differing()
	}
	return func(yield func(PublicPlayer) bool) {
		differ := differ
		for n := range named {
			number := uint32(n)
			if !named[n] {
				continue
			}
			to := after.Standing(number)
			from := to
			if len(differ) > 0 && differ[0].player == number {
				from, differ = differ[0].standing, differ[1:]
			}
			c, made := changed[number]
			if !made {
				c.moves = regulation.Stays(&from)
			}
			if !yield(publicPlayer(ids[n], facts[number], c, &from, &to)) {
				return
			}
		}
	}, nil
}

// stood is the standing of a player before a list.
type stood struct {
	player   uint32
	standing roster.Standing
}

// differing returns how those stood before the list who stand otherwise in it, by number.
func (l *listed) differing() (all []stood) {
	for number := range uint32(max(len(l.before.Standings), len(l.after.Standings))) {
		if before := l.before.Standing(number); before != l.after.Standing(number) {
			all = append(all, stood{number, before})
		}
	}
	return all
}

// changed is what a list did to a player.
type changed struct {
	age   int // the age rule; zero: none
	moves [rating.Kinds]regulation.Move
}

// changed makes the list again for those whose ratings the run may change. List zero has none.
func (l *listed) changed(run *lists.Run) (map[uint32]changed, error) {
	if run.Base == 0 {
		return nil, nil
	}
	numbers, err := run.Touches(l.before.From, l.batch, len(l.after.Standings))
	if err != nil {
		return nil, err
	}
	run = run.Only(numbers)
	in := (&lists.Input{Base: l.before, Batch: l.batch, Facts: l.facts}).Only(numbers)
	m, err := run.Make(in, nil)
	if err != nil {
		return nil, err
	}
	ages, err := ageRules(run, in, m)
	if err != nil {
		return nil, err
	}
	all := make(map[uint32]changed, len(numbers))
	for i, number := range numbers {
		all[number] = changed{age: ages[uint32(i)], moves: m.Outcome.Moves[i]}
	}
	return all, nil
}

// publicPlayer returns the public part of a player's data, given the standings before and
// after a list.
func publicPlayer(id string, fact lists.Fact, c changed, before, after *roster.Standing) PublicPlayer {
	return PublicPlayer{
		ID: id, AgeRule: c.age, EnteredUnrated: fact.EnteredUnrated,
		From: new(byKind[PublicState]).each(func(kind rating.Kind) (PublicState, bool) {
			s := before.Of(kind)
			return publicState(s), *s != roster.State{}
		}),
		To: new(byKind[PublicMade]).each(func(kind rating.Kind) (PublicMade, bool) {
			made := publicMade(after.Of(kind), c.moves[kind-1])
			return made, made != PublicMade{}
		}),
		Fide: new(byKind[rating.Rating]).each(func(kind rating.Kind) (rating.Rating, bool) {
			is := fact.Fide[kind-1]
			return is, is != 0
		}),
	}
}

// openingMade returns list zero in the form of a run's result.
func openingMade(list *roster.List) *lists.Made {
	return &lists.Made{List: list, Outcome: regulation.NewOutcome(regulation.Past{Players: make([]roster.Player, len(list.Standings)), List: list})}
}
