// Package care verifies, examines, exports and imports a bureau.
package care

import (
	"maps"
	"slices"

	"github.com/arpadchess/arpad/bureau"
	"github.com/arpadchess/arpad/bureau/lists"
	"github.com/arpadchess/arpad/bureau/register"
)

// disagreements names what is derived from the registers and reports, and does
// not agree with them: the keys by which they are found, and the facts by which
// players are rated.
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
	n := 0
	err = register.Players.Scan(r, "", "", func(id string, p *register.Player) (bool, error) {
		n++
		if p.Erased {
			return true, nil // the facts are all that is left, for the lists to come
		}
		person, err := register.PersonOf(r, id)
		if err != nil {
			return false, err
		}
		if int(p.Number) >= len(facts) || facts[p.Number] != register.FactsOf(p, person) {
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

// Disagreements names what is derived from the registers and reports, and does
// not agree with them; nothing if all does.
func Disagreements(r bureau.Reader) ([]bureau.Fault, error) { return disagreements(r) }
