package reports

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/arpadchess/arpad/document"
	"github.com/arpadchess/arpad/explain"
	"github.com/arpadchess/arpad/internal/bureau/trial"
	"github.com/arpadchess/arpad/internal/portal"
	"github.com/arpadchess/arpad/report"
)

// difference is what a file says otherwise than those before.
type difference struct{ What, Old, New string }

// compare compares what files say with what those before say.
func (s *checkShown) compare(v *portal.Visit, told []*trial.Told) error {
	read, err := v.Read("report", s.Ref)
	if err != nil {
		return err
	}
	before, is := read.(document.Understood)
	if !is {
		return nil
	}
	p := v.Printer()
	for _, t := range told {
		if t.Report == nil {
			continue
		}
		for i := range t.Report.Sections {
			now := &t.Report.Sections[i]
			n := slices.IndexFunc(before.Sections, func(old document.UnderstoodSection) bool { return old.Section == now.Name })
			if n < 0 && len(before.Sections) == 1 && len(t.Report.Sections) == 1 {
				n = 0
			}
			if n >= 0 {
				s.Old = append(s.Old, differences(p, &before.Sections[n], now)...)
			}
		}
	}
	return nil
}

// differences returns what a section says otherwise than before.
func differences(p *explain.Printer, old *document.UnderstoodSection, now *report.Section) (all []difference) {
	none := p.Text("desk.report.none", nil)
	add := func(what, was, is string) {
		if was != is {
			all = append(all, difference{what, was, is})
		}
	}
	of := func(id, name string) string {
		if id == "" {
			return name
		}
		return name + " " + id
	}
	names, before, after := map[int]string{}, map[int]string{}, map[int]string{}
	var starts []int
	for _, e := range old.Entries {
		before[e.Start], names[e.Start] = of(e.ID, e.Name), e.Name
		starts = append(starts, e.Start)
	}
	for i := range now.Players {
		e := &now.Players[i]
		if after[e.StartNumber], names[e.StartNumber] = of(cmp.Or(e.Numbers()...), e.Name), e.Name; before[e.StartNumber] == "" {
			starts = append(starts, e.StartNumber)
		}
	}
	slices.Sort(starts)
	for _, start := range starts {
		add(p.Text("desk.report.player", explain.Data{"start": fmt.Sprint(start)}), cmp.Or(before[start], none), cmp.Or(after[start], none))
	}
	type pair struct{ round, a, b int }
	keyOf := func(g *report.Game) pair { return pair{g.Round, min(g.White, g.Black), max(g.White, g.Black)} }
	games := map[pair][2]*report.Game{}
	var keys []pair
	for side, all := range [2][]report.Game{old.Games, now.Games} {
		for i := range all {
			key := keyOf(&all[i])
			both, known := games[key]
			if !known {
				keys = append(keys, key)
			}
			both[side] = &all[i]
			games[key] = both
		}
	}
	slices.SortFunc(keys, func(a, b pair) int { return (a.round-b.round)<<20 + (a.a-b.a)<<10 + a.b - b.b })
	for _, key := range keys {
		both := games[key]
		shown := both[0]
		if shown == nil {
			shown = both[1]
		}
		won := [2]string{none, none}
		for side, g := range both {
			if g != nil {
				won[side] = resultOf(g)
				if g.White != shown.White {
					won[side] += " (" + p.Text("desk.report.colours", nil) + ")"
				}
			}
		}
		add(p.Text("desk.report.game", explain.Data{"round": fmt.Sprint(key.round), "white": cmp.Or(names[shown.White], fmt.Sprint(shown.White)), "black": cmp.Or(names[shown.Black], fmt.Sprint(shown.Black))}), won[0], won[1])
	}
	return all
}
