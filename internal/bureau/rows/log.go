package rows

import (
	"cmp"
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau"
)

// LogOf returns the entries of the audit log about some subjects, the oldest first.
func LogOf(r bureau.Reader, subjects ...string) ([]*bureau.Entry, error) {
	var about []any
	for _, subject := range subjects {
		about = append(about, subject)
	}
	actions, err := Actions.Select(r, bureau.Range{Order: 1, Any: about})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(actions, func(a, b *Action) int { return cmp.Compare(a.Seq, b.Seq) })
	log := make([]*bureau.Entry, len(actions))
	for i, a := range actions {
		if log[i], err = bureau.Entries.Get(r, bureau.SeqKey(a.Seq)); err != nil {
			return nil, err
		}
		if log[i] == nil {
			return nil, finding.Refuse("rows-missing")
		}
	}
	return log, nil
}
