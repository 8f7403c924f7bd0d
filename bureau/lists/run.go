package lists

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/wire"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/season"
)

// RecordOf returns a packed record, unpacked.
func RecordOf(r bureau.Reader, id RecordID) (*pack.Batch, error) {
	return Played(r, []RecordID{id})
}

// Enters reports whether a player is in a section.
func Enters(s *pack.Section, number uint32) bool {
	return slices.ContainsFunc(s.Entries, func(e pack.Entry) bool { return e.Player == number })
}

// IsEmpty reports whether a player has nothing in a list: no rating, and no games
// towards one.
func IsEmpty(s *roster.Standing) bool {
	for i := range s {
		if s[i].Rating.Rated() || s[i].Games != 0 || s[i].Pool != nil {
			return false
		}
	}
	return true
}

// Run is one calculation of a list. It names all that the list was made from,
// so that it can be made again, and it is never changed.
type Run struct {
	ID         int               `json:"id"` // from 1, which is list zero
	Label      string            `json:"label"`
	Days       civil.Range       `json:"days,omitzero"`
	List       civil.Date        `json:"list,omitempty"` // the day from which the list is in force
	Meet       bool              `json:"meet,omitempty"`
	Base       int               `json:"base,omitempty"` // the run whose list it started from; zero: none
	Regulation string            `json:"regulation,omitempty"`
	Options    map[string]string `json:"options,omitempty"`
	Edition    string            `json:"edition,omitempty"`
	Records    []RecordID        `json:"records,omitempty"` // in the order of their references
	Overrides  []Override        `json:"overrides,omitempty"`
	Left       []Omitted         `json:"left,omitempty"`  // reports of the period that are not in it
	Cause      string            `json:"cause,omitempty"` // the correction that led to it; empty: its period was closed
	Games      int               `json:"games,omitempty"` // that count
	At         time.Time         `json:"at"`
	Actor      string            `json:"actor"`
	Digest     string            `json:"digest"` // SHA-256 of the packed standings
}

// RecordID names a revision of a report.
type RecordID struct {
	Ref      string `json:"ref"`
	Revision int    `json:"revision"`
}

// Key returns the key of the record.
func (id RecordID) Key() string { return fmt.Sprintf("%s/%04d", bureau.RefKey(id.Ref), id.Revision) }

// Omitted is a report that a list leaves out, and why.
type Omitted struct {
	Ref   string     `json:"ref"`
	State State      `json:"state"`
	Waits []string   `json:"waits,omitempty"` // for what it waits: "player", "fee", "file"
	Until civil.Date `json:"until,omitempty"` // the last day to pay its fee, if it is due and not over yet
}

// Override is a rating that an officer has set by a correction, after the games
// of the period.
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
	FactsOfRun = "run-facts" // of the players of its games
	RecordKind = "record"    // the packed record of a report's revision
)

// Period returns the period that the run rated.
func (run *Run) Period() regulation.Period {
	return regulation.Period{Label: run.Label, Days: run.Days, List: run.List, Meet: run.Meet}
}

// FindRun returns a run by its number; one that is not there is an error.
func FindRun(r bureau.Reader, id int) (*Run, error) {
	run, err := Runs.Get(r, bureau.SeqKey(id))
	if err == nil && run == nil {
		err = fmt.Errorf("run %d is missing", id)
	}
	return run, err
}

// Made is what a run came to.
type Made struct {
	Outcome regulation.Outcome
	Batch   *pack.Batch
	Players []roster.Player
	List    *roster.List // from which it started
	Edition regulation.Edition
	// What each override has replaced, in the order of Run.Overrides.
	Replaced []rating.Rating
}

// Input is what a run is made from.
type Input struct {
	Base    *roster.List
	Batch   *pack.Batch  // what was played, sorted
	Facts   []PlayerFact // of those who played, by number
	Players int          // how many there are in all
}

// PlayerFact is the fact of a player, by number.
type PlayerFact struct {
	Player uint32
	Fact
}

// Rules returns the regulation with the options that were set.
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
		state.Rating, state.Peak, state.K = o.Rating, max(before.Of(o.Kind).Peak, o.Rating), before.Of(o.Kind).K // what it replaces was never his
		if o.Rating.Rated() {
			state.Pool = nil
		}
	}
	return m, nil
}

// Gather reads what a new run is made from, with the facts as they are now.
func Gather(r bureau.Reader, run *Run) (*Input, error) {
	list, err := readList(r, run.Base)
	if err != nil {
		return nil, err
	}
	base := async(list)
	records, err := recordsOf(r, run.Records)
	if err != nil {
		return nil, err
	}
	batch := async(func() (*pack.Batch, error) { return unpackRecords(run.Records, records) })
	in := &Input{}
	if in.Players, err = PlayerCount(r); err != nil {
		return nil, err
	}
	facts, err := AllFacts(r, in.Players)
	if err != nil {
		return nil, err
	}
	if in.Base, err = base(); err != nil {
		return nil, err
	}
	if in.Batch, err = batch(); err != nil {
		return nil, err
	}
	in.Facts = factsIn(facts, in.Batch)
	return in, nil
}

