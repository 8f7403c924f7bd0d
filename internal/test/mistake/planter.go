package mistake

import (
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
		planted := Planted{Mistake: m}
		if by := mistakes[i].by; by == "" || by == f.Country() {
			planted.Finding = mistakes[i].finding
		}
		var made bool
		if plant := mistakes[i].plant; plant != nil {
			p := &planter{f.Planter(seed, uint64(i), r), f}
			made = plant(p)
			planted.Planted = p.Planted
		} else {
			planted.Planted, made = f.Plant(seed, m, r)
		}
		return planted, made
	}
	return Planted{}, false
}

// planter makes one mistake.
type planter struct {
	*synth.Planter
	f *synth.Federation
}

// upTo returns a number from 1 to n.
func (p *planter) upTo(n int) int { return 1 + p.Below(n) }

// section chooses a section.
func (p *planter) section() *report.Section {
	s := &p.Report.Sections[p.Below(len(p.Report.Sections))]
	p.Section = s.Name
	return s
}

// game chooses a game, and returns it with its section.
func (p *planter) game() (*report.Section, *report.Game) {
	s := p.section()
	return s, &s.Games[p.Below(len(s.Games))]
}

// changeTo changes a text and records it.
func (p *planter) changeTo(word *string, is string) bool {
	p.Says(*word, is)
	*word = is
	return true
}

// changeDate changes a date and records it.
func (p *planter) changeDate(date *civil.Date, is civil.Date) bool {
	p.Says(*date, is)
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
