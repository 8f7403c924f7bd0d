package correction

import (
	"github.com/arpadchess/arpad/internal/bureau/check"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// keepHeld lets those games of a report stay out that are held in its record in force.
func keepHeld(batch *pack.Batch, p *report.Report, rulings []pack.Ruling) {
	start := map[[2]uint32]int{} // by section and player
	for i := range batch.Sections {
		for _, e := range batch.Sections[i].Entries {
			start[[2]uint32{uint32(i), e.Player}] = int(e.Start)
		}
	}
	for i := range batch.Games {
		g := &batch.Games[i]
		if g.Out != pack.Held {
			continue
		}
		n := batch.Sections[g.Section].Number
		game := check.Adjustment{Round: int(g.Round), White: start[[2]uint32{g.Section, g.White}], Black: start[[2]uint32{g.Section, g.Black}]}
		at := game.Game(&p.Sections[n])
		if at < 0 {
			continue
		}
		if rulings[n].Out == nil {
			rulings[n].Out = make([]pack.Out, len(p.Sections[n].Games))
		}
		rulings[n].Out[at] = pack.Held
	}
}
