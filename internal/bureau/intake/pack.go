package intake

import (
	"bytes"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// PackRecord keeps the packed record of a report for a late list.
func PackRecord(tx *bureau.Tx, r *check.Case, p *report.Report, k *check.CaseFacts, rulings []pack.Ruling) error {
	batch, _ := check.Pack(r, p, k, rulings)
	data, err := batch.AppendBinary(nil)
	if err != nil {
		return err
	}
	have, err := tx.Get(lists.RecordKind, r.Newest().Key())
	if err != nil {
		return err
	}
	if have != nil && !bytes.Equal(have, data) {
		check.Revise(tx.Moment, r, "")
	}
	r.Current = len(r.Revisions)
	if bytes.Equal(have, data) {
		return nil
	}
	return lists.PutRecord(tx, r.Newest(), batch, data)
}
