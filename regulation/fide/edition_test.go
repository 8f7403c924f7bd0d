package fide

import "testing"

// The values of both players in a game add up to one point: what one of them
// gains above the expected score, the other loses.
func TestBothValuesAddUpToOnePoint(t *testing.T) {
	for _, e := range Editions() {
		for result, value := range e.(*Edition).Value {
			if both := value + e.(*Edition).Value[2-result]; both != 100 {
				t.Errorf("%s: result %d is worth %d hundredths to both players", e.About().ID, result, both)
			}
		}
	}
}
