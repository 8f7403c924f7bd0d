package lists

import (
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/rows"
	"github.com/arpadchess/arpad/internal/twin"
	"github.com/arpadchess/arpad/report/pack"
)

// RecordID names a revision of a report.
type RecordID struct {
	Ref      string `json:"ref"`
	Revision int    `json:"revision"`
}

// Key returns the key of the packed record.
func (id RecordID) Key() string { return fmt.Sprintf("%s/%04d", bureau.RefKey(id.Ref), id.Revision) }

// RecordIDs are revisions of reports. There are hundreds in a run, so its document has them as
// one text, "2026-03-0012/1 2026-03-0013/2", which is read much faster.
type RecordIDs []RecordID

// MarshalText implements encoding.TextMarshaler.
func (ids RecordIDs) MarshalText() ([]byte, error) {
	var text []byte
	for i, id := range ids {
		if i > 0 {
			text = append(text, ' ')
		}
		text = strconv.AppendInt(append(append(text, id.Ref...), '/'), int64(id.Revision), 10)
	}
	return text, nil
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (ids *RecordIDs) UnmarshalText(text []byte) error {
	*ids = nil
	for id := range strings.FieldsSeq(string(text)) {
		ref, number, _ := strings.Cut(id, "/")
		revision, err := strconv.Atoi(number)
		if err != nil {
			return fmt.Errorf("the revision %q of a report: %w", id, err)
		}
		*ids = append(*ids, RecordID{ref, revision})
	}
	return nil
}

// RecordOf returns a record, unpacked.
func RecordOf(r bureau.Reader, id RecordID) (*pack.Batch, error) {
	return Played(r, []RecordID{id})
}

// StoredRecord returns a record with its games in the order in which they are stored, nil if there is
// no such record.
func StoredRecord(r bureau.Reader, id RecordID) (*pack.Batch, error) {
	data, err := r.Get(RecordKind, id.Key())
	if err != nil || data == nil {
		return nil, err
	}
	batch := &pack.Batch{}
	if _, err := batch.Unpack(data, 0); err != nil {
		return nil, fmt.Errorf("record %s: %w", id.Key(), err)
	}
	return batch, nil
}

// Played returns the games of the records, sorted. The number of each event is
// the index of its record.
func Played(r bureau.Reader, ids []RecordID) (*pack.Batch, error) {
	records, err := recordsOf(r, ids)
	if err != nil {
		return nil, err
	}
	return unpackRecords(ids, records)
}

// recordsOf returns records as they are stored.
func recordsOf(r bureau.Reader, ids []RecordID) ([][]byte, error) {
	records := make([][]byte, len(ids))
	for i, id := range ids {
		var err error
		if records[i], err = r.Get(RecordKind, id.Key()); err != nil {
			return nil, err
		}
		if records[i] == nil {
			return nil, fmt.Errorf("record %s is missing", id.Key())
		}
	}
	return records, nil
}

func unpackRecords(ids []RecordID, records [][]byte) (*pack.Batch, error) {
	size := 0
	for _, data := range records {
		size += len(data)
	}
	const perGame = 10 // minimum bytes of a game in a record
	batch := &pack.Batch{Events: make([]pack.Event, 0, len(ids)), Games: make([]pack.Game, 0, size/perGame)}
	for i, data := range records {
		if rest, err := batch.Unpack(data, i); err != nil || len(rest) > 0 {
			return nil, fmt.Errorf("record %s: %w", ids[i].Key(), pack.ErrDamaged)
		}
	}
	batch.Sort()
	return batch, nil
}

// PutRecord keeps the packed record of the revision of a report that comes into force.
func PutRecord(tx *bureau.Tx, id RecordID, batch *pack.Batch, data []byte) error {
	return errors.Join(tx.Put(RecordKind, id.Key(), data), putPlayed(tx, id, batch))
}

// PutInForce notes that an earlier record of a report is in force again.
func PutInForce(tx *bureau.Tx, id RecordID) error {
	batch, err := RecordOf(tx, id)
	if err != nil {
		return err
	}
	return putPlayed(tx, id, batch)
}

func putPlayed(tx *bureau.Tx, id RecordID, batch *pack.Batch) error {
	return errors.Join(tx.DeleteRows(&rows.Played.Relation, []bureau.Row{{id.Ref}}), KeepPlayed(tx, id.Ref, batch))
}

// KeepPlayed writes the rows by which the games of a record in force are found in other
// reports. They are written with the record: a report that is checked in the same
// transaction must find them.
func KeepPlayed(w bureau.Writer, ref string, batch *pack.Batch) error {
	byPlayer, last := map[uint32][]byte{}, civil.Date(0)
	sections := twin.Sections(batch)
	for i := range sections {
		last = max(last, sections[i].Days.To)
		for _, g := range sections[i].Games {
			byPlayer[g.Lower()] = g.AppendMark(byPlayer[g.Lower()])
		}
	}
	var all []*rows.Play
	for _, player := range slices.Sorted(maps.Keys(byPlayer)) {
		all = append(all, &rows.Play{Ref: ref, Player: player, LastDay: int32(last), Marks: base64.RawStdEncoding.EncodeToString(byPlayer[player])})
	}
	return rows.Played.PutAll(w, all...)
}

// PlayedBy calls each with the marks of games that the players of some sections had against
// players of higher numbers in events with a last day from <= day < to.
func PlayedBy(r bureau.Reader, sections []twin.Section, from, to civil.Date, each func(ref string, marks []byte)) error {
	const most = 1000 // players at once
	players := map[uint32]bool{}
	for i := range sections {
		for j := range sections[i].Games {
			players[sections[i].Games[j].Lower()] = true
		}
	}
	for some := range slices.Chunk(slices.Sorted(maps.Keys(players)), most) {
		within := bureau.Range{Order: 1, From: int64(from), To: int64(to)}
		for _, player := range some {
			within.Any = append(within.Any, int64(player))
		}
		found, err := rows.Played.Select(r, within)
		if err != nil {
			return err
		}
		for _, play := range found {
			marks, err := base64.RawStdEncoding.DecodeString(play.Marks)
			if err != nil {
				return err
			}
			each(play.Ref, marks)
		}
	}
	return nil
}
