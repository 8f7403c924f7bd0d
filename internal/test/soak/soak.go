// Package soak tells long tests how much of a sweep to run: a representative part by
// default, all of it with ARPAD_SOAK=1 (make soak-tests).
package soak

import "os"

// Full reports whether sweeps are to be run whole.
func Full() bool { return os.Getenv("ARPAD_SOAK") != "" }

// Of returns whole if sweeps are to be run whole, otherwise part.
func Of(part, whole int) int {
	if Full() {
		return whole
	}
	return part
}

// Turn reports whether the i-th of a sweep has its turn: by default one of n, all if sweeps are to be run whole.
func Turn(i, n int) bool { return Full() || i%n == 0 }
