package lists

import (
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/async"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/wire"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/season"
)

// Enters reports whether a player is an entry of a section.
func Enters(s *pack.Section, number uint32) bool {
	return slices.ContainsFunc(s.Entries, func(e pack.Entry) bool { return e.Player == number })
}

// IsEmpty reports whether a player has no rating in a list and no games towards
// one.
func IsEmpty(s *roster.Standing) bool {
	for i := range s {
		if s[i].Rating.Rated() || s[i].Games != 0 || s[i].Pool != nil {
			return false
		}
	}
	return true
}

// Run is one calculation of a list. It names everything that the list was made
// from, so that the list can be made again. It is never changed.
type Run struct {
	ID         int               `json:"id"` // counted from 1, which is list zero
	Label      string            `json:"label"`
	Days       civil.Range       `json:"days,omitzero"`
	List       civil.Date        `json:"list,omitempty"` // the day on which the list comes into force
	Meet       bool              `json:"meet,omitempty"`
	Base       int               `json:"base,omitempty"` // the run of the base list; zero: none
	Regulation string            `json:"regulation,omitempty"`
	Options    map[string]string `json:"options,omitempty"`
	Edition    string            `json:"edition,omitempty"`
	Records    RecordIDs         `json:"records,omitempty"` // sorted by reference
	Overrides  []Override        `json:"overrides,omitempty"`
	First      []FirstRating     `json:"first,omitempty"` // first ratings that officers have given to its players
	Left       []Omitted         `json:"left,omitempty"`  // reports of the period that it leaves out
	Cause      string            `json:"cause,omitempty"` // the correction that led to it; empty: the period was closed
	Games      int               `json:"games,omitempty"` // counted games
	At         time.Time         `json:"at"`
	Actor      string            `json:"actor"`
	Players    int               `json:"players"` // of its list
	Digest     string            `json:"digest"`  // SHA-256 of the packed standings
}

// Omitted is a report that a list leaves out, and why.
type Omitted struct {
	Ref   string     `json:"ref"`
	State State      `json:"state"`
	Waits []string   `json:"waits,omitempty"` // ids of its open questions: "player", "fee", "file"
	Until civil.Date `json:"until,omitempty"` // the last day to pay its fee, if it is due and not over yet
}

// Override is a rating set by a correction, after the games of the period.
type Override struct {
	Player     uint32        `json:"player"`
	Kind       rating.Kind   `json:"kind"`
	Rating     rating.Rating `json:"rating"` // zero: unrated
	Correction string        `json:"correction"`
}

// Runs are the runs, by SeqKey.
var Runs = bureau.Table[Run]{Kind: "run"}

// The packed documents of a run, by its number, and of a report's revision.
const (
	StateKind  = "run-state" // the standings
	FactsOfRun = "run-facts" // facts of the players of its games
	RecordKind = "record"    // the packed record of a report's revision
)

// Period returns the period that the run rated.
func (run *Run) Period() regulation.Period {
	return regulation.Period{Label: run.Label, Days: run.Days, List: run.List, Meet: run.Meet}
}

// FindRun returns a run by its number. It is an error if there is none.
func FindRun(r bureau.Reader, id int) (*Run, error) {
	run, err := Runs.Get(r, bureau.SeqKey(id))
	if err == nil && run == nil {
		err = fmt.Errorf("run %d is missing", id)
	}
	return run, err
}

// Made is the result of a run.
type Made struct {
	Outcome regulation.Outcome
	Batch   *pack.Batch
	Players []roster.Player
	List    *roster.List // the base list
	Edition regulation.Edition
	// What each override replaced, in the order of Run.Overrides.
	Replaced []rating.Rating
}

// MoveOf returns what happened to a rating in the period; nothing to that of a player who
// came later, and in the opening list.
func (m *Made) MoveOf(player uint32, kind rating.Kind) regulation.Move {
	if int(player) >= len(m.Outcome.Moves) {
		return regulation.Move{}
	}
	return m.Outcome.Moves[player][kind-1]
}

// Input is what a run is made from.
type Input struct {
	Base    *roster.List
	Batch   *pack.Batch  // what was played, sorted
	Facts   []PlayerFact // of those who played, sorted by number
	Players int          // how many there are in all
}

// PlayerFact is the fact of a player, by number.
type PlayerFact struct {
	Player uint32
	Fact
}

// Rules returns the regulation with the options of the run.
func (run *Run) Rules() (catalog.Regulation, error) {
	return (&bureau.Settings{Regulation: run.Regulation, Options: run.Options}).Rules()
}

