package bureau

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/wire"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/regulation"
	"github.com/arpadchess/arpad/regulation/catalog"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/roster"
	"github.com/arpadchess/arpad/season"
)

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
	Left       []LeftOut         `json:"left,omitempty"`  // reports of the period that are not in it
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

func (id RecordID) key() string { return fmt.Sprintf("%s/%04d", refKey(id.Ref), id.Revision) }

// LeftOut is a report that a list leaves out, and why.
type LeftOut struct {
	Ref   string   `json:"ref"`
	State State    `json:"state"`
	Waits []string `json:"waits,omitempty"` // for what it waits: "player", "fee", "file"
}

// Override is a rating that an officer has set by a correction, after the games
// of the period.
type Override struct {
	Player     uint32        `json:"player"`
	Kind       rating.Kind   `json:"kind"`
	Rating     rating.Rating `json:"rating"` // zero: unrated
	Correction string        `json:"correction"`
}

var runs = table[Run]{"run"}

// The packed documents of a run, by its number, and of a report's revision.
const (
	stateKind  = "run-state" // the standings
	factsOfRun = "run-facts" // of the players of its games
	recordKind = "record"    // the packed record of a report's revision
)

func (run *Run) period() regulation.Period {
	return regulation.Period{Label: run.Label, Days: run.Days, List: run.List, Meet: run.Meet}
}

func findRun(r Reader, id int) (*Run, error) {
	run, err := runs.get(r, seqKey(id))
	if err == nil && run == nil {
		err = fmt.Errorf("run %d is missing", id)
	}
	return run, err
}

// made is what a run came to.
type made struct {
	outcome regulation.Outcome
	batch   *pack.Batch
	players []roster.Player
	list    *roster.List // from which it started
	edition regulation.Edition
	// What each override has replaced, in the order of Run.Overrides.
	replaced []rating.Rating
}

// input is what a run is made from.
type input struct {
	base    *roster.List
	batch   *pack.Batch  // what was played, sorted
	facts   []playerFact // of those who played, by number
	players int          // how many there are in all
}

// playerFact is the fact of a player, by number.
type playerFact struct {
	player uint32
	Fact
}

// rules gives the regulation with the options that were set.
func (run *Run) rules() (catalog.Regulation, error) {
	return (&Settings{Regulation: run.Regulation, Options: run.Options}).rules()
}

// make makes a list: the standings after the run's games and overrides.
func (run *Run) make(in *input, trace *regulation.Trace) (*made, error) {
	rules, err := run.rules()
	if err != nil {
		return nil, err
	}
	period := run.period()
	edition, found := rules.For(period)
	if err := wrong(found); err != nil {
		return nil, err
	}
	m := &made{edition: edition, batch: in.batch, players: make([]roster.Player, in.players)}
	for i := range in.facts {
		if f := &in.facts[i]; int(f.player) < len(m.players) {
			f.fill(&m.players[f.player])
		}
	}
	standings := in.base.Standings
	if len(standings) < in.players {
		standings = append(make([]roster.Standing, 0, in.players), standings...)[:in.players]
	}
	chain := season.NewChain(rules, &roster.List{From: in.base.From, Standings: standings})
	m.list = chain.Open(period, trace)
	m.outcome = chain.Close(period, m.edition, m.players, m.batch, trace)
	for _, o := range run.Overrides {
		state := m.outcome.Standings[o.Player].Of(o.Kind)
		m.replaced = append(m.replaced, state.Rating)
		before := m.list.Standing(o.Player)
		state.Rating, state.Peak, state.K = o.Rating, max(before.Of(o.Kind).Peak, o.Rating), before.Of(o.Kind).K // what it replaces was never his
		if o.Rating.Rated() {
			state.Pool = nil
		}
	}
	return m, nil
}

// gather reads what a new run is made from, with the facts as they are now.
func gather(r Reader, run *Run) (*input, error) {
	list, err := readList(r, run.Base)
	if err != nil {
		return nil, err
	}
	base := meanwhile(list)
	records, err := recordsOf(r, run.Records)
	if err != nil {
		return nil, err
	}
	batch := meanwhile(func() (*pack.Batch, error) { return unpackRecords(run.Records, records) })
	in := &input{}
	if in.players, err = playerCount(r); err != nil {
		return nil, err
	}
	facts, err := allFacts(r, in.players)
	if err != nil {
		return nil, err
	}
	if in.base, err = base(); err != nil {
		return nil, err
	}
	if in.batch, err = batch(); err != nil {
		return nil, err
	}
	in.facts = factsIn(facts, in.batch)
	return in, nil
}

