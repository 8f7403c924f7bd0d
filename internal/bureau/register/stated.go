package register

import (
	"maps"
	"slices"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/report"
)

// Stated are the national and FIDE IDs that the files of a report state, but for those of the
// players in its record. By them everything that is stored about a person is found.
type Stated struct {
	Numbers []string `json:"numbers"` // sorted
}

// StatedNumbers are the IDs that files state, by the key of the report.
var StatedNumbers = bureau.Table[Stated]{Kind: "report-stated"}

// KeepStated adds the IDs that files of a report state, nil ones among them. If its record was
// packed from them, its players are left out.
func KeepStated(tx *bureau.Tx, ref string, packed [][]*Player, files ...*report.Report) error {
	all := map[string]bool{}
	before, err := StatedNumbers.Get(tx, bureau.RefKey(ref))
	if err != nil {
		return err
	}
	if before != nil {
		for _, number := range before.Numbers {
			all[number] = true
		}
	}
	for _, p := range files {
		eachNumber(p, func(number string) { all[number] = true })
	}
	for _, p := range slices.Concat(packed...) {
		if p != nil {
			delete(all, p.ID)
			delete(all, p.FideID)
		}
	}
	return putStated(tx, ref, before, slices.Sorted(maps.Keys(all)))
}

// putStated stores the IDs that the files of a report state, if they are others than before.
func putStated(tx *bureau.Tx, ref string, before *Stated, now []string) error {
	key := bureau.RefKey(ref)
	switch {
	case before != nil && slices.Equal(before.Numbers, now), before == nil && len(now) == 0:
		return nil
	case len(now) == 0:
		return tx.Delete(StatedNumbers.Kind, key)
	}
	return StatedNumbers.Put(tx, key, &Stated{now})
}

// ForgetStated removes an ID from those that the files of a report state.
func ForgetStated(tx *bureau.Tx, number, ref string) error {
	before, err := StatedNumbers.Get(tx, bureau.RefKey(ref))
	if err != nil || before == nil {
		return err
	}
	return putStated(tx, ref, before, slices.DeleteFunc(slices.Clone(before.Numbers), func(n string) bool { return n == number }))
}

// eachNumber calls f with the IDs that the entries of a report state.
func eachNumber(p *report.Report, f func(string)) {
	if p == nil {
		return
	}
	for i := range p.Sections {
		for j := range p.Sections[i].Players {
			for _, number := range p.Sections[i].Players[j].Numbers() {
				f(number)
			}
		}
	}
}
