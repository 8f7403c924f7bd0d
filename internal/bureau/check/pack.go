package check

import (
	"slices"

	"github.com/arpadchess/arpad/finding"
	"github.com/arpadchess/arpad/internal/bureau/register"
	"github.com/arpadchess/arpad/report"
	"github.com/arpadchess/arpad/report/pack"
)

// Pack packs the record of a report. It leaves out entries without a known player, and
// their games. What an officer has corrected holds on; the corrections
// that lapse because what they are about is gone are returned.
func Pack(r *Case, p *report.Report, k *CaseFacts, rulings []pack.Ruling) (*pack.Batch, []finding.Finding) {
	packed, numbers := *p, make([][]uint32, len(p.Sections))
	packed.Sections = slices.Clone(p.Sections)
	r.Players, r.Games, r.Counting, r.Section = 0, 0, 0, nil
	for i := range packed.Sections {
		s := &packed.Sections[i]
		r.Section = append(r.Section, s.Name)
		stranger := map[int]bool{} // by start number
		var players []report.Player
		for j, known := range k.players[i] {
			if known == nil {
				stranger[s.Players[j].StartNumber] = true
				continue
			}
			players = append(players, s.Players[j])
			numbers[i] = append(numbers[i], known.Number)
		}
		s.Rounds, s.Players = s.PlannedRounds(), players
		s.Games, rulings[i].Out = withoutStrangers(s.Games, rulings[i].Out, stranger)
		s.Byes = slices.DeleteFunc(slices.Clone(s.Byes), func(b report.Bye) bool { return stranger[b.Player] })
		r.Players += len(players)
		r.Games += len(s.Games)
	}
	batch := &pack.Batch{}
	batch.Add(0, &packed, numbers, rulings)
	lapsed := correct(r, p, batch, k.known.Corrected)
	for i := range batch.Games {
		if g := &batch.Games[i]; g.Counts() && !batch.Sections[g.Section].Refused {
			r.Counting++
		}
	}
	batch.Sort()
	return batch, lapsed
}

// KeepHeld lets those games of a report stay out that are held in its record in force.
func KeepHeld(batch *pack.Batch, p *report.Report, rulings []pack.Ruling) {
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
		at := gameIn(&p.Sections[n], int(g.Round), start[[2]uint32{g.Section, g.White}], start[[2]uint32{g.Section, g.Black}])
		if at < 0 {
			continue
		}
		if rulings[n].Out == nil {
			rulings[n].Out = make([]pack.Out, len(p.Sections[n].Games))
		}
		rulings[n].Out[at] = pack.Held
	}
}

// correct applies to a record what an officer has corrected, and says which
// corrections lapse because what they are about is gone.
func correct(r *Case, p *report.Report, batch *pack.Batch, corrected map[string]*register.Player) []finding.Finding {
	var lapsed []finding.Finding
	scoring := p.PointSystem()
	for _, d := range r.Standing() {
		a := d.Adjustment
		if a == nil {
			continue
		}
		if n := sectionIn(batch, a.Section); n >= 0 && batch.Sections[n].Refused {
			continue // its games come back when it can be rated again
		}
		if AdjustOne(batch, a, corrected[a.Player], &scoring) != nil && (a.Player != "" || a.In(p) != nil) { // else a game of somebody who is not known yet
			f := finding.New("adjustment-lapsed", finding.Warning, finding.At{}, finding.Int("revision", a.Revision)).In(a.Section)
			f.Report = p.File
			lapsed = append(lapsed, f)
		}
	}
	return lapsed
}

func withoutStrangers(games []report.Game, out []pack.Out, stranger map[int]bool) ([]report.Game, []pack.Out) {
	var kept []report.Game
	var keptOut []pack.Out
	for i, g := range games {
		if stranger[g.White] || stranger[g.Black] {
			continue
		}
		kept = append(kept, g)
		if out != nil {
			keptOut = append(keptOut, out[i])
		}
	}
	return kept, keptOut
}
