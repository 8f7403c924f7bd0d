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
		numbers[i], rulings[i].Out = onlyKnown(s, rulings[i].Out, func(entry int) *uint32 {
			if known := k.players[i][entry]; known != nil {
				return &known.Number
			}
			return nil
		})
		r.Players += len(s.Players)
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

// AddRefused adds to a record the games, byes and points of those sections that are not rated, as
// they were reported. A section that does not hold together has none.
func AddRefused(batch *pack.Batch, said *report.Report) {
	for i := range batch.Sections {
		to := &batch.Sections[i]
		n := slices.IndexFunc(said.Sections, func(s report.Section) bool { return s.Name == to.Name })
		if n < 0 || !to.Refused {
			continue
		}
		one, s := *said, said.Sections[n]
		numbers, _ := onlyKnown(&s, nil, func(entry int) *uint32 {
			start := int32(said.Sections[n].Players[entry].StartNumber)
			if at := slices.IndexFunc(to.Entries, func(e pack.Entry) bool { return e.Start == start }); at >= 0 {
				return &to.Entries[at].Player
			}
			return nil
		})
		one.Sections = []report.Section{s}
		if slices.ContainsFunc(report.Check(&one), func(f finding.Finding) bool { return f.Refuses && f.InSection }) {
			continue
		}
		apart := &pack.Batch{}
		apart.Add(0, &one, [][]uint32{numbers}, []pack.Ruling{{Kind: to.Kind, Out: slices.Repeat([]pack.Out{pack.Refused}, len(s.Games))}})
		to.Entries, to.Byes = apart.Sections[0].Entries, apart.Sections[0].Byes
		for _, g := range apart.Games {
			g.Section = uint32(i)
			batch.Games = append(batch.Games, g)
		}
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

// onlyKnown leaves out of a section the entries of which no number is known, with their games, and
// returns the numbers and the reasons of the games that stay.
func onlyKnown(s *report.Section, out []pack.Out, number func(entry int) *uint32) (numbers []uint32, kept []pack.Out) {
	s.Rounds = s.PlannedRounds()
	all, unknown := *s, map[int]bool{} // by start number
	for i := range all.Players {
		if n := number(i); n == nil {
			unknown[all.Players[i].StartNumber] = true
		} else {
			numbers = append(numbers, *n)
		}
	}
	if len(unknown) == 0 {
		return numbers, out
	}
	s.Players, s.Games = make([]report.Player, 0, len(all.Players)), make([]report.Game, 0, len(all.Games))
	for i, p := range all.Players {
		if number(i) != nil {
			s.Players = append(s.Players, p)
		}
	}
	for i, g := range all.Games {
		if unknown[g.White] || unknown[g.Black] {
			continue
		}
		s.Games = append(s.Games, g)
		if out != nil {
			kept = append(kept, out[i])
		}
	}
	s.Byes = slices.DeleteFunc(slices.Clone(all.Byes), func(b report.Bye) bool { return unknown[b.Player] })
	return numbers, kept
}
