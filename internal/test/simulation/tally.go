package simulation

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Tally counts what happened in lives: by "done", "refused", "fault" and the
// like, and what.
type Tally map[string]map[string]int

func (t Tally) count(group, what string) { t.add(group, what, 1) }

func (t Tally) add(group, what string, n int) {
	if t[group] == nil {
		t[group] = map[string]int{}
	}
	t[group][what] += n
}

// Add adds what happened in other lives.
func (t Tally) Add(o Tally) {
	for group, counts := range o {
		for what, n := range counts {
			t.add(group, what, n)
		}
	}
}

// Sum returns how often anything of a group happened.
func (t Tally) Sum(group string) int {
	sum := 0
	for _, n := range t[group] {
		sum += n
	}
	return sum
}

// String writes the counts, a line for each.
func (t Tally) String() string {
	var b strings.Builder
	for _, group := range slices.Sorted(maps.Keys(t)) {
		fmt.Fprintf(&b, "%s: %d\n", group, t.Sum(group))
		for _, what := range slices.Sorted(maps.Keys(t[group])) {
			fmt.Fprintf(&b, "%10d  %s\n", t[group][what], what)
		}
	}
	return b.String()
}

// Missing returns the actions, kinds of adjustments and accepted corrections, slips and
// faults that never happened.
func (t Tally) Missing() []string {
	var missing []string
	for _, a := range actions() {
		if t["done"][a.name] == 0 {
			missing = append(missing, a.name)
		}
	}
	if t["done"][givingFirst] == 0 {
		missing = append(missing, givingFirst)
	}
	for _, kind := range adjustments {
		if t[adjusted][kind] == 0 {
			missing = append(missing, adjusted+" "+kind)
		}
	}
	for _, kind := range corrections {
		if t[accepted][kind] == 0 {
			missing = append(missing, accepted+" "+kind)
		}
	}
	for _, s := range slips {
		if t["slip"][s.name] == 0 {
			missing = append(missing, s.name)
		}
	}
	if t["slip"][twice] == 0 {
		missing = append(missing, twice)
	}
	for _, f := range faults {
		if t["fault"][f.String()] == 0 {
			missing = append(missing, f.String())
		}
	}
	return missing
}
