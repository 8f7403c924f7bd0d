package projection

import (
	"time"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/rows"
)

// actions writes the rows of entries of the audit log, by their keys.
func (p *projecting) actions(keys []string) error {
	made := batchOf(p, rows.Actions)
	for _, key := range keys {
		e, err := bureau.Entries.Get(p, key)
		if err != nil {
			return err
		}
		if e == nil {
			continue
		}
		if err := made.add(rows.Action{Seq: e.Seq, At: e.At.UTC().Format(time.RFC3339), Action: e.Action, Subject: e.Subject}); err != nil {
			return err
		}
	}
	return made.write()
}
