package register

import (
	"maps"
	"slices"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/report"
)

// Stated are the national and FIDE IDs that the files of a report state, but for those of the
// players in its record. By them everything that is stored about a person is found.
type Stated struct {
	Numbers []string `json:"numbers"`         // sorted
	About   []string `json:"about,omitempty"` // IDs of the players about whom it states something that the register does not know, sorted
}

// StatedNumbers are the IDs that files state, by the key of the report.
var StatedNumbers = bureau.Table[Stated]{Kind: "report-stated"}

// KeepStated adds the IDs that files of a report state, nil ones among them. If its record was
// packed from them, its players are left out. About are the IDs of the players about whom it states
// something, and said what is to be kept of that, as far as it has changed.
func KeepStated(tx *bureau.Tx, ref string, packed [][]*Player, about []string, said map[string][]lists.Statement, files ...*report.Report) error {
	all := map[string]bool{}
	before, err := StatedNumbers.Get(tx, bureau.RefKey(ref))
	if err != nil {
		return err
	}
	if before == nil {
		before = &Stated{}
	}
	for _, number := range before.Numbers {
		all[number] = true
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
	for _, id := range slices.Sorted(maps.Keys(said)) {
		if err := keepStatements(tx, id, said[id]); err != nil {
			return err
		}
	}
	for _, id := range before.About {
		if slices.Contains(about, id) {
			continue
		}
		have, err := lists.Statements.Get(tx, id)
		if err == nil && have != nil {
			err = keepStatements(tx, id, slices.DeleteFunc(*have, func(s lists.Statement) bool { return s.Ref == ref }))
		}
		if err != nil {
			return err
		}
	}
	return putStated(tx, ref, before, &Stated{slices.Sorted(maps.Keys(all)), about})
}

// keepStatements stores what reports state about a player.
func keepStatements(tx *bureau.Tx, id string, all []lists.Statement) error {
	if len(all) == 0 {
		return tx.Delete(lists.Statements.Kind, id)
	}
	return lists.Statements.Put(tx, id, &all)
}

// putStated stores what the files of a report state, if it is something else than before.
func putStated(tx *bureau.Tx, ref string, before, now *Stated) error {
	key := bureau.RefKey(ref)
	switch {
	case slices.Equal(before.Numbers, now.Numbers) && slices.Equal(before.About, now.About):
		return nil
	case len(now.Numbers)+len(now.About) == 0:
		return tx.Delete(StatedNumbers.Kind, key)
	}
	return StatedNumbers.Put(tx, key, now)
}

// ForgetStated removes an ID from those that the files of a report state.
func ForgetStated(tx *bureau.Tx, number, ref string) error {
	before, err := StatedNumbers.Get(tx, bureau.RefKey(ref))
	if err != nil || before == nil {
		return err
	}
	now := slices.DeleteFunc(slices.Clone(before.Numbers), func(n string) bool { return n == number })
	return putStated(tx, ref, before, &Stated{now, before.About})
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
