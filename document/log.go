package document

import (
	"io"

	"github.com/arpadchess/arpad/bureau"
)

// WriteLog writes the entries of the audit log, each in a line as it was hashed.
func WriteLog(w io.Writer, entries []*bureau.Entry) error {
	for _, e := range entries {
		if err := WriteLine(w, e); err != nil {
			return err
		}
	}
	return nil
}
