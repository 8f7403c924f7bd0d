package lists

import (
	"encoding/base64"
	"errors"
	"maps"
	"slices"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/rows"
	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/report/pack"
	"github.com/arpadchess/arpad/report/twin"
)

// PutRecord keeps the packed record of the revision of a report that comes into force.
func PutRecord(tx *bureau.Tx, id RecordID, batch *pack.Batch, data []byte) error {
	return errors.Join(
		tx.Put(RecordKind, id.Key(), data),
		tx.DeleteRows(&rows.Played.Relation, []bureau.Row{{id.Ref}}),
		KeepPlayed(tx, id.Ref, batch),
	)
}

// KeepPlayed writes the rows by which the games of a record in force are found in other
// reports. They are written with the record: a report that is checked in the same
// transaction must find them.
func KeepPlayed(w bureau.Writer, ref string, batch *pack.Batch) error {
	byWhite, last := map[uint32][]byte{}, civil.Date(0)
	sections := twin.Sections(batch)
	for i := range sections {
		last = max(last, sections[i].Days.To)
		for _, g := range sections[i].Games {
			byWhite[g.White] = g.AppendMark(byWhite[g.White])
		}
	}
	var all []*rows.Play
	for _, white := range slices.Sorted(maps.Keys(byWhite)) {
		all = append(all, &rows.Play{Ref: ref, White: white, LastDay: last, Marks: base64.RawStdEncoding.EncodeToString(byWhite[white])})
	}
	return rows.Played.PutAll(w, all...)
}

// PlayedBy calls each with the marks of games that those who have White in some sections
// had in events with a last day from <= day < to.
func PlayedBy(r bureau.Reader, sections []twin.Section, from, to civil.Date, each func(ref string, marks []byte)) error {
	const most = 1000 // players at once
	whites := map[uint32]bool{}
	for i := range sections {
		for j := range sections[i].Games {
			whites[sections[i].Games[j].White] = true
		}
	}
	for some := range slices.Chunk(slices.Sorted(maps.Keys(whites)), most) {
		within := bureau.Range{Order: 1, From: from.String(), To: to.String()}
		for _, white := range some {
			within.Any = append(within.Any, int64(white))
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
