package view

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/arpadchess/arpad/internal/bureau"
	"github.com/arpadchess/arpad/internal/bureau/lists"
	"github.com/arpadchess/arpad/rating"
)

// Derived returns what an explanation rests on, and the number of reports that were rated
// for it: those on which the player's ratings depend, or all of the run.
func Derived(r bureau.Reader, run *lists.Run, player uint32, all bool) (said string, reports int, err error) {
	base, err := lists.StandingsOf(r, run.Base)
	if err != nil {
		return "", 0, err
	}
	some, err := reportsOf(r, run, base, player)
	if err != nil {
		return "", 0, err
	}
	var d *derivation
	if all {
		d, err = rateAll(r, run, base, player)
	} else {
		d, err = rateSome(r, run, base, player, some)
	}
	if err != nil {
		return "", 0, err
	}
	said = fmt.Sprintln(d.before, d.after, d.replaced)
	var sections []string
	for i, f := range d.refused {
		if s := &d.batch.Sections[i]; lists.Enters(s, player) {
			sections = append(sections, fmt.Sprintln("refused", d.batch.Events[s.Event], s.Number, f))
		}
	}
	slices.SortFunc(sections, cmp.Compare[string])
	said += fmt.Sprint(sections)
	x := &Explanation{About: d.about, Batch: d.batch, part: d.part}
	for _, kind := range rating.AllKinds {
		others, err := x.Otherwise(kind)
		if err != nil {
			return "", 0, err
		}
		said += fmt.Sprintln("otherwise", kind, others)
		for _, s := range d.of(kind) {
			section, game := "", ""
			if s.Section > 0 {
				of := &d.batch.Sections[s.Section-1]
				section = fmt.Sprint(d.batch.Events[of.Event], of.Number)
			}
			if s.Game > 0 {
				g := d.batch.Games[s.Game-1]
				g.Section = 0
				game = fmt.Sprint(g)
			}
			s.Section, s.Game = 0, 0
			said += fmt.Sprintf("%s, %s: %+v\n", section, game, s)
		}
	}
	return said, len(d.batch.Events), nil
}
