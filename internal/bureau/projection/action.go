package projection

import (
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
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
