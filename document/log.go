package document

import (
	"io"

	"github.com/arpadchess/arpad/internal/bureau"
)

// WriteLog writes the entries of the audit log, one per line, in the form that
// is hashed.
func WriteLog(w io.Writer, entries []*bureau.Entry) error {
	for _, e := range entries {
		if err := WriteLine(w, e); err != nil {
			return err
		}
	}
	return nil
}
