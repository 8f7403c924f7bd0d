package intake

import (
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/check"
)

// OpenWarnings returns the warnings of the newest reading of a report that is
// admitted: nobody has to decide on them, and nobody else will look at them before
// its period closes. Of a report in another state it returns none.
func OpenWarnings(rd bureau.Reader, r *check.Case) ([]finding.Finding, error) {
	if r.State != check.Admitted {
		return nil, nil
	}
	_, found, err := Latest(rd, r)
	return slices.DeleteFunc(found, func(f finding.Finding) bool { return f.Severity != finding.Warning }), err
}
