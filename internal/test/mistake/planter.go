package mistake

import (
	"fmt"
	"math/rand/v2"

	"github.com/arpadchess/arpad/civil"
	"github.com/arpadchess/arpad/internal/synth"
	"github.com/arpadchess/arpad/rating"
	"github.com/arpadchess/arpad/report"
)

// Planted is a mistake in a report. Of Repeated it has the second report, in addition to the right one.
type Planted struct {
	synth.Planted
	Mistake synth.Mistake
	Finding string // id of the finding that reveals it; empty: none
}

// Plant makes a mistake in a copy of a report returned by Events. It returns
// false if the report has no occasion for it: no newcomer, no siblings. The
// same seed chooses the same place.
func Plant(f *synth.Federation, seed uint64, m synth.Mistake, r *report.Report) (Planted, bool) {
	for i := range mistakes {
		if mistakes[i].Mistake != m {
			continue
		}
		p := planter{dice: newDice(seed, uint64(i)), f: f, Planted: Planted{Planted: synth.Planted{Report: synth.Copy(r)}, Mistake: m}}
		if by := mistakes[i].by; by == "" || by == f.Country() {
			p.Finding = mistakes[i].finding
		}
		if plant := mistakes[i].plant; plant != nil {
			ok := plant(&p)
			return p.Planted, ok
		}
		var ok bool
		p.Planted.Planted, ok = f.Plant(seed, m, r)
		return p.Planted, ok
	}
	return Planted{}, false
}

// dice are those of synth: what is drawn stays as it is.
type dice struct{ pcg *rand.PCG }

func newDice(seed, number uint64) *dice {
	const golden, stream = 0x9E3779B97F4A7C15, 4
	return &dice{rand.NewPCG(seed*golden, (stream<<56^number)*golden)}
}

func (d *dice) below(n int) int { return int((d.pcg.Uint64() >> 32) * uint64(uint32(n)) >> 32) }

func (d *dice) between(low, high int) int { return low + d.below(high-low+1) }

// planter makes one mistake.
type planter struct {
	*dice
	f *synth.Federation
	Planted
}

// section chooses a section.
func (p *planter) section() *report.Section {
	s := &p.Report.Sections[p.below(len(p.Report.Sections))]
	p.Section = s.Name
	return s
}

// player chooses a player for whom the mistake is possible, nil if there is
// none.
func (p *planter) player(possible func(*report.Player) bool) *report.Player {
	sections := p.Report.Sections
	first := p.below(len(sections))
	for i := range sections {
		s := &sections[(first+i)%len(sections)]
		from := p.below(len(s.Players))
		for j := range s.Players {
			if e := &s.Players[(from+j)%len(s.Players)]; possible(e) {
				p.Section, p.Player = s.Name, e.StartNumber
				return e
			}
		}
	}
	return nil
}

// member chooses a player with an ID, nil if there is none.
func (p *planter) member() *report.Player {
	return p.player(func(e *report.Player) bool { return e.ID != "" })
}

// game chooses a game, and returns it with its section.
func (p *planter) game() (*report.Section, *report.Game) {
	s := p.section()
	return s, &s.Games[p.below(len(s.Games))]
}

// says records the right and the wrong text.
func (p *planter) says(was, is any) { p.Was, p.Is = fmt.Sprint(was), fmt.Sprint(is) }

// changeTo changes a text and records it.
func (p *planter) changeTo(word *string, is string) bool {
	p.says(*word, is)
	*word = is
	return true
}

// changeDate changes a date and records it.
func (p *planter) changeDate(date *civil.Date, is civil.Date) bool {
	p.says(*date, is)
	*date = is
	return true
}

// recount sets the points of all players of a section.
func recount(r *report.Report, s *report.Section) {
	points := make([]rating.Score, len(s.Players))
	index, scoring := report.NewIndex(s), r.PointSystem()
	for _, g := range s.Games {
		white, black := scoring.Game(g.Result)
		points[index.Of(g.White)] += white
		points[index.Of(g.Black)] += black
	}
	for _, b := range s.Byes {
		points[index.Of(b.Player)] += scoring.Bye(b.Kind)
	}
	for i := range s.Players {
		s.Players[i].Points = &points[i]
	}
}
