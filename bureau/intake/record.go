package intake

import (
	"fmt"
	"slices"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/lists"
	"github.com/arpadchess/arpad/bureau/rows"
	"github.com/arpadchess/arpad/report/pack"
)

// Records calls each with every report and its record in force.
func Records(tx *bureau.Tx, each func(*Case, *pack.Batch) error) error {
	all, err := Cases.All(tx, "")
	if err != nil {
		return err
	}
	for _, r := range all {
		if r.Current == 0 {
			continue
		}
		batch, err := Record(tx, r)
		if err != nil {
			return err
		}
		if err := each(r, batch); err != nil {
			return err
		}
	}
	return nil
}

// RecordsOf is Records for the reports in whose records in force a player is. They are
// those at the beginning of the transaction.
func RecordsOf(tx *bureau.Tx, player uint32, each func(*Case, *pack.Batch) error) error {
	if kept, err := rows.Kept(tx); err != nil || !kept {
		if err == nil {
			err = Records(tx, func(r *Case, batch *pack.Batch) error {
				if !slices.ContainsFunc(batch.Sections, func(s pack.Section) bool { return lists.Enters(&s, player) }) {
					return nil
				}
				return each(r, batch)
			})
		}
		return err
	}
	entries, err := rows.Entries.Select(tx, bureau.Range{Order: 1, Is: []any{int64(player)}})
	if err != nil {
		return err
	}
	keys := make([]string, len(entries))
	for i, e := range entries {
		keys[i] = bureau.RefKey(e.Ref)
	}
	slices.Sort(keys)
	for _, key := range slices.Compact(keys) {
		r, err := Cases.Get(tx, key)
		if err != nil {
			return err
		}
		batch, err := Record(tx, r)
		if err != nil {
			return err
		}
		if err := each(r, batch); err != nil {
			return err
		}
	}
	return nil
}

// Record returns the packed record of a report in force; an empty one, if nothing
// of the report could be packed.
func Record(tx *bureau.Tx, r *Case) (*pack.Batch, error) {
	data, err := tx.Get(lists.RecordKind, r.RecordID(r.Current).Key())
	if err != nil || data == nil {
		return &pack.Batch{}, err
	}
	batch := &pack.Batch{}
	if _, err := batch.Unpack(data, 0); err != nil {
		return nil, fmt.Errorf("record %s: %w", r.RecordID(r.Current).Key(), err)
	}
	return batch, nil
}
