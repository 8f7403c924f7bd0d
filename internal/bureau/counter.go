package bureau

import (
	"slices"
	"strings"
)

// Counters are the last numbers assigned, by counter name.
var Counters = Table[int]{"counter"}

// RegistersCounter counts the actions that may have changed what pages show of the registers: who
// keeps that at hand reads it again.
const RegistersCounter = "registers"

// desk lists the prefixes of actions that leave the registers unchanged.
var desk = []string{"report.", "fee.", "fide.", "period.", "leaf.", "precedent.", "rebuild"}

// countChange counts an action that may have changed the registers.
func (tx *Tx) countChange(action string) error {
	if !tx.changed || slices.ContainsFunc(desk, func(prefix string) bool { return strings.HasPrefix(action, prefix) }) {
		return nil
	}
	_, err := tx.Count(RegistersCounter)
	return err
}

// Count returns the next number of a counter, from 1.
func (tx *Tx) Count(counter string) (int, error) {
	n, err := Counters.Get(tx, counter)
	if err != nil {
		return 0, err
	}
	if n == nil {
		n = new(int)
	}
	*n++
	return *n, Counters.Put(tx, counter, n)
}
