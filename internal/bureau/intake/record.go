package intake

import (
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/report/pack"
)

// Record returns the packed record of a report in force; an empty one, if nothing
// of the report could be packed.
func Record(rd bureau.Reader, r *check.Case) (*pack.Batch, error) {
	if r.Current == 0 {
		return &pack.Batch{}, nil
	}
	return lists.RecordOf(rd, r.RecordID(r.Current))
}