// Make makes a list: the standings after the run's games and overrides.
func (run *Run) Make(in *Input, trace *regulation.Trace) (*Made, error) {
	rules, err := run.Rules()
	if err != nil {
		return nil, err
	}
	period := run.Period()
	edition, found := rules.For(period)
	if err := bureau.FirstRefusal(found); err != nil {
		return nil, err
	}
	m := &Made{Edition: edition, Batch: in.Batch, Players: make([]roster.Player, in.Players)}
	for i := range in.Facts {
		if f := &in.Facts[i]; int(f.Player) < len(m.Players) {
			f.Fill(&m.Players[f.Player])
		}
	}
	for _, f := range run.First {
		m.Players[f.Player].First = f.Rating
	}
	standings := in.Base.Standings
	if len(standings) < in.Players {
		standings = append(make([]roster.Standing, 0, in.Players), standings...)[:in.Players]
	}
	chain := season.NewChain(rules, &roster.List{From: in.Base.From, Standings: standings})
	m.List = chain.Open(period, trace)
	m.Outcome = chain.Close(period, m.Edition, m.Players, m.Batch, trace)
	for _, o := range run.Overrides {
		state := m.Outcome.Standings[o.Player].Of(o.Kind)
		m.Replaced = append(m.Replaced, state.Rating)
		before := m.List.Standing(o.Player)
		state.Rating, state.Peak, state.K = o.Rating, max(before.Of(o.Kind).Peak, o.Rating), before.Of(o.Kind).K // the calculated peak and K never counted
		if o.Rating.Rated() {
			state.Pool = nil
		}
	}
	return m, nil
}

// GatherPlayed reads the input of a new run, with the facts as they are now, and without its base list.
func GatherPlayed(r bureau.Reader, run *Run) (*Input, error) {
	records, err := recordsOf(r, run.Records)
	if err != nil {
		return nil, err
	}
	batch := async.Start(func() (*pack.Batch, error) { return unpackRecords(run.Records, records) })
	in := &Input{}
	if in.Players, err = PlayerCount(r); err != nil {
		return nil, err
	}
	facts, err := AllFacts(r, in.Players)
	if err != nil {
		return nil, err
	}
	if in.Batch, err = batch(); err != nil {
		return nil, err
	}
	in.Facts = factsIn(facts, in.Batch)
	if err := complete(r, in.Facts); err != nil {
		return nil, err
	}
	return in, in.doubt(r)
}

// InputOf reads the input of a run, with the facts stored with it.
func InputOf(r bureau.Reader, run *Run) (*Input, error) {
	base, err := ListOf(r, run.Base)
	if err != nil {
		return nil, err
	}
	return InputFrom(r, run, base)
}

// InputFrom reads the input of a run, given its base list.
func InputFrom(r bureau.Reader, run *Run, base *roster.List) (*Input, error) {
	batch, err := Played(r, run.Records)
	if err != nil {
		return nil, err
	}
	in := &Input{Base: base, Batch: batch}
	packed, err := r.Get(FactsOfRun, bureau.SeqKey(run.ID))
	if err != nil {
		return nil, err
	}
	if in.Facts, in.Players, err = UnpackFacts(packed); err != nil {
		return nil, fmt.Errorf("run %d: %w", run.ID, err)
	}
	return in, nil
}

// Only returns a run for a few players, which are numbered by their index in a sorted
// slice.
func (run *Run) Only(players []uint32) *Run {
	part := *run
	part.Overrides, part.First = nil, nil
	for _, f := range run.First {
		if n, ok := slices.BinarySearch(players, f.Player); ok {
			f.Player = uint32(n)
			part.First = append(part.First, f)
		}
	}
	for _, o := range run.Overrides {
		if n, ok := slices.BinarySearch(players, o.Player); ok {
			o.Player = uint32(n)
			part.Overrides = append(part.Overrides, o)
		}
	}
	return &part
}

// Only returns the input about a few players, numbered as in Run.Only. All who played must be
// among them.
func (in *Input) Only(players []uint32) *Input {
	part := &Input{Base: &roster.List{From: in.Base.From}, Batch: in.Batch.Renumbered(players), Players: len(players)}
	for _, n := range players {
		part.Base.Standings = append(part.Base.Standings, in.Base.Standing(n))
	}
	for _, f := range in.Facts {
		if n, ok := slices.BinarySearch(players, f.Player); ok {
			part.Facts = append(part.Facts, PlayerFact{uint32(n), f.Fact})
		}
	}
	return part
}