// InputOf reads what a run is made from; the facts are those that it kept.
func InputOf(r bureau.Reader, run *Run) (*Input, error) {
	base, err := ListOf(r, run.Base)
	if err != nil {
		return nil, err
	}
	return InputFrom(r, run, base)
}

// InputFrom reads what a run is made from beside the list it starts from.
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

// meanwhile has something calculated that needs no store, while others read from
// it; the result waits for it.
func async[T any](calculate func() (T, error)) (result func() (T, error)) {
	var value T
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		value, err = calculate()
	}()
	return func() (T, error) {
		<-done
		return value, err
	}
}

// Played returns what was played by the records, sorted; each event has the
// number of its record.
func Played(r bureau.Reader, ids []RecordID) (*pack.Batch, error) {
	records, err := recordsOf(r, ids)
	if err != nil {
		return nil, err
	}
	return unpackRecords(ids, records)
}

// recordsOf reads records as they are stored.
func recordsOf(r bureau.Reader, ids []RecordID) ([][]byte, error) {
	records := make([][]byte, len(ids))
	for i, id := range ids {
		data, err := r.Get(RecordKind, id.Key())
		if err != nil {
			return nil, err
		}
		if data == nil {
			return nil, fmt.Errorf("record %s is missing", id.Key())
		}
		records[i] = data
	}
	return records, nil
}

func unpackRecords(ids []RecordID, records [][]byte) (*pack.Batch, error) {
	size := 0
	for _, data := range records {
		size += len(data)
	}
	const perGame = 10 // bytes of a record, at least
	batch := &pack.Batch{Events: make([]pack.Event, 0, len(ids)), Games: make([]pack.Game, 0, size/perGame)}
	for i, data := range records {
		if rest, err := batch.Unpack(data, i); err != nil || len(rest) > 0 {
			return nil, fmt.Errorf("record %s: %w", ids[i].Key(), pack.ErrDamaged)
		}
	}
	batch.Sort()
	return batch, nil
}

// ListOf returns the list that a run made.
func ListOf(r bureau.Reader, id int) (*roster.List, error) {
	unpack, err := readList(r, id)
	if err != nil {
		return nil, err
	}
	return unpack()
}

// readList reads the list that a run made; it is still to be unpacked.
func readList(r bureau.Reader, id int) (unpack func() (*roster.List, error), err error) {
	run, err := FindRun(r, id)
	if err != nil {
		return nil, err
	}
	data, err := r.Get(StateKind, bureau.SeqKey(id))
	if err != nil {
		return nil, err
	}
	if data == nil {
		return nil, fmt.Errorf("run %d is missing", id)
	}
	return func() (*roster.List, error) {
		standings, err := roster.UnpackStandings(data)
		if err != nil {
			return nil, fmt.Errorf("run %d: %w", id, err)
		}
		return &roster.List{From: run.List, Standings: standings}, nil
	}, nil
}

// KeepRun keeps a run under the next number, with what it made and the facts
// that it was made from.
func KeepRun(tx *bureau.Tx, run *Run, standings []roster.Standing, facts []byte) error {
	id, err := tx.Count("run")
	if err != nil {
		return err
	}
	run.ID = id
	var state []byte
	state, run.Digest = PackStandings(standings)
	if err := tx.Put(StateKind, bureau.SeqKey(id), state); err != nil {
		return err
	}
	if facts != nil {
		if err := tx.Put(FactsOfRun, bureau.SeqKey(id), facts); err != nil {
			return err
		}
	}
	return Runs.Put(tx, bureau.SeqKey(id), run)
}

// PackStandings packs the standings of a list, in the order of the player numbers.
func PackStandings(standings []roster.Standing) (packed []byte, digest string) {
	packed = roster.AppendStandings(nil, standings)
	sum := sha256.Sum256(packed)
	return packed, hex.EncodeToString(sum[:])
}

// factsIn returns the facts of the players of a batch, by number.
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

// PackFacts packs the facts that a run knew about players.
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

// UnpackFacts unpacks what PackFacts packed.
func UnpackFacts(data []byte) ([]PlayerFact, int, error) {
	r := &wire.Reader{Data: data}
	players := int(r.Uint())
	known := make([]PlayerFact, r.Count(1+factSize))
	n := uint32(0)
	for i := range known {
		n += uint32(r.Uint())
		if packed := r.Take(factSize); packed != nil {
			known[i] = PlayerFact{n, unpackFact(packed)}
		}
	}
	if r.Failed() || len(r.Data) > 0 {
		return nil, 0, fmt.Errorf("the facts are damaged")
	}
	return known, players, nil
}
