// Package draw makes property tests repeatable: imported for its effect, it has rapid draw
// the same cases in every run. With ARPAD_SOAK=1 (make soak-tests) each run draws others.
// RAPID_SEED and -rapid.seed choose the seed, as ever.
package draw

import (
	"flag"
	"os"
	"strconv"

	_ "pgregory.net/rapid" // has the flags

	"github.com/arpadchess/arpad/internal/test/soak"
)

func init() {
	if os.Getenv("RAPID_SEED") == "" && !soak.Full() {
		set("rapid.seed", 1)
	}
}

// Cases sets how many cases are drawn for each property of a test binary. Call it in
// TestMain; -rapid.checks overrides it.
func Cases(n int) { set("rapid.checks", n) }

func set(name string, value int) {
	if err := flag.Set(name, strconv.Itoa(value)); err != nil {
		panic(err)
	}
}