// Converts reports whether a transition of the regulation lies between a base list, which came
// into force on a day, and the list of the run.
func (run *Run) Converts(base civil.Date) (bool, error) {
	rules, err := run.Rules()
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(rules.Transitions(), func(t regulation.Transition) bool { return t.On > base && t.On <= run.List }), nil
}

// Touches returns the numbers of the players whose ratings a run may change, sorted: those who
// are in its games or whose rating a correction replaced, or all if a transition is due.
func (run *Run) Touches(base civil.Date, batch *pack.Batch, players int) ([]uint32, error) {
	converts, err := run.Converts(base)
	if err != nil {
		return nil, err
	}
	var others []uint32
	if converts {
		for n := range players {
			others = append(others, uint32(n))
		}
	}
	for _, o := range run.Overrides {
		others = append(others, o.Player)
	}
	return batch.Players(others...), nil
}

// FactsOf returns the facts of a few players that are stored with a run. The players are
// numbered as in Run.Only.
func FactsOf(r bureau.Reader, run *Run, players []uint32) ([]PlayerFact, error) {
	packed, err := r.Get(FactsOfRun, bureau.SeqKey(run.ID))
	if err != nil {
		return nil, err
	}
	some, _, err := unpackFacts(packed, players)
	if err != nil {
		return nil, fmt.Errorf("run %d: %w", run.ID, err)
	}
	for i := range some {
		n, _ := slices.BinarySearch(players, some[i].Player)
		some[i].Player = uint32(n)
	}
	return some, nil
}

// KeepRun stores a run under the next number, with its result and its facts.
func KeepRun(tx *bureau.Tx, run *Run, standings []roster.Standing, facts []byte) error {
	run.Players = len(standings)
	return keepRun(tx, run, packedPieces(standings), facts)
}

// keepRun is KeepRun, given the standings as they are stored and the number of players.
func keepRun(tx *bureau.Tx, run *Run, packed [][]byte, facts []byte) error {
	id, err := tx.Count("run")
	if err != nil {
		return err
	}
	run.ID = id
	if run.Digest, err = keepPieces(tx, run, packed); err != nil {
		return err
	}
	if facts != nil {
		if err := tx.Put(FactsOfRun, bureau.SeqKey(id), facts); err != nil {
			return err
		}
	}
	return Runs.Put(tx, bureau.SeqKey(id), run)
}

// factsIn returns the facts of the players of a batch, sorted by number.
func factsIn(all []Fact, batch *pack.Batch) []PlayerFact {
	plays := make([]bool, len(all))
	for i := range batch.Sections {
		for _, e := range batch.Sections[i].Entries {
			if int(e.Player) < len(plays) {
				plays[e.Player] = true
			}
		}
	}
	known := make([]PlayerFact, 0, len(all))
	for n := range all {
		if plays[n] {
			known = append(known, PlayerFact{uint32(n), all[n]})
		}
	}
	return known
}

// PackFacts packs the facts stored with a run.
func PackFacts(known []PlayerFact, players int) []byte {
	to := make([]byte, 0, (factSize+2)*len(known)+16)
	to = binary.AppendUvarint(to, uint64(players))
	to = binary.AppendUvarint(to, uint64(len(known)))
	last := uint32(0)
	for i := range known {
		f := &known[i]
		to = binary.AppendUvarint(to, uint64(f.Player-last))
		to = f.append(to)
		last = f.Player
	}
	return to
}

// UnpackFacts unpacks the result of PackFacts.
func UnpackFacts(data []byte) (known []PlayerFact, players int, err error) {
	return unpackFacts(data, nil)
}

// unpackFacts unpacks the facts of some players, sorted by number, or, if they are nil, of all.
func unpackFacts(data []byte, of []uint32) (known []PlayerFact, players int, err error) {
	r := &wire.Reader{Data: data}
	players = int(r.Uint())
	left, n, next := r.Count(1+factSize), uint32(0), 0
	if of == nil {
		known = make([]PlayerFact, 0, left)
	}
	for ; left > 0; left-- {
		n += uint32(r.Uint())
		packed := r.Take(factSize)
		for next < len(of) && of[next] < n {
			next++
		}
		if packed != nil && (of == nil || next < len(of) && of[next] == n) {
			known = append(known, PlayerFact{n, unpackFact(packed)})
		}
	}
	if r.Failed() || len(r.Data) > 0 {
		return nil, 0, fmt.Errorf("the facts are damaged")
	}
	return known, players, nil
}
