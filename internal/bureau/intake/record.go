package intake

import (
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/report/pack"
)

// Records calls each with every report and its record in force.
func Records(rd bureau.Reader, each func(*check.Case, *pack.Batch) error) error {
	all, err := Cases.All(rd, "")
	if err != nil {
		return err
	}
	for _, r := range all {
		if r.Current == 0 {
			continue
		}
		batch, err := Record(rd, r)
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
func Record(rd bureau.Reader, r *check.Case) (*pack.Batch, error) {
	if r.Current == 0 {
		return &pack.Batch{}, nil
	}
	return lists.RecordOf(rd, r.RecordID(r.Current))
}
