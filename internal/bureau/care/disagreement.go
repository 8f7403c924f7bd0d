// Package care verifies, examines, exports and imports a bureau.
package care

import (
	"maps"
	"slices"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/internal/bureau/register"
)

// disagreements returns the derived documents that disagree with the registers
// and reports: search keys, and the facts that ratings depend on.
func disagreements(r bureau.Reader) ([]bureau.Fault, error) {
	wrong, err := disagreeing(r)
	if err != nil {
		return nil, err
	}
	var faults []bureau.Fault
	for _, kind := range slices.Sorted(maps.Keys(wrong)) {
		for _, key := range slices.Sorted(maps.Keys(wrong[kind])) {
			why := "differs"
			if is, err := r.Get(kind, key); err == nil && is == nil {
				why = "missing"
			}
			faults = append(faults, bureau.Fault{What: kind, Name: bureau.KeyName(key), Why: why})
		}
	}
	facts, err := lists.AllFacts(r, 0)
	if err != nil {
		return nil, err
	}
	births, n := map[string]civil.Birth{}, 0
	err = register.EachPerson(r, "", "", func(id string, person *register.Person) { births[id] = person.Birth })
	if err != nil {
		return nil, err
	}
	err = register.Players.Scan(r, "", "", func(id string, p *register.Player) (bool, error) {
		n++
		if p.Erased {
			return true, nil // only the facts remain, and later lists need them
		}
		if int(p.Number) >= len(facts) || facts[p.Number] != register.FactsOf(p, births[id]) {
			faults = append(faults, bureau.Fault{What: lists.FactsKind, Name: id, Why: "differs"})
		}
		return true, nil
	})
	if err != nil {
		return nil, err
	}
	counted, err := lists.PlayerCount(r)
	if counted != n {
		faults = append(faults, bureau.Fault{What: bureau.Counters.Kind, Name: "player", Why: "differs"})
	}
	return faults, err
}