// inputOf reads what a run is made from; the facts are those that it kept.
func inputOf(r Reader, run *Run) (*input, error) {
	base, err := listOf(r, run.Base)
	if err != nil {
		return nil, err
	}
	return inputFrom(r, run, base)
}

// inputFrom reads what a run is made from beside the list it starts from.
func inputFrom(r Reader, run *Run, base *roster.List) (*input, error) {
	batch, err := played(r, run.Records)
	if err != nil {
		return nil, err
	}
	in := &input{base: base, batch: batch}
	packed, err := r.Get(factsOfRun, seqKey(run.ID))
	if err != nil {
		return nil, err
	}
	if in.facts, in.players, err = unpackFacts(packed); err != nil {
		return nil, fmt.Errorf("run %d: %w", run.ID, err)
	}
	return in, nil
}

// meanwhile has something calculated that needs no store, while others read from
// it; the result waits for it.
func meanwhile[T any](calculate func() (T, error)) (result func() (T, error)) {
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

// played gives what was played by the records, sorted; each event has the
// number of its record.
func played(r Reader, ids []RecordID) (*pack.Batch, error) {
	records, err := recordsOf(r, ids)
	if err != nil {
		return nil, err
	}
	return unpackRecords(ids, records)
}

// recordsOf reads records as they are stored.
func recordsOf(r Reader, ids []RecordID) ([][]byte, error) {
	records := make([][]byte, len(ids))
	for i, id := range ids {
		data, err := r.Get(recordKind, id.key())
		if err != nil {
			return nil, err
		}
		if data == nil {
			return nil, fmt.Errorf("record %s is missing", id.key())
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
			return nil, fmt.Errorf("record %s: %w", ids[i].key(), pack.ErrDamaged)
		}
	}
	batch.Sort()
	return batch, nil
}

// listOf gives the list that a run made.
func listOf(r Reader, id int) (*roster.List, error) {
	unpack, err := readList(r, id)
	if err != nil {
		return nil, err
	}
	return unpack()
}

// readList reads the list that a run made; it is still to be unpacked.
func readList(r Reader, id int) (unpack func() (*roster.List, error), err error) {
	run, err := findRun(r, id)
	if err != nil {
		return nil, err
	}
	data, err := r.Get(stateKind, seqKey(id))
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

// keepRun keeps a run under the next number, with what it made and the facts
// that it was made from.
func (tx *Tx) keepRun(run *Run, standings []roster.Standing, facts []byte) error {
	id, err := tx.count("run")
	if err != nil {
		return err
	}
	run.ID = id
	var state []byte
	state, run.Digest = packStandings(standings)
	if err := tx.Put(stateKind, seqKey(id), state); err != nil {
		return err
	}
	if facts != nil {
		if err := tx.Put(factsOfRun, seqKey(id), facts); err != nil {
			return err
		}
	}
	return runs.put(tx, seqKey(id), run)
}

func packStandings(standings []roster.Standing) (packed []byte, digest string) {
	packed = roster.AppendStandings(nil, standings)
	sum := sha256.Sum256(packed)
	return packed, hex.EncodeToString(sum[:])
}

// factsIn gives the facts of the players of a batch, by number.
func factsIn(all []Fact, batch *pack.Batch) []playerFact {
	plays := make([]bool, len(all))
	for i := range batch.Sections {
		for _, e := range batch.Sections[i].Entries {
			if int(e.Player) < len(plays) {
				plays[e.Player] = true
			}
		}
	}
	known := make([]playerFact, 0, len(all))
	for n := range all {
		if plays[n] {
			known = append(known, playerFact{uint32(n), all[n]})
		}
	}
	return known
}

func packFacts(known []playerFact, players int) []byte {
	to := make([]byte, 0, (factSize+2)*len(known)+16)
	to = binary.AppendUvarint(to, uint64(players))
	to = binary.AppendUvarint(to, uint64(len(known)))
	last := uint32(0)
	for i := range known {
		f := &known[i]
		to = binary.AppendUvarint(to, uint64(f.player-last))
		to = f.append(to)
		last = f.player
	}
	return to
}

func unpackFacts(data []byte) ([]playerFact, int, error) {
	r := &wire.Reader{Data: data}
	players := int(r.Uint())
	known := make([]playerFact, r.Count(1+factSize))
	n := uint32(0)
	for i := range known {
		n += uint32(r.Uint())
		if packed := r.Take(factSize); packed != nil {
			known[i] = playerFact{n, unpackFact(packed)}
		}
	}
	if r.Failed() || len(r.Data) > 0 {
		return nil, 0, fmt.Errorf("the facts are damaged")
	}
	return known, players, nil
}
