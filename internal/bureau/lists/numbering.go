package lists

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/roster"
)

// NumberKind is the kind of the players' IDs by number. A document has those of some players,
// a line for each: a list needs all of them, and most pages only a few.
const NumberKind = "player-number"

// numberChunk is for how many players a document has the IDs.
const numberChunk = 32

func numberChunkKey(n uint32) string { return NumberKey(n / numberChunk) }

// FindID returns the ID of a player by number, empty if there is none.
func FindID(r bureau.Reader, n uint32) (string, error) {
	chunk, err := r.Get(NumberKind, numberChunkKey(n))
	if ids := strings.Split(string(chunk), "\n"); int(n%numberChunk) < len(ids) {
		return ids[n%numberChunk], err
	}
	return "", err
}

// IDOf returns the ID of a player by number. It is an error if there is none.
func IDOf(r bureau.Reader, n uint32) (string, error) {
	id, err := FindID(r, n)
	if err == nil && id == "" {
		err = fmt.Errorf("player %d is missing", n)
	}
	return id, err
}

// GatherIDs fetches the IDs of players at once, for IDOf.
func GatherIDs(r bureau.Reader, players []uint32) error {
	keys := make([]string, len(players))
	for i, n := range players {
		keys[i] = numberChunkKey(n)
	}
	return bureau.Gather(r, NumberKind, slices.Compact(keys))
}

// IDsOf returns the IDs of players by number, without those who have none.
func IDsOf(r bureau.Reader, players []uint32) (map[uint32]string, error) {
	if err := GatherIDs(r, players); err != nil {
		return nil, err
	}
	all := make(map[uint32]string, len(players))
	var key string
	var ids []string // of the document with the key
	for _, n := range players {
		if k := numberChunkKey(n); k != key {
			chunk, err := r.Get(NumberKind, k)
			if err != nil {
				return nil, err
			}
			key, ids = k, strings.Split(string(chunk), "\n")
		}
		if at := int(n % numberChunk); at < len(ids) && ids[at] != "" {
			all[n] = ids[at]
		}
	}
	return all, nil
}

// KeepID stores the ID of a player by number.
func KeepID(w bureau.Writer, n uint32, id string) error { return KeepIDs(w, n, []string{id}) }

// KeepIDs stores the IDs of players with successive numbers.
func KeepIDs(w bureau.Writer, first uint32, all []string) error {
	for len(all) > 0 {
		at := int(first % numberChunk)
		some := all[:min(len(all), numberChunk-at)]
		key := numberChunkKey(first)
		stored, err := w.Get(NumberKind, key)
		if err != nil {
			return err
		}
		ids := slices.Collect(strings.Lines(string(stored)))
		for len(ids) < at+len(some) {
			ids = append(ids, "\n")
		}
		for i, id := range some {
			ids[at+i] = id + "\n"
		}
		if now := strings.Join(ids, ""); now != string(stored) {
			if err := w.Put(NumberKind, key, []byte(now)); err != nil {
				return err
			}
		}
		first, all = first+uint32(len(some)), all[len(some):]
	}
	return nil
}

// NumberKey returns the key of a player number.
func NumberKey(n uint32) string { return fmt.Sprintf("%010d", n) }

// PlayerCount returns the number of players, which is also the next player's
// number.
func PlayerCount(r bureau.Reader) (int, error) {
	n, err := bureau.Counters.Get(r, "player")
	if err != nil || n == nil {
		return 0, err
	}
	return *n, nil
}

// Numbering holds the IDs of all players, and the order in which lists print
// them.
type Numbering struct {
	IDs  []string // indexed by player number
	byID []uint32 // player numbers, sorted by ID
}

// ReadNumbering reads the numbers of all players.
func ReadNumbering(r bureau.Reader) (*Numbering, error) {
	all := &Numbering{}
	err := r.Scan(NumberKind, "", "", func(key string, chunk []byte) (bool, error) {
		first := len(all.IDs)
		for id := range strings.Lines(string(chunk)) {
			all.IDs = append(all.IDs, strings.TrimSuffix(id, "\n"))
		}
		var err error
		if missing := slices.Index(all.IDs[first:], ""); missing >= 0 || key != numberChunkKey(uint32(first)) {
			err = fmt.Errorf("player %d is missing", first+max(missing, 0))
		}
		return true, err
	})
	all.Sort()
	return all, err
}

// Sort sorts the player numbers by ID.
func (r *Numbering) Sort() {
	r.byID = make([]uint32, len(r.IDs))
	for n := range r.byID {
		r.byID[n] = uint32(n)
	}
	slices.SortFunc(r.byID, func(a, b uint32) int { return strings.Compare(r.IDs[a], r.IDs[b]) })
}

// Canonical appends the canonical text of a list: a line for each rated player,
// by ID, without names, so that a person can be forgotten while the list stays
// unchanged.
func (r *Numbering) Canonical(to []byte, run *Run, standings []roster.Standing, revision int) []byte {
	const most = 48 // maximum bytes of a line
	to = slices.Grow(to, 256+most*len(standings))
	to = fmt.Appendf(to, "arpad.list/1\nlabel %s\nrevision %d\nin force %s\nregulation %s\n", run.Label, revision, run.List, run.Edition)
	to = append(to, "id"...)
	for _, kind := range rating.AllKinds {
		to = fmt.Appendf(to, ",%s,%s_games", kind, kind)
	}
	to = append(to, '\n')
	for _, n := range r.byID {
		if int(n) < len(standings) && standings[n].Rated() {
			to = append(to, r.IDs[n]...)
			for k := range standings[n] {
				to = appendState(to, &standings[n][k])
			}
			to = append(to, '\n')
		}
	}
	return to
}

// appendState appends rating and games, or two empty columns.
func appendState(to []byte, s *roster.State) []byte {
	if !s.Rating.Rated() {
		return append(to, ",,"...)
	}
	to = strconv.AppendInt(append(to, ','), int64(s.Rating), 10)
	return strconv.AppendInt(append(to, ','), int64(s.Games), 10)
}
