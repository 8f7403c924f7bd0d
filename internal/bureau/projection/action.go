package projection

import (
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/correction"
	"github.com/arpadchess/arpad/internal/bureau/rows"
)

// actions writes the rows of entries of the audit log, by their keys.
func (p *projecting) actions(keys []string) error {
	made := batchOf(p, rows.Actions)
	return each(p, bureau.Entries, keys, made, func(_ string, e *bureau.Entry) error {
		if e == nil {
			return nil
		}
		return made.add(rows.Action{Seq: e.Seq, At: e.At.UTC().Format(time.RFC3339), Action: e.Action, Subject: e.Subject})
	})
}

// inquiries writes the rows of inquiries, by their keys.
func (p *projecting) inquiries(keys []string) error {
	made := batchOf(p, rows.Inquiries)
	return each(p, correction.ByNumber, keys, made, func(_ string, q *correction.Inquiry) error {
		if q == nil {
			return nil
		}
		by, err := correction.AskedBy(p, q.Number)
		if err != nil {
			return err
		}
		return made.add(rows.Inquiry{Number: q.Number, Club: q.Club, Report: q.Report, AskedBy: by})
	})
}
